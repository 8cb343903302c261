import { circle, type Path, parsePath, rect, rotate, scale, shift, TAU } from '../geometry.ts'
import type { Layer } from '../measure.ts'
import { drawDots } from './dots.ts'
import type { Draw } from './mark.ts'

/** Capitals of nine modules: # a full square, q w s a a quarter circle whose round corner is upper left, upper right, lower right, lower left. */
const LETTERS: Record<string, string> = {
  A: 'q#w ### #.#',
  C: 'q## #.. a##',
  D: '##w #.# ##s',
  E: '### ##. ###',
  F: '### ##. #..',
  G: 'q## #.# a#s',
  H: '#.# ### #.#',
  J: '..# #.# a#s',
  K: '#.s ##. #.w',
  L: '#.. #.. a##',
  N: 'q#w #.# #.#',
  O: 'q#w #.# a#s',
  P: '##w ##s #..',
  Q: 'q#w #.# a##',
  R: '##w ##s #.#',
  S: 'q## a#w ##s',
  T: '### .#. .#.',
  U: '#.# #.# a#s',
  Y: '#.# a#s .#.',
}

const CELLS: Record<string, Path> = {
  '#': rect(-0.5, -0.5, 1, 1),
  q: parsePath('M-.5 .5A1 1 0 0 1 .5 -.5V.5Z'),
}
for (const [k, name] of ['w', 's', 'a'].entries()) CELLS[name] = rotate(CELLS.q!, ((k + 1) * TAU) / 4)

/** An initial put together from nine modules. */
export const drawModular: Draw = (random, palette, brand) => {
  const letter = brand.initials[0]!
  const plan = LETTERS[letter]
  if (!plan) return drawDots(random, palette, brand)
  const way = random.weighted([
    ['solid', 4],
    ['gaps', 3],
    ['discs', 3],
    ['lines', 2.4],
    ['counter', 2],
  ] as const)
  const pitch = way === 'gaps' ? 1.08 : 1
  const two = palette.accent !== palette.ink
  const chosen = two && way !== 'lines' ? random.int(0, 8) : -1
  const byInk = new Map<string, Path[]>()
  const counters: Path[] = []
  plan.split(' ').forEach((row, y) => {
    ;[...row].forEach((kind, x) => {
      const put = (path: Path, ink: string) =>
        byInk.set(ink, [...(byInk.get(ink) ?? []), shift(path, x * pitch, y * pitch)])
      if (kind === '.') {
        if (way === 'counter') put(circle(0, 0, 0.34), palette.accent)
        return
      }
      const ink = y * 3 + x === chosen ? palette.accent : palette.ink
      if (way === 'discs' && kind === '#') put((x + y) % 2 ? circle(0, 0, 0.5) : CELLS['#']!, ink)
      else put(CELLS[kind]!, ink)
      if (way === 'lines')
        for (const k of [0, 1, 2])
          counters.push(shift(rect(-0.51, -0.5 + (k + 0.5) / 3 - 0.06, 1.02, 0.12), x * pitch, y * pitch))
    })
  })
  const layers: Layer[] = [...byInk].map(([ink, paths]) => ({ path: scale(paths.flat(), 60), ink }))
  if (counters.length) layers.push({ path: scale(counters.flat(), 60), ink: palette.ground })
  return {
    layers,
    motif: `a letter ${letter} of nine modules`,
    keywords: ['modular', 'letter', `letter ${letter}`, 'grid', 'quarter circle', 'geometric'],
  }
}
