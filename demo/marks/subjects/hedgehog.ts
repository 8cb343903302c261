import { circle, polar, polygon } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const hedgehog: Subject = {
  subject: 'hedgehog',
  kind: 'animal',
  ideas: [
    {
      idea: 'side',
      draw: random => {
        const n = random.pick([9, 11])
        const points = Array.from({ length: n * 2 + 1 }, (_, k) =>
          polar(-14, 56, k % 2 ? 112 : 84, -Math.PI + (k * Math.PI * 0.86) / (n * 2)),
        )
        return [
          accent(polygon([[-98, 56], ...points, [-14, 56]])),
          line('bg', 'M-30 70C-26 10 10 -18 46 -10', 9),
          fg(
            'M-86 62H-24C-22 20 4 -8 42 -6C58 4 66 24 84 34L106 40A10 10 0 0 1 106 60L70 66V76H40V66H-40V76H-72V66Z',
          ),
          fg(circle(110, 44, 11)),
          bg(circle(62, 28, 6)),
          line('bg', 'M14 18A16 16 0 0 1 38 32', 6, 'round'),
        ]
      },
    },
  ],
}
