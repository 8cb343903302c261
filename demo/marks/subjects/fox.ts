import { circle, lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const fox: Subject = {
  subject: 'fox',
  kind: 'animal',
  ideas: [
    {
      idea: 'front face',
      draw: random => {
        const bushy = random.chance(0.5)
        return [
          fg('M-104 -104L-34 -60H34L104 -104V-10A118 118 0 0 1 0 106A118 118 0 0 1 -104 -10Z'),
          ...both('M-104 2A104 104 0 0 1 -8 92A116 116 0 0 1 -104 2Z').map(p => bg(p)),
          ...both(bushy ? 'M-90 -80L-52 -56A60 60 0 0 0 -90 -20Z' : 'M-92 -84L-58 -62L-92 -34Z').map(p =>
            accent(p),
          ),
          ...(random.chance(0.6)
            ? both(lens(-58, -8, -28, 4, 7)).map(p => bg(p))
            : both(circle(-42, -6, 7)).map(p => bg(p))),
          fg(circle(0, 92, 15)),
        ]
      },
    },
    {
      idea: 'running',
      draw: () => [
        fg(
          'M-126 2L-92 -32L-92 -68L-64 -44C-30 -34 2 -44 32 -36C54 -28 60 -4 48 16L84 70H62L20 30C-4 36 -26 34 -42 24L-92 70H-114L-72 10C-84 4 -104 6 -126 2Z',
        ),
        fg('M46 -34C60 -56 84 -60 98 -58C104 -40 100 -14 86 -6C74 0 66 -2 62 -4C60 -16 54 -26 46 -34Z'),
        accent('M106 -58C120 -60 132 -66 142 -76C146 -50 126 -22 95 -10C106 -22 110 -40 106 -58Z'),
        bg(lens(-98, -10, -82, -16, 4)),
      ],
    },
    {
      idea: 'one line',
      draw: () => [
        line('fg', 'M-36 -52H36L100 -110L108 -8L0 110L-108 -8L-100 -110L-36 -52L0 60L36 -52', 13, 'round'),
      ],
    },
    {
      idea: 'curled up',
      draw: () => [
        fg(circle(10, 10, 104)),
        line('bg', 'M-60 50C-20 74 56 66 84 6', 9),
        bg('M-86 34C-80 60 -62 84 -36 98C-36 74 -48 54 -58 44Z'),
        line('bg', 'M-126 -22L-114 -112L-76 -80H-40L-2 -112L10 -22L-58 48Z', 16),
        fg('M-126 -22L-114 -112L-76 -80H-40L-2 -112L10 -22L-58 48Z'),
        ...[-88, -28].map(x => line('bg', `M${x - 13} -24A15 15 0 0 0 ${x + 13} -24`, 6, 'round')),
        bg(circle(-58, 30, 6)),
      ],
    },
    {
      idea: 'sitting',
      draw: () => [
        fg(
          'M-98 -50L-58 -74L-52 -112L-28 -88L-6 -112V-52C-6 -40 4 -24 14 -8C34 24 34 60 34 104H-46V8C-52 -22 -70 -34 -98 -50Z',
        ),
        fg('M42 104C118 104 134 30 100 -18C72 -4 42 40 42 104Z'),
        accent('M103 -24L98 -84C84 -70 70 -50 62 10C74 -4 88 -16 103 -24Z'),
      ],
    },
  ],
}
