import {
  circle,
  ellipse,
  flip,
  lens,
  type Path,
  parsePath,
  polar,
  polygon,
  rect,
  rotate,
  sector,
  star,
  TAU,
} from '../geometry.ts'
import { accent, bg, drawPicture, drawPlainPicture, fg, line, type Picture, type Piece } from './picture.ts'

const d = parsePath
const both = (path: Path): Path[] => [path, flip(path)]

const NATURE: Record<string, Picture> = {
  leaf: random => {
    const style = random.pick(['veins', 'half', 'twins', 'stripes'] as const)
    const shape = d('M-90 90V-6A96 96 0 0 1 6 -102H90V-6A96 96 0 0 1 -6 90Z')
    if (style === 'twins')
      return [
        fg('M-6 96V20A90 90 0 0 0 -96 -70V6A90 90 0 0 0 -6 96Z'),
        accent('M6 96V-10A90 90 0 0 1 96 -100V6A90 90 0 0 1 6 96Z'),
      ]
    if (style === 'half')
      return [
        fg('M-5 -112C-92 -48 -92 40 -5 112Z'),
        accent('M5 -112C92 -48 92 40 5 112Z'),
        ...[0, 1, 2, 3].map(k => line('bg', `M5 ${-44 + k * 38}L100 ${-104 + k * 38}`, 9)),
      ]
    if (style === 'stripes')
      return [
        fg(shape),
        line('bg', 'M-95 95L54 -54', 8),
        line('bg', 'M-46 46V-20M-8 8V-66M-46 46H26M-8 8H66', 7),
      ]
    return [
      fg(shape),
      line('bg', 'M-95 95L40 -40', 9),
      line('bg', 'M-40 40H22M-40 40V-22M-2 2H62M-2 2V-62', 8),
    ]
  },
  sun: random => {
    const n = random.pick([8, 10, 12, 16, 24])
    const style = random.pick(['wedge', 'leaf', 'bar', 'half', 'face'] as const)
    const r = style === 'face' ? 56 : random.range(36, 50)
    const rays = Array.from({ length: n }, (_, k): Piece => {
      const a = (k * TAU) / n
      const w = (TAU / n) * 0.3
      if (style === 'leaf') {
        const [x0, y0] = polar(0, 0, r + 8, a)
        const [x1, y1] = polar(0, 0, 112, a)
        return accent(lens(x0, y0, x1, y1, Math.min(13, 80 * w)))
      }
      if (style === 'bar') {
        const [x0, y0] = polar(0, 0, r + 12, a)
        const [x1, y1] = polar(0, 0, k % 2 ? 96 : 112, a)
        return line('accent', `M${x0} ${y0}L${x1} ${y1}`, Math.min(14, 90 * w))
      }
      return accent(
        polygon([
          polar(0, 0, r + 9, a - w * 1.5),
          polar(0, 0, k % 2 && style === 'face' ? 94 : 114, a),
          polar(0, 0, r + 9, a + w * 1.5),
        ]),
      )
    })
    if (style === 'half') {
      return [
        ...rays.filter((_, k) => Math.sin((k * TAU) / n) <= 0.01),
        fg(sector(0, 0, r, 0, -Math.PI, 0)),
        ...[0, 1, 2].map(k => fg(rect(-114 + k * 20, 12 + k * 20, 228 - k * 40, 9 - k * 0.5))),
      ]
    }
    return [
      ...rays,
      fg(circle(0, 0, r)),
      ...(style === 'face'
        ? [
            bg(lens(-32, -8, -10, -8, 5)),
            bg(lens(10, -8, 32, -8, 5)),
            line('bg', 'M0 -12V14H-8', 5),
            line('bg', 'M-18 26A20 14 0 0 0 18 26', 5, 'round'),
          ]
        : []),
    ]
  },
  moon: random => {
    const stars = random.pick([1, 2, 3])
    return [
      fg('M30 -98A100 100 0 1 0 98 56A82 82 0 1 1 30 -98Z'),
      ...[
        [58, -22, 30],
        [92, -68, 15],
        [16, 22, 13],
      ]
        .slice(0, stars)
        .map(([x, y, r]) => accent(star(random.pick([4, 4, 5]), x!, y!, r!, r! * 0.36))),
    ]
  },
  star: random => {
    const points = random.pick([4, 5, 6, 8])
    const inner = points === 5 ? 40 : points === 4 ? random.pick([26, 38]) : 52
    const facets = Array.from({ length: points * 2 }, (_, k) => {
      const a = -Math.PI / 2 + (k * Math.PI) / points
      const b = a + Math.PI / points
      const triangle = polygon([
        [0, 0],
        polar(0, 0, k % 2 ? inner : 110, a),
        polar(0, 0, k % 2 ? 110 : inner, b),
      ])
      return { triangle, k }
    })
    return [
      ...facets.filter(f => f.k % 2 === 0).map(f => fg(f.triangle)),
      ...(random.chance(0.5) ? facets.filter(f => f.k % 2).map(f => accent(f.triangle)) : []),
      ...(random.chance(0.4) ? [line('fg', star(points, 0, 0, 110, inner), 3)] : []),
    ].concat([
      line(
        'bg',
        facets
          .map(f => `M0 0L${polar(0, 0, 130, -Math.PI / 2 + (f.k * Math.PI) / points).join(' ')}`)
          .join(''),
        3,
      ),
    ])
  },
  wave: random => {
    const n = random.int(3, 4)
    return random.chance(0.5)
      ? [
          fg('M-112 62C-74 62 -60 10 -44 -24A84 84 0 0 1 112 -6A60 60 0 0 0 8 6A54 54 0 0 0 62 62Z'),
          line('bg', 'M-64 66C-36 60 -30 10 -14 -18A56 56 0 0 1 60 -46', 8),
          fg(rect(-112, 74, 224, 12)),
          accent(circle(58, 20, 15)),
        ]
      : Array.from({ length: n }, (_, k) => {
          const y = -52 + k * 38
          return line(
            k === 1 ? 'accent' : 'fg',
            `M-112 ${y}A28 28 0 0 0 -56 ${y}A28 28 0 0 0 0 ${y}A28 28 0 0 0 56 ${y}A28 28 0 0 0 112 ${y}`,
            15,
          )
        })
  },
  mountain: random => {
    const style = random.pick(['facets', 'range', 'lines'] as const)
    if (style === 'facets')
      return [
        accent(circle(58, -66, 22)),
        fg('M-116 78L-20 -88L10 -36V78Z'),
        fg('M20 78V-20L52 34L78 78Z'),
        line('bg', 'M-64 -30L-42 -44L-26 -24L-8 -44L16 -28', 8),
        fg('M88 78L62 34L76 10L116 78Z'),
      ]
    if (style === 'range')
      return [
        fg('M-118 76L-30 -90L58 76Z'),
        line('bg', 'M-20 76L52 -46L130 76', 9),
        accent('M-12 76L54 -36L118 76Z'),
        line('bg', 'M-76 -22L-52 -44L-34 -24L-12 -46L16 -22', 8),
      ]
    return [0, 1, 2, 3].map(k =>
      line(k === 3 ? 'accent' : 'fg', `M${-112 + k * 22} 76L0 ${-96 + k * 40}L${112 - k * 22} 76`, 15),
    )
  },
  drop: random => {
    const shape = d('M0 -118C40 -62 78 -22 78 32A78 78 0 0 1 -78 32C-78 -22 -40 -62 0 -118Z')
    const style = random.pick(['half', 'waves', 'shine', 'nested'] as const)
    return [
      fg(shape),
      ...(style === 'half' ? [bg('M0 -80C30 -40 58 -8 58 34A58 58 0 0 1 0 92Z')] : []),
      ...(style === 'waves'
        ? [0, 1, 2].map(k =>
            line(
              'bg',
              `M-96 ${20 + k * 26}A32 15 0 0 0 -32 ${20 + k * 26}A32 15 0 0 1 32 ${20 + k * 26}A32 15 0 0 0 96 ${20 + k * 26}`,
              8,
            ),
          )
        : []),
      ...(style === 'shine' ? [line('bg', 'M-48 34A48 48 0 0 0 0 82', 12, 'round')] : []),
      ...(style === 'nested'
        ? [
            bg('M0 -58C24 -22 48 4 48 38A48 48 0 0 1 -48 38C-48 4 -24 -22 0 -58Z'),
            accent('M0 -6C14 14 26 26 26 46A26 26 0 0 1 -26 46C-26 26 -14 14 0 -6Z'),
          ]
        : []),
    ]
  },
  flame: random => [
    fg(
      'M8 -120C16 -70 82 -44 82 30A82 82 0 0 1 -82 30C-82 -6 -62 -26 -48 -50C-40 -26 -30 -18 -18 -14C-26 -56 -16 -92 8 -120Z',
    ),
    random.chance(0.5)
      ? bg('M4 -30C10 0 42 14 42 54A42 42 0 0 1 -42 54C-42 24 -8 14 4 -30Z')
      : accent('M4 -30C10 0 42 14 42 54A42 42 0 0 1 -42 54C-42 24 -8 14 4 -30Z'),
    ...(random.chance(0.5) ? [fg(circle(0, 62, 17))] : []),
  ],
  tree: random => {
    const style = random.pick(['disc', 'pine', 'leaves', 'branches', 'orchard'] as const)
    if (style === 'disc')
      return [
        fg(circle(0, -30, 78)),
        line('bg', 'M0 60V-62M0 10L34 -24M0 26L-36 -10M0 -22L24 -46', 9),
        fg(rect(-7, 40, 14, 72)),
      ]
    if (style === 'pine')
      return [
        ...[0, 1, 2]
          .map(k =>
            fg(
              `M0 ${-114 + k * 46}L${46 + k * 17} ${-46 + k * 48}A${80 + k * 20} ${80 + k * 20} 0 0 1 ${-46 - k * 17} ${-46 + k * 48}Z`,
            ),
          )
          .flatMap((piece, k) => (k ? [line('bg', piece.path, 8), piece] : [piece]))
          .reverse(),
        accent(rect(-9, 66, 18, 40)),
      ]
    if (style === 'leaves') {
      return [
        line('fg', 'M0 112V-60', 9),
        fg(lens(0, -118, 0, -46, 19)),
        ...[0, 1, 2].flatMap(k =>
          both(rotate(lens(0, -62 + k * 46, 0, -134 + k * 46, 18), 0.95, 0, -56 + k * 46)).map(p =>
            k === 1 ? accent(p) : fg(p),
          ),
        ),
      ].map(piece => piece)
    }
    if (style === 'branches')
      return [
        line(
          'fg',
          'M0 112V-104M0 62C0 30 -66 34 -66 -20M0 62C0 30 66 34 66 -20M0 10C0 -14 -36 -12 -36 -58M0 10C0 -14 36 -12 36 -58',
          11,
        ),
        ...[
          [-66, -34],
          [66, -34],
          [-36, -72],
          [36, -72],
          [0, -112],
        ].map(([x, y]) => accent(circle(x!, y!, 15))),
      ]
    return [
      ...[
        [-50, -6],
        [50, -6],
        [0, -6],
        [-25, -50],
        [25, -50],
        [0, -94],
      ].map(([x, y], k) => (k === 2 || k === 3 ? accent(circle(x!, y!, 24)) : fg(circle(x!, y!, 24)))),
      fg(rect(-6, 26, 12, 84)),
      fg(rect(-54, 100, 108, 10)),
    ]
  },
  flower: random => {
    const style = random.pick(['tulip', 'daisy', 'bell', 'lotus'] as const)
    if (style === 'tulip')
      return [
        fg('M-52 -104L-26 -70L0 -112L26 -70L52 -104V-46A52 52 0 0 1 -52 -46Z'),
        fg(rect(-6, 2, 12, 106)),
        ...both(d('M-12 100A92 92 0 0 1 -76 14A80 80 0 0 1 -12 100Z')).map(p => accent(p)),
      ]
    if (style === 'daisy') {
      const n = random.pick([8, 10, 12])
      return [
        ...Array.from({ length: n }, (_, k) =>
          fg(rotate(ellipse(0, -74, (74 * Math.PI) / n / 1.14, 38), (k * TAU) / n)),
        ),
        bg(circle(0, 0, 37)),
        accent(circle(0, 0, 28)),
      ]
    }
    if (style === 'lotus')
      return [
        ...[-2, 2, -1, 1, 0].flatMap(k => {
          const petal = rotate(lens(0, 66, 0, -82 + Math.abs(k) * 10, 33), k * 0.52, 0, 66)
          return [line('bg', petal, 8), Math.abs(k) === 1 ? accent(petal) : fg(petal)]
        }),
      ]
    return [
      line('fg', 'M0 112V-20A44 44 0 0 0 -88 -20', 9),
      fg('M-124 -20A36 36 0 0 1 -52 -20V16L-70 6L-88 18L-106 6L-124 16Z'),
      line('fg', 'M0 0A40 40 0 0 1 80 0', 9),
      accent('M48 4A32 32 0 0 1 112 4V36L96 28L80 38L64 28L48 36Z'),
    ]
  },
  wheat: random => {
    const n = random.int(4, 5)
    return [
      line('fg', 'M0 116V-40', 7),
      fg(lens(0, -120, 0, -64, 15)),
      ...Array.from({ length: n }, (_, k) =>
        both(lens(-3, -26 + k * 30, -46, -70 + k * 30, 14)).map(p =>
          k % 2 && random.chance(0.5) ? accent(p) : fg(p),
        ),
      ).flat(),
    ]
  },
  pear: random => {
    const cut = random.chance(0.5)
    const body = d(
      'M0 -74C34 -74 34 -40 44 -16C54 6 72 16 72 46A72 62 0 0 1 -72 46C-72 16 -54 6 -44 -16C-34 -40 -34 -74 0 -74Z',
    )
    return [
      fg(body),
      ...(cut
        ? [
            bg(
              'M0 -50C18 -50 20 -24 28 -4C36 16 50 22 50 46A50 42 0 0 1 -50 46C-50 22 -36 16 -28 -4C-20 -24 -18 -50 0 -50Z',
            ),
            ...both(lens(-5, 66, -14, 28, 7)).map(p => accent(p)),
          ]
        : [line('bg', 'M-48 44A46 40 0 0 0 -10 84', 9, 'round')]),
      line('fg', 'M0 -70C0 -92 6 -102 14 -112', 8),
      accent('M12 -84A60 60 0 0 1 74 -112A56 56 0 0 1 12 -84Z'),
    ]
  },
  acorn: () => [
    fg('M-62 -10H62C62 44 30 78 0 108C-30 78 -62 44 -62 -10Z'),
    fg('M-78 -22A78 56 0 0 1 78 -22A10 10 0 0 1 68 -12H-68A10 10 0 0 1 -78 -22Z'),
    line('bg', 'M-90 -8H90', 8),
    line('fg', 'M0 -74C0 -92 8 -102 18 -110', 10),
    line('bg', 'M-34 12C-34 40 -24 58 -12 72', 8, 'round'),
  ],
  mushroom: random => [
    fg('M-104 8A104 100 0 0 1 104 8A12 12 0 0 1 92 18H-92A12 12 0 0 1 -104 8Z'),
    accent('M-30 28H30C26 56 30 76 42 96A10 10 0 0 1 34 106H-34A10 10 0 0 1 -42 96C-30 76 -26 56 -30 28Z'),
    ...(random.chance(0.6)
      ? [circle(-46, -22, 17), circle(10, -52, 20), circle(56, -14, 14)].map(p => bg(p))
      : [0, 1, 2, 3, 4].map(k => line('bg', `M${-64 + k * 32} 20V${-4 - (k % 2 ? 12 : 0)}`, 6))),
  ],
  scallop: random => {
    const n = random.pick([5, 7])
    return [
      ...Array.from({ length: n }, (_, k) => {
        const reach = Math.PI * 0.92
        const a = -Math.PI / 2 - reach / 2 + (reach * k) / n
        const b = a + reach / n - 0.06
        const [x0, y0] = polar(0, 70, 150, a)
        const [x1, y1] = polar(0, 70, 150, b)
        const r = Math.hypot(x1 - x0, y1 - y0) / 2
        return k % 2
          ? accent(`M0 70L${x0} ${y0}A${r} ${r} 0 0 1 ${x1} ${y1}Z`)
          : fg(`M0 70L${x0} ${y0}A${r} ${r} 0 0 1 ${x1} ${y1}Z`)
      }),
      bg(circle(0, 70, 20)),
      fg('M-34 62H34L24 92H-24Z'),
    ]
  },
  heart: random => {
    const shape = d('M0 96L-88 6A56 56 0 0 1 0 -62A56 56 0 0 1 88 6Z')
    return random.chance(0.5)
      ? [fg('M-4 92L-88 6A56 56 0 0 1 -4 -62Z'), accent('M4 92L88 6A56 56 0 0 0 4 -62Z')]
      : [fg(shape), ...[0, 1, 2].map(k => line('bg', `M${-120} ${24 + k * 24}H120`, 6 + k * 2))]
  },
  cactus: () => [
    fg('M-24 104V-84A24 24 0 0 1 24 -84V104Z'),
    line('fg', 'M-24 34H-46A22 22 0 0 1 -68 12V-28', 30, 'round'),
    line('fg', 'M24 56H48A22 22 0 0 0 70 34V-6', 30, 'round'),
    line('bg', 'M0 104V-76', 6),
    accent(circle(0, -114, 13)),
    fg(rect(-80, 98, 160, 12)),
  ],
}

export const NATURE_NAMES = Object.keys(NATURE)
/** Plants, weather and landscape. */
export const drawNature = drawPicture(NATURE, 'nature')
export const drawPlainNature = drawPlainPicture(NATURE)
