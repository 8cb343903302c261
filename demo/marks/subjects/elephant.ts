import { circle } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const elephant: Subject = {
  subject: 'elephant',
  kind: 'animal',
  keywords: ['safari'],
  ideas: [
    {
      idea: 'standing',
      draw: random => {
        const toes = random.chance(0.5)
        return [
          fg(
            'M-64 88V-8A72 72 0 0 1 8 -80H36A72 72 0 0 1 108 -8V88H66V44A21 21 0 0 0 24 44H10A21 21 0 0 0 -22 54V88Z',
          ),
          line('fg', 'M-50 -34A46 46 0 0 0 -96 12V62A14 14 0 0 1 -124 62', 25),
          fg(circle(-40, -22, 47)),
          line('bg', 'M-14 -62A46 46 0 0 1 -14 18A34 34 0 0 1 -40 -6', 7),
          bg(circle(-62, -28, 6)),
          ...(toes ? [accent('M-64 88V76H-22V88ZM66 88V76H108V88Z')] : []),
        ]
      },
    },
    {
      idea: 'front face',
      draw: random => {
        const n = random.pick([3, 4])
        return [
          ...both('M-38 -82C-70 -112 -124 -78 -118 -24C-114 20 -80 40 -42 24Z').map(p => accent(p)),
          line(
            'bg',
            'M-48 -66A50 44 0 0 1 48 -66V4C48 30 30 34 26 50L22 96A22 22 0 0 1 -22 96L-26 50C-30 34 -48 30 -48 4Z',
            9,
          ),
          fg(
            'M-48 -66A50 44 0 0 1 48 -66V4C48 30 30 34 26 50L22 96A22 22 0 0 1 -22 96L-26 50C-30 34 -48 30 -48 4Z',
          ),
          ...both('M-34 44C-52 42 -60 58 -56 78C-44 76 -34 64 -30 52Z').map(p => fg(p)),
          ...Array.from({ length: n }, (_, k) => line('bg', `M-40 ${46 + k * (60 / n)}H40`, 5)),
          ...both(circle(-27, -22, 6.5)).map(p => bg(p)),
        ]
      },
    },
    {
      idea: 'square',
      draw: random => [
        fg(
          'M-104 104V-20A84 84 0 0 1 -20 -104H40A64 64 0 0 1 104 -40V104H60V66A22 22 0 0 0 16 66V104H-28V40H-58V84A20 20 0 0 1 -78 104Z',
        ),
        line(
          'bg',
          random.chance(0.5)
            ? 'M-20 -62V-10A36 36 0 0 0 16 26H52V-10A52 52 0 0 0 0 -62Z'
            : 'M-18 -66V-4A34 34 0 0 0 50 -4A62 62 0 0 0 -18 -66Z',
          8,
        ),
        bg(circle(-56, -30, 7)),
        accent('M-52 52H-36V62A20 20 0 0 1 -52 78Z'),
      ],
    },
  ],
}
