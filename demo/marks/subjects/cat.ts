import { circle, lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const cat: Subject = {
  subject: 'cat',
  kind: 'animal',
  keywords: ['pet'],
  ideas: [
    {
      idea: 'seated',
      draw: random => {
        const tail = random.chance(0.6)
        return [
          ...(tail ? [line('fg', 'M46 84H74A30 30 0 0 0 104 54V30A22 22 0 0 0 82 8', 17, 'round')] : []),
          fg('M-58 92V20A58 58 0 0 1 58 20V92Z'),
          fg('M-56 -104L-24 -84H24L56 -104V-46A56 50 0 0 1 -56 -46Z'),
          line('bg', 'M-44 -8A56 50 0 0 0 44 -8', 7),
          ...(random.chance(0.5)
            ? both(circle(-24, -52, 7)).map(p => bg(p))
            : both(lens(-36, -52, -14, -52, 7)).map(p => bg(p))),
          accent('M-8 -34H8L0 -25Z'),
          line('bg', 'M0 92V46', 6),
        ]
      },
    },
    {
      idea: 'curled',
      framed: true,
      draw: () => [
        fg(circle(6, 12, 98)),
        line('bg', 'M74 -30A80 80 0 0 1 -14 90', 8, 'round'),
        line('bg', 'M-74 34V-26L-44 -4H0L30 -26V34A52 42 0 0 1 -74 34Z', 9),
        line('bg', 'M-56 28A12 9 0 0 0 -34 28M-10 28A12 9 0 0 0 12 28', 7, 'round'),
        bg('M-31 44H-13L-22 53Z'),
      ],
    },
    {
      idea: 'one line',
      draw: () => [
        line(
          'fg',
          'M-26 106H-40C-76 106 -66 44 -44 8C-36 -6 -38 -22 -42 -36A44 44 0 0 1 -44 -52V-104L-18 -82H18L44 -104V-52A44 44 0 0 1 42 -36C38 -22 36 -6 44 8C62 38 72 84 52 106H-4C60 108 112 100 104 60A18 18 0 0 0 72 52',
          10,
          'round',
        ),
      ],
    },
    {
      idea: 'front face',
      draw: random => [
        fg('M-100 -108L-44 -66H44L100 -108V38A66 66 0 0 1 34 104H-34A66 66 0 0 1 -100 38Z'),
        ...both(lens(-74, -2, -20, 6, 19)).map(p => bg(p)),
        ...both(random.chance(0.5) ? lens(-47, -18, -47, 22, 6) : circle(-47, 2, 10)).map(p => fg(p)),
        bg('M-14 38H14L0 54Z'),
        line('bg', 'M0 52V66M-22 68A14 11 0 0 0 0 66A14 11 0 0 0 22 68', 6, 'round'),
        ...both('M-82 -76L-52 -54L-82 -36Z').map(p => bg(p)),
      ],
    },
  ],
}
