import { circle, ellipse } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const frog: Subject = {
  subject: 'frog',
  kind: 'animal',
  ideas: [
    {
      idea: 'front',
      draw: random => [
        ...both(circle(-54, -44, 38)).map(p => fg(p)),
        fg('M-108 18A108 66 0 0 1 108 18A108 70 0 0 1 -108 18Z'),
        ...both(circle(-54, -46, 23)).map(p => bg(p)),
        ...both(random.chance(0.5) ? ellipse(-54, -46, 17, 7) : circle(-50, -46, 11)).map(p => fg(p)),
        line('bg', 'M-86 22A100 56 0 0 0 86 22', 8, 'round'),
        ...both(circle(-11, -8, 4)).map(p => bg(p)),
        ...both(circle(-84, -2, 8)).map(p => accent(p)),
      ],
    },
  ],
}
