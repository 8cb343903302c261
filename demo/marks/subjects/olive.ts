import { circle, ellipse, lens, polar, polyline, rotate, TAU } from '../../geometry.ts'
import { accent, both, fg, line, type Piece, type Subject } from '../picture.ts'

export const olive: Subject = {
  subject: 'olive',
  kind: 'nature',
  keywords: ['leaf'],
  ideas: [
    {
      idea: 'branch',
      draw: random => {
        const turn = random.range(0.3, 0.55)
        return [
          line('fg', 'M0 116V-50', 7),
          fg(lens(0, -118, 0, -46, 15)),
          ...[-10, 42].flatMap(y => both(lens(0, y, -70, y - 48, 16)).map(p => fg(p))),
          line('fg', 'M0 84C14 78 26 78 36 84M0 60C-14 54 -26 54 -36 60', 5),
          accent(rotate(ellipse(46, 100, 18, 24), -0.5, 46, 100)),
          accent(rotate(ellipse(-46, 76, 18, 24), 0.5, -46, 76)),
        ].map((piece): Piece => ({ ...piece, path: rotate(piece.path, turn) }))
      },
    },
    {
      idea: 'wreath',
      framed: true,
      draw: random => {
        const n = random.pick([6, 7])
        return [
          line('fg', 'M-30 -86A91 91 0 1 0 30 -86', 5),
          ...Array.from({ length: n }, (_, k) => {
            const a = TAU / 4 + 0.32 + (k * 2.35) / (n - 1)
            const [x, y] = polar(0, 0, 91, a)
            const out = lens(x, y, ...polar(0, 0, 122, a + 0.34), 9)
            const inner = lens(x, y, ...polar(0, 0, 62, a + 0.4), 9)
            const fruit = circle(...polar(0, 0, 68, a + 0.2), 11)
            const stalk = polyline([polar(0, 0, 91, a + 0.06), polar(0, 0, 68, a + 0.2)])
            return [
              ...both(out).map(p => fg(p)),
              ...(k % 2
                ? [...both(stalk).map(p => line('fg', p, 4)), ...both(fruit).map(p => accent(p))]
                : both(inner).map(p => fg(p))),
            ]
          }).flat(),
          fg(circle(0, 92, 9)),
        ]
      },
    },
  ],
}
