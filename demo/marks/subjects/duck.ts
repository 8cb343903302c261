import { circle } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const duck: Subject = {
  subject: 'duck',
  kind: 'animal',
  keywords: ['bird'],
  ideas: [
    {
      idea: 'swimming',
      draw: random => [
        fg(
          'M-112 -14C-84 6 -50 0 -16 -8C10 -14 20 -28 14 -50A42 42 0 0 1 96 -66C100 -40 84 -26 84 -6C96 40 60 70 10 70H-34C-84 70 -112 34 -112 -14Z',
        ),
        accent('M92 -74L124 -62A6 6 0 0 1 122 -50H90Z'),
        bg(circle(66, -64, 6)),
        line('bg', 'M-66 20C-50 44 0 52 34 12', 8, 'round'),
        ...(random.chance(0.6) ? [line('bg', 'M10 -34C34 -18 66 -18 90 -30', 7)] : []),
        fg('M-96 84H84V94H-96Z'),
      ],
    },
  ],
}
