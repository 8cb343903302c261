import { circle, lens, parsePath, polar, polygon, rect, star } from '../geometry.ts'
import { accent, bg, both, fg, line, type Picture } from './picture.ts'

const d = parsePath

export const NATURE: Record<string, Picture> = {
  moon: random => {
    const stars = random.pick([1, 2, 3])
    return [
      fg('M30 -98A100 100 0 1 0 98 56A82 82 0 1 1 30 -98Z'),
      ...[
        [58, -22, 30],
        [92, -68, 15],
        [16, 22, 13],
      ]
        .slice(0, stars)
        .map(([x, y, r]) => accent(star(random.pick([4, 4, 5]), x!, y!, r!, r! * 0.36))),
    ]
  },
  star: random => {
    const points = random.pick([4, 5, 6, 8])
    const inner = points === 5 ? 40 : points === 4 ? random.pick([26, 38]) : 52
    const facets = Array.from({ length: points * 2 }, (_, k) => {
      const a = -Math.PI / 2 + (k * Math.PI) / points
      const b = a + Math.PI / points
      const triangle = polygon([
        [0, 0],
        polar(0, 0, k % 2 ? inner : 110, a),
        polar(0, 0, k % 2 ? 110 : inner, b),
      ])
      return { triangle, k }
    })
    return [
      ...facets.filter(f => f.k % 2 === 0).map(f => fg(f.triangle)),
      ...(random.chance(0.5) ? facets.filter(f => f.k % 2).map(f => accent(f.triangle)) : []),
      ...(random.chance(0.4) ? [line('fg', star(points, 0, 0, 110, inner), 3)] : []),
    ].concat([
      line(
        'bg',
        facets
          .map(f => `M0 0L${polar(0, 0, 130, -Math.PI / 2 + (f.k * Math.PI) / points).join(' ')}`)
          .join(''),
        3,
      ),
    ])
  },
  drop: random => {
    const shape = d('M0 -118C40 -62 78 -22 78 32A78 78 0 0 1 -78 32C-78 -22 -40 -62 0 -118Z')
    const style = random.pick(['half', 'waves', 'shine', 'nested'] as const)
    return [
      fg(shape),
      ...(style === 'half' ? [bg('M0 -80C30 -40 58 -8 58 34A58 58 0 0 1 0 92Z')] : []),
      ...(style === 'waves'
        ? [0, 1, 2].map(k =>
            line(
              'bg',
              `M-96 ${20 + k * 26}A32 15 0 0 0 -32 ${20 + k * 26}A32 15 0 0 1 32 ${20 + k * 26}A32 15 0 0 0 96 ${20 + k * 26}`,
              8,
            ),
          )
        : []),
      ...(style === 'shine' ? [line('bg', 'M-48 34A48 48 0 0 0 0 82', 12, 'round')] : []),
      ...(style === 'nested'
        ? [
            bg('M0 -58C24 -22 48 4 48 38A48 48 0 0 1 -48 38C-48 4 -24 -22 0 -58Z'),
            accent('M0 -6C14 14 26 26 26 46A26 26 0 0 1 -26 46C-26 26 -14 14 0 -6Z'),
          ]
        : []),
    ]
  },
  flame: random => [
    fg(
      'M8 -120C16 -70 82 -44 82 30A82 82 0 0 1 -82 30C-82 -6 -62 -26 -48 -50C-40 -26 -30 -18 -18 -14C-26 -56 -16 -92 8 -120Z',
    ),
    random.chance(0.5)
      ? bg('M4 -30C10 0 42 14 42 54A42 42 0 0 1 -42 54C-42 24 -8 14 4 -30Z')
      : accent('M4 -30C10 0 42 14 42 54A42 42 0 0 1 -42 54C-42 24 -8 14 4 -30Z'),
    ...(random.chance(0.5) ? [fg(circle(0, 62, 17))] : []),
  ],
  wheat: random => {
    const n = random.int(4, 5)
    return [
      line('fg', 'M0 116V-40', 7),
      fg(lens(0, -120, 0, -64, 15)),
      ...Array.from({ length: n }, (_, k) =>
        both(lens(-3, -26 + k * 30, -46, -70 + k * 30, 14)).map(p =>
          k % 2 && random.chance(0.5) ? accent(p) : fg(p),
        ),
      ).flat(),
    ]
  },
  pear: random => {
    const cut = random.chance(0.5)
    const body = d(
      'M0 -74C34 -74 34 -40 44 -16C54 6 72 16 72 46A72 62 0 0 1 -72 46C-72 16 -54 6 -44 -16C-34 -40 -34 -74 0 -74Z',
    )
    return [
      fg(body),
      ...(cut
        ? [
            bg(
              'M0 -50C18 -50 20 -24 28 -4C36 16 50 22 50 46A50 42 0 0 1 -50 46C-50 22 -36 16 -28 -4C-20 -24 -18 -50 0 -50Z',
            ),
            ...both(lens(-5, 66, -14, 28, 7)).map(p => accent(p)),
          ]
        : [line('bg', 'M-48 44A46 40 0 0 0 -10 84', 9, 'round')]),
      line('fg', 'M0 -70C0 -92 6 -102 14 -112', 8),
      accent('M12 -84A60 60 0 0 1 74 -112A56 56 0 0 1 12 -84Z'),
    ]
  },
  acorn: () => [
    fg('M-62 -10H62C62 44 30 78 0 108C-30 78 -62 44 -62 -10Z'),
    fg('M-78 -22A78 56 0 0 1 78 -22A10 10 0 0 1 68 -12H-68A10 10 0 0 1 -78 -22Z'),
    line('bg', 'M-90 -8H90', 8),
    line('fg', 'M0 -74C0 -92 8 -102 18 -110', 10),
    line('bg', 'M-34 12C-34 40 -24 58 -12 72', 8, 'round'),
  ],
  mushroom: random => [
    fg('M-104 8A104 100 0 0 1 104 8A12 12 0 0 1 92 18H-92A12 12 0 0 1 -104 8Z'),
    accent('M-30 28H30C26 56 30 76 42 96A10 10 0 0 1 34 106H-34A10 10 0 0 1 -42 96C-30 76 -26 56 -30 28Z'),
    ...(random.chance(0.6)
      ? [circle(-46, -22, 17), circle(10, -52, 20), circle(56, -14, 14)].map(p => bg(p))
      : [0, 1, 2, 3, 4].map(k => line('bg', `M${-64 + k * 32} 20V${-4 - (k % 2 ? 12 : 0)}`, 6))),
  ],
  scallop: random => {
    const n = random.pick([5, 7])
    return [
      ...Array.from({ length: n }, (_, k) => {
        const reach = Math.PI * 0.92
        const a = -Math.PI / 2 - reach / 2 + (reach * k) / n
        const b = a + reach / n - 0.06
        const [x0, y0] = polar(0, 70, 150, a)
        const [x1, y1] = polar(0, 70, 150, b)
        const r = Math.hypot(x1 - x0, y1 - y0) / 2
        return k % 2
          ? accent(`M0 70L${x0} ${y0}A${r} ${r} 0 0 1 ${x1} ${y1}Z`)
          : fg(`M0 70L${x0} ${y0}A${r} ${r} 0 0 1 ${x1} ${y1}Z`)
      }),
      bg(circle(0, 70, 20)),
      fg('M-34 62H34L24 92H-24Z'),
    ]
  },
  heart: random => {
    const shape = d('M0 96L-88 6A56 56 0 0 1 0 -62A56 56 0 0 1 88 6Z')
    return random.chance(0.5)
      ? [fg('M-4 92L-88 6A56 56 0 0 1 -4 -62Z'), accent('M4 92L88 6A56 56 0 0 0 4 -62Z')]
      : [fg(shape), ...[0, 1, 2].map(k => line('bg', `M${-120} ${24 + k * 24}H120`, 6 + k * 2))]
  },
  cactus: () => [
    fg('M-24 104V-84A24 24 0 0 1 24 -84V104Z'),
    line('fg', 'M-24 34H-46A22 22 0 0 1 -68 12V-28', 30, 'round'),
    line('fg', 'M24 56H48A22 22 0 0 0 70 34V-6', 30, 'round'),
    line('bg', 'M0 104V-76', 6),
    accent(circle(0, -114, 13)),
    fg(rect(-80, 98, 160, 12)),
  ],
}
