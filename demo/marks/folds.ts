import { type Path, type Point, polar, polygon, TAU } from '../geometry.ts'
import type { Layer } from '../measure.ts'
import { tones } from './isometric.ts'
import { type Draw, inWords } from './mark.ts'

type Facet = readonly [tone: 0 | 1 | 2, along: 'x' | 'y' | 'z', points: readonly Point[]]

/** Paper figures as facets; tone 1 is the shaded side. */
const FIGURES: Record<string, readonly Facet[]> = {
  crane: [
    [
      0,
      'x',
      [
        [-110, -20],
        [-30, 10],
        [-60, 40],
      ],
    ],
    [
      0,
      'y',
      [
        [-60, 40],
        [-30, 10],
        [34, 10],
        [10, 64],
        [-30, 64],
      ],
    ],
    [
      1,
      'x',
      [
        [-30, 10],
        [-44, -104],
        [34, 10],
      ],
    ],
    [
      0,
      'z',
      [
        [-44, -104],
        [4, -60],
        [34, 10],
      ],
    ],
    [
      1,
      'y',
      [
        [10, 64],
        [34, 10],
        [112, -62],
      ],
    ],
    [
      0,
      'x',
      [
        [34, 10],
        [80, -74],
        [112, -62],
        [74, -22],
      ],
    ],
  ],
  boat: [
    [
      0,
      'x',
      [
        [0, -110],
        [0, 34],
        [-70, 34],
      ],
    ],
    [
      1,
      'y',
      [
        [0, -110],
        [70, 34],
        [0, 34],
      ],
    ],
    [
      0,
      'x',
      [
        [-118, 34],
        [0, 34],
        [-30, 92],
        [-72, 92],
      ],
    ],
    [
      1,
      'z',
      [
        [0, 34],
        [118, 34],
        [72, 92],
        [-30, 92],
      ],
    ],
  ],
  fox: [
    [
      0,
      'x',
      [
        [-104, -96],
        [-26, -44],
        [-70, 0],
      ],
    ],
    [
      0,
      'y',
      [
        [104, -96],
        [26, -44],
        [70, 0],
      ],
    ],
    [
      0,
      'x',
      [
        [-26, -44],
        [26, -44],
        [0, 24],
      ],
    ],
    [
      1,
      'y',
      [
        [-26, -44],
        [0, 24],
        [-70, 0],
      ],
    ],
    [
      1,
      'x',
      [
        [26, -44],
        [0, 24],
        [70, 0],
      ],
    ],
    [
      0,
      'z',
      [
        [-70, 0],
        [0, 24],
        [0, 100],
      ],
    ],
    [
      1,
      'z',
      [
        [70, 0],
        [0, 24],
        [0, 100],
      ],
    ],
  ],
  fish: [
    [
      0,
      'x',
      [
        [-112, 0],
        [-20, -66],
        [-20, 0],
      ],
    ],
    [
      1,
      'y',
      [
        [-112, 0],
        [-20, 0],
        [-20, 66],
      ],
    ],
    [
      1,
      'x',
      [
        [-20, -66],
        [60, 0],
        [-20, 0],
      ],
    ],
    [
      0,
      'y',
      [
        [-20, 0],
        [60, 0],
        [-20, 66],
      ],
    ],
    [
      0,
      'z',
      [
        [60, 0],
        [112, -58],
        [92, 0],
      ],
    ],
    [
      1,
      'z',
      [
        [60, 0],
        [92, 0],
        [112, 58],
      ],
    ],
  ],
  swift: [
    [
      0,
      'x',
      [
        [-116, -70],
        [0, -22],
        [-14, 34],
      ],
    ],
    [
      1,
      'y',
      [
        [116, -70],
        [0, -22],
        [14, 34],
      ],
    ],
    [
      1,
      'z',
      [
        [0, -22],
        [-14, 34],
        [0, 104],
      ],
    ],
    [
      0,
      'z',
      [
        [0, -22],
        [14, 34],
        [0, 104],
      ],
    ],
    [
      0,
      'x',
      [
        [-12, -40],
        [0, -74],
        [12, -40],
        [0, -22],
      ],
    ],
  ],
  plane: [
    [
      0,
      'x',
      [
        [-116, -8],
        [112, -88],
        [-34, 30],
      ],
    ],
    [
      1,
      'y',
      [
        [112, -88],
        [-34, 30],
        [-24, 92],
      ],
    ],
    [
      0,
      'y',
      [
        [112, -88],
        [-2, 44],
        [64, 82],
      ],
    ],
  ],
  mountain: [
    [
      0,
      'x',
      [
        [-20, -90],
        [-116, 80],
        [-20, 80],
      ],
    ],
    [
      1,
      'y',
      [
        [-20, -90],
        [-20, 80],
        [50, 34],
      ],
    ],
    [
      0,
      'x',
      [
        [54, -30],
        [10, 80],
        [60, 80],
      ],
    ],
    [
      1,
      'y',
      [
        [54, -30],
        [60, 80],
        [116, 80],
      ],
    ],
  ],
  heart: [
    [
      0,
      'x',
      [
        [0, -50],
        [-50, -92],
        [-108, -30],
        [0, 10],
      ],
    ],
    [
      1,
      'y',
      [
        [-108, -30],
        [0, 10],
        [0, 100],
      ],
    ],
    [
      1,
      'x',
      [
        [0, -50],
        [50, -92],
        [108, -30],
        [0, 10],
      ],
    ],
    [
      0,
      'y',
      [
        [108, -30],
        [0, 10],
        [0, 100],
      ],
    ],
  ],
  tulip: [
    [
      0,
      'x',
      [
        [-60, -100],
        [0, -40],
        [0, 20],
        [-60, -24],
      ],
    ],
    [
      1,
      'y',
      [
        [60, -100],
        [0, -40],
        [0, 20],
        [60, -24],
      ],
    ],
    [
      1,
      'x',
      [
        [0, -110],
        [26, -66],
        [0, -40],
        [-26, -66],
      ],
    ],
    [
      0,
      'z',
      [
        [-6, 22],
        [6, 22],
        [6, 108],
        [-6, 108],
      ],
    ],
    [
      0,
      'x',
      [
        [-6, 104],
        [-76, 40],
        [-50, 96],
      ],
    ],
    [
      1,
      'y',
      [
        [6, 104],
        [76, 40],
        [50, 96],
      ],
    ],
  ],
  cat: [
    [
      0,
      'x',
      [
        [-84, -104],
        [-22, -56],
        [-84, -10],
      ],
    ],
    [
      0,
      'y',
      [
        [84, -104],
        [22, -56],
        [84, -10],
      ],
    ],
    [
      1,
      'x',
      [
        [-22, -56],
        [22, -56],
        [0, -6],
      ],
    ],
    [
      0,
      'y',
      [
        [-84, -10],
        [-22, -56],
        [0, -6],
        [-40, 60],
      ],
    ],
    [
      0,
      'x',
      [
        [84, -10],
        [22, -56],
        [0, -6],
        [40, 60],
      ],
    ],
    [
      1,
      'z',
      [
        [0, -6],
        [40, 60],
        [0, 84],
        [-40, 60],
      ],
    ],
  ],
}

/** Folded paper: figures, zigzags and closed ribbons whose shaded side is hatched or in the second ink. */
export const drawFold: Draw = (random, palette) => {
  const paint = tones(palette, random.pick([6, 7, 9]))
  const way = random.weighted([
    ['figure', 6],
    ['zigzag', 2.5],
    ['loop', 4],
  ] as const)
  const layers: Layer[] = []
  const seam = random.range(3, 4.5)
  const put = (path: Path, tone: 0 | 1 | 2, along: 'x' | 'y' | 'z') =>
    layers.push(...paint(path, tone, along))
  const seams: Path[] = []
  let motif: string
  if (way === 'figure') {
    const name = random.pick(Object.keys(FIGURES))
    const mirror = random.chance(0.4) ? -1 : 1
    for (const [tone, along, points] of FIGURES[name]!) {
      const path = polygon(points.map(([x, y]): Point => [x * mirror, y]))
      put(path, tone, along)
      seams.push(path)
    }
    motif = `a ${name} folded from paper`
  } else if (way === 'zigzag') {
    const n = random.int(3, 6)
    const w = 210 / n
    const rise = random.range(0.5, 1) * Math.min(70, w * 1.1)
    const high = random.range(70, 130)
    const start = random.int(0, 1)
    for (let k = 0; k < n; k++) {
      const y = (i: number) => ((i + start) % 2 ? rise : 0)
      const path = polygon([
        [k * w, y(k)],
        [(k + 1) * w, y(k + 1)],
        [(k + 1) * w, y(k + 1) + high],
        [k * w, y(k) + high],
      ])
      put(path, k % 2 ? 1 : 0, (k + start) % 2 ? 'y' : 'x')
      seams.push(path)
    }
    motif = `a strip folded ${inWords(n - 1)} times`
  } else {
    const n = random.pick([3, 4, 5, 6, 8])
    const inner = random.range(0.42, 0.6)
    const turn = random.pick([0, Math.PI / n])
    for (let k = 0; k < n; k++) {
      const a = -Math.PI / 2 + turn + (k * TAU) / n
      const b = a + TAU / n
      const V = polar(0, 0, 108, a)
      const V2 = polar(0, 0, 108, b)
      const W = polar(0, 0, 108 * inner, a)
      const W2 = polar(0, 0, 108 * inner, b)
      // Each side is a strip; where it passes under the next one a triangle is shaded.
      const fold: Point = [
        V[0] + (V2[0] - V[0]) * (1 - inner) * 0.9,
        V[1] + (V2[1] - V[1]) * (1 - inner) * 0.9,
      ]
      const strip = polygon([fold, V2, W2, W])
      const shade = polygon([V, fold, W])
      put(strip, 0, 'x')
      put(shade, 1, (['x', 'y', 'z'] as const)[k % 3]!)
      seams.push(strip, shade)
    }
    motif = `a ribbon folded around ${inWords(n)} corners`
  }
  for (const path of seams) layers.push({ path, ink: palette.ground, stroke: seam, join: 'round' })
  return { layers, motif, keywords: ['fold', 'paper', 'origami', 'ribbon', 'facets', way] }
}
