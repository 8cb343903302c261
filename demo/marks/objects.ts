import {
  circle,
  ellipse,
  lens,
  parsePath,
  polar,
  rect,
  ring,
  rotate,
  roundRect,
  sector,
  star,
  TAU,
} from '../geometry.ts'
import { accent, bg, both, fg, line, type Picture } from './picture.ts'

const d = parsePath

export const OBJECTS: Record<string, Picture> = {
  key: random => {
    const bow = random.pick(['ring', 'clover', 'square'] as const)
    const head =
      bow === 'ring'
        ? [fg(ring(0, -62, 48, 24))]
        : bow === 'clover'
          ? [
              fg(circle(0, -90, 28)),
              fg(circle(-34, -46, 28)),
              fg(circle(34, -46, 28)),
              bg(circle(0, -90, 11)),
              bg(circle(-34, -46, 11)),
              bg(circle(34, -46, 11)),
            ]
          : [fg(rotate(rect(-40, -100, 80, 80), TAU / 8, 0, -60)), bg(circle(0, -60, 21))]
    return [
      ...head,
      fg(rect(-9, -24, 18, 136)),
      accent(rect(9, 54, 34, 16)),
      accent(rect(9, 84, random.pick([24, 40]), 18)),
    ]
  },
  anchor: () => [
    fg(ring(0, -84, 27, 12)),
    fg(rect(-9, -60, 18, 150)),
    fg(rect(-46, -38, 92, 16)),
    line('fg', 'M-84 26A84 74 0 0 0 84 26', 18),
    ...both(d('M-112 44L-84 -8L-56 44Z')).map(p => fg(p)),
  ],
  book: random => {
    const style = random.pick(['open', 'bird'] as const)
    if (style === 'open')
      return [
        ...both(d('M-5 82C-36 58 -76 54 -112 62V-64C-76 -72 -36 -68 -5 -44Z')).map(p => fg(p)),
        ...both(d('M-5 102C-36 80 -76 74 -112 82V74C-76 66 -36 72 -5 94Z')).map(p => accent(p)),
        ...[0, 1, 2].flatMap(k =>
          both(d(`M-92 ${-38 + k * 28}C-66 ${-40 + k * 28} -44 ${-36 + k * 28} -26 ${-26 + k * 28}`)).map(p =>
            line('bg', p, 7),
          ),
        ),
      ]
    return [
      fg('M-6 84C-34 52 -72 40 -116 44L-92 -40C-54 -44 -26 -32 -6 -8Z'),
      fg('M6 84C34 52 72 40 116 44L92 -40C54 -44 26 -32 6 -8Z'),
      accent(circle(0, -56, 24)),
    ]
  },
  cup: random => [
    fg('M-76 -38H60V26A58 58 0 0 1 2 84H-18A58 58 0 0 1 -76 26Z'),
    line('fg', 'M58 -20H74A28 28 0 0 1 74 36H52', 15),
    fg(rect(-92, 94, 168, 12)),
    ...(random.chance(0.6)
      ? [-1, 0, 1].map(k =>
          line(
            'accent',
            `M${-8 + k * 34} -54C${-24 + k * 34} -72 ${8 + k * 34} -84 ${-8 + k * 34} -106`,
            9,
            'round',
          ),
        )
      : [accent(lens(-8, -52, -8, -114, 20))]),
    ...(random.chance(0.5)
      ? [bg('M-52 -14H36V-2H-52Z')]
      : [line('bg', 'M-54 -18V22A36 36 0 0 0 -30 56', 8, 'round')]),
  ],
  lighthouse: random => {
    const n = random.pick([2, 3])
    return [
      fg('M-26 -44H26L44 96H-44Z'),
      ...Array.from({ length: n }, (_, k) =>
        bg(
          `M-60 ${-20 + k * (n === 2 ? 52 : 40)}H60V${-20 + k * (n === 2 ? 52 : 40) + (n === 2 ? 24 : 18)}H-60Z`,
        ),
      ),
      fg(rect(-36, -54, 72, 10)),
      fg('M-18 -60V-82H18V-60Z'),
      fg('M-26 -86A26 24 0 0 1 26 -86Z'),
      ...both(d('M-34 -70L-116 -96V-44Z')).map(p => accent(p)),
      fg(rect(-92, 100, 184, 11)),
    ]
  },
  bridge: random => {
    const arches = random.pick([1, 2, 3])
    const w = 232 / arches
    return random.chance(0.5)
      ? [
          fg('M-116 -34H116V54H-116Z'),
          ...Array.from({ length: arches }, (_, k) => {
            const r = w / 2 - 9
            const x = -116 + w * (k + 0.5)
            const h = Math.min(r, 74)
            return bg(`M${x - r} 70V${-20 + h}A${r} ${h} 0 0 1 ${x + r} ${-20 + h}V70Z`)
          }),
          accent(rect(-116, 62, 232, 10)),
          accent(rect(-90, 80, 180, 10)),
        ]
      : [
          fg(rect(-118, 30, 236, 14)),
          ...[-56, 44].map(x => fg(rect(x, -80, 13, 160))),
          ...[0].flatMap(() => [
            line('fg', 'M-118 24C-90 0 -70 -40 -50 -74C-30 0 30 0 50 -74C70 -40 90 0 118 24', 8),
          ]),
          ...[-84, -24, 0, 24, 84].map(x =>
            line('accent', `M${x} 30V${Math.abs(x) === 84 ? -14 : Math.abs(x) === 24 ? -12 : -18}`, 5),
          ),
        ]
  },
  needle: () => [
    fg(lens(-74, 96, 86, -92, 9)),
    bg(lens(52, -52, 78, -82, 3)),
    line('accent', 'M66 -68C110 -40 112 20 66 30C12 42 -8 -6 -52 -8C-96 -10 -112 30 -96 62', 7, 'round'),
  ],
  pencil: random =>
    random.chance(0.5)
      ? [
          fg('M-28 -70H28V46H-28Z'),
          line('fg', 'M-25.5 44V54L0 108L25.5 54V44', 5),
          fg('M-14 82H14L0 114Z'),
          accent('M-28 -86H28V-100A12 12 0 0 0 16 -112H-16A12 12 0 0 0 -28 -100Z'),
          line('bg', 'M-9 -74V44M9 -74V44', 4),
        ]
      : [
          fg('M0 116L-52 16C-40 -30 -34 -60 -32 -108H32C34 -60 40 -30 52 16Z'),
          line('bg', 'M0 120V22', 6),
          bg(circle(0, 12, 13)),
          accent(rect(-32, -108, 64, 16)),
        ],
  boat: random => {
    const stripes = random.chance(0.5)
    return [
      fg('M-104 48H104A72 72 0 0 1 44 90H-44A72 72 0 0 1 -104 48Z'),
      fg('M-8 36V-108C-30 -50 -56 -10 -92 36Z'),
      accent('M8 36V-84C40 -50 66 -10 78 36Z'),
      ...(stripes ? [0, 1].map(k => line('bg', `M-110 ${-8 + k * 22}H0`, 7)) : []),
      ...(random.chance(0.4)
        ? [
            line(
              'fg',
              'M-104 108A26 26 0 0 0 -52 108A26 26 0 0 0 0 108A26 26 0 0 0 52 108A26 26 0 0 0 104 108',
              8,
            ),
          ]
        : []),
    ]
  },
  bell: () => [
    fg('M-74 58C-52 36 -56 0 -50 -32A50 50 0 0 1 50 -32C56 0 52 36 74 58Z'),
    fg(circle(0, -88, 14)),
    fg(rect(-92, 66, 184, 12)),
    accent(sector(0, 84, 23, 0, 0, Math.PI)),
  ],
  lamp: random => [
    fg('M-40 -92H40L82 10H-82Z'),
    accent(circle(0, 26, 19)),
    ...(random.chance(0.5) ? [bg(rect(-90, -22, 180, 10))] : []),
    line('fg', 'M0 -124V-90', 8),
    ...(random.chance(0.6)
      ? [-2, -1, 0, 1, 2].map(k => {
          const [x0, y0] = polar(0, 26, 38, Math.PI / 2 + k * 0.5)
          const [x1, y1] = polar(0, 26, 66, Math.PI / 2 + k * 0.5)
          return line('accent', `M${x0} ${y0}L${x1} ${y1}`, 7)
        })
      : []),
  ],
  chair: random =>
    random.chance(0.5)
      ? [
          line('fg', 'M-60 100V-104M-60 6H52V100', 14),
          fg('M-60 -104H-20A20 20 0 0 1 0 -84V-52A20 20 0 0 1 -20 -32H-60Z'),
          accent('M-60 -2H40A20 20 0 0 1 60 18V26H-60Z'),
        ]
      : [
          fg('M-64 -100A64 64 0 0 1 64 -100V-10H-64Z'),
          accent(roundRect(-80, 2, 160, 34, 14)),
          line('fg', 'M-54 44L-70 108M54 44L70 108', 13),
          ...[-28, 0, 28].map(x => line('bg', `M${x} -100V-26`, 9)),
        ],
  umbrella: () => [
    fg('M-112 0A112 104 0 0 1 112 0A38 30 0 0 0 37 0A38 30 0 0 0 -37 0A38 30 0 0 0 -112 0Z'),
    line('fg', 'M0 -4V82A20 20 0 0 0 40 82', 11),
    fg(rect(-4, -122, 8, 24)),
    line('bg', 'M-37 -2C-36 -50 -20 -84 0 -108C20 -84 36 -50 37 -2', 6),
  ],
  wheel: random => {
    const n = random.pick([6, 8, 12])
    const style = random.chance(0.5)
    return [
      fg(ring(0, 0, 110, 88)),
      fg(circle(0, 0, 22)),
      ...Array.from({ length: n }, (_, k) => {
        const [x, y] = polar(0, 0, 92, (k * TAU) / n)
        return style ? line('fg', `M0 0L${x} ${y}`, 8) : accent(lens(0, 0, x, y, 12))
      }),
      bg(circle(0, 0, 9)),
    ]
  },
  compass: random => {
    const turn = random.pick([0, TAU / 8])
    return [
      fg(circle(0, 0, 110)),
      bg(circle(0, 0, 92)),
      ...[0, 1, 2, 3].map(k => fg(rotate(rect(-4, -94, 8, 16), (k * TAU) / 4 + TAU / 8 - turn))),
      ...[fg('M0 -80L22 0H-22Z'), accent('M0 80L22 0H-22Z')].map(p => ({ ...p, path: rotate(p.path, turn) })),
      bg(circle(0, 0, 8)),
    ]
  },
  arrow: random => {
    const style = random.pick(['up', 'turn', 'layers', 'split', 'round'] as const)
    if (style === 'up') return [fg('M0 -108L92 -16H40V104H-40V-16H-92Z'), bg('M-6 112V-20H6V112Z')]
    if (style === 'turn')
      return [line('fg', 'M-92 92V-8A52 52 0 0 1 -40 -60H40', 42), fg('M30 -118L112 -60L30 -2Z')]
    if (style === 'layers')
      return [0, 1, 2].map(k =>
        k === 1
          ? accent(
              `M${-96 + k * 62} -92H${-52 + k * 62}L${24 + k * 62} 0L${-52 + k * 62} 92H${-96 + k * 62}L${-20 + k * 62} 0Z`,
            )
          : fg(
              `M${-96 + k * 62} -92H${-52 + k * 62}L${24 + k * 62} 0L${-52 + k * 62} 92H${-96 + k * 62}L${-20 + k * 62} 0Z`,
            ),
      )
    if (style === 'split')
      return [
        fg('M-104 -16V-104H104V104H16V-16Z'),
        accent('M-104 36H-36V104H-104Z'),
        line('bg', 'M-10 10L130 -130', 9),
      ]
    return [line('fg', 'M-84 40A92 92 0 1 1 40 84', 38), accent('M-120 34L-26 34L-78 108Z')]
  },
  wing: random => {
    const n = random.int(4, 6)
    return Array.from({ length: n }, (_, k) => {
      const y = -78 + k * (150 / n)
      const length = 212 - k * (140 / n)
      const h = 118 / n
      return k === 1
        ? accent(
            `M-104 ${y}H${-104 + length}A${h * 1.3} ${h} 0 0 1 ${-104 + length - h * 1.3} ${y + h}H${-104 + h}A${h} ${h} 0 0 1 -104 ${y}Z`,
          )
        : fg(
            `M-104 ${y}H${-104 + length}A${h * 1.3} ${h} 0 0 1 ${-104 + length - h * 1.3} ${y + h}H${-104 + h}A${h} ${h} 0 0 1 -104 ${y}Z`,
          )
    })
  },
  eye: random => {
    const style = random.pick(['lens', 'rays', 'lines'] as const)
    const base = [
      fg(lens(-114, 0, 114, 0, 68)),
      bg(circle(0, 0, 46)),
      accent(circle(0, 0, 32)),
      bg(circle(11, -11, 9)),
    ]
    if (style === 'lens') return base
    if (style === 'rays')
      return [
        ...base,
        ...[-3, -2, -1, 0, 1, 2, 3].map(k => {
          const a = -Math.PI / 2 + k * 0.3
          const [x0, y0] = polar(0, 30, 118, a)
          const [x1, y1] = polar(0, 30, 146, a)
          return line('fg', `M${x0} ${y0}L${x1} ${y1}`, 8)
        }),
      ]
    return [
      fg(lens(-114, 0, 114, 0, 68)),
      bg(lens(-90, 0, 90, 0, 50)),
      fg(circle(0, 0, 46)),
      bg(circle(0, 0, 30)),
      accent(circle(0, 0, 17)),
    ]
  },
  record: random => {
    const n = random.pick([2, 3, 4])
    return [
      fg(circle(0, 0, 110)),
      ...Array.from({ length: n }, (_, k) => [
        line('bg', sector2(0, 0, 96 - k * (44 / n), -2.5, -1), 4),
        line('bg', sector2(0, 0, 96 - k * (44 / n), 0.64, 2.14), 4),
      ]).flat(),
      bg(circle(0, 0, 40)),
      accent(circle(0, 0, 32)),
      bg(circle(0, 0, 7)),
    ]
  },
  mask: random => [
    fg('M-84 -92C-40 -74 40 -74 84 -92V-10C84 54 40 92 0 104C-40 92 -84 54 -84 -10Z'),
    ...(random.chance(0.5)
      ? both(d('M-60 -22A30 30 0 0 1 -14 -14A26 18 0 0 1 -60 -22Z'))
      : both(d('M-60 -10A24 24 0 0 1 -14 -10Z'))
    ).map(p => bg(p)),
    bg('M-48 28A52 46 0 0 0 48 28Z'),
    accent('M-8 -20H8L14 14H-14Z'),
  ],
  fork: random => [
    fg(
      'M-60 -110H-46V-58H-36V-110H-22V-58H-12V-110H2V-40A30 30 0 0 1 -18 -12V110H-40V-12A30 30 0 0 1 -60 -40Z',
    ),
    random.chance(0.5)
      ? accent('M34 110V-110A52 66 0 0 1 58 -44V10H52V110Z')
      : accent([...ellipse(44, -64, 28, 46), ...rect(34, -24, 20, 134)]),
  ],
  crown: random => [
    fg('M-100 60L-112 -52L-54 0L0 -84L54 0L112 -52L100 60Z'),
    fg(rect(-100, 72, 200, 18)),
    ...[
      [-112, -66],
      [0, -100],
      [112, -66],
    ].map(([x, y]) => accent(circle(x!, y!, 13))),
    ...(random.chance(0.5) ? [bg(star(4, 0, 18, 24, 9))] : []),
  ],
  vase: random => [
    fg(
      'M-34 -70H34V-56C34 -30 72 -10 72 34C72 72 44 96 26 104H-26C-44 96 -72 72 -72 34C-72 -10 -34 -30 -34 -56Z',
    ),
    ...(random.chance(0.5)
      ? [0, 1, 2].map(k => line('bg', `M-90 ${10 + k * 24}H90`, 7))
      : [bg('M-90 24L-60 4L-30 24L0 4L30 24L60 4L90 24V40L60 20L30 40L0 20L-30 40L-60 20L-90 40Z')]),
    ...[-1, 0, 1].map(k => accent(rotate(lens(0, -78, 0, -132, 12), k * 0.5, 0, -74))),
  ],
}
const sector2 = (cx: number, cy: number, r: number, from: number, to: number): string => {
  const [x0, y0] = polar(cx, cy, r, from)
  const [x1, y1] = polar(cx, cy, r, to)
  return `M${x0} ${y0}A${r} ${r} 0 0 1 ${x1} ${y1}`
}
