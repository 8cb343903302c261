import { circle } from '../../geometry.ts'
import { bg, fg, line, type Subject } from '../picture.ts'

export const dolphin: Subject = {
  subject: 'dolphin',
  kind: 'animal',
  keywords: ['sea'],
  ideas: [
    {
      idea: 'leaping',
      draw: random => [
        fg(
          'M-92 46C-92 -30 -40 -88 20 -88C58 -88 84 -66 92 -40L118 -16A8 8 0 0 1 112 -4L82 -2C50 -6 16 -4 -12 14C-40 32 -58 54 -66 80C-52 88 -42 100 -40 116C-56 104 -72 98 -84 98C-94 98 -104 102 -114 108C-116 86 -108 62 -92 46Z',
        ),
        fg('M-30 -70C-28 -94 -16 -110 4 -118C2 -102 8 -92 20 -84Z'),
        fg('M12 -14C8 18 -6 38 -28 50C-32 30 -28 6 -16 -12Z'),
        bg(circle(70, -38, 5.5)),
        line('bg', 'M112 -14C92 -18 78 -16 62 -10', 5),
        ...(random.chance(0.6) ? [line('bg', 'M-66 52C-44 -4 -6 -36 50 -22', 6, 'round')] : []),
      ],
    },
  ],
}
