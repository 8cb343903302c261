import { circle, polar } from '../../geometry.ts'
import { bg, fg, line, type Subject } from '../picture.ts'

export const snake: Subject = {
  subject: 'snake',
  kind: 'animal',
  keywords: ['serpent'],
  ideas: [
    {
      idea: 'curves',
      draw: random => [
        line('fg', 'M-92 96H40A38 38 0 0 0 40 20H-40A38 38 0 0 1 -40 -56H40', 27, 'round'),
        fg('M30 -84H66A34 28 0 0 1 66 -28H30Z'),
        line('accent', 'M96 -56H112L122 -66M112 -56L122 -46', 6),
        bg(circle(66, -64, 6)),
        ...(random.chance(0.5)
          ? [line('bg', 'M-84 96H40A38 38 0 0 0 40 20H-40A38 38 0 0 1 -40 -56H24', 5)]
          : [-60, -30, 0, 30].map(x => line('bg', `M${x - 6} 80L${x + 6} 112M${-x - 6} 4L${-x + 6} 36`, 5))),
      ],
    },
    {
      idea: 'ring',
      framed: true,
      draw: random => [
        line('fg', 'M44 -76A88 88 0 1 0 88 0', 25),
        fg('M75.5 1H100.5C100 -16 94 -30 84 -40C82 -28 76 -16 75.5 1Z'),
        line('bg', 'M36 -66L50 -88C76 -96 104 -80 106 -50L96 -34C70 -32 52 -46 36 -66Z', 5),
        fg('M36 -66L50 -88C76 -96 104 -80 106 -50L96 -34C70 -32 52 -46 36 -66Z'),
        bg(circle(78, -66, 5.5)),
        ...(random.chance(0.6)
          ? Array.from({ length: 14 }, (_, k) => polar(0, 0, 88, 0.36 + k * 0.3)).map(([x, y]) =>
              bg(circle(x, y, 5.5)),
            )
          : [line('bg', 'M34 -81A88 88 0 1 0 87 12', 5)]),
      ],
    },
  ],
}
