import { circle, ellipse, lens, rotate } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const hare: Subject = {
  subject: 'hare',
  kind: 'animal',
  keywords: ['rabbit'],
  ideas: [
    {
      idea: 'lying',
      draw: () => [
        fg('M-106 72A88 88 0 0 1 -18 -16H10A44 44 0 0 1 78 -28A40 40 0 0 1 84 36L60 42V72Z'),
        fg(rotate(lens(46, -24, -40, -74, 15), 0)),
        fg(lens(56, -28, -14, -100, 14)),
        bg(circle(72, 0, 6.5)),
        accent(circle(-104, 40, 17)),
        line('bg', 'M-52 72A42 42 0 0 1 -10 30A42 42 0 0 1 20 44', 7),
      ],
    },
    {
      idea: 'front face',
      draw: () => [
        ...both(rotate(lens(-26, -14, -42, -120, 19), 0)).map(p => fg(p)),
        ...both(lens(-29, -30, -40, -104, 8)).map(p => accent(p)),
        fg(ellipse(0, 24, 62, 58)),
        ...both(circle(-26, 10, 7.5)).map(p => bg(p)),
        bg('M-10 30H10L0 41Z'),
        line('bg', 'M0 40V54M-15 54A15 11 0 0 0 0 54A15 11 0 0 0 15 54', 5, 'round'),
      ],
    },
  ],
}
