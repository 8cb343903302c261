import { parsePath, rotate, TAU } from '../../geometry.ts'
import { accent, fg, line, type Subject } from '../picture.ts'

export const clover: Subject = {
  subject: 'clover',
  kind: 'nature',
  keywords: ['luck'],
  ideas: [
    {
      idea: 'four leaves',
      draw: random => {
        const leaf = parsePath(
          random.chance(0.5)
            ? 'M0 -8L-42 -50A29 29 0 0 1 0 -90A29 29 0 0 1 42 -50Z'
            : 'M0 -8L-46 -54C-46 -92 -12 -96 0 -78C12 -96 46 -92 46 -54Z',
        )
        const turn = TAU / 8
        return [
          ...[0, 1, 2, 3].map(k => (k === 1 ? accent : fg)(rotate(leaf, turn + (k * TAU) / 4))),
          line('fg', 'M0 0C6 40 -4 80 -34 112', 10),
        ]
      },
    },
  ],
}
