import { circle, lens, regular } from '../../geometry.ts'
import { bg, fg, line, type Subject } from '../picture.ts'

export const giraffe: Subject = {
  subject: 'giraffe',
  kind: 'animal',
  keywords: ['safari'],
  ideas: [
    {
      idea: 'profile',
      draw: () => [
        line('fg', 'M8 -88L2 -112M26 -88L28 -114', 7, 'round'),
        fg(lens(2, -76, -34, -92, 9)),
        fg('M0 -88H34L80 -56A14 14 0 0 1 72 -32H38L34 -28C30 20 44 70 62 114H-60C-34 60 -16 0 -10 -62Z'),
        bg(circle(28, -64, 5.5)),
        ...[
          [-2, -30, 9],
          [18, -12, 9],
          [-8, 8, 11],
          [18, 24, 11],
          [-20, 44, 13],
          [10, 58, 13],
          [-32, 86, 15],
          [4, 96, 14],
          [36, 86, 11],
        ].map(([x, y, r], k) => bg(regular(5 + (k % 2), x!, y!, r!, k))),
      ],
    },
  ],
}
