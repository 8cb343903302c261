import { circle, ellipse, lens, rotate, TAU } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const flower: Subject = {
  subject: 'flower',
  kind: 'nature',
  ideas: [
    {
      idea: 'daisy',
      draw: random => {
        const n = random.pick([8, 10, 12])
        return [
          ...Array.from({ length: n }, (_, k) =>
            fg(rotate(ellipse(0, -74, (74 * Math.PI) / n / 1.14, 38), (k * TAU) / n)),
          ),
          bg(circle(0, 0, 37)),
          accent(circle(0, 0, 28)),
        ]
      },
    },
    {
      idea: 'lotus',
      draw: () => [
        ...[-2, 2, -1, 1, 0].flatMap(k => {
          const petal = rotate(lens(0, 66, 0, -82 + Math.abs(k) * 10, 33), k * 0.52, 0, 66)
          return [line('bg', petal, 8), Math.abs(k) === 1 ? accent(petal) : fg(petal)]
        }),
      ],
    },
    {
      idea: 'bells',
      draw: () => [
        line('fg', 'M0 112V-20A44 44 0 0 0 -88 -20', 9),
        fg('M-124 -20A36 36 0 0 1 -52 -20V16L-70 6L-88 18L-106 6L-124 16Z'),
        line('fg', 'M0 0A40 40 0 0 1 80 0', 9),
        accent('M48 4A32 32 0 0 1 112 4V36L96 28L80 38L64 28L48 36Z'),
      ],
      keywords: ['bellflower'],
    },
  ],
}
