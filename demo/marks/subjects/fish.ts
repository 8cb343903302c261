import { circle, lens } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const fish: Subject = {
  subject: 'fish',
  kind: 'animal',
  ideas: [
    {
      idea: 'profile',
      draw: random => {
        const style = random.pick(['scales', 'stripes', 'plain'] as const)
        return [
          fg(lens(-118, 0, 62, 0, 56)),
          fg('M40 0L112 -54A84 84 0 0 0 112 54Z'),
          line('bg', 'M-58 -52A70 70 0 0 1 -58 52', 8),
          bg(circle(-80, -8, 7.5)),
          ...(style === 'stripes'
            ? [0, 1, 2].map(k => line('bg', `M${-30 + k * 26} -70A120 120 0 0 1 ${-30 + k * 26} 70`, 8))
            : []),
          ...(style === 'scales'
            ? [
                [-16, -22],
                [-16, 2],
                [-16, 26],
                [8, -10],
                [8, 14],
                [32, -1],
              ].map(([x, y]) => line('bg', `M${x! - 12} ${y! - 11}A12 12 0 0 1 ${x! - 12} ${y! + 11}`, 5))
            : []),
        ]
      },
    },
    {
      idea: 'one line',
      draw: () => [
        line(
          'fg',
          'M-48 42C-28 16 -28 -16 -48 -42C-76 -34 -102 -18 -120 0C-90 42 -40 62 6 54C42 48 64 30 76 12L120 52V-52L76 -12C64 -30 42 -48 6 -54C-12 -57 -30 -50 -48 -42',
          12,
          'round',
        ),
      ],
    },
    {
      idea: 'half discs',
      draw: () => [
        fg('M-118 -4A82 82 0 0 1 46 -4Z'),
        accent('M-90 4A82 82 0 0 0 74 4Z'),
        bg(circle(-72, -30, 11)),
        fg('M54 -4H126V-76A72 72 0 0 0 54 -4Z'),
        fg('M82 4H126V48A44 44 0 0 1 82 4Z'),
      ],
    },
    {
      idea: 'from above',
      draw: () => [
        fg(
          'M0 -118C28 -108 42 -74 38 -34C34 8 10 34 9 62C12 84 30 100 44 118C26 116 10 108 0 94C-10 108 -26 116 -44 118C-30 100 -12 84 -9 62C-10 34 -34 8 -38 -34C-42 -74 -28 -108 0 -118Z',
        ),
        ...both(lens(30, -52, 86, -8, 14)).map(path => fg(path)),
        ...both(lens(22, 10, 54, 42, 8)).map(path => fg(path)),
        accent('M0 -118C24 -110 38 -86 39 -56C20 -34 -20 -34 -39 -56C-38 -86 -24 -110 0 -118Z'),
        accent('M33 -10C26 8 16 24 11 42C-4 34 -14 18 -8 2C0 -12 20 -18 33 -10Z'),
        ...both(circle(-17, -84, 5)).map(path => bg(path)),
      ],
    },
    {
      idea: 'shoal',
      draw: () =>
        [-1, 0, 1].flatMap(row =>
          [-1, 0, 1].flatMap(column => {
            const [x, y] = [column * 84, row * 72]
            const lone = row === 1 && column === 0
            const s = lone ? -1 : 1
            const draw = lone ? accent : fg
            return [
              draw(lens(x - s * 34, y, x + s * 18, y, 19)),
              draw(`M${x + s * 10} ${y}L${x + s * 34} ${y - 18}V${y + 18}Z`),
              bg(circle(x - s * 17, y - 3, 3.5)),
            ]
          }),
        ),
    },
    {
      idea: 'in a drop',
      framed: true,
      draw: () => [
        fg('M0 -150C44 -96 108 -46 108 24A108 108 0 0 1 -108 24C-108 -46 -44 -96 0 -150Z'),
        bg(lens(0, -92, 0, 72, 38)),
        bg('M0 44L44 112C18 108 6 100 0 88C-6 100 -18 108 -44 112Z'),
        ...both(circle(-14, -40, 5)).map(path => fg(path)),
        line('fg', 'M-40 -16A44 44 0 0 0 40 -16', 6),
      ],
    },
  ],
}
