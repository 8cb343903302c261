import { circle, lens, type Path, parsePath } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const deer: Subject = {
  subject: 'deer',
  kind: 'animal',
  keywords: ['stag', 'antlers'],
  ideas: [
    {
      idea: 'front face',
      draw: random => {
        const tines = random.pick([2, 3])
        const antler: Path = parsePath(
          `M-16 -30C-16 -62 -70 -58 -70 -116${tines > 2 ? 'M-61 -84C-74 -84 -92 -92 -94 -112' : ''}M-46 -62C-40 -74 -38 -84 -40 -104`,
        )
        return [
          ...both(antler).map(p => line('fg', p, 11, 'round')),
          ...both(lens(-26, -22, -86, -34, 14)).map(p => fg(p)),
          fg('M-34 -36H34C42 8 26 44 20 84A20 20 0 0 1 -20 84C-26 44 -42 8 -34 -36Z'),
          ...both(lens(-26, 2, -12, 18, 5)).map(p => bg(p)),
          accent('M-13 72H13A13 16 0 0 1 -13 72Z'),
        ]
      },
    },
    {
      idea: 'profile',
      draw: () => [
        line(
          'accent',
          'M6 -46C10 -80 -40 -74 -36 -116M-30 -78C-52 -72 -72 -84 -74 -104M8 -56C18 -86 62 -76 58 -116M38 -80C56 -72 82 -78 88 -100M-4 -68C4 -80 6 -92 4 -106',
          9,
          'round',
        ),
        fg(lens(-6, -34, -64, -58, 13)),
        fg(
          'M-12 -50H26L84 2A16 16 0 0 1 78 30C62 36 46 30 34 24C22 50 34 82 50 112H-66C-58 60 -40 10 -20 -18Z',
        ),
        bg(lens(24, -20, 44, -10, 5)),
        line('bg', 'M-62 74C-30 70 0 80 20 104', 7),
      ],
    },
    {
      idea: 'antlers',
      draw: () => [
        line(
          'fg',
          'M-14 44C-40 20 -96 6 -96 -44A96 96 0 0 1 -66 -108M-86 -8C-70 -16 -64 -32 -66 -50M-62 14C-44 4 -36 -14 -40 -36',
          11,
          'round',
        ),
        line(
          'fg',
          'M14 44C40 20 96 6 96 -44A96 96 0 0 0 66 -108M86 -8C70 -16 64 -32 66 -50M62 14C44 4 36 -14 40 -36',
          11,
          'round',
        ),
        ...both(lens(-18, 52, -62, 40, 10)).map(p => fg(p)),
        fg('M-22 38H22C26 64 16 82 14 104A14 12 0 0 1 -14 104C-16 82 -26 64 -22 38Z'),
        accent(circle(0, -34, 16)),
      ],
    },
  ],
}
