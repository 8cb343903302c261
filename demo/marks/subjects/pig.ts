import { circle, ellipse } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const pig: Subject = {
  subject: 'pig',
  kind: 'animal',
  keywords: ['farm'],
  ideas: [
    {
      idea: 'front face',
      draw: random => [
        fg('M-96 20A96 92 0 0 1 96 20A96 84 0 0 1 -96 20Z'),
        ...both('M-98 -92C-62 -100 -34 -84 -26 -62L-76 -16C-96 -34 -104 -66 -98 -92Z').flatMap(p => [
          line('bg', p, 8),
          accent(p),
        ]),
        line('bg', ellipse(0, 38, 42, 30), 8),
        ...both(ellipse(-14, 38, 7, 11)).map(p => bg(p)),
        ...both(circle(-46, -4, random.pick([7, 9]))).map(p => bg(p)),
      ],
    },
    {
      idea: 'side',
      draw: random => [
        fg(
          'M-112 6A12 12 0 0 1 -100 -6H-92A78 62 0 0 1 -20 -54H30A66 66 0 0 1 96 12A66 66 0 0 1 76 60V88H44V70H-36V88H-68V58A70 66 0 0 1 -90 32H-100A12 12 0 0 1 -112 20Z',
        ),
        line('fg', 'M92 -4C108 -8 118 -20 108 -30C98 -36 94 -20 112 -16', 6, 'round'),
        fg('M-70 -28L-76 -76L-30 -50Z'),
        bg(circle(-66, -6, 6)),
        ...(random.chance(0.5) ? [bg('M6 -42H42V-34H6Z')] : []),
      ],
    },
  ],
}
