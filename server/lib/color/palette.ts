import { type PaletteKind, paletteOf } from '../../../shared/rules/palette.ts'
import { toOklab } from './oklab.ts'

/** A colour of a logo, `#rrggbb`, and its share of what is not ground, 0 to 1. */
type PaletteColor = { hex: string; share: number }

/** Up to five colours of a logo without its ground, the largest share first, and their kind; none on an empty picture. */
export type Palette = { colors: PaletteColor[]; kind: PaletteKind | null }

type Pixels = { data: Uint8Array; side: number }
type Lab = readonly [lightness: number, a: number, b: number]

const mostColors = 5
/** The number of pixels that are sampled in a row, about the same for pictures of every size. */
const sampledSide = 256
/** Distances in OKLab. JPEG noise stays below the first; nearer than the second, two colours count as one. */
const [noise, sameColor] = [0.03, 0.1]
/** Colours with a smaller share are edges and noise; an accent as large as a dot is kept. */
const leastShare = 0.002
/** From this chroma in OKLab on, a colour is no grey. */
export const leastChroma = 0.04

/**
 * Finds the palette: pixels whose neighbours have their colour, so that the blends along edges are no colours, are counted
 * by cells of 8 × 8 × 8 values, and cells are gathered around the most frequent ones.
 */
export function findPalette(pixels: Pixels, ground: string | null): Palette {
  const groundLab = ground === null ? undefined : labOfHex(ground)
  // A drawing of hairlines has no pixel within one colour: then all count.
  const flat = countCells(pixels, true)
  const drawn = withoutGround(flat, groundLab)
  const cells = drawn.length ? drawn : withoutGround(countCells(pixels, false), groundLab)
  const total = cells.reduce((sum, cell) => sum + cell.count, 0)
  const clusters = gather(cells)
    .filter(cluster => cluster.count >= total * leastShare)
    // Of more than five colours, vivid ones are kept before grey ones of the same size.
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, mostColors)
    .sort((a, b) => b.count - a.count)
  return {
    colors: clusters.map(({ rgb, count }) => ({
      hex: hexOf(rgb),
      share: Math.round((count / total) * 1000) / 1000,
    })),
    kind: paletteOf(clusters.map(({ lab }) => chromaOf(lab) >= leastChroma)),
  }
}

type Cell = { count: number; red: number; green: number; blue: number; lab: Lab }

/** The pixels of a grid by cell; with `within`, only those between neighbours of nearly their colour. */
function countCells({ data, side }: Pixels, within: boolean): Cell[] {
  const step = Math.max(1, Math.floor(side / sampledSide))
  const cells = new Map<number, Omit<Cell, 'lab'>>()
  const edge = within ? 1 : 0
  const below = side * 3
  // Neighbours are mostly of one cell, which is then found once.
  let last = { key: -1, cell: { count: 0, red: 0, green: 0, blue: 0 } }
  for (let y = edge; y < side - edge; y += step)
    for (let x = edge; x < side - edge; x += step) {
      const at = (y * side + x) * 3
      if (
        within &&
        !(
          isSame(data, at, at - 3) &&
          isSame(data, at, at + 3) &&
          isSame(data, at, at - below) &&
          isSame(data, at, at + below)
        )
      )
        continue
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
      const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
      if (key !== last.key) {
        const cell = cells.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
        if (!cell.count) cells.set(key, cell)
        last = { key, cell }
      }
      const { cell } = last
      cell.count++
      cell.red += red
      cell.green += green
      cell.blue += blue
    }
  return [...cells.values()].map(cell => ({ ...cell, lab: labOf(meanOf(cell)) }))
}

const isSame = (data: Uint8Array, at: number, other: number) =>
  Math.abs(data[at]! - data[other]!) +
    Math.abs(data[at + 1]! - data[other + 1]!) +
    Math.abs(data[at + 2]! - data[other + 2]!) <=
  24

function withoutGround(cells: Cell[], ground: Lab | undefined): Cell[] {
  return ground ? cells.filter(cell => distance(cell.lab, ground) > 2 * noise) : cells
}

type Cluster = { count: number; rgb: number; lab: Lab }

/** Gathers cells around the most frequent ones; a cluster has the mean colour of the cells that only noise parts from its first. */
function gather(cells: Cell[]): Cluster[] {
  const clusters: { seed: Cell; core: Omit<Cell, 'lab'>; count: number }[] = []
  for (const cell of cells.toSorted((a, b) => b.count - a.count)) {
    let nearest: (typeof clusters)[number] | undefined
    let least = sameColor
    for (const cluster of clusters) {
      const far = distance(cluster.seed.lab, cell.lab)
      if (far <= least) [nearest, least] = [cluster, far]
    }
    if (!nearest) {
      clusters.push({ seed: cell, core: { ...cell }, count: cell.count })
      continue
    }
    nearest.count += cell.count
    if (least > noise) continue
    nearest.core.count += cell.count
    nearest.core.red += cell.red
    nearest.core.green += cell.green
    nearest.core.blue += cell.blue
  }
  return clusters.map(({ core, count }) => {
    const rgb = meanOf(core)
    return { count, rgb, lab: labOf(rgb) }
  })
}

const weightOf = ({ count, lab }: Cluster) => count * (1 + 10 * chromaOf(lab))

const meanOf = ({ count, red, green, blue }: Omit<Cell, 'lab'>) =>
  (Math.round(red / count) << 16) | (Math.round(green / count) << 8) | Math.round(blue / count)
const labOf = (rgb: number): Lab => toOklab((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255)
const labOfHex = (hex: string) => labOf(Number.parseInt(hex.slice(1), 16))
const hexOf = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`
const chromaOf = ([, a, b]: Lab) => Math.hypot(a, b)
/** Without `Math.hypot`, which takes several times as long. */
const distance = (one: Lab, other: Lab) => {
  const l = one[0] - other[0]
  const a = one[1] - other[1]
  const b = one[2] - other[2]
  return Math.sqrt(l * l + a * a + b * b)
}
