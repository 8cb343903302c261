import { circle, lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const wolf: Subject = {
  subject: 'wolf',
  kind: 'animal',
  keywords: ['wild'],
  ideas: [
    {
      idea: 'front face',
      keywords: ['facets'],
      draw: random => [
        fg(
          'M-84 -114L-28 -62H28L84 -114L92 -22L114 14L84 18L90 48L56 52L48 78L26 82L0 112L-26 82L-48 78L-56 52L-90 48L-84 18L-114 14L-92 -22Z',
        ),
        ...both('M-74 -84L-40 -52L-72 -34Z').map(p => accent(p)),
        ...both('M-92 4L-40 18L-14 84L-42 68L-50 40L-80 36Z').map(p => bg(p)),
        ...both('M-58 -14L-18 6L-40 8Z').map(p => bg(p)),
        fg('M-17 82H17L0 104Z'),
        ...(random.chance(0.5) ? [bg('M0 -60L7 -20L0 10L-7 -20Z')] : []),
      ],
    },
    {
      idea: 'howling',
      keywords: ['seated'],
      draw: () => [
        fg(lens(-62, 104, -122, 48, 19)),
        fg(
          'M48 -118L60 -110L38 -78L56 -80L50 -64L30 -46L40 -38L34 -20L46 -10L40 8L50 20L46 36V94C58 94 64 102 66 110H-56C-84 110 -98 92 -92 66C-84 22 -42 0 -32 -42L-44 -86L-10 -70Z',
        ),
        bg(lens(2, -66, 20, -76, 3.5)),
        line('bg', 'M16 114V66C16 44 10 30 0 20', 7),
        line('bg', 'M-8 114C-10 84 -30 70 -52 74', 7),
      ],
    },
    {
      idea: 'moon',
      framed: true,
      keywords: ['howling', 'negative space'],
      draw: () => [
        fg(circle(0, 0, 106)),
        bg(
          'M62 -94L76 -86L54 -54L76 -56L72 -42L44 -18L58 22L36 22L48 56L26 56L34 114H-96L-52 20L-72 18L-38 -30L-50 -76L-16 -54L16 -56Z',
        ),
        fg(lens(6, -34, 26, -44, 4.5)),
      ],
    },
    {
      idea: 'one line',
      keywords: ['profile'],
      draw: () => [
        line(
          'fg',
          'M12 112L24 80L2 84L14 54L-6 54L18 34L62 36L66 22L98 14L104 -8L52 -38L30 -62L24 -112L-18 -66L-50 -40L-42 -28L-72 0L-60 6L-90 52L-74 56L-100 112',
          10,
          'round',
        ),
        line('fg', 'M34 -26L50 -14', 9, 'round'),
      ],
    },
  ],
}
