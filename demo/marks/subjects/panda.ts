import { circle, ellipse, rotate } from '../../geometry.ts'
import { bg, both, fg, line, type Subject } from '../picture.ts'

export const panda: Subject = {
  subject: 'panda',
  kind: 'animal',
  keywords: ['bear'],
  ideas: [
    {
      idea: 'front face',
      draw: random => [
        ...both(circle(-76, -70, 34)).map(p => fg(p)),
        bg(ellipse(0, 8, 108, 96)),
        line('fg', ellipse(0, 8, 102, 90), 9),
        ...both(rotate(ellipse(-42, -4, 22, 30), 0.5, -42, -4)).map(p => fg(p)),
        ...both(circle(-38, -8, 7)).map(p => bg(p)),
        fg('M-18 32A18 11 0 0 1 18 32C18 44 6 50 0 52C-6 50 -18 44 -18 32Z'),
        ...(random.chance(0.5)
          ? [line('fg', 'M0 50V62M-18 62A11 9 0 0 0 0 62A11 9 0 0 0 18 62', 6, 'round')]
          : []),
      ],
    },
  ],
}
