import { circle, lens } from '../../geometry.ts'
import { accent, bg, fg, line, type Subject } from '../picture.ts'

export const bird: Subject = {
  subject: 'bird',
  kind: 'animal',
  ideas: [
    {
      idea: 'profile',
      draw: random => {
        const crest = random.chance(0.4)
        const wing = random.pick(['leaf', 'stripes', 'quarter'] as const)
        return [
          fg('M-122 -44L-62 0A72 72 0 0 0 78 0V-32A38 38 0 0 0 2 -32A32 32 0 0 1 -30 0H-62Z'),
          fg('M76 -48L108 -34L76 -20Z'),
          ...(crest ? [fg(lens(36, -66, 8, -96, 9)), fg(lens(44, -68, 30, -102, 9))] : []),
          bg(circle(46, -36, 6.5)),
          ...(wing === 'leaf'
            ? [bg('M-36 8H26A40 40 0 0 1 -12 42A40 40 0 0 1 -36 8Z')]
            : wing === 'quarter'
              ? [bg('M-34 8H34A58 58 0 0 1 -24 50Z'), accent('M-22 14H24A46 46 0 0 1 -18 42Z')]
              : [0, 1, 2].map(k =>
                  bg(`M${-44 + k * 9} ${10 + k * 14}H${34 - k * 5}V${17 + k * 14}H${-40 + k * 9}Z`),
                )),
          ...(random.chance(0.6)
            ? [line('fg', 'M-4 48V100M22 48V100', 6), line('fg', 'M-8 100H14M18 100H40', 6)]
            : []),
        ]
      },
    },
    {
      idea: 'one line',
      draw: () => [
        line(
          'fg',
          'M-22 -8C-14 42 42 50 76 12L122 -40C64 -36 22 -34 -2 -60A43 43 0 0 0 -82 -42L-120 -28L-82 -16C-88 44 -44 86 12 86C58 86 88 46 122 -40',
          12,
          'round',
        ),
      ],
    },
    {
      idea: 'quarter discs',
      draw: () => [
        fg('M-90 -16H66V140A156 156 0 0 1 -90 -16Z'),
        accent('M-26 -8H58V76A84 84 0 0 1 -26 -8Z'),
        fg('M-90 -24A50 50 0 0 1 10 -24Z'),
        bg(circle(-46, -44, 8)),
        accent('M-98 -24H-134L-98 -56Z'),
        fg('M74 -16H138A64 64 0 0 1 74 48Z'),
      ],
    },
    {
      idea: 'negative space',
      framed: true,
      draw: () => [
        fg(circle(0, 0, 116)),
        bg(
          'M92 -46L64 -34C52 0 24 34 -18 40L-128 96L-96 44C-56 30 -30 14 -16 -6C-46 -18 -74 -46 -84 -84C-40 -78 -6 -62 12 -40C14 -58 26 -66 40 -66C54 -66 62 -58 66 -48Z',
        ),
        fg(circle(44, -48, 5)),
      ],
    },
    {
      idea: 'singing',
      draw: () => [
        fg(
          'M-60 -50A40 40 0 0 1 19 -54C22 -26 70 0 64 54L100 114H64L40 84C-24 92 -70 48 -66 -6C-66 -24 -64 -38 -60 -50Z',
        ),
        accent('M-50 -84L-88 -122L-64 -66Z'),
        accent('M-66 -56L-112 -74L-68 -36Z'),
        bg(circle(-26, -58, 6.5)),
        bg('M-24 -2C20 -8 44 20 48 62C4 66 -22 38 -24 -2Z'),
      ],
    },
  ],
}
