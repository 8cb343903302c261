import { parsePath, polar, scale, TAU } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const rose: Subject = {
  subject: 'rose',
  kind: 'nature',
  keywords: ['flower'],
  ideas: [
    {
      idea: 'turning',
      draw: random => {
        const sides = random.pick([3, 5])
        const petal = (radius: number, turn: number) => {
          const points = Array.from({ length: sides }, (_, k) =>
            polar(0, 0, radius, (k * TAU) / sides + turn),
          )
          const r = radius * (sides === 3 ? 1.28 : 0.78)
          return parsePath(
            `M${points[0]!.join(' ')}${[...points.slice(1), points[0]!].map(p => `A${r} ${r} 0 0 1 ${p.join(' ')}`).join('')}Z`,
          )
        }
        const shrink = sides === 3 ? 0.74 : 0.79
        return Array.from({ length: 6 }, (_, k) => {
          const p = petal(112 * shrink ** k, k * (TAU / sides) * 0.36 - TAU / 4)
          return k % 2 ? [bg(scale(p, 1.1)), accent(p)] : [...(k ? [bg(scale(p, 1.1))] : []), fg(p)]
        }).flat()
      },
    },
    {
      idea: 'one line',
      draw: () => [
        line(
          'fg',
          'M-6 -54C2 -64 18 -54 12 -42C4 -26 -26 -32 -26 -56C-26 -84 18 -94 36 -66C50 -40 28 -12 0 -8C-32 -6 -54 -30 -54 -58C-54 -94 -20 -112 0 -112C36 -112 62 -84 58 -48C54 -10 26 14 0 14V112',
          9,
          'round',
        ),
        ...[
          line('fg', 'M0 96C-44 96 -66 72 -66 38C-34 40 -4 60 0 96', 9, 'round'),
          fg('M0 72C4 44 30 30 62 30C60 58 36 76 0 80Z'),
        ],
      ],
    },
  ],
}
