import { circle, lens, polar, polyline, TAU } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Piece, type Subject } from '../picture.ts'

export const lion: Subject = {
  subject: 'lion',
  kind: 'animal',
  keywords: ['mane'],
  ideas: [
    {
      idea: 'front face',
      draw: random => {
        const n = random.pick([14, 16, 18])
        return [
          ...Array.from({ length: n }, (_, k): Piece => {
            const a = ((k + 0.5) * TAU) / n
            const [x0, y0] = polar(0, 0, 44, a)
            const [x1, y1] = polar(0, 0, 114, a)
            return accent(lens(x0, y0, x1, y1, 250 / n))
          }),
          fg(circle(0, 0, 82)),
          ...both(circle(-50, -50, 15)).map(p => bg(p)),
          bg('M-56 -30A56 40 0 0 1 56 -30C56 -2 42 14 38 38A38 34 0 0 1 -38 38C-42 14 -56 -2 -56 -30Z'),
          fg(
            'M-46 -20C-30 -30 -14 -24 -11 -8L-9 18H9L11 -8C14 -24 30 -30 46 -20C34 -20 24 -16 20 -6L17 18L24 22A10 8 0 0 1 20 34L6 46H-6L-20 34A10 8 0 0 1 -24 22L-17 18L-20 -6C-24 -16 -34 -20 -46 -20Z',
          ),
          line('fg', 'M0 42V54M-20 52A10 9 0 0 0 0 54A10 9 0 0 0 20 52', 5, 'round'),
          ...both(circle(-31, -8, 6)).map(p => fg(p)),
        ]
      },
    },
    {
      idea: 'profile',
      draw: random => {
        const n = random.pick([8, 9])
        return [
          ...Array.from({ length: n }, (_, k) => {
            const a = (-96 - (k * 214) / (n - 1)) * (TAU / 360)
            const [x0, y0] = polar(6, -2, 20, a)
            const [x1, y1] = polar(6, -2, 114 - (k % 2) * 10, a - 0.18)
            const p = lens(x0, y0, x1, y1, 21)
            return [line('bg', p, 5), fg(p)]
          }).flat(),
          line(
            'bg',
            'M-2 -74C22 -76 40 -64 50 -50L98 -22C106 -14 102 2 90 6C98 18 92 38 72 42C48 46 34 46 12 74C-30 50 -44 -24 -2 -74Z',
            9,
          ),
          fg(
            'M-2 -74C22 -76 40 -64 50 -50L98 -22C106 -14 102 2 90 6C98 18 92 38 72 42C48 46 34 46 12 74C-30 50 -44 -24 -2 -74Z',
          ),
          bg(lens(34, -34, 60, -26, 6)),
          line('bg', 'M94 6H62', 5),
          bg('M-4 -44A18 18 0 0 1 16 -20A22 22 0 0 1 -4 -44Z'),
        ]
      },
    },
    {
      idea: 'one line',
      keywords: ['loops'],
      draw: random => {
        const n = random.pick([13, 15, 17])
        const points = Array.from({ length: n * 24 + 1 }, (_, i) => {
          const t = (i / (n * 24)) * TAU - TAU / 4
          const b = -(n - 1) * t + (n * -TAU) / 4
          return [84 * Math.cos(t) + 25 * Math.cos(b), 84 * Math.sin(t) + 25 * Math.sin(b)] as const
        })
        return [
          line('accent', polyline(points), 5.5, 'round'),
          line('fg', 'M-40 -20C-26 -30 -12 -26 -10 -8V14M40 -20C26 -30 12 -26 10 -8V14', 7, 'round'),
          fg('M-19 14H19A4 4 0 0 1 22 20L4 36H-4L-22 20A4 4 0 0 1 -19 14Z'),
          line('fg', 'M0 32V44M-20 42A10 9 0 0 0 0 44A10 9 0 0 0 20 42', 7, 'round'),
          ...both(circle(-27, -8, 5)).map(p => fg(p)),
        ]
      },
    },
    {
      idea: 'standing',
      keywords: ['geometric'],
      draw: () => [
        line('fg', 'M98 -8C126 -14 128 -50 110 -62', 9, 'round'),
        fg(lens(116, -54, 86, -94, 13)),
        fg('M-40 -46H58A48 48 0 0 1 106 2V100H70V56A22 22 0 0 0 48 34H10A22 22 0 0 0 -12 56V100H-48V20Z'),
        line('bg', circle(-52, -30, 61), 8),
        ...Array.from({ length: 16 }, (_, k) => {
          const [x0, y0] = polar(-52, -30, 20, (k * TAU) / 16)
          const [x1, y1] = polar(-52, -30, 68, (k * TAU) / 16)
          return accent(lens(x0, y0, x1, y1, 14))
        }),
        line('bg', circle(-52, -30, 40), 7),
        fg(circle(-52, -30, 38)),
        bg('M-65 -22H-39L-49 -10V-4H-55V-10Z'),
        bg(circle(-67, -38, 5)),
        bg(circle(-37, -38, 5)),
      ],
    },
  ],
}
