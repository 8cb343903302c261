import { circle, ellipse, lens, rotate } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const rabbit: Subject = {
  subject: 'rabbit',
  kind: 'animal',
  keywords: ['bunny'],
  ideas: [
    {
      idea: 'seated',
      keywords: ['profile', 'geometric'],
      draw: () => [
        accent(circle(-84, 66, 20)),
        fg(lens(34, -46, -22, -104, 14)),
        line('bg', lens(44, -44, 8, -118, 15), 6),
        fg(lens(44, -44, 8, -118, 15)),
        fg('M-78 100A76 76 0 0 1 8 -12L30 0L56 30V88H70A12 12 0 0 1 70 100Z'),
        fg(circle(52, -22, 38)),
        line('bg', 'M-56 104A52 52 0 0 1 34 66', 7),
        bg(circle(62, -30, 6)),
      ],
    },
    {
      idea: 'front face',
      draw: random => [
        fg('M-44 10V-86A20 20 0 0 1 -4 -86V10Z'),
        ...(random.chance(0.5)
          ? [fg('M44 10V-86A20 20 0 0 0 4 -86V10Z')]
          : [
              fg('M44 10V-62H4V10Z'),
              line('bg', 'M2 -50A38 38 0 0 1 40 -88C70 -88 88 -66 88 -30C70 -30 50 -40 46 -58Z', 6),
              fg('M4 -54A36 36 0 0 1 40 -88C70 -88 88 -66 88 -30C70 -30 50 -40 46 -58Z'),
            ]),
        line('bg', 'M-24 -76V-34', 8, 'round'),
        fg(ellipse(0, 44, 66, 60)),
        bg('M-12 44H12L0 58Z'),
        line('bg', 'M0 56V74M-16 76A16 10 0 0 0 0 74A16 10 0 0 0 16 76', 6, 'round'),
        ...both(circle(-30, 26, 7)).map(p => bg(p)),
      ],
    },
    {
      idea: 'leaping',
      keywords: ['movement'],
      draw: () => [
        fg('M-92 24C-84 -28 -20 -60 40 -34L58 -20L40 30C10 10 -18 16 -36 44L-92 70L-106 60L-76 38Z'),
        fg(circle(-88, 4, 14)),
        fg('M30 10L84 56L104 54L96 66L78 70L16 30Z'),
        fg(rotate(ellipse(66, -34, 32, 25), 0.3, 66, -34)),
        fg(lens(58, -48, -10, -82, 12)),
        line('bg', lens(64, -50, 14, -106, 12), 5),
        fg(lens(64, -50, 14, -106, 12)),
        bg(circle(74, -38, 5)),
      ],
    },
    {
      idea: 'moon',
      framed: true,
      keywords: ['negative space'],
      draw: () => [
        fg(circle(0, 0, 108)),
        bg(
          'M-58 112C-70 50 -40 16 -2 8C-4 -6 0 -16 8 -24L-36 -76A10 10 0 0 1 -20 -90L18 -50L8 -82A10 10 0 0 1 28 -86L42 -34C62 -30 76 -14 74 4A14 14 0 0 1 60 16H46C44 36 52 60 50 112Z',
        ),
        fg(circle(48, -10, 5.5)),
      ],
    },
  ],
}
