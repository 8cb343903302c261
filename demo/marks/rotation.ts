import { lens, type Path, parsePath, polar, polygon, regular, rotate, sector, TAU } from '../geometry.ts'
import type { Layer } from '../measure.ts'
import { type Draw, inWords } from './mark.ts'

type Blade = { path: Path; name: string; cut?: number }

/** Each makes one blade pointing up from the centre (0, 0), outer radius 100, for `n` blades in all. */
const blades: Record<string, (n: number, pick: (low: number, high: number) => number) => Blade> = {
  leaf: (n, pick) => {
    const bulge = Math.min(34, 100 * Math.tan(Math.PI / n) * pick(0.34, 0.5))
    return { path: lens(0, -100, 0, -pick(4, 14), bulge), name: 'leaves' }
  },
  halfLeaf: n => {
    const bulge = Math.min(58, 100 * Math.tan(Math.PI / n) * 0.92)
    const r = (50 * 50 + bulge * bulge) / (2 * bulge)
    return { path: parsePath(`M0 0L0 -100A${r} ${r} 0 0 1 0 0Z`), name: 'half leaves' }
  },
  halfDisc: (n, pick) => {
    const inner = pick(0, 1) < 0.5 ? 0 : 22
    const r = (100 - inner) / 2
    const squeeze = Math.min(1, ((inner + r) * 2 * Math.sin(Math.PI / n) * 0.95) / r)
    return { path: parsePath(`M0 ${-inner}V-100A${r * squeeze} ${r} 0 0 1 0 ${-inner}Z`), name: 'half discs' }
  },
  swirl: (n, pick) => {
    const width = (TAU / n) * pick(0.5, 0.66)
    const [bx, by] = polar(0, 0, 100, -Math.PI / 2 + width)
    return {
      path: parsePath(`M0 0A50 50 0 0 1 0 -100A100 100 0 0 1 ${bx} ${by}A50 50 0 0 0 0 0Z`),
      name: 'turning blades',
    }
  },
  shutter: (n, pick) => {
    const turn = (TAU / n) * pick(0.9, 1.6)
    const inner = pick(22, 46)
    const a = -Math.PI / 2
    const step = TAU / n
    return {
      path: polygon([
        polar(0, 0, 100, a),
        polar(0, 0, 100, a + step),
        polar(0, 0, inner, a + step + turn),
        polar(0, 0, inner, a + turn),
      ]),
      name: 'shutter blades',
      cut: 6,
    }
  },
  windmill: n => ({
    path: polygon([[0, 0], [0, -100], polar(0, 0, 100 * Math.cos(Math.PI / n), -Math.PI / 2 + Math.PI / n)]),
    name: 'windmill sails',
  }),
  chevron: (n, pick) => {
    const half = Math.min(48, 96 * Math.tan(Math.PI / n) * 0.86)
    const depth = pick(0.5, 0.9) * half
    const thick = pick(26, 38)
    return {
      path: polygon([
        [0, -100],
        [half, -100 + depth],
        [half * 0.999, -100 + depth + thick],
        [0, -100 + thick * 1.25],
        [-half * 0.999, -100 + depth + thick],
        [-half, -100 + depth],
      ]),
      name: 'chevrons',
      cut: 4,
    }
  },
  drop: (n, pick) => {
    const r = Math.min(27, 74 * Math.sin(Math.PI / n) * pick(0.8, 0.94))
    const tip = -pick(8, 18)
    const length = 100 - r + tip
    const angle = Math.acos(r / length)
    const cx = 0
    const cy = -100 + r
    const [ax, ay] = polar(cx, cy, r, Math.PI / 2 - angle)
    const [bx, by] = polar(cx, cy, r, Math.PI / 2 + angle)
    return { path: parsePath(`M0 ${tip}L${bx} ${by}A${r} ${r} 0 1 1 ${ax} ${ay}Z`), name: 'drops' }
  },
  quarter: n => {
    const side = Math.min(66, 100 * Math.sin(Math.PI / n) * 1.3)
    return {
      path: parsePath(`M0 -${100 - side}V-100A${side} ${side} 0 0 1 ${side} -${100 - side}Z`),
      name: 'quarter circles',
    }
  },
  band: (n, pick) => {
    const gap = 0.16
    const inner = pick(40, 62)
    const reach = (TAU / n) * (1 - gap)
    const a = -Math.PI / 2
    const [ax, ay] = polar(0, 0, 100, a)
    const [bx, by] = polar(0, 0, 100, a + reach)
    const [cx, cy] = polar(0, 0, inner, a + reach)
    const [dx, dy] = polar(0, 0, inner, a)
    const cap = (100 - inner) / 2
    return {
      path: parsePath(
        `M${ax} ${ay}A100 100 0 0 1 ${bx} ${by}A${cap} ${cap} 0 0 1 ${cx} ${cy}A${inner} ${inner} 0 0 0 ${dx} ${dy}A${cap} ${cap} 0 0 0 ${ax} ${ay}Z`,
      ),
      name: 'arcs',
    }
  },
  petalRing: (n, pick) => {
    const r = Math.min(34, 66 * Math.sin(Math.PI / n))
    const hole = pick(0.3, 0.55) * r
    return {
      path: [
        ...parsePath(
          `M${-r} -${100 - r}A${r} ${r} 0 1 1 ${r} -${100 - r}V-22H${-r}Z`
            .replace('V-22H', `L${r * 0.35} -20L`)
            .replace(`L${-r}Z`, `L${-r * 0.35} -20Z`),
        ),
        ...rotate(
          parsePath(
            `M${hole} -${100 - r}A${hole} ${hole} 0 1 0 ${-hole} -${100 - r}A${hole} ${hole} 0 1 0 ${hole} -${100 - r}Z`,
          ),
          0,
        ),
      ],
      name: 'keyed petals',
    }
  },
}

/** Sails and quarters never come in fours: the figure would resemble a swastika. */
const COUNT_FOR: Record<string, readonly number[]> = {
  leaf: [4, 5, 6, 8, 10, 12],
  halfLeaf: [3, 4, 5, 6, 8],
  halfDisc: [3, 4, 5, 6, 8],
  swirl: [3, 4, 5, 6, 7, 8],
  shutter: [3, 4, 5, 6, 8],
  windmill: [5, 6, 8],
  chevron: [3, 4, 5, 6, 8],
  drop: [5, 6, 7, 8, 10, 12],
  quarter: [5, 6],
  band: [2, 3, 4, 5],
  petalRing: [4, 5, 6, 8],
}

/** One strong element, repeated about a centre. */
export const drawRotation: Draw = (random, palette) => {
  if (random.chance(0.1)) return drawNested(random, palette, undefined as never)
  const kind = random.pick(Object.keys(blades))
  const n = random.pick(COUNT_FOR[kind]!)
  const blade = blades[kind]!(n, random.range)
  const tilt = random.weighted([
    [0, 4],
    [Math.PI / n, 3],
    [Math.PI / 4, n === 4 ? 2 : 0],
  ])
  const mirrored = random.chance(0.4)
  const two = palette.accent !== palette.ink
  const alternate = two && n % 2 === 0 && random.chance(0.6)
  const single = two && !alternate && random.chance(0.7) ? random.int(0, n - 1) : -1
  const layers: Layer[] = []
  for (let k = 0; k < n; k++) {
    const turned = rotate(blade.path, (mirrored ? -1 : 1) * ((k * TAU) / n) + tilt)
    const path = mirrored ? rotate(flipAcross(blade.path), -(k * TAU) / n + tilt) : turned
    const ink = (alternate && k % 2) || k === single ? palette.accent : palette.ink
    layers.push({ path, ink })
    if (blade.cut) layers.push({ path, ink: palette.ground, stroke: blade.cut, join: 'miter' })
  }
  if (kind === 'drop' && random.chance(0.4)) layers.push({ path: regular(24, 0, 0, 9), ink: palette.ground })
  return {
    layers,
    motif: `${inWords(n)} ${blade.name}`,
    keywords: ['rotation', 'symmetry', blade.name, 'abstract', n > 6 ? 'radial' : 'pinwheel'],
  }
}

const flipAcross = (path: Path): Path =>
  path.map(s =>
    s[0] === 'Z' ? s : s[0] === 'C' ? ['C', -s[1], s[2], -s[3], s[4], -s[5], s[6]] : [s[0], -s[1], s[2]],
  )

/** Polygons set one inside the other, each turned to touch the last. */
const drawNested: Draw = (random, palette) => {
  const sides = random.pick([3, 4, 5, 6, 8])
  const step = random.range(0.12, 0.3) * (TAU / sides)
  const ratio = Math.cos(Math.PI / sides) / Math.cos(Math.PI / sides - step)
  const levels = Math.min(12, Math.floor(Math.log(0.14) / Math.log(ratio)))
  const even = levels - (levels % 2)
  const layers: Layer[] = []
  for (let k = 0; k < even; k++)
    layers.push({
      path: regular(sides, 0, 0, 100 * ratio ** k, -Math.PI / 2 + k * step),
      ink: k % 2 ? palette.ground : palette.ink,
    })
  if (palette.accent !== palette.ink)
    layers.push({ path: sector(0, 0, 9, 0, 0, TAU - 1e-4), ink: palette.accent })
  return {
    layers: layers.slice(0, palette.accent !== palette.ink ? even : undefined),
    motif: 'turning frames',
    keywords: ['rotation', 'nested', 'optical', 'abstract', 'spiral'],
  }
}
