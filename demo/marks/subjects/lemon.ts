import { circle, polar, rotate, TAU } from '../../geometry.ts'
import { accent, bg, fg, line, type Piece, type Subject } from '../picture.ts'

export const lemon: Subject = {
  subject: 'lemon',
  kind: 'nature',
  keywords: ['fruit', 'citrus'],
  ideas: [
    {
      idea: 'slice',
      framed: true,
      draw: random => {
        const n = random.pick([6, 8])
        return [
          fg(circle(0, 0, 108)),
          bg(circle(0, 0, 94)),
          ...Array.from({ length: n }, (_, k) => {
            const a = (k * TAU) / n + 0.05
            const b = ((k + 1) * TAU) / n - 0.05
            const m = (a + b) / 2
            const p = (r: number, t: number) => polar(0, 0, r, t).join(' ')
            return accent(
              `M${p(11, m)}L${p(70, a + 0.04)}Q${p(84, a + 0.02)} ${p(84, a + 0.14)}A84 84 0 0 1 ${p(84, b - 0.14)}Q${p(84, b - 0.02)} ${p(70, b - 0.04)}Z`,
            )
          }),
        ]
      },
    },
    {
      idea: 'whole',
      draw: random =>
        [
          accent('M52 -68C48 -106 -4 -120 -40 -100C-28 -70 16 -58 52 -68Z'),
          line(
            'bg',
            'M-112 0C-104 -6 -98 -14 -92 -22C-70 -56 -38 -72 0 -72C38 -72 70 -56 92 -22C98 -14 104 -6 112 0C104 6 98 14 92 22C70 56 38 72 0 72C-38 72 -70 56 -92 22C-98 14 -104 6 -112 0Z',
            12,
          ),
          fg(
            'M-112 0C-104 -6 -98 -14 -92 -22C-70 -56 -38 -72 0 -72C38 -72 70 -56 92 -22C98 -14 104 -6 112 0C104 6 98 14 92 22C70 56 38 72 0 72C-38 72 -70 56 -92 22C-98 14 -104 6 -112 0Z',
          ),
          random.chance(0.5)
            ? line('bg', 'M-56 24A66 48 0 0 0 10 50', 9, 'round')
            : line('bg', 'M-56 -12A66 44 0 0 1 0 -48', 9, 'round'),
        ].map((piece): Piece => ({ ...piece, path: rotate(piece.path, -0.6) })),
    },
  ],
}
