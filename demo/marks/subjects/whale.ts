import { circle, parsePath, transform } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

const SPERM_WHALE =
  'M-124 -30A26 26 0 0 1 -98 -56H-20C34 -56 48 6 80 6C90 6 94 -2 94 -14C74 -22 62 -38 60 -62C80 -64 94 -56 102 -42C110 -56 124 -64 144 -62C142 -38 130 -22 110 -14C114 34 78 60 24 60H-70C-88 60 -98 50 -98 38H-110A14 14 0 0 1 -124 24Z'

export const whale: Subject = {
  subject: 'whale',
  kind: 'animal',
  ideas: [
    {
      idea: 'profile',
      draw: random => {
        const spout = random.chance(0.6)
        return [
          fg(
            'M-112 34V-2A62 62 0 0 1 -50 -64C10 -64 26 24 66 24C80 24 84 10 84 -10A38 38 0 0 1 46 -48A38 38 0 0 1 92 -32A38 38 0 0 1 130 -58A38 38 0 0 1 104 -8C104 44 72 70 20 70H-76A36 36 0 0 1 -112 34Z',
          ),
          line('bg', 'M-118 22C-70 22 -40 22 -16 40', 7),
          ...[0, 1].map(k =>
            line(
              'bg',
              `M${-96 + k * 6} ${36 + k * 14}C-64 ${36 + k * 14} -50 ${36 + k * 13} -34 ${50 + k * 9}`,
              5,
            ),
          ),
          bg(circle(-56, -4, 7)),
          ...(spout
            ? [line('accent', 'M-60 -76V-92A18 18 0 0 0 -96 -92M-60 -92A18 18 0 0 1 -24 -92', 9)]
            : []),
        ]
      },
    },
    {
      idea: 'tail',
      draw: () => [
        ...both('M1 92V-36C-22 -68 -72 -84 -124 -76C-104 -34 -62 -40 -38 -12C-20 8 -18 40 -34 92Z').map(
          path => fg(path),
        ),
        bg('M-9 -60L0 -30L9 -60Z'),
        line(
          'accent',
          'M-120 96A30 30 0 0 0 -60 96A30 30 0 0 0 0 96A30 30 0 0 0 60 96A30 30 0 0 0 120 96',
          11,
          'round',
        ),
      ],
    },
    {
      idea: 'one line',
      draw: () => [
        line(
          'fg',
          'M-118 30C-60 26 -40 40 -16 52M-118 30C-124 -26 -88 -58 -44 -58C16 -58 26 14 62 14C78 14 88 2 88 -16C70 -22 56 -38 54 -60C72 -62 86 -54 92 -40C98 -54 112 -62 128 -60C126 -38 110 -22 88 -16C98 40 56 72 4 72H-66C-98 72 -114 54 -118 30',
          12,
          'round',
        ),
      ],
    },
    {
      idea: 'sperm whale',
      draw: () => [
        fg(SPERM_WHALE),
        line('bg', 'M-128 32H-44', 7),
        bg(circle(-42, 12, 6)),
        line('bg', 'M-6 26A34 34 0 0 0 34 52', 7),
      ],
    },
    {
      idea: 'below a boat',
      framed: true,
      draw: () => [
        fg('M-107 -32A112 112 0 1 0 107 -32Z'),
        bg(transform(parsePath(SPERM_WHALE), [0.64, 0, 0, 0.64, -6, 28])),
        fg(circle(-36, 34, 4)),
        accent('M4 -48V-124L52 -48Z'),
        accent('M-6 -48V-98L-38 -48Z'),
      ],
    },
  ],
}
