import { circle } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const octopus: Subject = {
  subject: 'octopus',
  kind: 'animal',
  keywords: ['sea'],
  ideas: [
    {
      idea: 'front face',
      draw: random => [
        ...both('M-34 0C-50 40 -112 30 -112 -4A20 20 0 0 1 -76 -14').map(p => line('fg', p, 15, 'round')),
        ...both('M-28 10C-40 70 -112 84 -110 50A16 16 0 0 1 -86 42').map(p => line('fg', p, 15, 'round')),
        ...both('M-14 16C-16 76 -66 124 -76 94A13 13 0 0 1 -58 82').map(p => line('fg', p, 15, 'round')),
        ...both('M-8 20C-6 70 -6 90 -22 106').map(p => line('fg', p, 15, 'round')),
        fg('M-54 -52A54 60 0 0 1 54 -52C54 -20 42 -6 42 20H-42C-42 -6 -54 -20 -54 -52Z'),
        ...both(circle(-19, -12, random.pick([8, 10]))).map(p => bg(p)),
        ...(random.chance(0.4)
          ? [accent(circle(0, -76, 10)), accent(circle(26, -60, 7)), accent(circle(-26, -60, 7))]
          : []),
      ],
    },
  ],
}
