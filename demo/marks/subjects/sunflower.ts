import { circle, lens, polar, TAU } from '../../geometry.ts'
import { accent, bg, fg, type Piece, type Subject } from '../picture.ts'

export const sunflower: Subject = {
  subject: 'sunflower',
  kind: 'nature',
  keywords: ['flower'],
  ideas: [
    {
      idea: 'seeds',
      draw: random => {
        const n = random.pick([18, 20])
        const seeds = random.pick([44, 60])
        return [
          ...Array.from({ length: n }, (_, k): Piece => {
            const a = (k * TAU) / n
            return accent(lens(...polar(0, 0, 62, a), ...polar(0, 0, k % 2 ? 106 : 116, a), 230 / n))
          }),
          bg(circle(0, 0, 62)),
          fg(circle(0, 0, 56)),
          ...Array.from({ length: seeds }, (_, k) => {
            const [x, y] = polar(0, 0, 49 * Math.sqrt((k + 0.5) / seeds), k * 2.39996)
            return bg(circle(x, y, seeds > 50 ? 2.4 : 2.9))
          }),
        ]
      },
    },
  ],
}
