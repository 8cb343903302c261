import { circle, lens, rect } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const tulip: Subject = {
  subject: 'tulip',
  kind: 'nature',
  keywords: ['flower'],
  ideas: [
    {
      idea: 'three petals',
      keywords: ['symmetry'],
      draw: () => [
        line('fg', 'M0 10V114', 8),
        ...both('M0 6C-50 4 -62 -54 -50 -104C-26 -84 -2 -50 0 6Z').map(p => fg(p)),
        line('bg', lens(0, 8, 0, -112, 29), 8),
        accent(lens(0, 8, 0, -112, 27)),
        ...both('M-4 112C-40 106 -66 70 -64 24C-30 40 -6 70 -4 112Z').map(p => fg(p)),
      ],
    },
    {
      idea: 'quarters',
      keywords: ['geometric'],
      draw: random => [
        fg('M-52 -108A52 52 0 0 1 0 -56A52 52 0 0 1 52 -108V-44A52 52 0 0 1 -52 -44Z'),
        ...(random.chance(0.5) ? [accent(circle(0, -96, 15))] : [accent('M0 -112L17 -90L0 -68L-17 -90Z')]),
        fg(rect(-5, 0, 10, 112)),
        fg('M-5 112A60 60 0 0 1 -65 52V30A60 60 0 0 1 -5 90Z'),
        accent('M5 112A60 60 0 0 0 65 52V30A60 60 0 0 0 5 90Z'),
      ],
    },
    {
      idea: 'one line',
      draw: () => [
        line(
          'fg',
          'M0 112V10C-64 10 -66 -56 -52 -100C-34 -92 -22 -80 -16 -66C-14 -84 -8 -98 0 -110C8 -98 14 -84 16 -66C22 -80 34 -92 52 -100C66 -56 64 10 0 10',
          10,
          'round',
        ),
        line('fg', 'M0 112C-44 112 -66 84 -64 46C-34 50 -6 76 0 112C6 90 22 72 46 64', 10, 'round'),
      ],
    },
    {
      idea: 'window',
      framed: true,
      keywords: ['arch', 'negative space'],
      draw: () => [
        fg('M-80 112V-32A80 80 0 0 1 80 -32V112Z'),
        bg('M-44 -70L-22 -46L0 -80L22 -46L44 -70V-22A44 44 0 0 1 -44 -22Z'),
        bg(rect(-5, 20, 10, 100)),
        ...both('M-5 100A62 62 0 0 1 -58 36A62 62 0 0 1 -5 100Z').map(p => bg(p)),
      ],
    },
    {
      idea: 'crown',
      draw: () => [
        fg('M-52 -104L-26 -70L0 -112L26 -70L52 -104V-46A52 52 0 0 1 -52 -46Z'),
        fg(rect(-6, 2, 12, 106)),
        ...both('M-12 100A92 92 0 0 1 -76 14A80 80 0 0 1 -12 100Z').map(p => accent(p)),
      ],
    },
  ],
}
