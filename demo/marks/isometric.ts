import { boundsOf, type Path, type Point, polygon, rect, transform } from '../geometry.ts'
import type { Layer } from '../measure.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { type Brand, type Draw, inWords } from './mark.ts'
import { letterShape } from './monogram.ts'

const C = Math.cos(Math.PI / 6)
/** Three axes at 120°: x to the lower right, y to the lower left, z up. */
const iso = (x: number, y: number, z: number): Point => [(x - y) * C, (x + y) * 0.5 - z]
const face = (points: readonly (readonly [number, number, number])[]): Path =>
  polygon(points.map(([x, y, z]) => iso(x, y, z)))

const top = (x: number, y: number, z: number, w: number, d: number) =>
  face([
    [x, y, z],
    [x + w, y, z],
    [x + w, y + d, z],
    [x, y + d, z],
  ])
const left = (x: number, y: number, z: number, w: number, h: number) =>
  face([
    [x, y, z],
    [x + w, y, z],
    [x + w, y, z - h],
    [x, y, z - h],
  ])
const right = (x: number, y: number, z: number, d: number, h: number) =>
  face([
    [x, y, z],
    [x, y + d, z],
    [x, y + d, z - h],
    [x, y, z - h],
  ])

/** A face filled with lines, which stands between ink and ground in one-colour work. */
const hatch = (clip: Path, ink: string, along: 'x' | 'y' | 'z', pitch: number): Layer => {
  const box = boundsOf(clip)
  const [middle, reach] = [(box.left + box.right) / 2, (box.right - box.left) / 2 + 1]
  const slope = along === 'x' ? 0.5 / C : -0.5 / C
  const [low, high] =
    along === 'z'
      ? [box.left, box.right]
      : [box.top - reach * Math.abs(slope), box.bottom + reach * Math.abs(slope)]
  const bars: Path = Array.from({ length: Math.ceil((high - low) / pitch) + 1 }, (_, k) => {
    const [o, t] = [low + k * pitch, pitch * 0.5]
    if (along === 'z') return rect(o, box.top - 1, t, box.bottom - box.top + 2)
    const [from, to] = [middle - reach, middle + reach]
    return polygon([
      [from, o - reach * slope],
      [to, o + reach * slope],
      [to, o + reach * slope + t],
      [from, o - reach * slope + t],
    ])
  }).flat()
  return { path: bars, ink, clip }
}

type Way = (
  random: Random,
  palette: Palette,
  brand: Brand,
) => { layers: Layer[]; motif: string; words: string[] }

/** Three tones: ink, hatched ink (or the second ink) and ground. */
export const tones = (palette: Palette, pitch: number) => {
  const two = palette.accent !== palette.ink
  return (path: Path, tone: 0 | 1 | 2, along: 'x' | 'y' | 'z'): Layer[] =>
    tone === 0
      ? [{ path, ink: palette.ink }]
      : tone === 1
        ? two
          ? [{ path, ink: palette.accent }]
          : [{ path, ink: palette.ground }, hatch(path, palette.ink, along, pitch)]
        : [{ path, ink: palette.ground }]
}

const WAYS: Record<string, Way> = {
  cube: (random, palette) => {
    const g = random.pick([4, 7])
    const inner = random.pick([0, 0.5, 0.62])
    const paint = tones(palette, 8)
    const layers: Layer[] = [
      ...paint(top(-100, -100, g, 100, 100), random.pick([1, 1, 0] as const), 'x'),
      ...paint(left(-100, g, -g * 0.2, 100, 100), 0, 'x'),
      ...paint(right(g, -100, -g * 0.2, 100, 100), random.pick([0, 1] as const), 'z'),
    ]
    if (inner) {
      const s = 100 * inner
      layers.push(
        { path: top(-s, -s, 0, s, s), ink: palette.ground },
        { path: left(-s, 0, 0, s, s), ink: palette.ground },
        { path: right(0, -s, 0, s, s), ink: palette.ground },
      )
    }
    return {
      layers,
      motif: inner ? 'a cube with a corner taken out' : 'a cube of three planes',
      words: ['cube', 'planes'],
    }
  },
  stack: (random, palette) => {
    const n = random.pick([2, 3, 4])
    const paint = tones(palette, 6)
    const gap = random.range(14, 26)
    const order: Layer[] = []
    for (let k = 0; k < n; k++) {
      const z = k * (20 + gap)
      const plate = top(-50, -50, z, 100, 100)
      order.push({ path: plate, ink: palette.ground, stroke: 7 })
      order.push(
        ...paint(plate, k % 2 === (n - 1) % 2 ? 0 : 1, 'x'),
        { path: left(-50, 50, z, 100, 10), ink: palette.ink },
        { path: right(50, -50, z, 100, 10), ink: palette.ink },
      )
    }
    return { layers: order, motif: `${inWords(n)} layers, one above the other`, words: ['layers', 'stack'] }
  },
  stairs: (random, palette) => {
    const n = random.pick([3, 4, 5])
    const s = 100 / n
    const paint = tones(palette, 6)
    const layers: Layer[] = []
    for (let k = 0; k < n; k++) {
      const z = (n - k) * s
      layers.push(...paint(top(-50 + k * s, -50, z, s, 100), 0, 'x'))
      layers.push(...paint(right(-50 + (k + 1) * s, -50, z, 100, s), 1, 'z'))
      layers.push(...paint(left(-50 + k * s, 50, z, s, z), 2, 'x'))
    }
    const side = face([
      [-50, 50, 0],
      ...Array.from(
        { length: n },
        (_, k) =>
          [
            [-50 + k * s, 50, (n - k) * s],
            [-50 + (k + 1) * s, 50, (n - k) * s],
          ] as const,
      ).flat(),
      [50, 50, 0],
    ] as [number, number, number][])
    layers.push({ path: side, ink: palette.ink })
    layers.push({ path: side, ink: palette.ground, stroke: 3.5, join: 'miter' })
    return { layers, motif: `a stair of ${inWords(n)} steps`, words: ['stairs', 'steps', 'growth'] }
  },
  letter: (random, palette, brand) => {
    if ('KS'.includes(brand.initials[0]!)) return WAYS.cube!(random, palette, brand)
    // The initial laid onto the three faces of a cube.
    const shape = letterShape(
      random.pick(['grotesqueBlack', 'geometricHeavy', 'slabBlack', 'extendedBlack'] as const),
      brand.initials[0]!,
    )
    const k = 0.385
    const onLeft = transform(shape, [C * k, 0.5 * k, 0, k, -50 * C, 25 + 0])
    const onRight = transform(shape, [C * k, -0.5 * k, 0, k, 50 * C, 25])
    const onTop = transform(shape, [C * k, 0.5 * k, -C * k, 0.5 * k, 0, -50])
    const faces: [Path, Path][] = [
      [top(-100, -100, 0, 100, 100), onTop],
      [left(-100, 0, 0, 100, 100), onLeft],
      [right(0, -100, 0, 100, 100), onRight],
    ]
    const inks =
      palette.accent !== palette.ink
        ? [palette.accent, palette.ink, palette.ink]
        : [palette.ink, palette.ink, palette.ink]
    const layers: Layer[] = faces.flatMap(([plane, glyph], i) => [
      { path: plane, ink: inks[i]! },
      { path: glyph, ink: palette.ground },
      { path: plane, ink: palette.ground, stroke: 4 },
    ])
    return {
      layers,
      motif: `a letter ${brand.initials[0]} on three faces of a cube`,
      words: ['letter', 'cube', 'block'],
    }
  },
  blocks: (random, palette) => {
    const paint = tones(palette, 5)
    const side = random.pick([2, 2, 3])
    const plan: [number, number, number][] = []
    for (let x = 0; x < side; x++)
      for (let y = 0; y < side; y++) {
        // Low in front, high behind, so that nothing hides.
        const h = side * 2 - 2 - x - y - random.int(0, 2)
        if (h >= 0 && plan.length < 6) plan.push([x, y, Math.min(h, side)])
      }
    if (plan.length < 2) plan.push([0, 0, 1], [1, 0, 0], [0, 1, 0])
    const layers: Layer[] = []
    for (const [x, y, h] of [...plan].sort((a, b) => a[0]! + a[1]! - b[0]! - b[1]! || a[2]! - b[2]!)) {
      const s = 44
      const [px, py, z] = [x! * s, y! * s, (h! + 1) * s]
      const parts = [
        ...paint(top(px, py, z, s, s), 2, 'x'),
        ...paint(left(px, py + s, z, s, s * (h! + 1)), 1, 'x'),
        ...paint(right(px + s, py, z, s, s * (h! + 1)), 0, 'z'),
      ]
      const frame: Layer[] = [
        top(px, py, z, s, s),
        left(px, py + s, z, s, s * (h! + 1)),
        right(px + s, py, z, s, s * (h! + 1)),
      ].map(path => ({ path, ink: palette.ink, stroke: 3.4, join: 'round' as const }))
      layers.push(...parts, ...frame)
    }
    return { layers, motif: `${inWords(plan.length)} blocks`, words: ['blocks', 'city', 'building'] }
  },
}

/** Depth without shading: cubes, stairs, plates. */
export const drawIsometric: Draw = (random, palette, brand) => {
  const { layers, motif, words } = WAYS[
    random.weighted([
      ['cube', 3],
      ['stack', 1.2],
      ['stairs', 2],
      ['letter', 3],
      ['blocks', 4],
    ])
  ]!(random, palette, brand)
  return { layers, motif, keywords: ['isometric', 'depth', ...words] }
}
