import {
  circle,
  ellipse,
  flip,
  lens,
  type Path,
  parsePath,
  polar,
  rect,
  rotate,
  sector,
  TAU,
} from '../geometry.ts'
import { accent, bg, drawPicture, drawPlainPicture, fg, line, type Picture } from './picture.ts'

const both = (path: Path): Path[] => [path, flip(path)]
const d = parsePath

const ANIMALS: Record<string, Picture> = {
  bird: random => {
    const crest = random.chance(0.4)
    const wing = random.pick(['leaf', 'stripes', 'quarter'] as const)
    return [
      fg('M-122 -44L-62 0A72 72 0 0 0 78 0V-32A38 38 0 0 0 2 -32A32 32 0 0 1 -30 0H-62Z'),
      fg('M76 -48L108 -34L76 -20Z'),
      ...(crest ? [fg(lens(36, -66, 8, -96, 9)), fg(lens(44, -68, 30, -102, 9))] : []),
      bg(circle(46, -36, 6.5)),
      ...(wing === 'leaf'
        ? [bg('M-40 12H26A42 42 0 0 1 -16 50A42 42 0 0 1 -40 12Z')]
        : wing === 'quarter'
          ? [bg('M-34 8H34A58 58 0 0 1 -24 50Z'), accent('M-22 14H24A46 46 0 0 1 -18 42Z')]
          : [0, 1, 2].map(k =>
              bg(`M${-44 + k * 9} ${10 + k * 14}H${34 - k * 5}V${17 + k * 14}H${-40 + k * 9}Z`),
            )),
      ...(random.chance(0.6)
        ? [line('fg', 'M-4 48V100M22 48V100', 6), line('fg', 'M-8 100H14M18 100H40', 6)]
        : []),
    ]
  },
  swallow: random => {
    const wing = d('M0 -46C-26 -74 -78 -84 -122 -40C-82 -46 -48 -30 -14 22Z')
    const tail = d('M0 24L-14 40L-44 112L0 62Z')
    return [
      ...both(wing).map(p => fg(p)),
      fg(lens(0, -88, 0, 76, 25)),
      ...both(tail).map(p => fg(p)),
      ...(random.chance(0.6) ? [bg('M-10 -60L0 -68L10 -60A30 30 0 0 1 0 -38A30 30 0 0 1 -10 -60Z')] : []),
    ]
  },
  dove: random => {
    const feathers = random.int(3, 5)
    return [
      fg(
        'M-96 34C-60 34 -40 20 -22 -4A56 56 0 0 1 22 -34A30 30 0 0 1 82 -40L112 -30L84 -18C84 40 40 82 -14 82C-52 82 -80 64 -96 34Z',
      ),
      ...Array.from({ length: feathers }, (_, k) => {
        const angle = -TAU * (0.32 + (0.19 * k) / (feathers - 1))
        const [x, y] = polar(6, 22, 132 - k * 7, angle)
        return [line('bg', lens(6, 22, x, y, 17), 7), fg(lens(6, 22, x, y, 17))]
      }).flat(),
      bg(circle(62, -36, 5.5)),
    ]
  },
  owl: random => {
    const rows = random.pick([2, 3])
    const eye = random.pick([13, 17])
    return [
      fg('M-78 -104A92 92 0 0 0 0 -74A92 92 0 0 0 78 -104V26A78 78 0 0 1 -78 26Z'),
      ...[-1, 1].flatMap(s => [
        bg(circle(s * 37, -32, 33)),
        fg(circle(s * (37 - (eye > 14 ? 5 : 0)), -32, eye)),
      ]),
      accent('M-11 -14H11L0 12Z'),
      ...Array.from({ length: rows }, (_, row) =>
        Array.from({ length: rows - row + 1 }, (_, k) => {
          const x = (k - (rows - row) / 2) * 34
          const y = 24 + row * 24
          return bg(`M${x - 13} ${y}A13 13 0 0 0 ${x + 13} ${y}Z`)
        }),
      ).flat(),
    ]
  },
  fish: random => {
    const style = random.pick(['scales', 'stripes', 'plain'] as const)
    return [
      fg(lens(-118, 0, 62, 0, 56)),
      fg('M40 0L112 -54A84 84 0 0 0 112 54Z'),
      line('bg', 'M-58 -52A70 70 0 0 1 -58 52', 8),
      bg(circle(-80, -8, 7.5)),
      ...(style === 'stripes'
        ? [0, 1, 2].map(k => line('bg', `M${-30 + k * 26} -70A120 120 0 0 1 ${-30 + k * 26} 70`, 8))
        : []),
      ...(style === 'scales'
        ? [
            [-16, -22],
            [-16, 2],
            [-16, 26],
            [8, -10],
            [8, 14],
            [32, -1],
          ].map(([x, y]) => line('bg', `M${x! - 12} ${y! - 11}A12 12 0 0 1 ${x! - 12} ${y! + 11}`, 5))
        : []),
    ]
  },
  fox: random => {
    const bushy = random.chance(0.5)
    return [
      fg('M-104 -104L-34 -60H34L104 -104V-10A118 118 0 0 1 0 106A118 118 0 0 1 -104 -10Z'),
      ...both(d('M-104 2A104 104 0 0 1 -8 92A116 116 0 0 1 -104 2Z')).map(p => bg(p)),
      ...both(d(bushy ? 'M-90 -80L-52 -56A60 60 0 0 0 -90 -20Z' : 'M-92 -84L-58 -62L-92 -34Z')).map(p =>
        accent(p),
      ),
      ...(random.chance(0.6)
        ? both(lens(-58, -8, -28, 4, 7)).map(p => bg(p))
        : both(circle(-42, -6, 7)).map(p => bg(p))),
      fg(circle(0, 92, 15)),
    ]
  },
  bear: random => {
    const smile = random.chance(0.5)
    return [
      ...both(circle(-66, -66, 38)).map(p => fg(p)),
      ...both(circle(-66, -66, 17)).map(p => accent(p)),
      fg('M-96 0A96 88 0 0 1 96 0V14A96 80 0 0 1 -96 14Z'),
      bg(ellipse(0, 40, 44, 36)),
      fg('M-19 22A19 12 0 0 1 19 22A19 22 0 0 1 -19 22Z'),
      ...(smile ? [line('fg', 'M0 36V50M-17 50A17 13 0 0 0 0 50A17 13 0 0 0 17 50', 5, 'round')] : []),
      ...both(circle(-38, -16, 8)).map(p => bg(p)),
    ]
  },
  cat: random => {
    const tail = random.chance(0.6)
    return [
      ...(tail ? [line('fg', 'M46 84H74A30 30 0 0 0 104 54V30A22 22 0 0 0 82 8', 17, 'round')] : []),
      fg('M-58 92V20A58 58 0 0 1 58 20V92Z'),
      fg('M-56 -104L-24 -84H24L56 -104V-46A56 50 0 0 1 -56 -46Z'),
      line('bg', 'M-44 -8A56 50 0 0 0 44 -8', 7),
      ...(random.chance(0.5)
        ? both(circle(-24, -52, 7)).map(p => bg(p))
        : both(lens(-36, -52, -14, -52, 7)).map(p => bg(p))),
      accent('M-8 -34H8L0 -25Z'),
      line('bg', 'M0 92V46', 6),
    ]
  },
  hare: random => {
    const lying = random.chance(0.5)
    return lying
      ? [
          fg('M-106 72A88 88 0 0 1 -18 -16H10A44 44 0 0 1 78 -28A40 40 0 0 1 84 36L60 42V72Z'),
          fg(rotate(lens(46, -24, -40, -74, 15), 0)),
          fg(lens(56, -28, -14, -100, 14)),
          bg(circle(72, 0, 6.5)),
          accent(circle(-104, 40, 17)),
          line('bg', 'M-52 72A42 42 0 0 1 -10 30A42 42 0 0 1 20 44', 7),
        ]
      : [
          ...both(rotate(lens(-26, -14, -42, -120, 19), 0)).map(p => fg(p)),
          ...both(lens(-29, -30, -40, -104, 8)).map(p => accent(p)),
          fg(ellipse(0, 24, 62, 58)),
          ...both(circle(-26, 10, 7.5)).map(p => bg(p)),
          bg('M-10 30H10L0 41Z'),
          line('bg', 'M0 40V54M-15 54A15 11 0 0 0 0 54A15 11 0 0 0 15 54', 5, 'round'),
        ]
  },
  elephant: random => {
    const toes = random.chance(0.5)
    return [
      fg(
        'M-64 88V-8A72 72 0 0 1 8 -80H36A72 72 0 0 1 108 -8V88H66V44A21 21 0 0 0 24 44H10A21 21 0 0 0 -22 54V88Z',
      ),
      line('fg', 'M-50 -34A46 46 0 0 0 -96 12V62A14 14 0 0 1 -124 62', 25),
      fg(circle(-40, -22, 47)),
      line('bg', 'M-14 -62A46 46 0 0 1 -14 18A34 34 0 0 1 -40 -6', 7),
      bg(circle(-62, -28, 6)),
      ...(toes ? [accent('M-64 88V76H-22V88ZM66 88V76H108V88Z')] : []),
    ]
  },
  swan: random => {
    const n = random.int(2, 3)
    return [
      fg('M-44 70C-84 44 -62 8 -18 6C34 4 84 -6 118 -40C112 30 78 70 20 70Z'),
      line('fg', 'M-42 46C-88 14 -24 -30 -40 -72A24 24 0 0 0 -86 -68', 21),
      fg(circle(-66, -78, 21)),
      accent('M-84 -86L-112 -62L-80 -64Z'),
      ...Array.from({ length: n }, (_, k) =>
        line('bg', `M${-18 + k * 26} ${40 - k * 4}A94 94 0 0 0 ${88 - k * 4} ${4 - k * 9 + 6}`, 6),
      ),
      bg(circle(-70, -80, 4.5)),
    ]
  },
  whale: random => {
    const spout = random.chance(0.6)
    return [
      fg(
        'M-112 34V-2A62 62 0 0 1 -50 -64C10 -64 26 24 66 24C80 24 84 10 84 -10A38 38 0 0 1 46 -48A38 38 0 0 1 92 -32A38 38 0 0 1 130 -58A38 38 0 0 1 104 -8C104 44 72 70 20 70H-76A36 36 0 0 1 -112 34Z',
      ),
      line('bg', 'M-118 22C-70 22 -40 22 -16 40', 7),
      ...[0, 1].map(k =>
        line(
          'bg',
          `M${-96 + k * 6} ${36 + k * 14}C-64 ${36 + k * 14} -50 ${36 + k * 13} -34 ${50 + k * 9}`,
          5,
        ),
      ),
      bg(circle(-56, -4, 7)),
      ...(spout ? [line('accent', 'M-60 -76V-92A18 18 0 0 0 -96 -92M-60 -92A18 18 0 0 1 -24 -92', 9)] : []),
    ]
  },
  snail: random => {
    const turns = random.pick([2.2, 2.7])
    const points = Array.from({ length: 90 }, (_, i) => {
      const t = i / 89
      return polar(14, -14, 74 - 60 * t, Math.PI * 0.5 - t * turns * TAU)
    })
    return [
      fg(circle(14, -14, 76)),
      line(
        'bg',
        points.map(([x, y], i) => (i ? ['L', x, y] : ['M', x, y]) as ['M' | 'L', number, number]),
        11,
      ),
      fg('M-112 78V20A24 24 0 0 1 -64 20V46H104A32 32 0 0 1 120 78Z'),
      line('fg', 'M-100 8L-112 -26M-78 4L-72 -30', 6, 'round'),
      fg(circle(-112, -28, 7)),
      fg(circle(-72, -33, 7)),
      bg(circle(-90, 22, 5)),
    ]
  },
  butterfly: random => {
    const style = random.pick(['quarter', 'leaf', 'disc'] as const)
    const upper =
      style === 'quarter'
        ? 'M-12 -4V-52A88 88 0 0 0 -96 -86V-40A60 60 0 0 0 -42 -4Z'
        : style === 'leaf'
          ? 'M-8 0A112 112 0 0 1 -108 -96A104 104 0 0 1 -8 0Z'
          : 'M-8 -2H-50A47 47 0 1 1 -8 -62Z'
    const lower =
      style === 'quarter'
        ? 'M-12 6H-50A64 64 0 0 0 -72 84A66 66 0 0 0 -8 40Z'
        : style === 'leaf'
          ? 'M-8 8A82 82 0 0 0 -88 76A82 82 0 0 0 -8 8Z'
          : 'M-8 8H-40A36 36 0 1 0 -8 52Z'
    return [
      ...both(d(upper)).map(p => fg(p)),
      ...both(d(lower)).map(p => accent(p)),
      ...both(
        circle(style === 'leaf' ? -66 : -56, style === 'leaf' ? -62 : -48, style === 'disc' ? 17 : 13),
      ).map(p => bg(p)),
      ...(style === 'disc' ? both(circle(-38, 40, 12)).map(p => bg(p)) : []),
      fg(lens(0, -46, 0, 62, 7)),
      line('fg', 'M-4 -46C-4 -76 -16 -92 -30 -100M4 -46C4 -76 16 -92 30 -100', 5, 'round'),
    ]
  },
  ladybird: random => {
    const spots = random.pick([2, 3])
    const places: [number, number, number][] =
      spots === 2
        ? [
            [-38, -4, 16],
            [-36, 50, 16],
          ]
        : [
            [-34, -14, 12],
            [-54, 26, 13],
            [-30, 62, 12],
          ]
    return [
      fg('M-46 -70A46 42 0 0 1 46 -70Z'),
      line('fg', 'M-24 -100L-40 -120M24 -100L40 -120', 6, 'round'),
      fg(circle(0, 18, 88)),
      bg(rect(-4, -62, 8, 190)),
      line('bg', 'M-80 -62H80', 9),
      ...places.flatMap(([x, y, r]) => both(circle(x, y, r)).map(p => bg(p))),
    ]
  },
  bee: random => {
    const n = random.pick([2, 3])
    return [
      fg('M-44 0A44 44 0 0 1 44 0C44 50 22 84 0 106C-22 84 -44 50 -44 0Z'),
      ...Array.from({ length: n }, (_, k) =>
        bg(rect(-60, 8 + k * (n === 2 ? 32 : 25), 120, n === 2 ? 15 : 11)),
      ),
      fg(circle(0, -58, 25)),
      line('fg', 'M-10 -78C-12 -94 -22 -102 -32 -104M10 -78C12 -94 22 -102 32 -104', 5, 'round'),
      line('bg', 'M-40 -34A44 30 0 0 0 40 -34', 6),
      ...both(d('M-22 -24A80 80 0 0 1 -124 -62A64 64 0 0 1 -22 -24Z')).map(p => line('bg', p, 7)),
      ...both(d('M-22 -24A80 80 0 0 1 -124 -62A64 64 0 0 1 -22 -24Z')).map(p => accent(p)),
    ]
  },
  deer: random => {
    const tines = random.pick([2, 3])
    const antler: Path = d(
      `M-16 -30C-16 -62 -70 -58 -70 -116${tines > 2 ? 'M-61 -84C-74 -84 -92 -92 -94 -112' : ''}M-46 -62C-40 -74 -38 -84 -40 -104`,
    )
    return [
      ...both(antler).map(p => line('fg', p, 11, 'round')),
      ...both(lens(-26, -22, -86, -34, 14)).map(p => fg(p)),
      fg('M-34 -36H34C42 8 26 44 20 84A20 20 0 0 1 -20 84C-26 44 -42 8 -34 -36Z'),
      ...both(lens(-26, 2, -12, 18, 5)).map(p => bg(p)),
      accent('M-13 72H13A13 16 0 0 1 -13 72Z'),
    ]
  },
  turtle: random => {
    const sides = random.pick([5, 6])
    return [
      ...[0.125, 0.375, 0.625, 0.875].map(t => {
        const [x, y] = polar(0, 0, 118, t * TAU)
        return fg(lens(0, 0, x, y, 24))
      }),
      fg(ellipse(0, -102, 23, 28)),
      fg(lens(0, 60, 0, 118, 9)),
      line('bg', circle(0, 0, 84), 9),
      fg(circle(0, 0, 82)),
      ...Array.from({ length: sides }, (_, k) => {
        const a = -TAU / 4 + (k * TAU) / sides
        const [x0, y0] = polar(0, 0, 36, a)
        const [x1, y1] = polar(0, 0, 84, a)
        const [x2, y2] = polar(0, 0, 36, a + TAU / sides)
        return line('bg', `M${x1} ${y1}L${x0} ${y0}L${x2} ${y2}`, 6)
      }),
    ]
  },
  rooster: random => {
    const feathers = random.int(2, 3)
    return [
      ...Array.from({ length: feathers + 1 }, (_, k) => {
        const [x, y] = polar(-20, 36, 104 - Math.abs(k - 1) * 8, Math.PI * (1.04 + k * 0.13))
        return [line('bg', lens(-20, 36, x, y, 14), 5), fg(lens(-20, 36, x, y, 14))]
      }).flat(),
      fg('M-58 6H-10A62 62 0 0 0 40 -74H66V-16A62 62 0 0 1 -4 70A62 62 0 0 1 -58 6Z'),
      accent('M30 -78A13 13 0 0 1 40 -100A13 13 0 0 1 62 -104A13 13 0 0 1 74 -84L70 -74H34Z'),
      fg('M64 -70L94 -54L64 -44Z'),
      accent(ellipse(64, -26, 8, 15)),
      bg(circle(50, -56, 5.5)),
      bg('M-34 18H16A40 40 0 0 1 -30 40Z'),
      line('fg', 'M-8 66V106M18 58V106M-8 104H12M18 104H38', 6),
    ]
  },
  sheep: random => {
    const puffs = random.pick([8, 9, 10])
    return [
      line('fg', 'M-38 50V102M-14 54V102M30 54V102M54 48V102', 12),
      fg(ellipse(6, 4, 64, 46)),
      ...Array.from({ length: puffs }, (_, k) => {
        const a = (k * TAU) / puffs
        return fg(circle(6 + 68 * Math.cos(a), 4 + 46 * Math.sin(a), 28))
      }),
      line('bg', ellipse(-72, -14, 24, 36), 10),
      fg(ellipse(-72, -14, 24, 36)),
      ...[-88, -66, -46].map(x => fg(circle(x, -46, 15))),
      fg(lens(-54, -26, -18, -12, 8)),
      bg(circle(-80, -16, 5)),
    ]
  },
  dog: random => {
    const patch = random.chance(0.5)
    return [
      fg(
        'M-112 0A26 26 0 0 1 -86 -26H22V-40A38 38 0 0 1 60 -78H74L118 -54A22 22 0 0 1 104 -28H86V0A34 34 0 0 1 66 32V82H40V34H-60V82H-86V22A26 26 0 0 1 -112 0Z',
      ),
      line('fg', 'M-94 -10A40 40 0 0 1 -126 -56', 12, 'round'),
      line('bg', 'M44 -82V-26A18 18 0 0 1 8 -26V-46A40 40 0 0 1 44 -82Z', 8),
      fg('M44 -82V-26A18 18 0 0 1 8 -26V-46A40 40 0 0 1 44 -82Z'),
      bg(circle(70, -54, 5)),
      ...(patch ? [accent(sector(-20, -26, 30, 0, 0, Math.PI))] : []),
    ]
  },
  cow: random => {
    const horns = random.chance(0.7)
    return [
      ...(horns ? both(d('M-40 -62A50 50 0 0 1 -86 -108A74 74 0 0 0 -50 -40Z')).map(p => accent(p)) : []),
      ...both(lens(-38, -40, -112, -26, 17)).map(p => fg(p)),
      fg('M-48 -66A60 60 0 0 1 48 -66V28H-48Z'),
      bg('M0 -64L14 14H-14Z'),
      line(
        'bg',
        'M-58 60A44 44 0 0 1 -14 16H14A44 44 0 0 1 58 60A36 36 0 0 1 22 96H-22A36 36 0 0 1 -58 60Z',
        9,
      ),
      fg('M-58 60A44 44 0 0 1 -14 16H14A44 44 0 0 1 58 60A36 36 0 0 1 22 96H-22A36 36 0 0 1 -58 60Z'),
      ...both(ellipse(-24, 54, 9, 12)).map(p => bg(p)),
      ...both(circle(-30, -30, 7)).map(p => bg(p)),
    ]
  },
  penguin: random => [
    fg('M-56 90V-36A56 66 0 0 1 56 -36V90A20 10 0 0 1 16 96H-16A20 10 0 0 1 -56 90Z'),
    bg('M-38 84V20C-38 -20 -30 -30 0 -22C30 -30 38 -20 38 20V84A20 8 0 0 1 14 88H-14A20 8 0 0 1 -38 84Z'),
    ...both(lens(-58, -14, -84, 62, 13)).map(p => fg(p)),
    ...both(circle(-20, -58, 6)).map(p => bg(p)),
    accent('M-13 -46H13L0 -24Z'),
    ...(random.chance(0.5) ? [fg('M-22 8L0 16L22 8V28L0 20L-22 28Z')] : []),
  ],
}

export const ANIMAL_NAMES = Object.keys(ANIMALS)
/** Animals built of arcs and straight lines. */
export const drawAnimal = drawPicture(ANIMALS, 'animal')
export const drawPlainAnimal = drawPlainPicture(ANIMALS)
