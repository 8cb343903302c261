import { dueAt, lateDays, roundOf } from '../../shared/rules/books.ts'
import { dayMs, hourMs } from '../../shared/rules/time.ts'
import { type Db, transaction } from '../db/connect.ts'
import { listJurors, listRunningBooks, lockBook } from '../features/books/queries.ts'
import { lateReminder } from '../features/jury/messages.ts'
import { enqueueMail } from '../features/mail/queries.ts'
import { giveAway } from '../features/tiles/give-away.ts'
import { listLoads, listUnfinished } from '../features/tiles/queries.ts'
import type { Services } from '../services.ts'
import { every } from './every.ts'

type Dependencies = Pick<Services, 'db' | 'now' | 'publicUrl'>

/** Looks after late jurors at once and every hour, until `stop`. Several processes may do so. */
export const lookAfterLateTiles = (services: Dependencies, onError: (error: unknown) => void) =>
  every(hourMs, () => moveLateTiles(services), onError)

/**
 * Reminds jurors with unscored tiles once in each round, and once in each round moves late tiles to jurors with
 * fewer. A tile that no other juror can take stays.
 */
export async function moveLateTiles({ db, now, publicUrl }: Dependencies): Promise<void> {
  for (const { slug } of await listRunningBooks(db))
    await transaction(db, async trx => {
      const book = await lockBook(trx, slug)
      const round = book && roundOf(book.state)
      const due = book && dueAt(book)
      if (!book || !round || !due) return
      const { reminder, moved } = lateDays[round === 1 ? 'first' : 'border']
      const remindFrom = due.getTime() - (moved - reminder) * dayMs
      if (now() >= due && book.late_round < round) {
        await moveTilesOf(trx, { book_id: book.book_id, round, now: now() })
        await trx.updateTable('book').set({ late_round: round }).where('book_id', '=', book.book_id).execute()
      } else if (now() < due && now().getTime() >= remindFrom) {
        const title = book.shown_title
        await remind(trx, { book: { slug, title, book_id: book.book_id }, round, due_at: due, publicUrl })
      }
    })
}

async function moveTilesOf(trx: Db, params: { book_id: number; round: 1 | 2; now: Date }) {
  const { book_id, round } = params
  const late = (await listLoads(trx, book_id, round)).filter(juror => juror.unscored > 0)
  const numbers = late.map(juror => juror.number)
  const tiles = await listUnfinished(trx, book_id, round, numbers)
  await giveAway(trx, { ...params, tiles, mayTake: (taker, giver) => taker < giver })
}

async function remind(
  trx: Db,
  params: {
    book: { slug: string; title: string; book_id: number }
    round: 1 | 2
    due_at: Date
    publicUrl: string
  },
) {
  const { book, round, due_at, publicUrl } = params
  const loads = new Map((await listLoads(trx, book.book_id, round)).map(load => [load.number, load.unscored]))
  for (const { number, email } of await listJurors(trx, book.book_id)) {
    const unscored = number === null ? 0 : (loads.get(number) ?? 0)
    if (number !== null && unscored > 0)
      await enqueueMail(trx, lateReminder({ to: email, book, round, number, unscored, due_at }, publicUrl))
  }
}
