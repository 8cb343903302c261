import { circle, ellipse } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const bear: Subject = {
  subject: 'bear',
  kind: 'animal',
  ideas: [
    {
      idea: 'front face',
      draw: random => {
        const smile = random.chance(0.5)
        return [
          ...both(circle(-66, -66, 38)).map(p => fg(p)),
          ...both(circle(-66, -66, 17)).map(p => accent(p)),
          fg('M-96 0A96 88 0 0 1 96 0V14A96 80 0 0 1 -96 14Z'),
          bg(ellipse(0, 40, 44, 36)),
          fg('M-19 22A19 12 0 0 1 19 22A19 22 0 0 1 -19 22Z'),
          ...(smile ? [line('fg', 'M0 36V50M-17 50A17 13 0 0 0 0 50A17 13 0 0 0 17 50', 5, 'round')] : []),
          ...both(circle(-38, -16, 8)).map(p => bg(p)),
        ]
      },
    },
    {
      idea: 'walking',
      draw: () => [
        fg(
          'M-126 40L-94 8C-90 -10 -78 -20 -62 -22C-52 -48 -34 -62 -14 -62C8 -62 16 -52 40 -52C88 -52 114 -22 114 24V98H70V62C46 70 18 70 -4 64L-12 98H-56V66C-72 70 -98 66 -118 58Z',
        ),
        fg(circle(-62, -24, 15)),
        bg(circle(-82, 14, 5.5)),
        line('bg', 'M70 104V28', 7),
        line('bg', 'M-12 104L2 40', 7),
      ],
    },
    {
      idea: 'one line',
      draw: () => [
        line(
          'fg',
          'M34 100V60C14 68 -10 68 -30 60V100H-68V40C-92 44 -108 36 -112 18C-116 4 -98 -8 -84 -14C-84 -36 -62 -40 -54 -26C-36 -54 0 -62 34 -58C84 -52 108 -22 108 26V100H70V44',
          12,
          'round',
        ),
      ],
    },
    {
      idea: 'sleeping',
      draw: () => [
        fg('M-60 74A90 90 0 0 1 120 74Z'),
        line('bg', 'M-122 74V52A54 54 0 0 1 -14 52V74Z', 16),
        ...[-104, -32].map(x => fg(circle(x, 14, 19))),
        fg('M-122 74V52A54 54 0 0 1 -14 52V74Z'),
        ...[-94, -42].map(x => line('bg', `M${x - 11} 42A13 13 0 0 0 ${x + 11} 42`, 6, 'round')),
        bg('M-81 54A13 9 0 0 1 -55 54A13 14 0 0 1 -81 54Z'),
      ],
    },
    {
      idea: 'negative space',
      framed: true,
      draw: () => [
        fg(circle(0, 0, 118)),
        bg(
          'M-92 22C-92 10 -80 2 -68 -2C-62 -18 -48 -26 -34 -28C-18 -42 4 -48 24 -48C66 -48 92 -20 92 22V130H58V58C38 64 16 64 -4 58V130H-40V42C-56 46 -72 42 -84 34Z',
        ),
        bg(circle(-52, -26, 12)),
        fg(circle(-60, 8, 4.5)),
        bg(circle(-46, -74, 14)),
      ],
    },
  ],
}
