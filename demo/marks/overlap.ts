import { circle, type Path, parsePath, polar, rect, regular, rotate, shift, TAU } from '../geometry.ts'
import type { Layer } from '../measure.ts'
import { type Draw, inWords } from './mark.ts'

const FORMS: Record<string, Path> = {
  circle: circle(0, 0, 60),
  square: rect(-54, -54, 108, 108),
  triangle: regular(3, 0, 12, 74),
  'half disc': parsePath('M-70 30A70 70 0 0 1 70 30Z'),
  quarter: parsePath('M-54 54V-54A108 108 0 0 1 54 54Z'),
  leaf: parsePath('M-56 56A112 112 0 0 1 56 -56A112 112 0 0 1 -56 56Z'),
  lozenge: regular(4, 0, 0, 74),
  drop: parsePath('M0 -84C24 -44 52 -22 52 18A52 52 0 0 1 -52 18C-52 -22 -24 -44 0 -84Z'),
}

const plural = (name: string) => (name === 'leaf' ? 'leaves' : `${name}s`)

/** Half the width of the forms that stand in a ring. */
const HALF: Record<string, number> = { circle: 60, drop: 52, lozenge: 74, 'half disc': 70 }

const PAIRS: readonly (readonly [string, string])[] = [
  ['circle', 'circle'],
  ['circle', 'square'],
  ['circle', 'triangle'],
  ['square', 'square'],
  ['square', 'lozenge'],
  ['leaf', 'leaf'],
  ['quarter', 'quarter'],
  ['drop', 'drop'],
  ['lozenge', 'lozenge'],
  ['triangle', 'triangle'],
  ['circle', 'leaf'],
  ['quarter', 'circle'],
]

/** Two to eight simple forms laid over one another; where they cross, the ground shows or the second ink. */
export const drawOverlap: Draw = (random, palette) => {
  const two = palette.accent !== palette.ink
  const way = random.weighted([
    ['pair', 4],
    ['ring', 5],
    ['row', 3],
  ] as const)
  const layers: Layer[] = []
  const cross = (a: Path, b: Path, ink: string) => layers.push({ path: b, ink, clip: a })
  let motif = ''
  if (way === 'pair') {
    const [first, second] = random.pick(PAIRS)
    // Straight edges that lie on one another would leave a hair of ink.
    const angle =
      first === 'triangle'
        ? TAU / 12
        : random.pick(
            first === 'square' || first === 'lozenge' || first === 'quarter'
              ? [TAU / 16, -TAU / 12, TAU / 7]
              : [0, TAU / 8, TAU / 4, -TAU / 8],
          )
    const away = random.range(30, 42)
    const a = shift(FORMS[first]!, ...polar(0, 0, -away, angle))
    const b = shift(
      first === second && first !== 'triangle' && random.chance(0.5)
        ? rotate(FORMS[second]!, Math.PI)
        : FORMS[second]!,
      ...polar(0, 0, away, angle),
    )
    // Two plain discs in two inks would resemble a bank card's logo.
    const discs = first === 'circle' && second === 'circle'
    layers.push({ path: a, ink: palette.ink }, { path: b, ink: discs ? palette.ink : palette.accent })
    cross(a, b, palette.ground)
    motif = first === second ? `two ${plural(first)} that share a space` : `a ${first} meeting a ${second}`
  } else if (way === 'ring') {
    const name = random.pick(['circle', 'leaf', 'leaf', 'drop', 'lozenge', 'half disc'])
    // Four round forms would resemble a Celtic cross.
    const n = random.pick(name === 'leaf' || name === 'drop' ? [3, 4, 5, 6, 8] : [3, 5, 6, 8])
    const upright = rotate(FORMS[name]!, name === 'leaf' ? -TAU / 8 : 0)
    // Far enough out that each form meets only its neighbours.
    const away = name === 'leaf' ? 70 : (HALF[name]! * random.range(1.2, 1.4)) / (2 * Math.sin(Math.PI / n))
    const forms = Array.from({ length: n }, (_, k) => rotate(shift(upright, 0, -away), (k * TAU) / n))
    for (const [k, path] of forms.entries())
      layers.push({ path, ink: two && k % 2 && n % 2 === 0 ? palette.accent : palette.ink })
    for (let k = 0; k < n; k++) cross(forms[k]!, forms[(k + 1) % n]!, palette.ground)
    motif = `${inWords(n)} ${plural(name)} about a point`
  } else {
    const n = random.pick([3, 4, 5])
    const name = random.pick(['circle', 'lozenge', 'circle', 'drop', 'leaf'])
    const step = (name === 'circle' ? 120 : 100) * random.range(0.5, 0.68)
    const forms = Array.from({ length: n }, (_, k) => shift(FORMS[name]!, (k - (n - 1) / 2) * step, 0))
    for (const [k, path] of forms.entries()) layers.push({ path, ink: k % 2 ? palette.accent : palette.ink })
    for (let k = 0; k < n - 1; k++) cross(forms[k]!, forms[k + 1]!, palette.ground)
    motif = `${inWords(n)} ${plural(name)} in a row`
  }
  return { layers, motif, keywords: ['overlap', 'geometric', 'transparency', 'abstract', way] }
}
