import { circle, lens, parsePath, polar, polyline, rect, rotate, sector, TAU } from '../../geometry.ts'
import { accent, bg, both, fg, line, type Subject } from '../picture.ts'

export const tree: Subject = {
  subject: 'tree',
  kind: 'nature',
  ideas: [
    {
      idea: 'round crown',
      draw: () => [
        fg(circle(0, -30, 78)),
        line('bg', 'M0 60V-62M0 10L34 -24M0 26L-36 -10M0 -22L24 -46', 9),
        fg(rect(-7, 40, 14, 72)),
      ],
      keywords: ['negative space', 'branches'],
    },
    {
      idea: 'pine',
      draw: () => [
        ...[0, 1, 2]
          .map(k =>
            fg(
              `M0 ${-114 + k * 46}L${46 + k * 17} ${-46 + k * 48}A${80 + k * 20} ${80 + k * 20} 0 0 1 ${-46 - k * 17} ${-46 + k * 48}Z`,
            ),
          )
          .flatMap((piece, k) => (k ? [line('bg', piece.path, 8), piece] : [piece]))
          .reverse(),
        accent(rect(-9, 66, 18, 40)),
      ],
      keywords: ['fir'],
    },
    {
      idea: 'leaves',
      draw: () => [
        line('fg', 'M0 112V-60', 9),
        fg(lens(0, -118, 0, -46, 19)),
        ...[0, 1, 2].flatMap(k =>
          both(rotate(lens(0, -62 + k * 46, 0, -134 + k * 46, 18), 0.95, 0, -56 + k * 46)).map(p =>
            k === 1 ? accent(p) : fg(p),
          ),
        ),
      ],
    },
    {
      idea: 'branches',
      draw: () => [
        line(
          'fg',
          'M0 112V-104M0 62C0 30 -66 34 -66 -20M0 62C0 30 66 34 66 -20M0 10C0 -14 -36 -12 -36 -58M0 10C0 -14 36 -12 36 -58',
          11,
        ),
        ...[
          [-66, -34],
          [66, -34],
          [-36, -72],
          [36, -72],
          [0, -112],
        ].map(([x, y]) => accent(circle(x!, y!, 15))),
      ],
      keywords: ['fruit'],
    },
    {
      idea: 'orchard',
      draw: () => [
        ...[
          [-50, -6],
          [50, -6],
          [0, -6],
          [-25, -50],
          [25, -50],
          [0, -94],
        ].map(([x, y], k) => (k === 2 || k === 3 ? accent(circle(x!, y!, 24)) : fg(circle(x!, y!, 24)))),
        fg(rect(-6, 26, 12, 84)),
        fg(rect(-54, 100, 108, 10)),
      ],
      keywords: ['circles', 'fruit'],
    },
    {
      idea: 'crown and roots',
      keywords: ['symmetry'],
      draw: () => [
        fg(sector(0, -4, 108, 0, Math.PI, TAU)),
        line(
          'bg',
          'M0 4V-88M0 -8C0 -40 -58 -34 -58 -76M0 -8C0 -40 58 -34 58 -76M0 -36C0 -60 -26 -62 -26 -92M0 -36C0 -60 26 -62 26 -92',
          8,
          'round',
        ),
        line(
          'accent',
          'M0 6V100M0 18C0 50 -58 42 -58 84M0 18C0 50 58 42 58 84M0 48C0 70 -27 72 -27 98M0 48C0 70 27 72 27 98M-22 40C-50 40 -90 36 -94 56M22 40C50 40 90 36 94 56',
          8,
          'round',
        ),
      ],
    },
    {
      idea: 'one line',
      keywords: ['spiral'],
      draw: random => {
        const turns = random.pick([1.9, 2.4])
        const points = Array.from({ length: 140 }, (_, i) => {
          const t = i / 139
          return polar(0, -32, 80 - 62 * t, TAU / 4 + 0.12 + t * turns * TAU)
        })
        return [
          line('fg', [...polyline([[-74, 108], [-10, 108], [-10, 60], ...points])], 12, 'round'),
          line('fg', 'M18 44V108H74', 12, 'round'),
        ]
      },
    },
    {
      idea: 'wind',
      keywords: ['movement'],
      draw: random => [
        line('fg', 'M-30 112C-22 76 -26 40 -52 0', 12),
        fg(rect(-84, 104, 112, 10)),
        ...[
          [-100, -20, 22, -108],
          [-104, 12, 84, -80],
          [-76, 30, 116, -34],
          [-40, 40, 88, 10],
        ].flatMap(([x0, y0, x1, y1], k) => {
          const p = lens(x0!, y0!, x1!, y1!, 24)
          return [line('bg', p, 7), k === (random.chance(0.5) ? 1 : 2) ? accent(p) : fg(p)]
        }),
      ],
    },
    {
      idea: 'nested pines',
      keywords: ['pine', 'negative space'],
      draw: random => {
        const pine = (k: number) =>
          parsePath(
            `M0 ${-114 + 74 * (1 - k) * 1.5}L${44 * k} ${-40 * k + 60 * (1 - k)}H${24 * k}L${70 * k} ${26 * k + 72 * (1 - k)}H${40 * k}L${96 * k} ${92 * k + 92 * (1 - k)}H${-96 * k}L${-40 * k} ${26 * k + 72 * (1 - k)}H${-70 * k}L${-24 * k} ${-40 * k + 60 * (1 - k)}H${-44 * k}Z`,
          )
        return [fg(pine(1)), bg(pine(0.66)), accent(pine(0.36)), fg(rect(-8, 96, 16, random.pick([16, 22])))]
      },
    },
  ],
}
