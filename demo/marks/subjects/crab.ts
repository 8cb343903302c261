import { circle } from '../../geometry.ts'
import { accent, both, fg, line, type Subject } from '../picture.ts'

export const crab: Subject = {
  subject: 'crab',
  kind: 'animal',
  keywords: ['sea'],
  ideas: [
    {
      idea: 'from above',
      draw: random => [
        fg('M-76 14A76 58 0 0 1 76 14A76 62 0 0 1 -76 14Z'),
        ...both('M-64 0C-92 -8 -100 -34 -90 -56').map(p => line('fg', p, 12)),
        ...both('M-84 -46A34 34 0 1 1 -50 -92L-72 -72L-48 -66A34 34 0 0 1 -84 -46Z').map(p => accent(p)),
        ...both('M-62 40L-104 34L-116 56M-54 56L-88 62L-98 86M-40 66L-62 84L-64 106').map(p =>
          line('fg', p, 9),
        ),
        ...both('M-20 -34V-56').map(p => line('fg', p, 7)),
        ...both(circle(-20, -62, 9)).map(p => fg(p)),
        ...(random.chance(0.5)
          ? [line('bg', 'M-40 18A42 30 0 0 0 40 18', 7, 'round')]
          : [line('bg', 'M-80 6A90 60 0 0 0 80 6', 7)]),
      ],
    },
  ],
}
