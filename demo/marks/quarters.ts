import {
  circle,
  type Path,
  parsePath,
  rect,
  reverse,
  ring,
  rotate,
  shift,
  TAU,
  transform,
} from '../geometry.ts'
import type { Layer } from '../measure.ts'
import type { Draw } from './mark.ts'

/** Tiles fill the unit square centred on 0, 0. */
const TILES: Record<string, Path> = {
  quarter: parsePath('M-.5 .5V-.5A1 1 0 0 1 .5 .5Z'),
  bite: parsePath('M-.5 -.5H.5V.5A1 1 0 0 0 -.5 -.5Z'),
  leaf: parsePath('M-.5 .5A1 1 0 0 1 .5 -.5A1 1 0 0 1 -.5 .5Z'),
  half: parsePath('M-.5 .5A.5 .5 0 0 1 .5 .5ZM-.5 0A.5 .5 0 0 1 .5 0Z'),
  arch: parsePath('M-.5 .5V0A.5 .5 0 0 1 .5 0V.5Z'),
  disc: circle(0, 0, 0.5),
  square: rect(-0.5, -0.5, 1, 1),
  triangle: parsePath('M-.5 .5V-.5L.5 .5Z'),
  band: parsePath('M-.5 -.5A1 1 0 0 1 .5 .5H0A.5 .5 0 0 0 -.5 0Z'),
  hoop: ring(0, 0, 0.5, 0.25),
  none: [],
}

const SETS: readonly (readonly string[])[] = [
  ['quarter', 'quarter', 'bite', 'none'],
  ['quarter', 'quarter', 'square', 'disc'],
  ['quarter', 'leaf', 'leaf', 'none'],
  ['leaf', 'leaf', 'leaf', 'disc'],
  ['leaf', 'leaf', 'hoop', 'none'],
  ['arch', 'quarter', 'square', 'disc'],
  ['quarter', 'triangle', 'square', 'none'],
  ['band', 'band', 'quarter', 'disc'],
  ['half', 'quarter', 'arch', 'none'],
  ['bite', 'bite', 'quarter', 'leaf'],
  ['triangle', 'triangle', 'square', 'triangle'],
  ['band', 'band', 'band', 'hoop'],
]

/** Tiles without a direction; a figure of these only would be a row of dots or boxes. */
const STILL = ['disc', 'square', 'hoop', 'none']

type Cell = { tile: string; turn: number }

/** Quarter circles and their relatives on a small grid, under one rule of symmetry. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a drawing: every step needs the cells of the one before
export const drawQuarters: Draw = (random, palette) => {
  const size = random.weighted([
    [2, 2],
    [3, 4],
    [4, 3],
  ])
  const rule = random.weighted([
    ['turn', 5],
    ['mirror', 3],
    ['both', size === 3 ? 1 : 3],
    ['half-turn', 3],
  ])
  // Four hooked arms about a middle would resemble a swastika, so odd grids only turn leaves and discs.
  const set = random.pick(
    rule === 'turn' && size === 3
      ? SETS.filter(s => s.includes('leaf') && !s.includes('quarter') && !s.includes('none'))
      : SETS,
  )
  const turning = set.filter(tile => !STILL.includes(tile))
  const cells = new Map<string, Cell>()
  const put = (x: number, y: number, cell: Cell) => cells.set(`${x},${y}`, cell)
  const last = size - 1
  let [filled, empty] = [0, 0]
  const draw = (): Cell => {
    let tile = random.pick(size === 2 ? turning : set)
    if (filled < 2) tile = random.pick(turning)
    if (tile === 'none' && (empty > filled / 3 || filled === 0)) tile = set[0]!
    if (tile === 'none') empty++
    else filled++
    return { tile, turn: random.int(0, 3) }
  }
  const mirrorX = (c: Cell): Cell => ({ tile: c.tile, turn: c.turn + 8 })
  const mirrorY = (c: Cell): Cell => ({ tile: c.tile, turn: c.turn + 16 })
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (cells.has(`${x},${y}`)) continue
      const middle = x * 2 === last && y * 2 === last
      const cell = middle ? { tile: random.pick(['disc', 'disc', 'none']), turn: 0 } : draw()
      put(x, y, cell)
      if (middle) continue
      if (rule === 'turn') {
        let [px, py, turn] = [x, y, cell.turn]
        for (let k = 0; k < 3; k++) {
          ;[px, py] = [last - py, px]
          turn = (turn + 1) % 4
          put(px, py, { tile: cell.tile, turn })
        }
      } else if (rule === 'half-turn') put(last - x, last - y, { tile: cell.tile, turn: (cell.turn + 2) % 4 })
      else {
        if (last - x !== x) put(last - x, y, mirrorX(cell))
        else if (cell.tile !== 'none') put(x, y, { tile: cell.tile === 'arch' ? 'arch' : 'disc', turn: 0 })
        if (rule === 'both' && last - y !== y) {
          put(x, last - y, mirrorY(cells.get(`${x},${y}`)!))
          if (last - x !== x) put(last - x, last - y, { tile: cell.tile, turn: cell.turn + 24 })
        }
      }
    }
  const gap = random.weighted([
    [0, 5],
    [0.06, 3],
  ])
  const two = palette.accent !== palette.ink
  const accented = two ? random.pick([set[0]!, set[1]!, 'disc']) : ''
  const shapes = new Map<string, Path[]>()
  for (const [key, { tile, turn }] of cells) {
    const [x, y] = key.split(',').map(Number)
    let path = rotate(TILES[tile]!, ((turn % 8) * TAU) / 4)
    if (turn & 8) path = transform(path, [-1, 0, 0, 1, 0, 0])
    if (turn & 16) path = transform(path, [1, 0, 0, -1, 0, 0])
    // Mirroring reversed the outline's direction; tiles of one ink become one path, and must wind alike to leave no
    // seam.
    if (!(turn & 8) !== !(turn & 16)) path = reverse(path)
    const ink = tile === accented ? palette.accent : palette.ink
    if (path.length)
      shapes.set(ink, [...(shapes.get(ink) ?? []), shift(path, x! * (1 + gap), y! * (1 + gap))])
  }
  const layers: Layer[] = [...shapes].map(([ink, paths]) => ({ path: paths.flat(), ink }))
  return {
    layers: turnedWhole(layers, random.chance(0.22) && !(rule === 'turn' && size === 3)),
    motif: random.pick(['quarter circles', 'a tiled figure', 'arcs on a grid']),
    keywords: ['grid', 'modular', 'quarter circle', 'pattern', 'abstract', `${size}×${size}`],
  }
}

const turnedWhole = (layers: Layer[], on: boolean): Layer[] =>
  on ? layers.map(layer => ({ ...layer, path: rotate(layer.path, TAU / 8) })) : layers
