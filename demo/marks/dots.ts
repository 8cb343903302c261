import { circle, flatten, type Path, polar, regular, roundRect, shift, TAU } from '../geometry.ts'
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

/** Whether points lie inside a closed path (non-zero rule). */
const insideTest = (path: Path) => {
  const edges = flatten(path, 6).flatMap(({ points }) =>
    points.map((p, i) => [p, points[(i + 1) % points.length]!] as const),
  )
  return (x: number, y: number) => {
    let winding = 0
    for (const [[x0, y0], [x1, y1]] of edges) {
      if (y0 <= y !== y1 <= y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) winding += y1 > y0 ? 1 : -1
    }
    return winding !== 0
  }
}

const dot = (random: Random) => {
  const kind = random.weighted([
    ['disc', 6],
    ['lozenge', 2],
    ['square', 2],
    ['hexagon', 1],
  ])
  return (x: number, y: number, r: number): Path =>
    kind === 'disc'
      ? circle(x, y, r)
      : kind === 'lozenge'
        ? regular(4, x, y, r * 1.2)
        : kind === 'square'
          ? shift(roundRect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8, r * 0.1), x, y)
          : regular(6, x, y, r * 1.1)
}

const WAYS: Record<string, Way> = {
  letter: (random, palette, brand) => {
    const shape = letterShape(
      random.pick([
        'grotesqueBlack',
        'geometricHeavy',
        'slabBlack',
        'extendedBlack',
        'humanistBlack',
      ] as const),
      brand.initials[0]!,
    )
    const inside = insideTest(shape)
    const n = random.int(12, 16)
    const pitch = 216 / n
    const put = dot(random)
    const background = random.chance(0.6)
    const inner: Path[] = []
    const outer: Path[] = []
    for (let row = 0; row < n; row++)
      for (let column = 0; column < n; column++) {
        const [x, y] = [(column - (n - 1) / 2) * pitch, (row - (n - 1) / 2) * pitch]
        // The share of the cell that the letter covers decides how large its dot is.
        let hits = 0
        for (let a = -1; a <= 1; a++)
          for (let b = -1; b <= 1; b++) if (inside(x + (a * pitch) / 3, y + (b * pitch) / 3)) hits++
        if (hits >= 2) inner.push(put(x, y, pitch * (0.26 + 0.22 * (hits / 9))))
        else if (background) outer.push(put(x, y, pitch * 0.1))
      }
    return {
      layers: [
        { path: inner.flat(), ink: palette.ink },
        ...(outer.length ? [{ path: outer.flat(), ink: palette.accent }] : []),
      ],
      motif: `a letter ${brand.initials[0]} of dots`,
      words: ['letter', 'grid'],
    }
  },
  halftone: (random, palette) => {
    const n = random.int(7, 11)
    const pitch = 220 / n
    const put = dot(random)
    const name = random.pick(['disc', 'square', 'hexagon', 'drop', 'leaf', 'lozenge'] as const)
    const inside = insideTest(CONTAINERS[name]!)
    const mode = random.pick(['linear', 'centre', 'rim', 'wave', 'corner'] as const)
    const stagger = random.chance(0.4)
    const dots: Path[] = []
    for (let row = -1; row <= n; row++)
      for (let column = -1; column <= n; column++) {
        const x = (column - (n - 1) / 2 + (stagger && row % 2 ? 0.5 : 0)) * pitch
        const y = (row - (n - 1) / 2) * pitch * (stagger ? 0.88 : 1)
        if (!inside(x, y)) continue
        const away = Math.min(1, Math.hypot(x, y) / 124)
        const size =
          mode === 'linear'
            ? 0.5 + y / 240
            : mode === 'centre'
              ? 1 - away * 0.85
              : mode === 'rim'
                ? 0.15 + away * 0.85
                : mode === 'wave'
                  ? 0.56 + 0.4 * Math.sin((x + y) / 36)
                  : Math.min(1, Math.max(0.1, 0.5 + (x - y) / 360))
        dots.push(put(x, y, pitch * 0.49 * Math.min(1, Math.max(0.16, size))))
      }
    return {
      layers: [{ path: dots.flat(), ink: palette.ink }],
      motif: `a ${name} of dots that swell`,
      words: ['halftone', 'gradient', name],
    }
  },
  rings: (random, palette) => {
    const spokes = random.pick([10, 12, 14, 16, 18])
    const n = random.int(3, 5)
    const twist = random.pick([0, 0.5])
    const grow = random.chance(0.7)
    const layers: Layer[] = []
    let radius = 102
    for (let k = 0; k < n; k++) {
      const size = radius * Math.sin(Math.PI / spokes) * (grow ? 0.86 : 0.62)
      layers.push({
        path: Array.from({ length: spokes }, (_, i) =>
          circle(...polar(0, 0, radius, ((i + k * twist) * TAU) / spokes), size),
        ).flat(),
        ink: k % 2 ? palette.accent : palette.ink,
      })
      radius -= size * 2 * (twist ? 0.98 : 1.12) + 1
      if (radius < 14) break
    }
    return {
      layers,
      motif: `${inWords(layers.length)} rings of dots`,
      words: ['radial', 'rotation', 'circle'],
    }
  },
  bars: (random, palette) => {
    const n = random.pick([5, 7, 9])
    const name = random.pick(['disc', 'lozenge', 'drop', 'wave', 'disc', 'hourglass'] as const)
    const pitch = 200 / n
    const split = random.chance(0.5)
    const layers: Layer[] = Array.from({ length: n }, (_, k) => {
      const t = (k + 0.5) / n - 0.5
      const half =
        name === 'disc'
          ? 100 * Math.sqrt(1 - (2 * t) ** 2 * 0.94)
          : name === 'lozenge'
            ? 106 * (1 - Math.abs(2 * t) * 0.86)
            : name === 'drop'
              ? 100 * (0.3 + 0.7 * Math.cos(t * Math.PI))
              : name === 'wave'
                ? 56
                : 30 + 70 * Math.abs(2 * t)
      const y = name === 'wave' ? Math.sin(t * TAU) * 40 : 0
      const x = t * 200
      const w = pitch * 0.62
      const cut = pitch * 0.2
      const at = split && name !== 'wave' ? half * 0.5 * Math.sin(t * TAU) : undefined
      const path =
        at === undefined
          ? roundRect(x - w / 2, y - half, w, half * 2, w / 2)
          : [
              ...roundRect(x - w / 2, -half, w, Math.max(w, half + at - cut), w / 2),
              ...roundRect(x - w / 2, at + cut, w, Math.max(w, half - at - cut), w / 2),
            ]
      return { path, ink: k % 2 ? palette.accent : palette.ink }
    })
    return {
      layers,
      motif: `a ${name === 'wave' ? 'wave' : name} of upright bars`,
      words: ['bars', 'rhythm', 'sound'],
    }
  },
  seeds: (random, palette) => {
    const n = random.int(70, 130)
    const put = dot(random)
    const golden = Math.PI * (3 - Math.sqrt(5))
    const inward = random.chance(0.3)
    const dots = Array.from({ length: n }, (_, k) => {
      const t = (k + 4) / (n + 4)
      const [x, y] = polar(0, 0, 100 * Math.sqrt(t), k * golden)
      return put(x, y, (inward ? 10 - 6.5 * t : 2.4 + 6 * t) * Math.sqrt(100 / n))
    })
    return {
      layers: [{ path: dots.flat(), ink: palette.ink }],
      motif: 'seeds in a head',
      words: ['sunflower', 'spiral', 'growth'],
    }
  },
}

/** Dots and bars whose size carries the picture. */
export const drawDots: Draw = (random, palette, brand) => {
  const way = random.weighted([
    ['letter', 3],
    ['halftone', 3],
    ['rings', 2.4],
    ['bars', 3],
    ['seeds', 1],
  ])
  const { layers, motif, words } = WAYS[way]!(random, palette, brand)
  return { layers, motif, keywords: [way === 'bars' ? 'bars' : 'dots', 'modular', ...words] }
}
