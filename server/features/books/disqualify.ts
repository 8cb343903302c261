import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { placeAgain } from '../judging/rank-book.ts'
import { lockBook } from './queries.ts'

type Input = { book: string; logo_id: number; state: 0 | 1; why: string }

/** Takes an entry out of the ranking, or puts it back; its scores stay. From closing until publication. */
export async function disqualify({ db, now }: Pick<Services, 'db' | 'now'>, input: Input, actor: Actor) {
  return transaction(db, async trx => {
    const book = await lockBook(trx, input.book)
    if (!book) throw new HttpError(404, 'Book not found')
    if (book.state === 'open' || book.state === 'published')
      throw new HttpError(
        409,
        `${book.shown_title} is ${book.state}: entries are disqualified from closing until publication.`,
      )
    const entry = await trx
      .selectFrom('entry')
      .where('book_id', '=', book.book_id)
      .where('logo_id', '=', input.logo_id)
      .select('disqualified_why')
      .executeTakeFirst()
    if (!entry) throw new HttpError(404, 'This logo isn’t entered in the book.')
    if ((entry.disqualified_why !== null) === (input.state === 1)) return book
    await trx
      .updateTable('entry')
      .set({ disqualified_why: input.state ? input.why : null })
      .where('book_id', '=', book.book_id)
      .where('logo_id', '=', input.logo_id)
      .execute()
    // An entry that is put back here is no longer held for the next book.
    if (!input.state) await trx.deleteFrom('held_entry').where('logo_id', '=', input.logo_id).execute()
    if (book.state === 'ratified') await placeAgain(trx, book)
    const act = { what: 'books.disqualified', kind: 'logo', id: input.logo_id, why: input.why } as const
    await recordAct(trx, actor, { ...act, before: 1 - input.state, after: input.state }, now())
    return book
  })
}
