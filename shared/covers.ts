/** The editions' covers: one figure each, made of as many parts as its number says, in one ink on its paper. */

/** The colours of a cover: part of the book, the same in every theme. */
export type Print = { ink: string; paper: string }

/** Colours of a book without its own. */
export const plainPrint: Print = { ink: '#151515', paper: '#ece7dc' }

/** Numbers of the Master Library's volumes, as their covers show them. */
export const volumeNumber = (number: number) => ['', 'I', 'II', 'III', 'IV'][number] || String(number)

/** A part of a figure as SVG path data: filled, or stroked with that width. */
export type Part = { d: string; stroke?: number }

/** By number of the edition. */
export const editionPrints: Record<number, Print> = {
  13: { ink: '#b3261e', paper: '#f4efe4' },
  12: { ink: '#14532d', paper: '#eef0e4' },
  11: { ink: '#1d3f8f', paper: '#f2f0ea' },
  10: { ink: '#151515', paper: '#f5c518' },
  9: { ink: '#6b2d73', paper: '#f3eef2' },
  8: { ink: '#a34a0a', paper: '#f7f1e6' },
  7: { ink: '#0f5c63', paper: '#eaf1f0' },
  6: { ink: '#2e2a6b', paper: '#eeeef5' },
  5: { ink: '#8a1538', paper: '#f6eeee' },
  4: { ink: '#37474f', paper: '#f1f3f3' },
  3: { ink: '#3f6212', paper: '#f3f4e8' },
  2: { ink: '#0b4f8a', paper: '#eef2f6' },
  1: { ink: '#7a3b12', paper: '#f3ead9' },
}

/** The side of a figure's square, whose corner is the origin. */
export const figureSide = 240
const middle = figureSide / 2

/** The figure of an edition: a drawn one, or for a later edition its number of dots on a spiral. */
export const drawFigure = (edition: number): Part[] => figures[edition]?.() ?? spiral(edition)

/** Dots that grow outwards, each turned by the golden angle, so that any number of them is evenly spread. */
const spiral = (n: number) =>
  times(n, i => {
    const share = Math.sqrt((i + 0.5) / n)
    const [x, y] = turn(0, -96 * share, i * 137.508)
    return { d: circle(x, y, round(((4 + 17 * share) * 3.7) / Math.sqrt(Math.max(n, 4)))) }
  })

const figures: Record<number, () => Part[]> = {
  1: () => [{ d: circle(middle, middle, 104) }],
  2: () => times(2, i => ({ d: circle(middle - 44 + i * 88, middle, 76), stroke: 22 })),
  3: () => times(3, i => ({ d: `M0 ${24 + i * 84}h${figureSide - i * 62}v44H0z` })),
  4: () =>
    times(4, i => {
      const [x, y] = [(i % 2) * 120, Math.floor(i / 2) * 120]
      return {
        d:
          i % 3
            ? `M${x} ${y}a120 120 0 0 0 120 120V${y}z`
            : `M${x + 120} ${y + 120}A120 120 0 0 0 ${x} ${y}v120z`,
      }
    }),
  5: () => times(5, i => ({ d: circle(middle, middle, 14 + i * 24), stroke: 11 })),
  6: () =>
    times(6, i => {
      const [x, y] = turn(0, -58, 62 + i * 60)
      return { d: circle(x, y, 52), stroke: 7 }
    }),
  7: () => times(7, i => ({ d: rectangle(0, i * 34.4, figureSide, 4 + i * 4) })),
  8: () =>
    times(8, i => {
      const [x, y] = [(i % 2) * 120, Math.floor(i / 2) * 60]
      return {
        d:
          (i + Math.floor(i / 2)) % 2
            ? `M${x} ${y - 0.5}v.5a60 60 0 0 0 120 0v-.5z`
            : `M${x} ${y + 60.5}v-.5a60 60 0 0 1 120 0v.5z`,
      }
    }),
  9: () => times(9, i => ({ d: circle(40 + (i % 3) * 80, 40 + Math.floor(i / 3) * 80, 6 + i * 4) })),
  10: () =>
    times(10, i => {
      const y = Math.abs(4.5 - i) * 22
      return { d: rectangle(i * 24.6, y, 12, figureSide - 2 * y) }
    }),
  11: () =>
    times(11, i => {
      const corners = [turn(-10, -118, (i * 360) / 11), turn(10, -118, (i * 360) / 11)]
      const foot = [turn(4, -40, (i * 360) / 11), turn(-4, -40, (i * 360) / 11)]
      return { d: `M${[...corners, ...foot].map(point => point.join(' ')).join('L')}z` }
    }),
  12: () =>
    times(12, i => ({
      d: `M${(i % 4) * 64} ${28 + Math.floor(i / 4) * 92}h48m-24 -24v48`,
      stroke: 2 + i * 1.5,
    })),
  13: () =>
    times(13, i => ({
      d: rectangle(i * 9.2, i * 9.2, figureSide - i * 18.4, figureSide - i * 18.4),
      stroke: 4.2,
    })),
}

const times = (n: number, draw: (i: number) => Part) => Array.from({ length: n }, (_, i) => draw(i))

const round = (value: number) => Math.round(value * 100) / 100

/** The point turned clockwise about the middle of the figure. */
function turn(x: number, y: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [round(middle + x * cos - y * sin), round(middle + x * sin + y * cos)]
}

const circle = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
