import {
  circle,
  type Path,
  parsePath,
  polar,
  polygon,
  polyline,
  rect,
  rotate,
  scale,
  sector,
  shift,
  TAU,
} from '../geometry.ts'
import type { Layer } from '../measure.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { type Brand, type Draw, inWords } from './mark.ts'
import { CONTAINERS, letterShape } from './monogram.ts'

type Way = (
  random: Random,
  palette: Palette,
  brand: Brand,
) => { layers: Layer[]; motif: string; words: string[] }

const SHAPES = ['disc', 'square', 'hexagon', 'squircle', 'leaf', 'drop', 'arch', 'lozenge'] as const

/** Letter skeletons on a 4 × 6 field: single strokes that several parallel lines can follow. */
const SKELETONS: Record<string, string> = {
  A: 'M0 6V2A2 2 0 0 1 4 2V6M0 4H4',
  B: 'M0 0V6M0 0H2A1.5 1.5 0 0 1 2 3H0M2 3A1.5 1.5 0 0 1 2 6H0',
  C: 'M4 0H3A3 3 0 0 0 3 6H4',
  D: 'M0 0V6H1A3 3 0 0 0 1 0Z',
  E: 'M4 0H2A2 2 0 0 0 0 2V4A2 2 0 0 0 2 6H4M0 3H3.4',
  F: 'M4 0H2A2 2 0 0 0 0 2V6M0 3H3.2',
  G: 'M4 0H3A3 3 0 0 0 3 6H4V3H2.8',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  J: 'M4 0V4A2 2 0 0 1 0 4',
  K: 'M0 0V6M4 0V1A2 2 0 0 1 2 3H0M2 3A2 2 0 0 1 4 5V6',
  L: 'M0 0V4A2 2 0 0 0 2 6H4',
  M: 'M0 6V1.2A1.2 1.2 0 0 1 2.4 1.2V6M2.4 1.2A1.2 1.2 0 0 1 4.8 1.2V6',
  N: 'M0 6V2A2 2 0 0 1 4 2V6',
  O: 'M2 0A2 2 0 0 0 0 2V4A2 2 0 0 0 4 4V2A2 2 0 0 0 2 0Z',
  P: 'M0 6V0H2A1.75 1.75 0 0 1 2 3.5H0',
  Q: 'M2 0A2 2 0 0 0 0 2V4A2 2 0 0 0 4 4V2A2 2 0 0 0 2 0ZM2.4 4.4L4.4 6.4',
  R: 'M0 6V0H2A1.75 1.75 0 0 1 2 3.5H0M2 3.5A2 2 0 0 1 4 5.5V6',
  S: 'M4 0H1.5A1.5 1.5 0 0 0 1.5 3H2.5A1.5 1.5 0 0 1 2.5 6H0',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4A2 2 0 0 0 4 4V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0V4.8A1.2 1.2 0 0 0 2.4 4.8V0M2.4 4.8A1.2 1.2 0 0 0 4.8 4.8V0',
  X: 'M0 0V1A2 2 0 0 0 4 1V0M0 6V5A2 2 0 0 1 4 5V6',
  Y: 'M0 0V1A2 2 0 0 0 4 1V0M2 3V6',
  Z: 'M0 0H4L0 6H4',
}

const WAYS: Record<string, Way> = {
  tracks: (random, palette, brand) => {
    if (brand.initials[0] === 'I') return WAYS.rings!(random, palette, brand)
    const path = scale(parsePath(SKELETONS[brand.initials[0]!] ?? SKELETONS.O!), 36)
    const count = random.pick([3, 3, 5])
    const line = count === 5 ? 4.6 : 8
    const pitch = line * random.range(1.9, 2.1)
    const layers: Layer[] = []
    // Wide ink, narrower ground, and so on: parallel tracks that join by themselves where strokes meet.
    for (let k = (count - 1) / 2; k >= 0; k--) {
      const ink = k === 0 && palette.accent !== palette.ink ? palette.accent : palette.ink
      if (k > 0)
        layers.push(
          { path, ink, stroke: 2 * k * pitch + line, join: 'round', cap: 'butt' },
          { path, ink: palette.ground, stroke: 2 * k * pitch - line, join: 'round', cap: 'butt' },
        )
      else layers.push({ path, ink, stroke: line, join: 'round', cap: 'butt' })
    }
    return {
      layers,
      motif: `a letter ${brand.initials[0]} of ${inWords(count)} parallel lines`,
      words: ['letter', 'parallel', 'monogram'],
    }
  },
  weights: (random, palette, brand) => {
    const heavy = letterShape(
      random.pick([
        'grotesqueBlack',
        'geometricHeavy',
        'slabBlack',
        'extendedBlack',
        'humanistBlack',
      ] as const),
      brand.initials[0]!,
    )
    const name = random.pick(['disc', 'square', 'squircle', 'hexagon'] as const)
    const field = CONTAINERS[name]!
    const n = random.int(11, 17)
    const pitch = 272 / n
    const angle = random.pick([0, 0, TAU / 8])
    const bars = (thick: number): Path =>
      Array.from({ length: n + 6 }, (_, k) =>
        rect(-220, -136 - 3 * pitch + (k + 0.5) * pitch - (thick * pitch) / 2, 440, thick * pitch),
      ).flat()
    const [thin, thick] = random.pick([
      [0.18, 0.74],
      [0.26, 0.8],
      [0.7, 0.2],
    ] as const)
    const letter = scale(heavy, name === 'square' ? 0.86 : 0.74)
    return {
      layers: [
        { path: rotate(bars(thin), angle), ink: palette.ink, clip: field },
        { path: letter, ink: palette.ground },
        { path: rotate(bars(thick), angle), ink: palette.accent, clip: letter },
      ],
      motif: `a letter ${brand.initials[0]} swelling out of lines`,
      words: ['letter', 'stripes', 'optical'],
    }
  },
  echoes: (random, palette, brand) => {
    const path = scale(
      letterShape(
        random.pick([
          'grotesqueBlack',
          'geometricHeavy',
          'slabBlack',
          'condensed',
          'humanistBlack',
          'extendedBlack',
        ] as const),
        brand.initials[0]!,
      ),
      0.62,
    )
    const n = random.int(3, 5)
    const pitch = random.range(7, 10)
    const layers: Layer[] = []
    for (let k = n; k > 0; k--) {
      layers.push({
        path,
        ink: k % 2 || palette.accent === palette.ink ? palette.ink : palette.accent,
        stroke: 2 * (k * 2 * pitch),
        join: 'round',
      })
      layers.push({ path, ink: palette.ground, stroke: 2 * (k * 2 - 1) * pitch, join: 'round' })
    }
    layers.push({ path, ink: palette.ink })
    return {
      layers,
      motif: `a letter ${brand.initials[0]} and its echoes`,
      words: ['letter', 'concentric', 'echo'],
    }
  },
  sphere: (random, palette) => {
    const n = random.pick([7, 9, 11])
    const lat = Array.from({ length: n }, (_, k) => {
      const a = -Math.PI / 2 + (Math.PI * (k + 0.28)) / n
      const b = -Math.PI / 2 + (Math.PI * (k + 0.86)) / n
      const [y0, y1] = [Math.sin(a) * 100, Math.sin(b) * 100]
      return rect(-120, y0, 240, y1 - y0)
    }).flat()
    const angle = random.pick([0, TAU / 4, -TAU / 14, TAU / 8])
    const half = random.chance(0.4)
    return {
      layers: half
        ? [
            {
              path: rotate(lat, angle),
              ink: palette.ink,
              clip: sector(0, 0, 100, 0, angle - Math.PI / 2, angle + Math.PI / 2),
            },
            {
              path: sector(0, 0, 100, 0, angle + Math.PI / 2, angle + (Math.PI * 3) / 2),
              ink: palette.accent,
            },
          ]
        : [{ path: rotate(lat, angle), ink: palette.ink, clip: circle(0, 0, 100) }],
      motif: 'a sphere of bands',
      words: ['sphere', 'optical', 'stripes'],
    }
  },
  shiftedHalves: (random, palette) => {
    const name = random.pick(['disc', 'disc', 'square', 'lozenge', 'hexagon', 'drop'] as const)
    const n = random.pick([6, 8, 10])
    const pitch = 320 / n
    const bars = (offset: number): Path =>
      Array.from({ length: n + 2 }, (_, k) =>
        rect(-200, -160 + (k - 1 + offset) * pitch, 400, pitch / 2),
      ).flat()
    const angle = random.pick([0, TAU / 8, TAU / 4])
    const left = rotate(rect(-400, -400, 400, 800), angle)
    const right = rotate(rect(0, -400, 400, 800), angle)
    const field = CONTAINERS[name]!

    const cut = (side: Path, offset: number, ink: string): Layer => ({
      path: rotate(bars(offset), angle),
      ink,
      clip: intersectConvex(field, side),
    })
    return {
      layers: [cut(left, 0, palette.ink), cut(right, 0.5, palette.accent)],
      motif: `a ${name} slipped by half a stripe`,
      words: ['stripes', 'optical', 'shift', name],
    }
  },
  quarters: (random, palette) => {
    const size = random.pick([2, 2, 3])
    const n = random.int(3, 5)
    const cell = 200 / size
    const tile = (turn: number): Path => {
      const arcs = Array.from({ length: n }, (_, k) => {
        const outer = (cell * (k + 0.98)) / n
        const inner = (cell * (k + 0.46)) / n
        return sector(-cell / 2, -cell / 2, outer, inner, 0, Math.PI / 2)
      }).flat()
      return rotate(arcs, (turn * TAU) / 4)
    }
    const turns =
      size === 2
        ? random.pick([
            [0, 1, 3, 2],
            [2, 3, 1, 0],
            [0, 1, 1, 0],
            [1, 0, 2, 3],
            [3, 1, 3, 1],
            [0, 2, 0, 2],
            [2, 0, 0, 2],
          ])
        : random.pick([
            [0, 1, 0, 3, 2, 1, 2, 3, 2],
            [2, 3, 2, 1, 0, 3, 2, 1, 2],
            [0, 2, 0, 2, 0, 2, 0, 2, 0],
            [1, 0, 1, 0, 1, 0, 1, 0, 1],
          ])
    return {
      layers: turns.map((turn, i) => ({
        path: shift(tile(turn), (i % size) * cell, Math.floor(i / size) * cell),
        ink: (i + Math.floor(i / size)) % 2 ? palette.accent : palette.ink,
      })),
      motif: 'quarter rings on a grid',
      words: ['concentric', 'grid', 'arcs'],
    }
  },
  herringbone: (random, palette) => {
    const name = random.pick(SHAPES)
    const field = CONTAINERS[name]!
    const n = random.int(7, 11)
    const pitch = 400 / n
    const slope = random.pick([1, 0.6])
    const up = random.chance(0.5) ? 1 : -1
    const layers: Layer[] = Array.from({ length: n + 4 }, (_, k) => {
      const y = -260 + k * pitch
      const drop = 160 * slope * up
      const thick = pitch * 0.52
      return {
        path: polygon([
          [-160, y + drop],
          [0, y],
          [160, y + drop],
          [160, y + drop + thick],
          [0, y + thick],
          [-160, y + drop + thick],
        ]),
        ink: palette.ink,
        clip: field,
      }
    })
    if (palette.accent !== palette.ink)
      for (const layer of layers.filter((_, k) => k % 2)) layer.ink = palette.accent
    return { layers, motif: `a ${name} of chevrons`, words: ['chevron', 'stripes', name] }
  },
  rays: (random, palette) => {
    const n = random.pick([16, 20, 24, 32])
    const [cx, cy] = random.pick([
      [0, 0],
      [0, 60],
      [-50, 50],
      [0, 0],
    ] as const)
    const layers: Layer[] = [
      {
        path: Array.from({ length: n }, (_, k) =>
          polygon([[cx, cy], polar(cx, cy, 320, (k * TAU) / n), polar(cx, cy, 320, ((k + 0.5) * TAU) / n)]),
        ).flat(),
        ink: palette.ink,
        clip: CONTAINERS[random.pick(['disc', 'square', 'squircle', 'arch'] as const)]!,
      },
      { path: circle(cx, cy, 40), ink: palette.ground },
      { path: circle(cx, cy, 30), ink: palette.accent },
    ]
    return { layers, motif: 'rays from a point', words: ['rays', 'sun', 'optical'] }
  },
  spiral: (random, palette) => {
    const turns = random.range(2.6, 4.2)
    const arms = random.pick([1, 2])
    const width = 100 / (turns * arms * 2)
    const layers: Layer[] = Array.from({ length: arms }, (_, arm) => ({
      path: polyline(
        Array.from({ length: 120 }, (_, i) =>
          polar(0, 0, width + (100 - width) * (i / 119), (i / 119) * turns * TAU + (arm * TAU) / arms),
        ),
      ),
      ink: arm ? palette.accent : palette.ink,
      stroke: width * 1.16,
      cap: 'round',
      join: 'round',
    }))
    return { layers, motif: arms > 1 ? 'a double spiral' : 'a spiral', words: ['spiral', 'line', 'motion'] }
  },
  rings: (random, palette) => {
    // Rings that touch in one point: a tunnel, a ripple or a shell.
    const n = random.int(4, 7)
    const angle = random.pick([Math.PI / 2, -Math.PI / 2, 0, Math.PI, TAU / 8])
    const layers: Layer[] = Array.from({ length: n }, (_, k) => {
      const r = 100 * (1 - k / n)
      const [x, y] = polar(0, 0, 100 - r, angle)
      const inner = 100 * (1 - (k + 0.52) / n)
      const [ix, iy] = polar(0, 0, 100 - inner, angle)
      return [
        { path: circle(x, y, r), ink: k % 2 ? palette.accent : palette.ink },
        { path: circle(ix, iy, inner), ink: palette.ground },
      ]
    }).flat()
    return { layers, motif: 'rings that meet in one point', words: ['concentric', 'ripple', 'circle'] }
  },
  arches: (random, palette) => {
    const n = random.int(3, 5)
    const w = 100 / n
    const down = random.chance(0.4)
    const layers: Layer[] = []
    for (const side of random.pick([[0], [-1, 1], [0]])) {
      for (let k = 0; k < n; k++) {
        const outer = 100 - k * w
        const inner = outer - w * 0.56
        const leg = random.fork(side).int(0, 1) * 40
        layers.push({
          path: shift(
            parsePath(
              `M${-outer} ${leg}V0A${outer} ${outer} 0 0 1 ${outer} 0V${leg}H${inner}V0A${inner} ${inner} 0 0 0 ${-inner} 0V${leg}Z`,
            ),
            side * (100 + w * 0.22 - (side ? 0 : 0)),
            0,
          ),
          ink: k % 2 ? palette.accent : palette.ink,
        })
      }
      if (side === 0 && down)
        layers.push(...layers.map(layer => ({ ...layer, path: shift(scale(layer.path, 1, -1), 0, 90) })))
    }
    return { layers, motif: 'nested arches', words: ['arch', 'rainbow', 'concentric'] }
  },
}

/** Clips one convex outline by a half plane given as a large rectangle: good enough as the two never curve inwards. */
const intersectConvex = (field: Path, side: Path): Path => {
  const clipPolygon = side.flatMap(s => (s[0] === 'Z' || s[0] === 'C' ? [] : [[s[1], s[2]] as const]))
  let points = flattenOnce(field)
  for (let i = 0; i < clipPolygon.length; i++) {
    const [ax, ay] = clipPolygon[i]!
    const [bx, by] = clipPolygon[(i + 1) % clipPolygon.length]!
    const inside = (x: number, y: number) => (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    const next: (readonly [number, number])[] = []
    points.forEach(([x0, y0], k) => {
      const [x1, y1] = points[(k + 1) % points.length]!
      const [a, b] = [inside(x0, y0), inside(x1, y1)]
      if (a) next.push([x0, y0])
      if (a !== b) {
        const t =
          ((ax - x0) * (by - ay) - (ay - y0) * (bx - ax)) / ((x1 - x0) * (by - ay) - (y1 - y0) * (bx - ax))
        next.push([x0 + (x1 - x0) * t, y0 + (y1 - y0) * t])
      }
    })
    points = next
  }
  return polygon(points)
}

const flattenOnce = (path: Path): (readonly [number, number])[] => {
  const points: [number, number][] = []
  for (const s of path) {
    if (s[0] === 'Z') continue
    if (s[0] !== 'C') points.push([s[1], s[2]])
    else {
      const [x0, y0] = points[points.length - 1]!
      for (let i = 1; i <= 24; i++) {
        const t = i / 24
        const u = 1 - t
        points.push([
          u ** 3 * x0 + 3 * u * u * t * s[1] + 3 * u * t * t * s[3] + t ** 3 * s[5],
          u ** 3 * y0 + 3 * u * u * t * s[2] + 3 * u * t * t * s[4] + t ** 3 * s[6],
        ])
      }
    }
  }
  return points
}

/** Line systems: parallel, concentric, radiating, slipped. */
export const drawLines: Draw = (random, palette, brand) => {
  const { layers, motif, words } = WAYS[
    random.weighted([
      ['tracks', 5],
      ['weights', 3],
      ['echoes', 3],
      ['sphere', 2],
      ['shiftedHalves', 2.4],
      ['quarters', 4],
      ['herringbone', 2.4],
      ['rays', 1.6],
      ['spiral', 1.4],
      ['rings', 2],
      ['arches', 2],
    ])
  ]!(random, palette, brand)
  return { layers, motif, keywords: ['lines', ...words] }
}
