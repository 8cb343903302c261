import { circle, lens, parsePath, rect } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const house: Subject = {
  subject: 'house',
  kind: 'object',
  keywords: ['home'],
  ideas: [
    {
      idea: 'door',
      draw: () => [
        fg('M-92 92V-20L0 -102L92 -20V92Z'),
        bg('M-26 100V30A26 26 0 0 1 26 30V100Z'),
        accent(circle(0, -36, 13)),
      ],
    },
    {
      idea: 'row',
      draw: () =>
        [-1, 0, 1].flatMap(k => {
          const h = k === 0 ? -34 : 0
          const p = parsePath(
            `M${k * 74 - 34} 84V${-20 + h}L${k * 74} ${-64 + h}L${k * 74 + 34} ${-20 + h}V84Z`,
          )
          return [
            k === 0 ? accent(p) : fg(p),
            bg(rect(k * 74 - 8, 40, 16, 44)),
            bg(rect(k * 74 - 8, -4 + h, 16, 16)),
          ]
        }),
      keywords: ['street', 'town'],
    },
    {
      idea: 'leaf',
      draw: () => [
        fg('M-92 92V-20L0 -102L92 -20V92Z'),
        bg(lens(-40, 66, 40, -14, 30)),
        line('fg', 'M-48 74L20 6', 6),
      ],
      keywords: ['leaf', 'green'],
    },
    {
      idea: 'one line',
      keywords: ['spiral'],
      draw: () => [line('fg', 'M-116 96H84V-8L0 -84L-84 -8V58H46V10L0 -32L-46 10V22H8', 13)],
    },
    {
      idea: 'keyhole',
      keywords: ['negative space', 'security'],
      draw: random => [
        fg(
          random.chance(0.5)
            ? 'M-88 100V-24L0 -108L88 -24V100Z'
            : 'M-84 100V-20C-84 -40 -14 -92 0 -108C14 -92 84 -40 84 -20V100Z',
        ),
        bg(circle(0, 4, 27)),
        bg('M-13 16L-26 76H26L13 16Z'),
      ],
    },
    {
      idea: 'gables',
      keywords: ['street', 'town', 'gable'],
      draw: random => {
        const fronts = [
          fg('M-112 96V-30L-76 -78L-40 -30V96Z'),
          accent('M-34 96V-50H-24V-68H-14V-86H-5V-104H5V-86H14V-68H24V-50H34V96Z'),
          fg('M40 96V-22C56 -26 56 -52 58 -62A18 18 0 0 1 94 -62C96 -52 96 -26 112 -22V96Z'),
        ]
        const tall = random.chance(0.5)
        const panes = [-76, 0, 76].flatMap(x => [
          ...[-16, 20].flatMap(y =>
            tall
              ? [bg(rect(x - 18, y, 12, 22)), bg(rect(x + 6, y, 12, 22))]
              : [bg(rect(x - 18, y, 36, 8)), bg(rect(x - 18, y + 14, 36, 8))],
          ),
          bg(`M${x - 11} 100V72A11 11 0 0 1 ${x + 11} 72V100Z`),
        ])
        return [...fronts, ...panes]
      },
    },
    {
      idea: 'roofs',
      keywords: ['roof', 'stripes', 'geometric'],
      draw: random => {
        const n = random.pick([3, 4])
        const w = n === 3 ? 22 : 16
        return [
          ...Array.from({ length: n }, (_, k) =>
            line(
              k === n - 1 ? 'accent' : 'fg',
              `M${-104 + k * w * 1.62} 98V${-2 + k * w * 0.67}L0 ${-96 + k * w * 1.62}L${104 - k * w * 1.62} ${-2 + k * w * 0.67}V98`,
              w,
            ),
          ),
        ]
      },
    },
    {
      idea: 'solid',
      keywords: ['perspective', 'isometric', 'facets'],
      draw: random => [
        fg('M-30 -4L-30 104L-100 64V-44Z'),
        fg('M-22 -6L34 -98L98 -14V32L-22 104Z'),
        accent('M-106 -54L-44 -112H26L-28 -16Z'),
        random.chance(0.5) ? bg('M22 78V34L52 16V60Z') : bg('M26 -28L46 -40V-12L26 0ZM22 78V34L52 16V60Z'),
      ],
    },
  ],
}
