import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import { type Path, type Point, quadratic, type Segment, shift } from './geometry.ts'
import { toAscii } from './names.ts'

/** All under the SIL Open Font License, which allows outlines to be cut and redrawn. */
const FILES = {
  geometric: 'jost/files/jost-latin-600-normal',
  geometricLight: 'jost/files/jost-latin-300-normal',
  geometricHeavy: 'jost/files/jost-latin-800-normal',
  grotesque: 'archivo/files/archivo-latin-600-normal',
  grotesqueRegular: 'archivo/files/archivo-latin-500-normal',
  grotesqueBlack: 'archivo-black/files/archivo-black-latin-400-normal',
  humanist: 'alegreya-sans/files/alegreya-sans-latin-500-normal',
  humanistBlack: 'alegreya-sans/files/alegreya-sans-latin-900-normal',
  didone: 'bodoni-moda/files/bodoni-moda-latin-500-normal',
  didoneItalic: 'bodoni-moda/files/bodoni-moda-latin-600-italic',
  didoneBlack: 'bodoni-moda/files/bodoni-moda-latin-900-normal',
  transitional: 'playfair-display/files/playfair-display-latin-700-normal',
  transitionalItalic: 'playfair-display/files/playfair-display-latin-700-italic',
  slab: 'zilla-slab/files/zilla-slab-latin-600-normal',
  slabBlack: 'alfa-slab-one/files/alfa-slab-one-latin-400-normal',
  garalde: 'cormorant/files/cormorant-latin-600-normal',
  garaldeItalic: 'cormorant/files/cormorant-latin-600-italic',
  oldStyle: 'fraunces/files/fraunces-latin-600-normal',
  oldStyleBlack: 'fraunces/files/fraunces-latin-900-normal',
  condensed: 'league-gothic/files/league-gothic-latin-400-normal',
  blackletter: 'grenze-gotisch/files/grenze-gotisch-latin-600-normal',
  script: 'oleo-script/files/oleo-script-latin-700-normal',
  rounded: 'fredoka/files/fredoka-latin-600-normal',
  mono: 'space-mono/files/space-mono-latin-700-normal',
  extended: 'unbounded/files/unbounded-latin-500-normal',
  extendedBlack: 'unbounded/files/unbounded-latin-800-normal',
  display: 'syne/files/syne-latin-800-normal',
  fatface: 'dm-serif-display/files/dm-serif-display-latin-400-normal',
  fatfaceItalic: 'dm-serif-display/files/dm-serif-display-latin-400-italic',
} as const
export type Typeface = keyof typeof FILES

/** One glyph at 1 unit per em, baseline at y = 0, y down. */
type Glyph = { path: Path; advance: number; raw: opentype.Glyph; own: boolean }
type Face = {
  name: Typeface
  font: opentype.Font
  extension?: opentype.Font
  glyphs: Map<string, Glyph>
  kerning: Map<string, number>
  capHeight: number
  xHeight: number
}

const locate = createRequire(import.meta.url)
const faces = new Map<Typeface, Face>()

const outline = (glyph: opentype.Glyph): Path => {
  const path: Segment[] = []
  let at: Point = [0, 0]
  let open = false
  for (const c of glyph.getPath(0, 0, 1).commands) {
    if (c.type === 'Z') {
      if (open) path.push(['Z'])
      open = false
      continue
    }
    if (c.type === 'M') {
      if (open) path.push(['Z'])
      path.push(['M', c.x, c.y])
      open = true
    } else if (c.type === 'L') path.push(['L', c.x, c.y])
    else if (c.type === 'Q') path.push(quadratic(at, [c.x1, c.y1], [c.x, c.y]))
    else path.push(['C', c.x1, c.y1, c.x2, c.y2, c.x, c.y])
    at = [c.x, c.y]
  }
  if (open) path.push(['Z'])
  return path
}

const readFont = (file: string): opentype.Font => {
  const bytes = readFileSync(locate.resolve(`@fontsource/${file}.woff`))
  return opentype.parse(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
  )
}

const loadFace = (name: Typeface): Face => {
  const cached = faces.get(name)
  if (cached) return cached
  const font = readFont(FILES[name])
  const height = (char: string) =>
    -Math.min(0, ...outline(font.charToGlyph(char)).flatMap(s => (s[0] === 'Z' ? [] : [s[2]])))
  const face = {
    name,
    font,
    glyphs: new Map(),
    kerning: new Map(),
    capHeight: height('H'),
    xHeight: height('x'),
  }
  faces.set(name, face)
  return face
}

const loadGlyph = (face: Face, char: string): Glyph => {
  const cached = face.glyphs.get(char)
  if (cached) return cached
  let raw = face.font.charToGlyph(char)
  let own = true
  if (raw.index === 0) {
    // The files are split by script: Š, ł or İ are in the extension of the same typeface.
    face.extension ??= readFont(FILES[face.name].replace('-latin-', '-latin-ext-'))
    raw = face.extension.charToGlyph(char)
    own = false
    if (raw.index === 0) {
      // A few faces lack a few accents; the bare letter is better than none.
      const bare = toAscii(char)
      if (!bare || bare === char) throw new Error(`${face.name} has no ${char}`)
      return loadGlyph(face, bare)
    }
  }
  const glyph = { raw, own, path: outline(raw), advance: (raw.advanceWidth ?? 0) / face.font.unitsPerEm }
  face.glyphs.set(char, glyph)
  return glyph
}

type SetGlyph = { char: string; path: Path; x: number; advance: number }
export type SetLine = { glyphs: SetGlyph[]; path: Path; width: number; capHeight: number; xHeight: number }

/**
 * Sets one line of text with the face's own kerning. Size is the em in units; tracking is in thousandths of it.
 * The baseline lies at y = 0, the first glyph's origin at x = 0.
 */
export const setText = (name: Typeface, text: string, size = 100, tracking = 0): SetLine => {
  const face = loadFace(name)
  const glyphs: SetGlyph[] = []
  let x = 0
  let previous: { char: string; glyph: Glyph } | undefined
  for (const char of text) {
    const glyph = loadGlyph(face, char)
    if (previous) {
      const pair = previous.char + char
      let kern = face.kerning.get(pair)
      if (kern === undefined) {
        // Glyph numbers are valid within one file only.
        kern =
          previous.glyph.own && glyph.own
            ? face.font.getKerningValue(previous.glyph.raw, glyph.raw) / face.font.unitsPerEm
            : 0
        face.kerning.set(pair, kern)
      }
      x += (kern + tracking / 1000) * size
    }
    const scaled = glyph.path.map((s): Segment => {
      if (s[0] === 'Z') return s
      if (s[0] === 'C')
        return ['C', s[1] * size + x, s[2] * size, s[3] * size + x, s[4] * size, s[5] * size + x, s[6] * size]
      return [s[0], s[1] * size + x, s[2] * size]
    })
    glyphs.push({ char, path: scaled, x, advance: glyph.advance * size })
    x += glyph.advance * size
    previous = { char, glyph }
  }
  return {
    glyphs,
    path: glyphs.flatMap(g => g.path),
    width: x,
    capHeight: face.capHeight * size,
    xHeight: face.xHeight * size,
  }
}

/** Text along a circle, reading clockwise over the top, or counter-clockwise along the bottom; angles in radians. */
export const setOnCircle = (
  name: Typeface,
  text: string,
  options: { size: number; tracking: number; radius: number; middle: number; inside?: boolean },
): { path: Path; span: number } => {
  const line = setText(name, text, options.size, options.tracking)
  const direction = options.inside ? -1 : 1
  const span = line.width / options.radius
  const path = line.glyphs.flatMap(g => {
    const centre = g.x + g.advance / 2
    const angle = options.middle + direction * (centre / options.radius - span / 2)
    const turn = angle + (direction * Math.PI) / 2
    const cos = Math.cos(turn)
    const sin = Math.sin(turn)
    const ox = options.radius * Math.cos(angle)
    const oy = options.radius * Math.sin(angle)
    const at = (x: number, y: number): Point => [ox + cos * x - sin * y, oy + sin * x + cos * y]
    return shift(g.path, -centre, 0).map((s): Segment => {
      if (s[0] === 'Z') return s
      if (s[0] === 'C') return ['C', ...at(s[1], s[2]), ...at(s[3], s[4]), ...at(s[5], s[6])]
      return [s[0], ...at(s[1], s[2])]
    })
  })
  return { path, span }
}
