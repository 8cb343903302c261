import {
  circle,
  lens,
  type Point,
  parsePath,
  polar,
  polygon,
  polyline,
  rect,
  rotate,
  sector,
  TAU,
} from '../../geometry.ts'
import type { Random } from '../../random.ts'
import { accent, bg, both, fg, line, type Piece, type Subject } from '../picture.ts'

/** Rays around a disc of radius `r`; `isShown` chooses among them by their angle. */
const drawRays = (
  random: Random,
  style: 'wedge' | 'leaf' | 'bar' | 'face',
  r: number,
  isShown: (angle: number) => boolean = () => true,
): Piece[] => {
  const n = random.pick([8, 10, 12, 16, 24])
  const w = (TAU / n) * 0.3
  return Array.from({ length: n }, (_, k) => (k * TAU) / n)
    .map((a, k): Piece => {
      if (style === 'leaf')
        return accent(lens(...polar(0, 0, r + 8, a), ...polar(0, 0, 112, a), Math.min(13, 80 * w)))
      if (style === 'bar')
        return line(
          'accent',
          polyline([polar(0, 0, r + 12, a), polar(0, 0, k % 2 ? 96 : 112, a)]),
          Math.min(14, 90 * w),
        )
      return accent(
        polygon([
          polar(0, 0, r + 9, a - w * 1.5),
          polar(0, 0, k % 2 && style === 'face' ? 94 : 114, a),
          polar(0, 0, r + 9, a + w * 1.5),
        ]),
      )
    })
    .filter((_, k) => isShown((k * TAU) / n))
}

export const sun: Subject = {
  subject: 'sun',
  kind: 'nature',
  ideas: [
    {
      idea: 'rays',
      draw: random => [...drawRays(random, random.pick(['wedge', 'leaf', 'bar']), 42), fg(circle(0, 0, 42))],
    },
    {
      idea: 'horizon',
      keywords: ['sunrise', 'sea'],
      draw: random => {
        const r = random.range(36, 50)
        return [
          ...drawRays(random, 'wedge', r, angle => Math.sin(angle) <= 0.01),
          fg(sector(0, 0, r, 0, -Math.PI, 0)),
          ...[0, 1, 2].map(k => fg(rect(-114 + k * 20, 12 + k * 20, 228 - k * 40, 9 - k * 0.5))),
        ]
      },
    },
    {
      idea: 'face',
      draw: random => [
        ...drawRays(random, 'face', 56),
        fg(circle(0, 0, 56)),
        ...both(lens(-32, -8, -10, -8, 5)).map(p => bg(p)),
        line('bg', 'M0 -12V14H-8', 5),
        line('bg', 'M-18 26A20 14 0 0 0 18 26', 5, 'round'),
      ],
    },
    {
      idea: 'sliced',
      keywords: ['sunset', 'stripes', 'horizon'],
      draw: random => {
        const n = random.pick([4, 5])
        return [
          fg(circle(0, 0, 106)),
          ...Array.from({ length: n }, (_, k) =>
            bg(rect(-120, 2 + k * (102 / n), 240, 5 + k * (n === 4 ? 4 : 2.6))),
          ),
        ]
      },
    },
    {
      idea: 'rings',
      keywords: ['sunrise', 'horizon'],
      draw: random => {
        const n = random.pick([3, 4])
        const step = n === 3 ? 28 : 21
        return [
          fg(sector(0, 40, 34, 0, Math.PI, TAU)),
          ...Array.from({ length: n }, (_, k) =>
            accent(sector(0, 40, 34 + (k + 1) * step, 34 + k * step + step * 0.42, Math.PI, TAU)),
          ),
          fg(rect(-118, 50, 236, 12)),
          fg(rect(-70, 72, 140, 12)),
        ]
      },
    },
    {
      idea: 'one line',
      keywords: ['star'],
      draw: random => {
        const [n, step] = random.pick([
          [16, 7],
          [17, 7],
          [20, 9],
        ] as const)
        return [
          line(
            'accent',
            [
              ...polyline(
                Array.from({ length: n }, (_, k) => polar(0, 0, 114, (k * step * TAU) / n - TAU / 4)),
              ),
              ['Z'],
            ],
            5,
          ),
          fg(circle(0, 0, 23)),
        ]
      },
    },
    {
      idea: 'turning',
      keywords: ['rotation'],
      draw: random => {
        const n = random.pick([9, 11, 12])
        const half = TAU / n
        return [
          fg(circle(0, 0, 42)),
          ...Array.from({ length: n }, (_, k): Piece => {
            const [x0, y0] = polar(0, 0, 52, 0)
            const [x1, y1] = polar(0, 0, 52, half * 0.94)
            const [x2, y2] = polar(0, 0, 114, half * 1.5)
            return accent(
              rotate(
                parsePath(
                  `M${x0} ${y0}A52 52 0 0 1 ${x1} ${y1}Q${polar(0, 0, 86, half * 1).join(' ')} ${x2} ${y2}Q${polar(0, 0, 96, half * 0.35).join(' ')} ${x0} ${y0}Z`,
                ),
                k * half,
              ),
            )
          }),
        ]
      },
    },
    {
      idea: 'corner',
      framed: true,
      keywords: ['rays', 'square', 'negative space'],
      draw: random => {
        const n = random.pick([4, 6])
        const side = 208
        return [
          fg(rect(-104, -104, side, side)),
          ...Array.from({ length: n }, (_, k) => {
            const a = -((k + 0.5) / n) * (TAU / 4)
            const w = 0.34 / n
            return bg(
              clipSquare(
                [-w, w].flatMap(turn =>
                  (turn < 0 ? [88, 400] : [400, 88]).map(r => polar(-104, 104, r, a + turn)),
                ),
              ),
            )
          }),
          bg('M-106 30A76 76 0 0 1 -30 106H-106Z'),
        ]
      },
    },
    {
      idea: 'quarters',
      framed: true,
      keywords: ['geometric', 'modular'],
      draw: random => {
        const turn = random.pick([0, 1, 2, 3])
        const bars = [0, 1, 2, 3].map(k => fg(rect(6, 6 + k * 28, 100, 16)))
        const rays = [0.09, 0.3, 0.5, 0.7, 0.91].map(t => {
          const a = Math.PI + t * (TAU / 4)
          return accent(polygon([polar(0, 0, 50, a - 0.11), polar(0, 0, 110, a), polar(0, 0, 50, a + 0.11)]))
        })
        return [
          fg(sector(-6, -6, 36, 0, Math.PI, Math.PI * 1.5)),
          ...rays,
          fg(sector(6, -6, 104, 0, -TAU / 4, 0)),
          bg(sector(6, -6, 36, 0, -TAU / 4, 0)),
          accent(sector(-6, 6, 104, 84, TAU / 4, TAU / 2)),
          accent(sector(-6, 6, 70, 50, TAU / 4, TAU / 2)),
          accent(sector(-6, 6, 36, 0, TAU / 4, TAU / 2)),
          ...bars,
        ].map(piece => ({ ...piece, path: rotate(piece.path, (turn * TAU) / 4) }))
      },
    },
  ],
}

/** Moves the corners that lie outside the square back along their ray. */
const clipSquare = (points: Point[]) =>
  polygon(
    points.map(([x, y]) => {
      const factor = Math.min(1, 210 / Math.max(x + 104, 104 - y))
      return [-104 + (x + 104) * factor, 104 + (y - 104) * factor] as const
    }),
  )
