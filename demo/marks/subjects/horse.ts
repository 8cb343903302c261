import { circle, lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const horse: Subject = {
  subject: 'horse',
  kind: 'animal',
  keywords: ['equestrian'],
  ideas: [
    {
      idea: 'profile',
      keywords: ['mane'],
      draw: random => {
        const n = random.pick([4, 5])
        return [
          fg(
            'M4 -114L36 -84C44 -78 48 -72 52 -64L98 -4A20 20 0 0 1 88 26C76 30 66 24 58 16C44 12 30 14 14 22C18 54 34 78 46 112H-86C-92 24 -74 -68 -8 -88Z',
          ),
          bg(lens(34, -52, 54, -38, 5)),
          bg(circle(86, 6, 4.5)),
          ...Array.from({ length: n }, (_, k) =>
            line(
              'bg',
              `M${-110} ${-34 + (k * 150) / n}C-74 ${-40 + (k * 150) / n} -48 ${-60 + (k * 132) / n} -34 ${-88 + (k * 120) / n}`,
              7,
            ),
          ),
        ]
      },
    },
    {
      idea: 'one line',
      keywords: ['profile'],
      draw: () => [
        line(
          'fg',
          'M44 110C40 70 4 54 6 14A42 42 0 0 1 48 -28M8 16C30 6 46 8 58 16C72 30 100 26 98 4C98 -2 94 -8 90 -14L48 -72C40 -84 26 -90 12 -112C4 -100 4 -90 4 -80C-60 -72 -92 0 -88 110',
          11,
          'round',
        ),
      ],
    },
    {
      idea: 'wooden',
      keywords: ['folk art', 'toy', 'standing'],
      draw: random => [
        fg(
          'M-58 -114L-40 -98C-26 -86 -22 -62 -8 -48C6 -36 24 -38 44 -36C76 -34 92 -12 90 20V108H48V66A26 26 0 0 0 22 40H-4A26 26 0 0 0 -30 66V108H-72V20C-72 0 -74 -14 -72 -30C-84 -34 -92 -28 -102 -26A14 14 0 0 1 -112 -50L-68 -92Z',
        ),
        ...(random.chance(0.5)
          ? [
              bg('M-6 -52H50V-12A28 28 0 0 1 -6 -12Z'),
              accent('M4 -37C14 -37 28 -36 40 -36V-12A18 18 0 0 1 4 -12Z'),
            ]
          : [line('bg', 'M-2 -56A24 30 0 0 0 50 -56', 7), line('bg', 'M-16 -56A38 46 0 0 0 64 -56', 7)]),
        line('bg', 'M-92 -66L-66 -28', 6),
        line('bg', 'M-46 -104C-34 -80 -34 -40 -72 0', 7),
        bg(circle(-70, -68, 5)),
      ],
    },
    {
      idea: 'front face',
      keywords: ['symmetry'],
      draw: random => [
        ...both(lens(-24, -60, -34, -116, 12)).map(p => fg(p)),
        fg(
          'M-36 -66H36C48 -44 46 -10 38 12C32 30 28 44 27 58C38 78 32 110 0 110C-32 110 -38 78 -27 58C-28 44 -32 30 -38 12C-46 -10 -48 -44 -36 -66Z',
        ),
        ...both(lens(-46, -30, -24, -18, 6)).map(p => bg(p)),
        ...(random.chance(0.5)
          ? [bg('M0 -10L9 12L7 60H-7L-9 12Z')]
          : [line('bg', 'M-44 42H44', 6), ...both('M-30 42L-58 -14').map(p => line('bg', p, 5))]),
        ...both(lens(-22, 92, -10, 76, 4)).map(p => bg(p)),
        line('bg', 'M-17 -74C-19 -56 -9 -40 0 -22C9 -40 19 -56 17 -74', 6),
        accent(
          'M0 -104C15 -92 20 -74 16 -58C12 -44 5 -34 0 -22C-5 -34 -12 -44 -16 -58C-20 -74 -15 -92 0 -104Z',
        ),
      ],
    },
  ],
}
