import { circle, ellipse, lens, parsePath, polar, rect, TAU } from '../geometry.ts'
import { accent, bg, both, fg, line, type Picture } from './picture.ts'

const d = parsePath

export const ANIMALS: Record<string, Picture> = {
  swallow: random => {
    const wing = d('M0 -46C-26 -74 -78 -84 -122 -40C-82 -46 -48 -30 -14 22Z')
    const tail = d('M0 24L-14 40L-44 112L0 62Z')
    return [
      ...both(wing).map(p => fg(p)),
      fg(lens(0, -88, 0, 76, 25)),
      ...both(tail).map(p => fg(p)),
      ...(random.chance(0.6) ? [bg('M-10 -60L0 -68L10 -60A30 30 0 0 1 0 -38A30 30 0 0 1 -10 -60Z')] : []),
    ]
  },
  dove: random => {
    const feathers = random.int(3, 5)
    return [
      fg(
        'M-96 34C-60 34 -40 20 -22 -4A56 56 0 0 1 22 -34A30 30 0 0 1 82 -40L112 -30L84 -18C84 40 40 82 -14 82C-52 82 -80 64 -96 34Z',
      ),
      ...Array.from({ length: feathers }, (_, k) => {
        const angle = -TAU * (0.32 + (0.19 * k) / (feathers - 1))
        const [x, y] = polar(6, 22, 132 - k * 7, angle)
        return [line('bg', lens(6, 22, x, y, 17), 7), fg(lens(6, 22, x, y, 17))]
      }).flat(),
      bg(circle(62, -36, 5.5)),
    ]
  },
  swan: random => {
    const n = random.int(2, 3)
    return [
      fg('M-44 70C-84 44 -62 8 -18 6C34 4 84 -6 118 -40C112 30 78 70 20 70Z'),
      line('fg', 'M-42 46C-88 14 -24 -30 -40 -72A24 24 0 0 0 -86 -68', 21),
      fg(circle(-66, -78, 21)),
      accent('M-84 -86L-112 -62L-80 -64Z'),
      ...Array.from({ length: n }, (_, k) =>
        line('bg', `M${-18 + k * 26} ${40 - k * 4}A94 94 0 0 0 ${88 - k * 4} ${4 - k * 9 + 6}`, 6),
      ),
      bg(circle(-70, -80, 4.5)),
    ]
  },
  snail: random => {
    const turns = random.pick([2.2, 2.7])
    const points = Array.from({ length: 90 }, (_, i) => {
      const t = i / 89
      return polar(14, -14, 74 - 60 * t, Math.PI * 0.5 - t * turns * TAU)
    })
    return [
      fg(circle(14, -14, 76)),
      line(
        'bg',
        points.map(([x, y], i) => (i ? ['L', x, y] : ['M', x, y]) as ['M' | 'L', number, number]),
        11,
      ),
      fg('M-112 78V20A24 24 0 0 1 -64 20V46H104A32 32 0 0 1 120 78Z'),
      line('fg', 'M-100 8L-112 -26M-78 4L-72 -30', 6, 'round'),
      fg(circle(-112, -28, 7)),
      fg(circle(-72, -33, 7)),
      bg(circle(-90, 22, 5)),
    ]
  },
  ladybird: random => {
    const spots = random.pick([2, 3])
    const places: [number, number, number][] =
      spots === 2
        ? [
            [-38, -4, 16],
            [-36, 50, 16],
          ]
        : [
            [-34, -14, 12],
            [-54, 26, 13],
            [-30, 62, 12],
          ]
    return [
      fg('M-46 -70A46 42 0 0 1 46 -70Z'),
      line('fg', 'M-24 -100L-40 -120M24 -100L40 -120', 6, 'round'),
      fg(circle(0, 18, 88)),
      bg(rect(-4, -62, 8, 190)),
      line('bg', 'M-80 -62H80', 9),
      ...places.flatMap(([x, y, r]) => both(circle(x, y, r)).map(p => bg(p))),
    ]
  },
  bee: random => {
    const n = random.pick([2, 3])
    return [
      fg('M-44 0A44 44 0 0 1 44 0C44 50 22 84 0 106C-22 84 -44 50 -44 0Z'),
      ...Array.from({ length: n }, (_, k) =>
        bg(rect(-60, 8 + k * (n === 2 ? 32 : 25), 120, n === 2 ? 15 : 11)),
      ),
      fg(circle(0, -58, 25)),
      line('fg', 'M-10 -78C-12 -94 -22 -102 -32 -104M10 -78C12 -94 22 -102 32 -104', 5, 'round'),
      line('bg', 'M-40 -34A44 30 0 0 0 40 -34', 6),
      ...both(d('M-22 -24A80 80 0 0 1 -124 -62A64 64 0 0 1 -22 -24Z')).map(p => line('bg', p, 7)),
      ...both(d('M-22 -24A80 80 0 0 1 -124 -62A64 64 0 0 1 -22 -24Z')).map(p => accent(p)),
    ]
  },
  rooster: random => {
    const feathers = random.int(2, 3)
    return [
      ...Array.from({ length: feathers + 1 }, (_, k) => {
        const [x, y] = polar(-20, 36, 104 - Math.abs(k - 1) * 8, Math.PI * (1.04 + k * 0.13))
        return [line('bg', lens(-20, 36, x, y, 14), 5), fg(lens(-20, 36, x, y, 14))]
      }).flat(),
      fg('M-58 6H-10A62 62 0 0 0 40 -74H66V-16A62 62 0 0 1 -4 70A62 62 0 0 1 -58 6Z'),
      accent('M30 -78A13 13 0 0 1 40 -100A13 13 0 0 1 62 -104A13 13 0 0 1 74 -84L70 -74H34Z'),
      fg('M64 -70L94 -54L64 -44Z'),
      accent(ellipse(64, -26, 8, 15)),
      bg(circle(50, -56, 5.5)),
      bg('M-34 18H16A40 40 0 0 1 -30 40Z'),
      line('fg', 'M-8 66V106M18 58V106M-8 104H12M18 104H38', 6),
    ]
  },
  sheep: random => {
    const puffs = random.pick([8, 9, 10])
    return [
      line('fg', 'M-38 50V102M-14 54V102M30 54V102M54 48V102', 12),
      fg(ellipse(6, 4, 64, 46)),
      ...Array.from({ length: puffs }, (_, k) => {
        const a = (k * TAU) / puffs
        return fg(circle(6 + 68 * Math.cos(a), 4 + 46 * Math.sin(a), 28))
      }),
      line('bg', ellipse(-72, -14, 24, 36), 10),
      fg(ellipse(-72, -14, 24, 36)),
      ...[-88, -66, -46].map(x => fg(circle(x, -46, 15))),
      fg(lens(-54, -26, -18, -12, 8)),
      bg(circle(-80, -16, 5)),
    ]
  },
  cow: random => {
    const horns = random.chance(0.7)
    return [
      ...(horns ? both(d('M-40 -62A50 50 0 0 1 -86 -108A74 74 0 0 0 -50 -40Z')).map(p => accent(p)) : []),
      ...both(lens(-38, -40, -112, -26, 17)).map(p => fg(p)),
      fg('M-48 -66A60 60 0 0 1 48 -66V28H-48Z'),
      bg('M0 -64L14 14H-14Z'),
      line(
        'bg',
        'M-58 60A44 44 0 0 1 -14 16H14A44 44 0 0 1 58 60A36 36 0 0 1 22 96H-22A36 36 0 0 1 -58 60Z',
        9,
      ),
      fg('M-58 60A44 44 0 0 1 -14 16H14A44 44 0 0 1 58 60A36 36 0 0 1 22 96H-22A36 36 0 0 1 -58 60Z'),
      ...both(ellipse(-24, 54, 9, 12)).map(p => bg(p)),
      ...both(circle(-30, -30, 7)).map(p => bg(p)),
    ]
  },
  penguin: random => [
    fg('M-56 90V-36A56 66 0 0 1 56 -36V90A20 10 0 0 1 16 96H-16A20 10 0 0 1 -56 90Z'),
    bg('M-38 84V20C-38 -20 -30 -30 0 -22C30 -30 38 -20 38 20V84A20 8 0 0 1 14 88H-14A20 8 0 0 1 -38 84Z'),
    ...both(lens(-58, -14, -84, 62, 13)).map(p => fg(p)),
    ...both(circle(-20, -58, 6)).map(p => bg(p)),
    accent('M-13 -46H13L0 -24Z'),
    ...(random.chance(0.5) ? [fg('M-22 8L0 16L22 8V28L0 20L-22 28Z')] : []),
  ],
}
