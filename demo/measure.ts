import { type Box, flatten, type Path, type Point } from './geometry.ts'

/** One painted shape. With `stroke` the path is drawn as a line of that width; `clip` keeps only what lies inside it. */
export type Layer = {
  path: Path
  ink: string
  rule?: 'evenodd'
  stroke?: number
  cap?: 'butt' | 'round' | 'square'
  join?: 'miter' | 'round' | 'bevel'
  clip?: Path
}

const CELLS = 112

type Edges = { x0: number; y0: number; x1: number; y1: number }[]

const edgesOf = (path: Path): Edges =>
  flatten(path, 6).flatMap(({ points }) =>
    points.map(([x0, y0], i) => {
      const [x1, y1] = points[(i + 1) % points.length]!
      return { x0, y0, x1, y1 }
    }),
  )

/** Calls `paint` for every run of cells inside the shape, row by row. */
const scan = (
  edges: Edges,
  evenodd: boolean,
  box: Box,
  cell: number,
  paint: (row: number, a: number, b: number) => void,
) => {
  const rows: { x: number; turn: number }[][] = []
  for (const { x0, y0, x1, y1 } of edges) {
    if (y0 === y1) continue
    const turn = y1 > y0 ? 1 : -1
    const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0]
    const first = Math.max(0, Math.ceil((top - box.top) / cell - 0.5))
    const last = Math.min(CELLS - 1, Math.ceil((bottom - box.top) / cell - 0.5) - 1)
    for (let row = first; row <= last; row++) {
      const y = box.top + (row + 0.5) * cell
      let crossings = rows[row]
      if (!crossings) rows[row] = crossings = []
      crossings.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn })
    }
  }
  rows.forEach((crossings, row) => {
    crossings.sort((a, b) => a.x - b.x)
    let winding = 0
    crossings.forEach(({ x, turn }, i) => {
      winding += evenodd ? 1 : turn
      const next = crossings[i + 1]
      if (!next || (evenodd ? winding % 2 === 0 : winding === 0)) return
      paint(
        row,
        Math.max(0, Math.ceil((x - box.left) / cell - 0.5)),
        Math.min(CELLS, Math.ceil((next.x - box.left) / cell - 0.5)),
      )
    })
  })
}

/** The outline of a stroked chord, as a quadrilateral; the ends are lengthened a little to close the joints. */
const strokeEdges = (path: Path, width: number): Edges[] =>
  flatten(path, 8).flatMap(({ points, closed }) => {
    const line: readonly Point[] = closed ? [...points, points[0]!] : points
    return line.slice(1).flatMap(([x1, y1], i) => {
      const [x0, y0] = line[i]!
      const length = Math.hypot(x1 - x0, y1 - y0)
      if (length === 0) return []
      const ux = ((x1 - x0) / length) * (width / 2)
      const uy = ((y1 - y0) / length) * (width / 2)
      const before = i === 0 ? 0 : 0.3
      const after = i === line.length - 2 ? 0 : 0.3
      const corners: Point[] = [
        [x0 - ux * before - uy, y0 - uy * before + ux],
        [x1 + ux * after - uy, y1 + uy * after + ux],
        [x1 + ux * after + uy, y1 + uy * after - ux],
        [x0 - ux * before + uy, y0 - uy * before - ux],
      ]
      return [
        corners.map(([cx0, cy0], k) => {
          const [cx1, cy1] = corners[(k + 1) % 4]!
          return { x0: cx0, y0: cy0, x1: cx1, y1: cy1 }
        }),
      ]
    })
  })

const outerBox = (layers: readonly Layer[]): Box => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { path, clip, stroke = 0 } of layers) {
    const half = stroke / 2
    const own = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
    for (const { points } of flatten(clip ?? path, 6))
      for (const [x, y] of points) {
        own.left = Math.min(own.left, x - half)
        own.right = Math.max(own.right, x + half)
        own.top = Math.min(own.top, y - half)
        own.bottom = Math.max(own.bottom, y + half)
      }
    box.left = Math.min(box.left, own.left)
    box.right = Math.max(box.right, own.right)
    box.top = Math.min(box.top, own.top)
    box.bottom = Math.max(box.bottom, own.bottom)
  }
  return box
}

type Measured = Box & { width: number; height: number; massX: number; massY: number; density: number }

/**
 * Rasterises the layers into a small grid and measures the ink: its box, its centre of mass and the share of the box
 * that it covers. Ground-coloured layers erase.
 */
export const measure = (layers: readonly Layer[], ground: string): Measured => {
  const box = outerBox(layers.filter(layer => layer.ink !== ground))
  const cell = Math.max(box.right - box.left, box.bottom - box.top, 1e-6) / CELLS
  const grid = new Uint8Array(CELLS * CELLS)
  for (const { path, ink, rule, stroke, clip } of layers) {
    const value = ink === ground ? 0 : 1
    let mask: Uint8Array | undefined
    if (clip) {
      const inside = new Uint8Array(CELLS * CELLS)
      scan(edgesOf(clip), false, box, cell, (row, a, b) =>
        inside.fill(1, row * CELLS + a, row * CELLS + Math.max(a, b)),
      )
      mask = inside
    }
    const paint = (row: number, a: number, b: number) => {
      if (!mask) grid.fill(value, row * CELLS + a, row * CELLS + Math.max(a, b))
      else for (let i = row * CELLS + a; i < row * CELLS + b; i++) if (mask[i]) grid[i] = value
    }
    if (stroke) for (const edges of strokeEdges(path, stroke)) scan(edges, false, box, cell, paint)
    else scan(edgesOf(path), rule === 'evenodd', box, cell, paint)
  }
  let [left, top, right, bottom, sumX, sumY, sum] = [CELLS, CELLS, -1, -1, 0, 0, 0]
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      if (!grid[row * CELLS + column]) continue
      left = Math.min(left, column)
      right = Math.max(right, column)
      top = Math.min(top, row)
      bottom = row
      sumX += column
      sumY += row
      sum++
    }
  if (sum === 0) throw new Error('A mark without ink')
  const x = (column: number) => box.left + column * cell
  const y = (row: number) => box.top + row * cell
  return {
    left: x(left),
    top: y(top),
    right: x(right + 1),
    bottom: y(bottom + 1),
    width: (right + 1 - left) * cell,
    height: (bottom + 1 - top) * cell,
    massX: x(sumX / sum + 0.5),
    massY: y(sumY / sum + 0.5),
    density: sum / ((right + 1 - left) * (bottom + 1 - top)),
  }
}
