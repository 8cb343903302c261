import { circle, lens, type Path, polar, TAU } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

/** A spiral eye that ends at the tuft of the ear. */
const spiral = (x: number, y: number, inner: number, outer: number, turns: number): string =>
  Array.from({ length: 60 }, (_, i) => {
    const t = i / 59
    const [px, py] = polar(x, y, inner + (outer - inner) * t, -TAU / 4 + (1 - t) * turns * TAU)
    return `${px.toFixed(2)} ${py.toFixed(2)}`
  }).join('L')

export const owl: Subject = {
  subject: 'owl',
  kind: 'animal',
  ideas: [
    {
      idea: 'front',
      draw: random => {
        const rows = random.pick([2, 3])
        const eye = random.pick([13, 17])
        return [
          fg('M-78 -104A92 92 0 0 0 0 -74A92 92 0 0 0 78 -104V26A78 78 0 0 1 -78 26Z'),
          ...[-1, 1].flatMap(s => [
            bg(circle(s * 37, -32, 33)),
            fg(circle(s * (37 - (eye > 14 ? 5 : 0)), -32, eye)),
          ]),
          accent('M-11 -14H11L0 12Z'),
          ...Array.from({ length: rows }, (_, row) =>
            Array.from({ length: rows - row + 1 }, (_, k) => {
              const x = (k - (rows - row) / 2) * 34
              const y = 24 + row * 24
              return bg(`M${x - 13} ${y}A13 13 0 0 0 ${x + 13} ${y}Z`)
            }),
          ).flat(),
        ]
      },
    },
    {
      idea: 'face',
      draw: () => [
        fg(circle(0, 0, 108)),
        bg('M0 92C-52 66 -90 28 -90 -20A48 48 0 0 1 0 -42A48 48 0 0 1 90 -20C90 28 52 66 0 92Z'),
        ...both(lens(-66, -26, -20, 8, 15)).map(path => fg(path)),
        fg(lens(0, -46, 0, 52, 9)),
      ],
    },
    {
      idea: 'one line',
      draw: () => {
        const eye: string = spiral(-44, -30, 5, 35, 1.75)
        const side = `M${eye}C-66 -65 -82 -80 -92 -108C-96 -80 -96 -50 -96 -20C-96 60 -52 108 0 108`
        return [...both(side).map((path: Path) => line('fg', path, 12, 'round')), accent('M-13 -2H13L0 25Z')]
      },
    },
    {
      idea: 'half discs',
      draw: random => {
        const ribs = random.pick([3, 5])
        return [
          fg('M-104 -104H104A104 104 0 0 1 -104 -104Z'),
          ...both(circle(-42, -66, 25)).map(path => bg(path)),
          ...both(circle(-42, -66, 10)).map(path => fg(path)),
          fg('M-104 8H104A104 104 0 0 1 -104 8Z'),
          ...Array.from({ length: ribs }, (_, k) => {
            const x = (k - (ribs - 1) / 2) * (ribs === 3 ? 48 : 32)
            return line('bg', `M${x} 0V120`, 8)
          }),
          accent('M-15 -8H15L0 26Z'),
        ]
      },
    },
    {
      idea: 'in flight',
      draw: () => [
        ...both('M-8 -46H-124A116 116 0 0 0 -8 70Z').map(path => fg(path)),
        ...[40, 64, 88].flatMap(r =>
          both(`M${-8 - r} -34A${r} ${r} 0 0 0 -8 ${r - 34}`).map(path => line('bg', path, 7)),
        ),
        line('bg', 'M-40 -98A46 46 0 0 0 0 -86A46 46 0 0 0 40 -98V-42A40 40 0 0 1 -40 -42Z', 16),
        fg('M-40 -98A46 46 0 0 0 0 -86A46 46 0 0 0 40 -98V-42A40 40 0 0 1 -40 -42Z'),
        ...both(circle(-18, -54, 13)).map(path => bg(path)),
        ...both(circle(-17, -54, 5)).map(path => fg(path)),
        accent('M-8 -40H8L0 -22Z'),
        fg('M-24 66H24L0 112Z'),
      ],
    },
  ],
}
