import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

// The site's typeface for Latin, and Alegreya Sans for Cyrillic, Greek and Vietnamese. As static WOFF: the subsetter of
// PDFs does not read the transformed outlines of WOFF2.

export type Weight = 'regular' | 'strong'

const schibsted = ['latin', 'latin-ext']
const alegreya = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']
const filesOf = (family: string, subsets: string[], weight: number) =>
  subsets.map(subset => `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)

/** Files by weight, in the order of preference. */
const families: Record<Weight, string[][]> = {
  regular: [filesOf('schibsted-grotesk', schibsted, 400), filesOf('alegreya-sans', alegreya, 400)],
  strong: [filesOf('schibsted-grotesk', schibsted, 600), filesOf('alegreya-sans', alegreya, 700)],
}

/** Some text in one of the files. */
export type Run = { file: string; text: string }

const opened = new Map<string, Font>()
export const readFont = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(file)))

function openFont(file: string): Font {
  const font = opened.get(file) ?? (create(readFont(file)) as Font)
  opened.set(file, font)
  return font
}

const has = (file: string, text: string) =>
  [...text].every(character => openFont(file).hasGlyphForCodePoint(character.codePointAt(0)!))

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const graphemesOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment)

/**
 * Splits text into runs, all in one family where one has every character. Symbols that no font has are left out. Undefined
 * where a letter or digit is missing, or nothing is left: an empty box must not stand for it.
 */
export function typeset(text: string, weight: Weight): Run[] | undefined {
  const parts = graphemesOf(text.normalize('NFC').replace(/\s+/g, ' ').trim())
  const choices = [...families[weight], families[weight].flat()]
  const shown = (files: string[]) => parts.map(part => ({ part, file: files.find(file => has(file, part)) }))
  const whole = choices.map(shown).find(all => all.every(({ file }) => file))
  const found = whole ?? shown(families[weight].flat())
  const kept = found.flatMap(({ part, file }) => (file ? [{ file, text: part }] : []))
  const lost = found.filter(({ file }) => !file).map(({ part }) => part)
  if (lost.some(part => /[\p{L}\p{N}]/u.test(part)) || !kept.some(({ text: part }) => part.trim())) return
  const runs: Run[] = []
  for (const { file, text: part } of kept) {
    const last = runs.at(-1)
    // A blank joins the run before it, whose font has one, too.
    if (last && (last.file === file || (part === ' ' && has(last.file, part)))) last.text += part
    else runs.push({ file, text: part })
  }
  return runs
}
