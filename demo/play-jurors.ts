import { createHash } from 'node:crypto'
import type { Db } from '../server/db/connect.ts'
import { findSeat } from '../server/features/jury/queries.ts'
import { sendScores } from '../server/features/jury/send-scores.ts'
import { highestScore } from '../shared/rules/books.ts'

// Invented jurors, who score a book of the demonstration or of a test through the same code as real ones.

/** The same number from 0 to 1 for the same text. */
const chanceOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/**
 * The score that a juror gives: the logo's quality follows from its id, the noise from logo, juror and round, and some
 * jurors are stricter than others.
 */
export function inventScore(logo_id: number, juror: number, round: 1 | 2): number {
  const highest = highestScore[round === 1 ? 'first' : 'border']
  const severity = 0.15 * (chanceOf(`severity ${juror}`) - 0.5)
  const impression =
    0.65 * chanceOf(`quality ${logo_id}`) + 0.35 * chanceOf(`${logo_id} ${juror} ${round}`) - severity
  // Few logos are the best: squared, most scores are low, as on a real bench.
  return Math.min(Math.max(Math.floor(impression ** 2 * (highest + 1.2)), 0), highest)
}

/** Seconds that an invented juror takes for a tile. */
const secondsPerTile = 8

/** Scores the open tiles of a round, or the first `share` of each juror's, in the juror's own order. */
export async function scoreRound(
  { db, now }: { db: Db; now: () => Date },
  bookId: number,
  round: 1 | 2,
  {
    give = inventScore,
    share = () => 1,
  }: { give?: typeof inventScore; share?: (juror: number) => number } = {},
): Promise<void> {
  const jurors = await db
    .selectFrom('juror')
    .where('book_id', '=', bookId)
    .where('left_at', 'is', null)
    .orderBy('number')
    .select(['designer_id', 'number'])
    .execute()
  for (const { designer_id, number } of jurors) {
    const seat = await findSeat(db, designer_id)
    if (!seat || seat.book_id !== bookId || number === null) continue
    const open = await listOpenTiles(db, bookId, number, round)
    const tiles = open.slice(0, Math.round(share(number) * open.length))
    const begun = now().getTime() - 1000 * secondsPerTile * tiles.length
    const scores = tiles.map(({ assignment_id, logo_id }, i) => ({
      key: `invented ${assignment_id}`,
      assignment_id,
      score: give(logo_id, number, round),
      scored_at: new Date(begun + 1000 * secondsPerTile * i).toISOString(),
    }))
    for (let i = 0; i < scores.length; i += 100)
      await sendScores({ db, now }, seat, designer_id, scores.slice(i, i + 100))
  }
}

const listOpenTiles = (db: Db, bookId: number, number: number, round: 1 | 2) =>
  db
    .selectFrom('assignment')
    .where('book_id', '=', bookId)
    .where('number', '=', number)
    .where('round', '=', round)
    .where('taken_at', 'is', null)
    .where('score', 'is', null)
    .orderBy('position')
    .select(['assignment_id', 'logo_id'])
    .execute()
