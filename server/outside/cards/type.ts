import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type FontCollection } from 'fontkit'

// Text as outlines, from the site's own fonts: the machine may have none.

export type Face = 'serif' | 'sans'

const locate = createRequire(import.meta.url)
const readFont = (family: string, part: string): Font => {
  const file = `@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`
  const font: Font | FontCollection = create(readFileSync(locate.resolve(file)))
  if (!('layout' in font)) throw new Error(`${file} is not one font`)
  return font
}

const parts: Record<Face, readonly (readonly [family: string, part: string])[]> = {
  serif: ['latin', 'latin-ext', 'vietnamese'].map(part => ['newsreader', part] as const),
  sans: [
    ['schibsted-grotesk', 'latin'],
    ['schibsted-grotesk', 'latin-ext'],
    ...['vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].map(
      part => ['noto-sans', part] as const,
    ),
  ],
}

/** The fonts of each face, in the order in which a letter is looked for; read when they are first needed. */
const read = new Map<string, Font>()
const fontsOf = function* (face: Face) {
  for (const [family, part] of parts[face]) {
    const key = `${family} ${part}`
    const font = read.get(key) ?? readFont(family, part)
    read.set(key, font)
    yield font
  }
}

function fontFor(face: Face, letter: string): Font | undefined {
  for (const font of fontsOf(face)) if (font.hasGlyphForCodePoint(letter.codePointAt(0)!)) return font
}

/** Whether a face has every letter of a text. */
export const hasAll = (face: Face, text: string) => [...text].every(letter => fontFor(face, letter))

/**
 * A text without the signs that no font has, such as emoji. Empty where a letter or digit is missing: half a name is none.
 */
export function drawable(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Variation_Selector}\p{Cf}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
  const known = [...plain].filter(letter => fontFor('sans', letter))
  const unknown = [...plain].filter(letter => !fontFor('sans', letter)).join('')
  const rest = known.join('').replace(/ +/g, ' ').trim()
  return /[\p{L}\p{M}\p{N}]/u.test(unknown) || !/[\p{L}\p{N}]/u.test(rest) ? '' : rest
}

/** A text in pieces of one font each; what no font has is left out. */
function splitByFont(face: Face, text: string) {
  const pieces: { font: Font; text: string }[] = []
  for (const letter of text) {
    const font = fontFor(face, letter)
    const last = pieces.at(-1)
    if (font && last?.font === font) last.text += letter
    else if (font) pieces.push({ font, text: letter })
  }
  return pieces
}

/** How wide a line is, in px. */
export function measure(face: Face, size: number, text: string): number {
  return splitByFont(face, text).reduce(
    (sum, piece) => sum + (piece.font.layout(piece.text).advanceWidth * size) / piece.font.unitsPerEm,
    0,
  )
}

/** A line as SVG path data, from `left` on a baseline. */
export function outline(face: Face, size: number, text: string, left: number, baseline: number): string {
  let at = left
  const paths: string[] = []
  for (const { font, text: piece } of splitByFont(face, text)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(piece)
    for (const [i, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[i]!
      const path = glyph.path.scale(scale, -scale).translate(at + xOffset * scale, baseline - yOffset * scale)
      paths.push(path.toSVG())
      at += xAdvance * scale
    }
  }
  return paths.join('')
}

/** Breaks a text into lines of at most `width` px: between words, and inside a word that is wider. */
export function breakLines(face: Face, size: number, text: string, width: number): string[] {
  const fits = (line: string) => measure(face, size, line) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (line && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line ? [...lines, line] : lines
}

/** At most so many lines, the last with an ellipsis where something is left out. */
export function cutLines(face: Face, size: number, lines: readonly string[], most: number, width: number) {
  if (lines.length <= most) return [...lines]
  const kept = lines.slice(0, Math.max(0, most))
  let last = kept.pop()
  if (last === undefined) return []
  while (last && measure(face, size, `${last}…`) > width) last = last.slice(0, -1).trimEnd()
  return [...kept, `${last.replace(/[\s,.;:]+$/, '')}…`]
}
