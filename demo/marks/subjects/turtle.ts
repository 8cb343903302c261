import { circle, ellipse, lens, polar, sector, TAU } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const turtle: Subject = {
  subject: 'turtle',
  kind: 'animal',
  keywords: ['tortoise'],
  ideas: [
    {
      idea: 'from above',
      draw: random => {
        const sides = random.pick([5, 6])
        return [
          ...[0.125, 0.375, 0.625, 0.875].map(t => {
            const [x, y] = polar(0, 0, 118, t * TAU)
            return fg(lens(0, 0, x, y, 24))
          }),
          fg(ellipse(0, -102, 23, 28)),
          fg(lens(0, 60, 0, 118, 9)),
          line('bg', circle(0, 0, 84), 9),
          fg(circle(0, 0, 82)),
          ...Array.from({ length: sides }, (_, k) => {
            const a = -TAU / 4 + (k * TAU) / sides
            const [x0, y0] = polar(0, 0, 36, a)
            const [x1, y1] = polar(0, 0, 84, a)
            const [x2, y2] = polar(0, 0, 36, a + TAU / sides)
            return line('bg', `M${x1} ${y1}L${x0} ${y0}L${x2} ${y2}`, 6)
          }),
        ]
      },
    },
    {
      idea: 'side',
      draw: random => [
        fg(sector(-14, 34, 92, 0, Math.PI, TAU)),
        line(
          'bg',
          random.chance(0.5)
            ? 'M-14 -66V-28M-52 -6L-14 -28L24 -6V40M-52 40V-6L-94 -30M24 -6L66 -30'
            : 'M-14 -66V40M-60 -50A70 70 0 0 1 -44 40M32 -50A70 70 0 0 0 16 40',
          7,
        ),
        accent('M-118 44H96V58H-118Z'),
        fg('M76 30C78 0 88 -14 102 -14A24 24 0 0 1 124 14C120 26 108 30 100 44V58H70Z'),
        bg(circle(106, 6, 4.5)),
        fg('M-84 66H-36V88A10 10 0 0 1 -46 94H-84ZM20 66H66V94H28A10 10 0 0 1 20 86Z'),
      ],
    },
    {
      idea: 'swimming',
      draw: () => [
        fg('M-6 -62C-40 -100 -84 -98 -116 -62C-84 -66 -52 -52 -28 -22Z'),
        fg('M6 -62C40 -100 84 -98 116 -62C84 -66 52 -52 28 -22Z'),
        fg(lens(-26, 52, -64, 104, 14)),
        fg(lens(26, 52, 64, 104, 14)),
        fg('M0 -118A20 26 0 0 1 20 -92A20 22 0 0 1 -20 -92A20 26 0 0 1 0 -118Z'),
        line(
          'bg',
          'M0 -66C42 -66 60 -30 56 6C52 44 22 78 0 98C-22 78 -52 44 -56 6C-60 -30 -42 -66 0 -66Z',
          9,
        ),
        accent('M0 -66C42 -66 60 -30 56 6C52 44 22 78 0 98C-22 78 -52 44 -56 6C-60 -30 -42 -66 0 -66Z'),
        line('bg', 'M0 -70V-34M0 58V100M-28 -14L-60 -30M28 -14L60 -30M-28 34L-54 48M28 34L54 48', 6),
        line('bg', 'M0 -34L28 -14V34L0 58L-28 34V-14Z', 6),
      ],
    },
  ],
}
