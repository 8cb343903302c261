import { circle } from '../../geometry.ts'
import { accent, fg, line, type Subject } from '../picture.ts'

export const mountain: Subject = {
  subject: 'mountain',
  kind: 'nature',
  keywords: ['peak'],
  ideas: [
    {
      idea: 'peaks',
      draw: () => [
        accent(circle(58, -66, 22)),
        fg('M-116 78L-20 -88L10 -36V78Z'),
        fg('M20 78V-20L52 34L78 78Z'),
        line('bg', 'M-64 -30L-42 -44L-26 -24L-8 -44L16 -28', 8),
        fg('M88 78L62 34L76 10L116 78Z'),
      ],
    },
    {
      idea: 'range',
      draw: () => [
        fg('M-118 76L-30 -90L58 76Z'),
        line('bg', 'M-20 76L52 -46L130 76', 9),
        accent('M-12 76L54 -36L118 76Z'),
        line('bg', 'M-76 -22L-52 -44L-34 -24L-12 -46L16 -22', 8),
      ],
    },
    {
      idea: 'lines',
      draw: () =>
        [0, 1, 2, 3].map(k =>
          line(k === 3 ? 'accent' : 'fg', `M${-112 + k * 22} 76L0 ${-96 + k * 40}L${112 - k * 22} 76`, 15),
        ),
    },
  ],
}
