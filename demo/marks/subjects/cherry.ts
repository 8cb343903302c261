import { circle } from '../../geometry.ts'
import { accent, fg, line, type Subject } from '../picture.ts'

export const cherry: Subject = {
  subject: 'cherry',
  kind: 'nature',
  keywords: ['fruit'],
  ideas: [
    {
      idea: 'pair',
      draw: random => [
        line('fg', 'M-54 40C-50 -20 -20 -74 30 -102C34 -50 44 -16 56 22', 8, 'round'),
        fg(circle(-56, 64, 44)),
        accent(circle(60, 58, 44)),
        fg('M28 -100C-6 -122 -64 -108 -80 -66C-40 -52 6 -62 28 -100Z'),
        line(
          'bg',
          random.chance(0.5)
            ? 'M-82 66A26 26 0 0 0 -58 90M34 60A26 26 0 0 0 58 84'
            : 'M-58 38A26 26 0 0 1 -32 62M58 32A26 26 0 0 1 84 56',
          8,
          'round',
        ),
      ],
    },
  ],
}
