import { type Path, type Point, polyline, TAU } from '../geometry.ts'
import type { Layer } from '../measure.ts'
import { type Draw, inWords } from './mark.ts'

type Curve = Point[]
const STEPS = 200

const sampleCurve = (at: (t: number) => Point, steps = STEPS): Curve =>
  // Begun off the axes, so that no crossing falls exactly on a sample.
  Array.from({ length: steps }, (_, i) => at((i + 0.37) / steps))

const superellipse = (cx: number, cy: number, rx: number, ry: number, power: number, turn: number): Curve =>
  sampleCurve(t => {
    const a = t * TAU
    const c = Math.cos(a)
    const s = Math.sin(a)
    const x = rx * Math.sign(c) * Math.abs(c) ** (2 / power)
    const y = ry * Math.sign(s) * Math.abs(s) ** (2 / power)
    return [cx + x * Math.cos(turn) - y * Math.sin(turn), cy + x * Math.sin(turn) + y * Math.cos(turn)]
  }, 120)

type Crossing = { first: [number, number]; second: [number, number] }

/** Where the closed curves cross, as (curve, position) pairs; positions are in samples, with a fraction. */
const crossingsOf = (curves: readonly Curve[]): Crossing[] => {
  const found: Crossing[] = []
  for (const [ai, a] of curves.entries())
    for (const [offset, b] of curves.slice(ai).entries()) {
      const bi = ai + offset
      for (let i = 0; i < a.length; i++) {
        const [ax, ay] = a[i]!
        const [bx, by] = a[(i + 1) % a.length]!
        for (let j = ai === bi ? i + 2 : 0; j < b.length; j++) {
          if (ai === bi && i === 0 && j === b.length - 1) continue
          const [cx, cy] = b[j]!
          if (Math.abs(cx - ax) + Math.abs(cy - ay) > 24) continue
          const [dx, dy] = b[(j + 1) % b.length]!
          const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
          if (across === 0) continue
          const u = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
          const v = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
          if (u >= 0 && u < 1 && v >= 0 && v < 1) found.push({ first: [ai, i + u], second: [bi, j + v] })
        }
      }
    }
  return found
}

const closed = (curve: Curve): Path => [...polyline(curve), ['Z']]

type Visit = { crossing: number; curve: number; at: number; slant: number }

/** Decides who passes over: along every curve over and under alternate, and at a crossing the two are opposite. */
const alternate = (visits: readonly Visit[], curveCount: number): Map<Visit, boolean> => {
  const order = Array.from({ length: curveCount }, (_, c) =>
    visits.filter(v => v.curve === c).sort((a, b) => a.at - b.at),
  )
  const rank = new Map<Visit, number>()
  for (const line of order) for (const [k, visit] of line.entries()) rank.set(visit, k)
  const base: (number | undefined)[] = []
  for (let first = 0; first < curveCount; first++) {
    if (base[first] !== undefined) continue
    base[first] = 0
    const queue = [first]
    while (queue.length) {
      const curve = queue.shift()!
      for (const visit of order[curve]!) {
        const other = visits.find(v => v.crossing === visit.crossing && v !== visit)!
        if (base[other.curve] !== undefined) continue
        base[other.curve] = (base[curve]! + rank.get(visit)! + rank.get(other)! + 1) % 2
        queue.push(other.curve)
      }
    }
  }
  return new Map(visits.map(v => [v, (base[v.curve]! + rank.get(v)!) % 2 === 0]))
}

const heading = (curve: Curve, at: number) => {
  const [x0, y0] = curve[Math.floor(at) % curve.length]!
  const [x1, y1] = curve[(Math.floor(at) + 1) % curve.length]!
  return Math.atan2(y1 - y0, x1 - x0)
}

/** A band drawn over and under itself: after the whole band, each upper strand is drawn again with a gap beside it. */
const weave = (
  curves: readonly Curve[],
  width: number,
  gap: number,
  inks: readonly string[],
  ground: string,
  inline: boolean,
): Layer[] => {
  const strand = (path: Path, ink: string): Layer[] => [
    { path, ink, stroke: width, join: 'round' },
    ...(inline ? [{ path, ink: ground, stroke: width * 0.28, join: 'round' } as const] : []),
  ]
  const inkOf = (curve: number) => inks[curve % inks.length]!
  const layers = curves.flatMap((curve, i) => strand(closed(curve), inkOf(i)))
  const visits = crossingsOf(curves).flatMap(({ first, second }, crossing): Visit[] => {
    const slant = Math.abs(
      Math.sin(heading(curves[first[0]]!, first[1]) - heading(curves[second[0]]!, second[1])),
    )
    return [first, second].map(([curve, at]) => ({ crossing, curve, at, slant }))
  })
  for (const [visit, over] of alternate(visits, curves.length)) {
    if (!over) continue
    // A flat crossing hides a longer stretch of the lower strand.
    const reach = Math.min(width * 1.6, (width / 2 + gap * 0.4) / Math.max(0.35, visit.slant) + width * 0.12)
    const curve = curves[visit.curve]!
    layers.push(
      { path: polyline(cutOut(curve, visit.at, reach)), ink: ground, stroke: width + gap * 2 },
      ...strand(polyline(cutOut(curve, visit.at, reach + 1.2)), inkOf(visit.curve)),
    )
  }
  return layers
}

/** The stretch of a closed curve within `reach` units, along it, of position `at`. */
const cutOut = (curve: Curve, at: number, reach: number): Point[] => {
  const n = curve.length
  const point = (i: number) => curve[((i % n) + n) % n]!
  const [ax, ay] = point(Math.floor(at))
  const [bx, by] = point(Math.floor(at) + 1)
  const part = at - Math.floor(at)
  const middle: Point = [ax + (bx - ax) * part, ay + (by - ay) * part]
  const walk = (direction: 1 | -1) => {
    const points: Point[] = []
    let previous = middle
    let rest = reach
    for (let i = direction === 1 ? Math.floor(at) + 1 : Math.floor(at); rest > 0; i += direction) {
      const p = point(i)
      const step = Math.hypot(p[0] - previous[0], p[1] - previous[1])
      const share = step > rest ? rest / step : 1
      points.push([previous[0] + (p[0] - previous[0]) * share, previous[1] + (p[1] - previous[1]) * share])
      rest -= step
      previous = p
    }
    return points
  }
  return [...walk(-1).reverse(), middle, ...walk(1)]
}

const torus = (turns: number, lobes: number, depth: number): Curve =>
  sampleCurve(
    t => {
      const a = t * TAU * turns
      const r = 100 * (1 + depth * Math.cos((lobes / turns) * a)) * (1 / (1 + depth))
      return [r * Math.sin(a), -r * Math.cos(a)]
    },
    STEPS + turns * 30,
  )

/** Loops that pass over and under one another. */
export const drawKnot: Draw = (random, palette) => {
  const kind = random.pick(['torus', 'torus', 'rings', 'ellipses', 'lissajous'] as const)
  let curves: Curve[]
  let name: string
  let width = random.range(15, 25)
  if (kind === 'torus') {
    const [turns, lobes] = random.pick([
      [2, 3],
      [2, 5],
      [2, 7],
      [3, 4],
      [3, 5],
      [2, 9],
      [3, 7],
      [3, 8],
    ] as const)
    // More lobes need a shallower curve, or the band would be wider than its own inner bends.
    const depth = turns === 3 ? random.range(0.36, 0.44) : (1.3 / (lobes + 0.4)) * random.range(0.95, 1.2)
    curves = [torus(turns, lobes, depth)]
    width = Math.min(width, turns === 3 ? 17 - lobes * 0.75 : (200 * depth * 0.44) / (1 + depth), 26)
    name = lobes === 3 ? 'a trefoil knot' : `a knot of ${inWords(lobes)} loops`
  } else if (kind === 'rings') {
    const n = random.pick([3, 3, 6])
    const r = n === 3 ? 56 : 40
    const away = 100 - r
    curves = Array.from({ length: n }, (_, k) =>
      superellipse(away * Math.sin((k * TAU) / n), -away * Math.cos((k * TAU) / n), r, r, 2, 0),
    )
    width = n === 3 ? random.range(11, 16) : random.range(8, 11)
    name = `${inWords(n)} linked rings`
  } else if (kind === 'ellipses') {
    const n = random.pick([2, 3, 3])
    const ry = random.range(36, 50)
    curves = Array.from({ length: n }, (_, k) => superellipse(0, 0, 100, ry, 2.2, (k * Math.PI) / n))
    width = random.range(11, 16)
    name = `${inWords(n)} crossed orbits`
  } else {
    const [p, q, phase, tall] = random.pick([
      [3, 2, 0, 0.86],
      [2, 3, 0, 1],
      [3, 4, 0.5, 1],
      [1, 2, 0, 0.62],
      [4, 3, 0, 1],
    ] as const)
    curves = [
      sampleCurve(
        t => [100 * Math.sin(p * t * TAU + phase * Math.PI), 100 * tall * Math.sin(q * t * TAU)],
        220,
      ),
    ]
    width = p + q > 5 ? random.range(10, 13) : p === 1 ? random.range(20, 34) : random.range(13, 18)
    name = 'an endless loop'
  }
  const two = palette.accent !== palette.ink && curves.length > 1 && random.chance(0.7)
  return {
    layers: weave(
      curves,
      width,
      random.range(3.2, 5),
      two ? [palette.ink, palette.accent] : [palette.ink],
      palette.ground,
      random.chance(0.22) && width > 14,
    ),
    motif: name,
    keywords: ['knot', 'loop', 'interlace', 'connection', 'line'],
  }
}
