import { parsePath } from '../../geometry.ts'
import { accent, fg, line, type Subject } from '../picture.ts'

export const leaf: Subject = {
  subject: 'leaf',
  kind: 'nature',
  ideas: [
    {
      idea: 'veins',
      draw: random => {
        const shape = parsePath('M-90 90V-6A96 96 0 0 1 6 -102H90V-6A96 96 0 0 1 -6 90Z')
        return random.chance(0.5)
          ? [
              fg(shape),
              line('bg', 'M-95 95L40 -40', 9),
              line('bg', 'M-40 40H22M-40 40V-22M-2 2H62M-2 2V-62', 8),
            ]
          : [
              fg(shape),
              line('bg', 'M-95 95L54 -54', 8),
              line('bg', 'M-46 46V-20M-8 8V-66M-46 46H26M-8 8H66', 7),
            ]
      },
    },
    {
      idea: 'halves',
      draw: () => [
        fg('M-5 -112C-92 -48 -92 40 -5 112Z'),
        accent('M5 -112C92 -48 92 40 5 112Z'),
        ...[0, 1, 2, 3].map(k => line('bg', `M5 ${-44 + k * 38}L100 ${-104 + k * 38}`, 9)),
      ],
    },
    {
      idea: 'twins',
      draw: () => [
        fg('M-6 96V20A90 90 0 0 0 -96 -70V6A90 90 0 0 0 -6 96Z'),
        accent('M6 96V-10A90 90 0 0 1 96 -100V6A90 90 0 0 1 6 96Z'),
      ],
    },
  ],
}
