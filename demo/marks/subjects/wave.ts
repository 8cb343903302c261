import { circle, rect } from '../../geometry.ts'
import { accent, fg, line, type Subject } from '../picture.ts'

export const wave: Subject = {
  subject: 'wave',
  kind: 'nature',
  keywords: ['sea', 'water'],
  ideas: [
    {
      idea: 'breaking',
      draw: () => [
        fg('M-112 62C-74 62 -60 10 -44 -24A84 84 0 0 1 112 -6A60 60 0 0 0 8 6A54 54 0 0 0 62 62Z'),
        line('bg', 'M-64 66C-36 60 -30 10 -14 -18A56 56 0 0 1 60 -46', 8),
        fg(rect(-112, 74, 224, 12)),
        accent(circle(58, 20, 15)),
      ],
    },
    {
      idea: 'lines',
      draw: random => {
        const n = random.int(3, 4)
        return Array.from({ length: n }, (_, k) => {
          const y = -52 + k * 38
          return line(
            k === 1 ? 'accent' : 'fg',
            `M-112 ${y}A28 28 0 0 0 -56 ${y}A28 28 0 0 0 0 ${y}A28 28 0 0 0 56 ${y}A28 28 0 0 0 112 ${y}`,
            15,
          )
        })
      },
    },
  ],
}
