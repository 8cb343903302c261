import { circle, ellipse } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const koala: Subject = {
  subject: 'koala',
  kind: 'animal',
  keywords: ['bear'],
  ideas: [
    {
      idea: 'front face',
      draw: random => [
        ...both(circle(-74, -42, 44)).map(p => fg(p)),
        ...both(circle(-74, -42, 24)).map(p => accent(p)),
        line('bg', ellipse(0, 12, 76, 80), 8),
        fg(ellipse(0, 12, 76, 80)),
        bg('M-21 4A21 21 0 0 1 21 4V38A21 21 0 0 1 -21 38Z'),
        fg('M-13 6A13 13 0 0 1 13 6V36A13 13 0 0 1 -13 36Z'),
        ...both(circle(-42, 2, random.pick([7, 9]))).map(p => bg(p)),
        line('bg', 'M-16 74A18 8 0 0 0 16 74', 6, 'round'),
      ],
    },
  ],
}
