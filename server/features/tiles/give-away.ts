import { chooseReplacement } from '../../../shared/judging/border.ts'
import type { Db } from '../../db/connect.ts'
import { insertTiles, listBarred, listLoads, moveTiles, type NewTile, type Unfinished } from './queries.ts'

/**
 * Gives tiles of a round to the juror with the fewest unscored ones (ties: the lowest number) among those who may have the
 * logo and have not had it; they go to the end. Within a transaction that has locked the book. Returns the tiles that
 * no juror may have, which stay where they are.
 */
export async function giveAway(
  trx: Db,
  params: {
    book_id: number
    round: 1 | 2
    tiles: readonly Unfinished[]
    /** Whether a juror with so many unscored tiles may take one from another with so many; all unless said. */
    mayTake?: (taker: number, giver: number) => boolean
    now: Date
  },
): Promise<Unfinished[]> {
  const { book_id, round, tiles, mayTake = () => true, now } = params
  const jurors = await listLoads(trx, book_id, round)
  const highest = Math.max(0, ...jurors.map(juror => juror.number))
  const loads = new Array<number>(highest + 1).fill(0)
  const last = new Array<number>(highest + 1).fill(0)
  for (const juror of jurors) {
    loads[juror.number] = juror.unscored
    last[juror.number] = juror.last
  }
  const sits = new Set(jurors.map(juror => juror.number))
  const barred = await listBarred(trx, book_id, [...new Set(tiles.map(tile => tile.logo_id))])
  const moves: { tile: Unfinished; to: number }[] = []
  const left: Unfinished[] = []
  const added: NewTile[] = []
  for (const tile of tiles) {
    const had = barred.get(tile.logo_id) ?? new Set()
    const giverLoad = loads[tile.number] ?? Number.POSITIVE_INFINITY
    const to = chooseReplacement(
      loads,
      juror =>
        sits.has(juror) && !had.has(juror) && juror !== tile.number && mayTake(loads[juror] ?? 0, giverLoad),
    )
    if (to === undefined) {
      left.push(tile)
      continue
    }
    had.add(to)
    barred.set(tile.logo_id, had)
    if (sits.has(tile.number)) loads[tile.number] = giverLoad - 1
    loads[to] = (loads[to] ?? 0) + 1
    last[to] = (last[to] ?? 0) + 1
    moves.push({ tile, to })
    added.push({ number: to, logo_id: tile.logo_id, round, position: last[to] ?? 1, is_drawn: false })
  }
  if (!moves.length) return left
  await moveTiles(trx, { book_id, round, moves, now })
  await insertTiles(trx, book_id, added)
  return left
}
