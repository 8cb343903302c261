import {
  declare,
  find,
  reportConflict,
  reportFlag,
  sendScores as sendScoresCall,
  setSaved,
  setSkipped,
  tiles,
} from '../../../shared/api/jury.ts'
import { dueAt, mostSaves, roundOf } from '../../../shared/rules/books.ts'
import { stripUrl } from '../../../shared/rules/true-sizes.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { route } from '../../http/serve.ts'
import { lockBook } from '../books/queries.ts'
import { pictureToken } from '../pictures/picture-token.ts'
import { giveAway } from '../tiles/give-away.ts'
import {
  countSaves,
  findProgress,
  findSeat,
  insertConflict,
  listDeclared,
  listEarlierScores,
  listOpenAccounts,
  listOwnTiles,
  listTiles,
  replaceDeclared,
  type Seat,
  setFlag,
  setTile,
} from './queries.ts'
import { refuse, whyTaken } from './refusals.ts'
import { sendScores } from './send-scores.ts'

export const juryRoutes = [
  route(find, async ({ db, viewer }) => {
    const seat = await requireSeat(db, viewer.id)
    const round = roundOf(seat.state)
    const { slug, title, state, number } = seat
    const progress =
      round && number !== null ? await findProgress(db, seat.book_id, number, round) : undefined
    const { counts, ...counted } = progress ?? {
      counts: [0, 0, 0, 0],
      total: 0,
      scored: 0,
      skipped: 0,
      calibration_left: 0,
    }
    return {
      book: { slug, title, state, due_at: dueAt(seat) },
      stage: round === 1 ? ('first' as const) : round === 2 ? ('border' as const) : null,
      ...counted,
      distribution: counts,
      expected_distribution: shares(await listEarlierScores(db)),
      saves_left: await countSavesLeft(db, seat),
      declared: await listDeclared(db, seat.book_id, viewer.id),
    }
  }),

  route(tiles, async ({ db, viewer, input, secret }) => {
    const seat = await requireSeat(db, viewer.id)
    const round = roundOf(seat.state)
    const { from, after, page = 1, page_size } = input
    if (!round || seat.number === null || page > 1) return { data: [], count: 0 }
    const { book_id, number } = seat
    const { rows, count } = await listTiles(db, { book_id, number, round }, { from, after, most: page_size })
    const data = rows.map(({ logo_id, image: own, ...tile }) => {
      const image = `jury/${pictureToken(secret, 'bench', { list: book_id, logo_id })}`
      const strip = stripUrl(own) ? `/images/${image}-strip.webp` : null
      return { ...tile, image, strip, url: `/images/${image}-900.webp` }
    })
    return { data, count }
  }),

  route(sendScoresCall, async ({ db, now, viewer, input }) => {
    const seat = await requireSeat(db, viewer.id)
    return { scores: await sendScores({ db, now }, seat, viewer.id, input.scores) }
  }),

  route(setSaved, async ({ db, viewer, input }) => {
    const seat = await requireSeat(db, viewer.id)
    return transaction(db, async trx => {
      const tile = await lockOpenTile(trx, seat, viewer.id, input.assignment_id)
      if (seat.state !== 'judging' || !seat.border_round)
        throw new HttpError(409, 'Logos are saved in the first round of a book that has a border round.')
      const left = await countSavesLeft(trx, seat)
      const added = input.state - (tile.is_saved ? 1 : 0)
      if (added > left) throw new HttpError(409, `You’ve used all ${mostSaves} saves. Undo one first.`)
      await setTile(trx, input.assignment_id, { is_saved: input.state === 1 })
      return { assignment_id: input.assignment_id, is_saved: input.state, saves_left: left - added }
    })
  }),

  route(setSkipped, async ({ db, viewer, input }) => {
    await requireSeat(db, viewer.id)
    const tile = await requireTile(db, viewer.id, input.assignment_id)
    if (tile.taken_at) throw refuse(whyTaken(tile))
    await setTile(db, input.assignment_id, { is_skipped: input.state === 1 })
    return { assignment_id: input.assignment_id, is_skipped: input.state }
  }),

  route(reportConflict, async ({ db, now, viewer, input }) => {
    const { assignment_id } = input
    const seat = await requireSeat(db, viewer.id)
    await transaction(db, async trx => {
      const book = await lockBook(trx, seat.slug)
      const tile = await requireTile(trx, viewer.id, assignment_id)
      refuseCalibration(tile)
      const { book_id, logo_id, number } = tile
      // Asked again: somebody else has it already.
      if (tile.taken_at) return
      const round = requireOpenRound(book, tile)
      await insertConflict(trx, { book_id, logo_id, number, reason: 'known' })
      const tiles = [{ assignment_id, logo_id, number }]
      const left = await giveAway(trx, { book_id, round, tiles, now: now() })
      if (left.length) throw new HttpError(409, 'No other juror is left who can score this logo.')
    })
    return { assignment_id }
  }),

  route(declare, async ({ db, viewer, input }) => {
    const seat = await requireSeat(db, viewer.id)
    const ids = [...new Set(input.designer_ids)]
    return transaction(db, async trx => {
      const book = await lockBook(trx, seat.slug)
      if (book?.state !== 'open')
        throw new HttpError(
          409,
          'You can only declare whom you know while the book is open. From now on, use “I know this work”.',
        )
      const found = await listOpenAccounts(trx, ids)
      const missing = ids.find(id => !found.includes(id))
      if (missing !== undefined) throw new HttpError(404, `Designer ${missing} doesn’t exist.`)
      await replaceDeclared(trx, seat.book_id, viewer.id, ids)
      return { declared: await listDeclared(trx, seat.book_id, viewer.id) }
    })
  }),

  route(reportFlag, async ({ db, now, viewer, input }) => {
    await requireSeat(db, viewer.id)
    const { assignment_id, reason, text } = input
    const tile = await requireTile(db, viewer.id, assignment_id)
    refuseCalibration(tile)
    const { book_id, logo_id, number } = tile
    await setFlag(db, { book_id, logo_id, number, reason, text, at: now() })
    return { assignment_id }
  }),
]

async function requireSeat(db: Db, designerId: number): Promise<Seat> {
  const seat = await findSeat(db, designerId)
  if (!seat) throw new HttpError(403, 'You sit on no jury.')
  return seat
}

/** A juror's own tile; 404 for another juror's. */
async function requireTile(db: Db, designerId: number, assignmentId: number) {
  const [tile] = await listOwnTiles(db, designerId, [assignmentId])
  if (!tile) throw new HttpError(404, 'Tile not found')
  return tile
}

function refuseCalibration({ is_calibration }: { is_calibration: boolean }) {
  if (is_calibration) throw new HttpError(409, 'This tile is for practice and doesn’t count.')
}

/** The round in which a tile is judged, which must be under way. */
function requireOpenRound(
  book: Awaited<ReturnType<typeof lockBook>>,
  tile: { book_id: number; round: number },
): 1 | 2 {
  const round = book && roundOf(book.state)
  if (!round || round !== tile.round || tile.book_id !== book.book_id) throw refuse('ended')
  return round
}

/** A tile that is not for practice and still the juror's, in the round under way. */
async function lockOpenTile(trx: Db, seat: Seat, designerId: number, assignmentId: number) {
  const book = await lockBook(trx, seat.slug)
  const tile = await requireTile(trx, designerId, assignmentId)
  refuseCalibration(tile)
  requireOpenRound(book, tile)
  if (tile.taken_at) throw refuse(whyTaken(tile))
  return tile
}

/** None where there is no border round to save into, or it has begun. */
async function countSavesLeft(db: Db, { book_id, number, state, border_round }: Seat): Promise<number> {
  if (!border_round || !['open', 'closed', 'judging'].includes(state)) return 0
  return number === null ? mostSaves : mostSaves - (await countSaves(db, book_id, number))
}

/** Of the first round, where no earlier book was judged here. */
const usualShares = [0.45, 0.3, 0.18, 0.07]

function shares(counts: readonly number[]) {
  const sum = counts.reduce((a, b) => a + b, 0)
  return sum ? counts.map(count => count / sum) : usualShares
}
