import { flip, type Path, parsePath, rect, rotate, scale, shift, TAU } from '../geometry.ts'
import { type Layer, measure } from '../measure.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { type Brand, type Mark, moveLayers } from './mark.ts'
import { CONTAINERS } from './monogram.ts'

/** Part of a picture, about 200 units large: `fg` is the figure, `bg` cuts into it, `accent` may take the second ink. */
export type Piece = { role: 'fg' | 'bg' | 'accent'; path: Path; stroke?: number; cap?: 'round' | 'butt' }
export type Picture = (random: Random) => Piece[]

export type Kind = 'animal' | 'nature' | 'object'
/** One way to draw a subject. `framed` has an outer shape of its own and is never put into another one. */
type Idea = { idea: string; keywords?: readonly string[]; draw: Picture; framed?: true }
/** A thing with several drawings of different idea; its `keywords` hold for all of them. */
export type Subject = { subject: string; kind: Kind; keywords?: readonly string[]; ideas: readonly Idea[] }
/** One drawing; `id` is its stable identity: 'owl/profile', or 'cat' where a subject has one drawing only. */
export type Drawing = {
  id: string
  subject: string
  kind: Kind
  keywords: readonly string[]
  draw: Picture
  framed: boolean
}
export type DrawDrawing = (random: Random, palette: Palette, brand: Brand, drawing: Drawing) => Mark

export const drawingsOf = ({ subject, kind, keywords: common = [], ideas }: Subject): Drawing[] =>
  ideas.map(({ idea, keywords = [], draw, framed = false }) => ({
    id: `${subject}/${idea}`,
    subject,
    kind,
    keywords: [idea, ...keywords, ...common],
    draw,
    framed,
  }))
/** Subjects that have one drawing each. */
export const singleDrawings = (kind: Kind, pictures: Record<string, Picture>): Drawing[] =>
  Object.entries(pictures).map(([subject, draw]) => ({
    id: subject,
    subject,
    kind,
    keywords: [],
    draw,
    framed: false,
  }))

export const fg = (data: string | Path): Piece => ({
  role: 'fg',
  path: typeof data === 'string' ? parsePath(data) : data,
})
export const bg = (data: string | Path): Piece => ({
  role: 'bg',
  path: typeof data === 'string' ? parsePath(data) : data,
})
export const accent = (data: string | Path): Piece => ({
  role: 'accent',
  path: typeof data === 'string' ? parsePath(data) : data,
})
/** The same shape on the left and on the right. */
export const both = (data: string | Path): Path[] => {
  const path = typeof data === 'string' ? parsePath(data) : data
  return [path, flip(path)]
}
export const line = (
  role: Piece['role'],
  data: string | Path,
  stroke: number,
  cap: 'round' | 'butt' = 'butt',
): Piece => ({
  ...(role === 'fg' ? fg(data) : role === 'bg' ? bg(data) : accent(data)),
  stroke,
  cap,
})

const paint = (pieces: readonly Piece[], figure: string, ground: string, second: string): Layer[] =>
  pieces.map(({ role, path, stroke, cap }) => ({
    path,
    ink: role === 'fg' ? figure : role === 'bg' ? ground : second,
    ...(stroke && { stroke, cap, join: cap === 'round' ? ('round' as const) : ('miter' as const) }),
  }))

/** Centres layers on 0, 0 and makes their longer side `size`. */
const normalise = (layers: readonly Layer[], ground: string, size: number): Layer[] => {
  const m = measure(layers, ground)
  const factor = size / Math.max(m.width, m.height)
  const cx = (m.left + m.right) / 2 + (m.massX - (m.left + m.right) / 2) * 0.3
  const cy = (m.top + m.bottom) / 2 + (m.massY - (m.top + m.bottom) / 2) * 0.3
  return moveLayers(layers, [factor, 0, 0, factor, -factor * cx, -factor * cy])
}

const ROOM: Record<string, number> = {
  disc: 166,
  square: 164,
  squircle: 166,
  tile: 164,
  hexagon: 162,
  octagon: 166,
  arch: 150,
  shield: 142,
  leaf: 140,
  drop: 122,
}

const keywordsOf = ({ subject, kind, keywords }: Drawing): string[] => [
  subject,
  ...(kind === 'object' ? [] : [kind]),
  ...keywords,
]

/** The subject without a frame: for the middle of a seal. */
export const drawPlainPicture: DrawDrawing = (random, palette, _brand, drawing) => ({
  layers: paint(drawing.draw(random), palette.ink, palette.ground, palette.accent),
  motif: withArticle(drawing.subject),
  keywords: keywordsOf(drawing),
})

/** Draws a subject plainly, knocked out of a shape, half and half, or repeated. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one branch for each way to draw a subject
export const drawPicture: DrawDrawing = (random, palette, _brand, drawing) => {
  const name = drawing.subject
  // Fine or bold cuts, so that the same subject looks drawn by different people.
  const weight = random.range(0.82, 1.3)
  const pieces = drawing
    .draw(random)
    .map(piece => (piece.stroke && piece.role === 'bg' ? { ...piece, stroke: piece.stroke * weight } : piece))
  const flipped = random.chance(0.35)
  const turned = flipped ? pieces.map(piece => ({ ...piece, path: scale(piece.path, -1, 1) })) : pieces
  const way = drawing.framed
    ? 'plain'
    : random.weighted([
        ['plain', 9],
        ['contained', 4],
        ['counterchange', 2.2],
        ['ringed', 1],
        ['pair', name === 'arrow' ? 1 : 0.8],
      ] as const)
  const words = keywordsOf(drawing)
  const two = palette.accent !== palette.ink
  if (way === 'plain')
    return {
      layers: paint(turned, palette.ink, palette.ground, palette.accent),
      motif: withArticle(name),
      keywords: words,
    }
  if (way === 'contained') {
    const shape = random.pick(Object.keys(ROOM))
    const box = two && random.chance(0.4) ? palette.accent : palette.ink
    const inside = normalise(
      paint(turned, palette.ground, box, box === palette.ink && two ? palette.accent : palette.ground),
      box,
      ROOM[shape]!,
    )
    const lower = shape === 'drop' ? 24 : shape === 'arch' ? 10 : shape === 'shield' ? -8 : 0
    return {
      layers: [{ path: CONTAINERS[shape]!, ink: box }, ...moveLayers(inside, [1, 0, 0, 1, 0, lower])],
      motif: `${withArticle(name)} in a ${shape}`,
      keywords: [...words, 'negative space', shape],
    }
  }
  if (way === 'counterchange') {
    const shape = random.pick(['disc', 'square', 'squircle', 'octagon'])
    const angle = random.pick([Math.PI / 2, -Math.PI / 2, 0, TAU / 8])
    const side = rotate(rect(-500, -500, 1000, 500), angle)
    const other = rotate(side, Math.PI)
    const light = normalise(paint(turned, palette.ground, palette.ink, palette.ground), palette.ink, 196)
    const dark = normalise(paint(turned, palette.ink, palette.ground, palette.ink), palette.ground, 196)
    return {
      layers: [
        { path: CONTAINERS[shape]!, ink: palette.ink, clip: side },
        ...light.map(layer => ({ ...layer, clip: side })),
        ...dark.map(layer => ({ ...layer, clip: other })),
      ],
      motif: `${withArticle(name)}, half day and half night`,
      keywords: [...words, 'counterchange', 'negative space'],
    }
  }
  const own = normalise(
    paint(turned, palette.ink, palette.ground, palette.accent),
    palette.ground,
    way === 'ringed' ? 158 : 200,
  )
  if (way === 'ringed') {
    const shape = random.pick(['disc', 'squircle', 'octagon'])
    return {
      layers: [
        {
          path: scale(CONTAINERS[shape]!, 1.02),
          ink: two ? palette.accent : palette.ink,
          stroke: random.pick([4, 9, 14]),
          join: 'miter',
        },
        ...own,
      ],
      motif: `${withArticle(name)} in a ring`,
      keywords: [...words, 'ring'],
    }
  }
  const m = measure(own, palette.ground)
  // A wide thing stands above its reflection; an animal is never turned upside down.
  const reflected = m.height < m.width && drawing.kind !== 'animal'
  const second = own.map(layer => ({
    ...layer,
    path: shift(
      scale(layer.path, -1, reflected ? -1 : 1),
      reflected ? 0 : m.width + 14,
      reflected ? m.height + 14 : 0,
    ),
  }))
  return {
    layers: [...own, ...second],
    motif: `two of ${name}`.replace(/^two of (.*)$/, (_, n: string) => `${withArticle(n)} and its twin`),
    keywords: [...words, 'symmetry', 'pair'],
  }
}

const withArticle = (name: string) =>
  name === 'wheat' ? 'an ear of wheat' : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
