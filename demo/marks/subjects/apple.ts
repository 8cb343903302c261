import { lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const apple: Subject = {
  subject: 'apple',
  kind: 'nature',
  keywords: ['fruit'],
  ideas: [
    {
      idea: 'halved',
      draw: () => [
        fg('M0 -50C-30 -72 -92 -66 -92 6C-92 66 -54 104 0 96C54 104 92 66 92 6C92 -66 30 -72 0 -50Z'),
        bg('M0 -30C-26 -48 -72 -44 -72 8C-72 52 -44 84 0 78C44 84 72 52 72 8C72 -44 26 -48 0 -30Z'),
        ...both(lens(-8, 46, -24, 0, 11)).map(p => accent(p)),
        line('fg', 'M0 -46C0 -76 6 -92 20 -108', 9),
        line('fg', 'M0 -32V-10M0 60V80', 6),
      ],
    },
    {
      idea: 'quarters',
      draw: random => [
        fg('M-5 100A88 88 0 0 1 -93 12V-8A50 50 0 0 1 -5 -36Z'),
        accent('M5 100A88 88 0 0 0 93 12V-8A50 50 0 0 0 5 -36Z'),
        line('fg', 'M0 -34V-100', 9),
        fg('M4 -62H22A40 40 0 0 0 62 -102H44A40 40 0 0 0 4 -62Z'),
        ...(random.chance(0.5)
          ? [bg(lens(-36, 58, -36, 6, 12))]
          : [line('bg', 'M-62 14A36 36 0 0 0 -36 62', 8, 'round')]),
      ],
    },
  ],
}
