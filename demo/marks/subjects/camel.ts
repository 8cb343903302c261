import { circle } from '../../geometry.ts'
import { bg, fg, line, type Subject } from '../picture.ts'

export const camel: Subject = {
  subject: 'camel',
  kind: 'animal',
  keywords: ['desert'],
  ideas: [
    {
      idea: 'walking',
      draw: () => [
        fg(
          'M-104 -74A14 14 0 0 1 -90 -88H-58A16 16 0 0 1 -42 -72V-6C-42 10 -20 12 -20 -6V-24A32 32 0 0 1 44 -24V-14C44 -6 52 -6 52 -14A28 28 0 0 1 108 -14V104H80V40H-14V104H-42V52A32 32 0 0 1 -72 20V-56H-92A14 14 0 0 1 -104 -74Z',
        ),
        line('fg', 'M106 -6C122 10 118 30 120 44', 7, 'round'),
        bg(circle(-70, -74, 4.5)),
        fg('M-62 -84L-52 -100L-44 -78Z'),
      ],
    },
  ],
}
