import { circle, lens } from '../../geometry.ts'
import { accent, both, fg, type Subject } from '../picture.ts'

export const dragonfly: Subject = {
  subject: 'dragonfly',
  kind: 'animal',
  keywords: ['wings', 'insect'],
  ideas: [
    {
      idea: 'from above',
      draw: random => [
        ...both(lens(-10, -44, -118, -68, 20)).map(p => fg(p)),
        ...both(lens(-10, -30, -112, 10, 19)).map(p => accent(p)),
        ...both(circle(-10, -88, 12)).map(p => fg(p)),
        fg('M-12 -72H12L9 -18H-9Z'),
        ...(random.chance(0.5)
          ? Array.from({ length: 6 }, (_, k) =>
              fg(
                `M${-8 + k * 0.8} ${-12 + k * 21}H${8 - k * 0.8}L${7 - k * 0.8} ${3 + k * 21}H${-7 + k * 0.8}Z`,
              ),
            )
          : [fg('M-8 -12H8L4 112A4 4 0 0 1 -4 112Z')]),
      ],
    },
  ],
}
