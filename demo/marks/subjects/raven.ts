import { circle } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const raven: Subject = {
  subject: 'raven',
  kind: 'animal',
  keywords: ['bird', 'crow'],
  ideas: [
    {
      idea: 'perched',
      draw: random => [
        fg(
          'M116 -70L64 -54C66 -46 66 -36 64 -26C60 26 24 60 -28 66L-100 112L-116 98L-74 44C-66 -14 -40 -50 0 -62C4 -88 24 -102 46 -100C66 -98 80 -86 84 -80Z',
        ),
        bg(circle(46, -74, 6)),
        line('bg', 'M36 -12C28 28 -14 52 -60 52C-28 36 -12 14 -6 -22', 7),
        line('fg', random.chance(0.5) ? 'M-4 62V102H26M22 48V102H52' : 'M-4 62V98M22 48V98', 7),
        accent('M-30 102H84V112H-30Z'),
      ],
    },
  ],
}
