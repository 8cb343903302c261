import { circle, lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

const drawSpread = (style: 'quarter' | 'leaf' | 'disc') => {
  const upper =
    style === 'quarter'
      ? 'M-12 -4V-52A88 88 0 0 0 -96 -86V-40A60 60 0 0 0 -42 -4Z'
      : style === 'leaf'
        ? 'M-8 0A112 112 0 0 1 -108 -96A104 104 0 0 1 -8 0Z'
        : 'M-8 -2H-50A47 47 0 1 1 -8 -62Z'
  const lower =
    style === 'quarter'
      ? 'M-12 6H-50A64 64 0 0 0 -72 84A66 66 0 0 0 -8 40Z'
      : style === 'leaf'
        ? 'M-8 8A82 82 0 0 0 -88 76A82 82 0 0 0 -8 8Z'
        : 'M-8 8H-40A36 36 0 1 0 -8 52Z'
  return [
    ...both(upper).map(p => fg(p)),
    ...both(lower).map(p => accent(p)),
    ...both(
      circle(style === 'leaf' ? -66 : -56, style === 'leaf' ? -62 : -48, style === 'disc' ? 17 : 13),
    ).map(p => bg(p)),
    ...(style === 'disc' ? both(circle(-38, 40, 12)).map(p => bg(p)) : []),
    fg(lens(0, -46, 0, 62, 7)),
    line('fg', 'M-4 -46C-4 -76 -16 -92 -30 -100M4 -46C4 -76 16 -92 30 -100', 5, 'round'),
  ]
}

export const butterfly: Subject = {
  subject: 'butterfly',
  kind: 'animal',
  keywords: ['wings'],
  ideas: [
    {
      idea: 'quarter circles',
      draw: () => drawSpread('quarter'),
    },
    {
      idea: 'leaf wings',
      draw: () => drawSpread('leaf'),
    },
    {
      idea: 'round wings',
      draw: () => drawSpread('disc'),
    },
    {
      idea: 'side',
      draw: () => [
        fg('M-18 60C-60 20 -70 -60 -24 -112C14 -84 24 -20 -4 56Z'),
        line('bg', 'M-10 62C-6 4 30 -60 104 -86C112 -30 70 40 0 64Z', 8),
        accent('M-10 62C-6 4 30 -60 104 -86C112 -30 70 40 0 64Z'),
        bg(circle(66, -42, 12)),
        fg(lens(-62, 106, 18, 52, 9)),
        line('fg', 'M-56 100C-84 96 -100 84 -106 66M-58 102C-80 108 -98 106 -112 98', 5, 'round'),
      ],
    },
    {
      idea: 'lines',
      draw: random => {
        const n = random.pick([3, 4])
        return [
          ...Array.from({ length: n }, (_, k) => {
            const s = 1 - k * (n === 3 ? 0.3 : 0.23)
            return both(
              `M-10 -6C${-20 * s} ${-70 * s} ${-70 * s} ${-112 * s} ${-112 * s} ${-92 * s}C${-124 * s} ${-40 * s} ${-80 * s} -2 -10 -6Z`,
            ).map(p => line('fg', p, 7))
          }).flat(),
          ...Array.from({ length: n - 1 }, (_, k) => {
            const s = 1 - k * 0.36
            return both(
              `M-10 8C${-60 * s} 4 ${-96 * s} ${40 * s} ${-78 * s} ${92 * s}C${-40 * s} ${98 * s} -12 ${60 * s} -10 8Z`,
            ).map(p => line('accent', p, 7))
          }).flat(),
        ]
      },
    },
  ],
}
