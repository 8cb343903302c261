import type { Updateable } from 'kysely'
import type { core } from 'zod/mini'
import type { setState } from '../../../shared/api/desk/books.ts'
import { bookStates } from '../../../shared/rules/books.ts'
import { type Db, transaction } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import { HttpError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { listMissing, nextState } from './missing.ts'
import { type BookRow, lockBook } from './queries.ts'
import { startBorderRound } from './steps/border.ts'
import { closeBook } from './steps/close.ts'
import { drawBook } from './steps/draw.ts'
import { publishBook } from './steps/publish.ts'
import { ratifyBook } from './steps/ratify.ts'

/** The column in which a state's beginning is noted. */
const beginningOf = {
  closed: 'closed_at',
  judging: 'judging_at',
  border: 'border_at',
  ratified: 'ratified_at',
  published: 'published_at',
} as const

type Input = core.output<(typeof setState)['input']>
type Changes = Updateable<Database['book']>

/** What a step does besides noting the new state. Runs in its transaction, with the book locked. */
type Step = (trx: Db, book: BookRow, context: { now: Date; beacon?: string | undefined }) => Promise<Changes>

const steps: Partial<Record<Input['to'], Step>> = {
  closed: closeBook,
  judging: drawBook,
  border: startBorderRound,
  ratified: ratifyBook,
  published: publishBook,
}

/**
 * Takes a book to its next state, with all that belongs to the step in one transaction. Idempotent: a step to the present
 * state does nothing.
 */
export async function stepBook({ db, now }: Pick<Services, 'db' | 'now'>, input: Input, actor: Actor) {
  return transaction(db, async trx => {
    const book = await lockBook(trx, input.book)
    if (!book) throw new HttpError(404, 'Book not found')
    if (book.state === input.to) return
    refuseOtherOrder(book, input.to)
    const at = now()
    const missing = await listMissing(trx, book, at)
    if (missing.length) throw new HttpError(409, missing.map(({ text }) => text).join(' '))
    const step = steps[input.to]
    if (!step || input.to === 'open') throw new HttpError(409, 'The book isn’t ready for this step.')
    const changes = await step(trx, book, { now: at, beacon: input.beacon })
    await trx
      .updateTable('book')
      .set({ ...changes, state: input.to, [beginningOf[input.to]]: at })
      .where('book_id', '=', book.book_id)
      .execute()
    await recordAct(
      trx,
      actor,
      {
        what: 'books.state',
        kind: 'book',
        id: book.book_id,
        before: book.state,
        after: input.to,
        why: input.why,
      },
      at,
    )
  })
}

function refuseOtherOrder(book: BookRow, to: Input['to']) {
  const next = nextState(book)
  if (next === to) return
  const isBack = bookStates.indexOf(to) < bookStates.indexOf(book.state)
  const problem = isBack
    ? `${book.shown_title} is ${book.state} already: there is no way back.`
    : `${book.shown_title} is ${book.state}: ${next} comes next.`
  throw new HttpError(409, problem)
}
