import { circle, lens } from '../../geometry.ts'
import { accent, fg, line, type Subject } from '../picture.ts'

export const palm: Subject = {
  subject: 'palm',
  kind: 'nature',
  keywords: ['tree', 'tropical'],
  ideas: [
    {
      idea: 'coconuts',
      draw: random => [
        fg('M-10 -44C-2 10 -10 66 -34 104H2C14 60 14 6 4 -44Z'),
        ...[16, 38, 60, 82].map(y => line('bg', `M-50 ${y + 6}L30 ${y - 8}`, 5)),
        ...[
          'M0 -50C-24 -88 -76 -86 -104 -34C-72 -54 -36 -56 0 -50Z',
          'M0 -50C-50 -56 -90 -20 -82 40C-64 0 -40 -26 0 -50Z',
          'M0 -50C-8 -92 -40 -114 -76 -108C-44 -98 -22 -80 0 -50Z',
          'M0 -50C24 -88 76 -86 104 -34C72 -54 36 -56 0 -50Z',
          'M0 -50C50 -56 90 -20 82 40C64 0 40 -26 0 -50Z',
          'M0 -50C8 -92 40 -114 76 -108C44 -98 22 -80 0 -50Z',
        ].map(p => fg(p)),
        ...(random.chance(0.6)
          ? [
              line('bg', circle(-14, -36, 12), 5),
              accent(circle(-14, -36, 11)),
              line('bg', circle(12, -34, 12), 5),
              accent(circle(12, -34, 11)),
            ]
          : []),
        fg('M-84 112A92 20 0 0 1 66 112Z'),
      ],
    },
    {
      idea: 'fan',
      draw: random => {
        const n = random.pick([7, 9])
        return [
          ...Array.from({ length: n }, (_, k) => {
            const a = -Math.PI * (0.02 + (0.96 * k) / (n - 1))
            return (k % 2 ? accent : fg)(
              lens(
                12 * Math.cos(a),
                -22 + 12 * Math.sin(a),
                104 * Math.cos(a),
                -22 + 96 * Math.sin(a),
                n === 7 ? 16 : 12,
              ),
            )
          }),
          fg('M-5 -8H5L12 112H-12Z'),
        ]
      },
    },
  ],
}
