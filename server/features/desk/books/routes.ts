import {
  addEarlier,
  find,
  open,
  setDisqualified,
  setJurors as setJurorsCall,
  setState,
  update,
} from '../../../../shared/api/desk/books.ts'
import { type BookState, bookStates, dueAt } from '../../../../shared/rules/books.ts'
import type { Db } from '../../../db/connect.ts'
import { HttpError } from '../../../http/errors.ts'
import { route } from '../../../http/serve.ts'
import { pageOf } from '../../../lib/page-of-rows.ts'
import { actorOf } from '../../../viewer.ts'
import { addEarlierBook } from '../../books/add-earlier-book.ts'
import { disqualify } from '../../books/disqualify.ts'
import { listMissing, nextState } from '../../books/missing.ts'
import { openBook } from '../../books/open-book.ts'
import {
  type BookRow,
  countAdminBooks,
  findAdminBook,
  findBook,
  findNextBook,
  listAdminBooks,
  listJurors,
} from '../../books/queries.ts'
import { setJurors } from '../../books/set-jurors.ts'
import { stepBook } from '../../books/step-book.ts'
import { listBookVersions, updateBook } from '../../books/update-book.ts'
import { countDeclared, listDisqualified, listFlags, listProgress } from './queries.ts'
import { resultsRoute } from './results.ts'

export const deskBooksRoutes = [
  route(find, async ({ db, input, now, isCounted }) => {
    if (input.book !== undefined) return describe(db, input.book, now())
    const page = await pageOf(
      { isCounted },
      () => listAdminBooks(db, input),
      () => countAdminBooks(db, input),
    )
    return { ...page, ...(await findNextBook(db)) }
  }),

  route(open, async ({ db, now, input, viewer }) =>
    describe(db, await openBook({ db, now }, input, actorOf(viewer)), now()),
  ),

  route(addEarlier, async ({ db, now, input, viewer }) =>
    describe(db, await addEarlierBook({ db, now }, input, actorOf(viewer)), now()),
  ),

  route(update, async ({ db, now, input, viewer }) =>
    describe(db, await updateBook({ db, now }, input, actorOf(viewer)), now()),
  ),

  route(setState, async ({ db, now, input, viewer }) => {
    await stepBook({ db, now }, input, actorOf(viewer))
    return describe(db, input.book, now())
  }),

  route(setJurorsCall, async ({ db, now, publicUrl, input, viewer }) => {
    await setJurors({ db, now, publicUrl }, input, actorOf(viewer))
    return describe(db, input.book, now())
  }),

  route(setDisqualified, async ({ db, now, input, viewer }) => {
    await disqualify({ db, now }, input, actorOf(viewer))
    return { logo_id: input.logo_id, is_disqualified: input.state }
  }),

  resultsRoute,
]

/** The newest versions that an answer holds. */
const mostVersions = 50

/** The states of a book with the moments at which it came into them. It was opened when its secret was committed to. */
function stepsOf(book: BookRow) {
  const cameAt: Record<BookState, Date | null> = {
    open: book.committed_at,
    closed: book.closed_at,
    judging: book.judging_at,
    border: book.border_at,
    ratified: book.ratified_at,
    published: book.published_at,
  }
  return bookStates
    .filter(state => state !== 'border' || book.border_round)
    .map(state => ({ state, at: cameAt[state] }))
}

/** One book with its jury, its flags and what is missing. */
async function describe(db: Db, slug: string, now: Date) {
  const book = await findBook(db, slug)
  const row = await findAdminBook(db, slug)
  if (!book || !row) throw new HttpError(404, 'Book not found')
  const { book_id } = book
  const progress = new Map(
    (await listProgress(db, book_id, book.border_at ? 2 : 1)).map(each => [each.number, each]),
  )
  const declared = new Map((await countDeclared(db, book_id)).map(each => [each.juror_id, each.count]))
  return {
    ...row,
    next: nextState(book) ?? null,
    steps: stepsOf(book),
    missing: await listMissing(db, book, now),
    due_at: dueAt(book),
    jurors: (await listJurors(db, book_id)).map((juror, i) => {
      const own = progress.get(juror.number ?? 0)
      return {
        designer_id: juror.designer_id,
        username: juror.username,
        company: juror.company,
        number: juror.number ?? i + 1,
        tiles: own?.tiles ?? 0,
        scored: own?.scored ?? 0,
        last_active: own?.last_active ?? null,
        seconds_per_tile: own?.seconds_per_tile ?? null,
        left_at: juror.left_at,
        declared_ct: declared.get(juror.designer_id) ?? 0,
      }
    }),
    flags: await listFlags(db, book_id),
    disqualified: await listDisqualified(db, book_id),
    versions: (await listBookVersions(db, book)).slice(0, mostVersions),
  }
}
