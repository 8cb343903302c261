import { circle } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const squirrel: Subject = {
  subject: 'squirrel',
  kind: 'animal',
  keywords: ['forest'],
  ideas: [
    {
      idea: 'seated',
      draw: random => [
        accent(
          'M-32 106C-88 102 -112 60 -112 -6C-112 -68 -76 -106 -34 -106C4 -106 24 -76 14 -48C4 -26 -28 -24 -36 -46C-20 -40 -10 -48 -14 -60C-20 -74 -44 -68 -48 -42C-52 -8 -26 26 -32 106Z',
        ),
        line('bg', 'M-36 112C-40 60 0 50 10 20L8 -8', 9),
        fg(
          'M-26 110C-44 60 -4 36 10 8C6 -18 22 -42 46 -44C50 -56 56 -66 66 -70C70 -60 70 -50 68 -40C86 -32 98 -14 104 4C94 18 78 20 66 20C72 36 72 56 64 72L86 96A14 14 0 0 1 80 110Z',
        ),
        bg(circle(70, -14, 5.5)),
        line('bg', 'M-2 112C-4 84 14 66 36 70', 7),
        ...(random.chance(0.6)
          ? [fg(circle(92, 50, 15)), line('fg', 'M64 44L86 56', 10, 'round')]
          : [line('fg', 'M64 40L92 48', 11, 'round')]),
      ],
    },
  ],
}
