import { lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const bull: Subject = {
  subject: 'bull',
  kind: 'animal',
  keywords: ['cattle'],
  ideas: [
    {
      idea: 'front face',
      draw: random => [
        ...both('M-30 -62C-70 -52 -84 -80 -78 -112C-114 -92 -120 -34 -40 -26Z').map(p => accent(p)),
        ...both('M-46 -22L-104 -14C-96 10 -70 14 -44 4Z').map(p => fg(p)),
        line('bg', 'M-48 -64H48L42 24C40 60 30 96 0 108C-30 96 -40 60 -42 24Z', 8),
        fg('M-48 -64H48L42 24C40 60 30 96 0 108C-30 96 -40 60 -42 24Z'),
        ...both('M-40 -8L-14 8L-36 12Z').map(p => bg(p)),
        ...both(lens(-22, 62, -7, 78, 5)).map(p => bg(p)),
        ...(random.chance(0.5)
          ? [bg('M0 -64L12 -34L0 -10L-12 -34Z')]
          : [line('bg', 'M-20 -64L0 -40L20 -64', 7)]),
      ],
    },
  ],
}
