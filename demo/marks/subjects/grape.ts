import { circle } from '../../geometry.ts'
import { accent, fg, line, type Subject } from '../picture.ts'

export const grape: Subject = {
  subject: 'grape',
  kind: 'nature',
  keywords: ['fruit', 'wine'],
  ideas: [
    {
      idea: 'bunch',
      draw: random => {
        const chosen = random.int(0, 9)
        return [
          ...[4, 3, 2, 1]
            .flatMap((count, row) =>
              Array.from({ length: count }, (_, k) => [(k - (count - 1) / 2) * 48, -26 + row * 42] as const),
            )
            .map(([x, y], k) => (k === chosen ? accent : fg)(circle(x, y, 22))),
          line('fg', 'M0 -54C0 -80 4 -96 12 -112', 8),
          fg('M8 -62C16 -100 52 -112 92 -104C88 -72 54 -54 8 -62Z'),
        ]
      },
    },
    {
      idea: 'half circles',
      draw: () => [
        ...[3, 2, 1].flatMap((count, row) =>
          Array.from({ length: count }, (_, k) => {
            const x = (k - (count - 1) / 2) * 64
            const y = -34 + row * 56
            return [
              fg(`M${x} ${y - 29}A29 29 0 0 0 ${x} ${y + 29}Z`),
              accent(`M${x + 5} ${y - 29}A29 29 0 0 1 ${x + 5} ${y + 29}Z`),
            ]
          }).flat(),
        ),
        fg('M2 -72A40 40 0 0 1 42 -112H62A40 40 0 0 1 22 -72Z'),
      ],
    },
  ],
}
