import type { Tile } from '../../../shared/api/jury.ts'

/** Tiles of one grid. */
export const gridSize = 20
/** Tiles, with their pictures, that are fetched before they are needed. */
export const prefetched = 200

/**
 * The tiles on this device in the juror's order. A position never changes its tile; later tiles
 * are appended, and a skipped tile gets a second position at the end.
 */
export type TileList = {
  /** By assignment. */
  tiles: ReadonlyMap<number, Tile & { isGone?: true }>
  positions: readonly number[]
  /** The current position; equal to the number of positions once all are done. */
  at: number
  /** Scored positions, most recent last: the undo stack. */
  scored: readonly number[]
}

export const emptyList: TileList = { tiles: new Map(), positions: [], at: 0, scored: [] }

export const tileAt = (list: TileList, position = list.at) => {
  const id = list.positions[position]
  return id === undefined ? undefined : list.tiles.get(id)
}

export const gridOf = (position: number) => Math.floor(position / gridSize)

/** The number of unscored positions ahead. */
export const countAhead = (list: TileList) => list.positions.length - list.at

/** Appends tiles that the server still wants scored: new ones, and skipped ones once nothing else is left. */
export function addTiles(list: TileList, arrived: Tile[], unsent: ReadonlyMap<number, number>): TileList {
  const tiles = new Map(list.tiles)
  const positions = [...list.positions]
  for (const tile of arrived) {
    const score = unsent.get(tile.assignment_id)
    if (tiles.has(tile.assignment_id)) continue
    // Scored in another tab or before a reload, and not sent yet.
    if (score !== undefined) continue
    tiles.set(tile.assignment_id, tile)
    positions.push(tile.assignment_id)
  }
  const isOpen = (id: number | undefined) => {
    const tile = id === undefined ? undefined : tiles.get(id)
    return !!tile && tile.score === null && !tile.is_skipped && !tile.isGone
  }
  if (!positions.slice(list.at).some(isOpen))
    for (const { assignment_id } of arrived) {
      const tile = tiles.get(assignment_id)
      const isAhead = positions.lastIndexOf(assignment_id) >= list.at
      if (tile?.is_skipped && tile.score === null && !tile.isGone && !isAhead) positions.push(assignment_id)
    }
  return { ...list, tiles, positions }
}

/** Applies a change of a tile, made here or in another tab. Positions do not change. */
export function changeTile(
  list: TileList,
  assignmentId: number,
  changes: Partial<Tile> & { isGone?: true },
): TileList {
  const tile = list.tiles.get(assignmentId)
  if (!tile) return list
  return { ...list, tiles: new Map(list.tiles).set(assignmentId, { ...tile, ...changes }) }
}

/** Scores the current tile and moves to the next. */
export function scoreTile(list: TileList, score: number): TileList {
  const tile = tileAt(list)
  if (!tile) return list
  const next = changeTile(list, tile.assignment_id, { score, is_skipped: 0 })
  return {
    ...next,
    scored: [...list.scored.filter(position => position !== list.at), list.at],
    at: list.at + 1,
  }
}

export const moveTo = (list: TileList, position: number): TileList => ({
  ...list,
  at: Math.max(0, Math.min(position, list.positions.length)),
})

/** Moves back to the tile scored last. */
export function undoScore(list: TileList): TileList {
  const position = list.scored.at(-1)
  return position === undefined ? list : { ...list, scored: list.scored.slice(0, -1), at: position }
}
