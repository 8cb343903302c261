import { circle } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const flamingo: Subject = {
  subject: 'flamingo',
  kind: 'animal',
  keywords: ['bird'],
  ideas: [
    {
      idea: 'standing',
      draw: () => [
        line('fg', 'M-26 14C-84 -8 -62 -46 -40 -62C-20 -76 -24 -106 -48 -106', 14, 'round'),
        fg(circle(-48, -96, 17)),
        accent('M-60 -108C-82 -106 -92 -90 -84 -68L-70 -82L-54 -86Z'),
        fg('M-44 10A52 44 0 0 1 20 -26C60 -24 84 -6 112 26C76 44 30 54 -4 46A44 40 0 0 1 -44 10Z'),
        line('bg', 'M-8 4C24 -4 52 6 74 22', 6),
        line('fg', 'M14 40V114H-8M20 44L54 68L16 84', 7),
        bg(circle(-50, -100, 4)),
      ],
    },
  ],
}
