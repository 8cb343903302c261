import { roundOf } from '../../../shared/rules/books.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { enqueueMails } from '../mail/queries.ts'
import { giveAway } from '../tiles/give-away.ts'
import { listUnfinished } from '../tiles/queries.ts'
import { jurorNamed } from './messages.ts'
import { type BookRow, listJurors, lockBook } from './queries.ts'

type Input = { book: string; designer_ids: readonly number[]; why?: string | undefined }

/** Names the jury of an open book; jurors named before and not among these are removed. */
export async function setJurors(
  { db, now, publicUrl }: Pick<Services, 'db' | 'now' | 'publicUrl'>,
  input: Input,
  actor: Actor,
) {
  const ids = [...input.designer_ids].sort((a, b) => a - b)
  if (new Set(ids).size < ids.length) throw invalid('designer_ids', 'Name each juror once.')
  return transaction(db, async trx => {
    const book = await lockBook(trx, input.book)
    if (!book) throw new HttpError(404, 'Book not found')
    const before = (await listJurors(trx, book.book_id)).filter(juror => !juror.left_at)
    const beforeIds = before.map(juror => juror.designer_id)
    if (beforeIds.join() === ids.join()) return
    if (book.state === 'open') await nameJurors(trx, { book, ids, now: now(), publicUrl })
    else await keepJurors(trx, book, { before, ids, now: now() })
    const act = { what: 'books.jurors', kind: 'book', id: book.book_id, why: input.why } as const
    await recordAct(trx, actor, { ...act, before: beforeIds, after: ids }, now())
  })
}

type Naming = { book: BookRow; ids: readonly number[]; now: Date; publicUrl: string }

/** Seats the accounts given and no others; each one new on the jury gets a letter. */
async function nameJurors(trx: Db, { book, ids, now, publicUrl }: Naming) {
  const accounts = await findJurors(trx, ids)
  await trx
    .deleteFrom('juror')
    .where('book_id', '=', book.book_id)
    .$if(ids.length > 0, q => q.where('designer_id', 'not in', ids))
    .execute()
  if (!ids.length) return
  const added = await trx
    .insertInto('juror')
    .values(ids.map(designer_id => ({ book_id: book.book_id, designer_id, named_at: now })))
    .onConflict(c => c.doNothing())
    .returning('designer_id')
    .execute()
  const isNew = new Set(added.map(row => row.designer_id))
  const { slug, shown_title: title, closes_at } = book
  const letters = accounts
    .filter(({ designer_id }) => isNew.has(designer_id))
    .map(({ email: to, first_name, designer_id }) =>
      jurorNamed({ to, first_name, designer_id, book: { slug, title, closes_at } }, publicUrl),
    )
  if (letters.length) await enqueueMails(trx, letters)
}

/** Only accounts of role juror are seated. The rows stay as they are until the transaction ends. */
async function findJurors(trx: Db, ids: readonly number[]) {
  if (!ids.length) return []
  const rows = await trx
    .selectFrom('designer')
    .where('designer_id', 'in', ids)
    .select(['designer_id', 'username', 'role', 'closed_at', 'email', 'first_name'])
    .forShare()
    .execute()
  const found = new Map(rows.map(row => [row.designer_id, row]))
  const problems = ids.flatMap(id => {
    const row = found.get(id)
    if (!row || row.closed_at) return [`Member ${id} doesn’t exist.`]
    return row.role === 'juror' ? [] : [`${row.username} isn’t a juror.`]
  })
  if (problems.length) throw invalid('designer_ids', problems.join(' '))
  return rows
}

/** Fewer could not score a logo and its border round without conflicts. */
const leastAfterDraw = 5

/** After the draw a jury only loses members: their unfinished tiles go to those who stay, and numbers stay as they are. */
async function keepJurors(
  trx: Db,
  book: BookRow,
  { before, ids, now }: { before: Awaited<ReturnType<typeof listJurors>>; ids: readonly number[]; now: Date },
) {
  const round = roundOf(book.state)
  if (!round) throw new HttpError(409, `${book.shown_title} is ${book.state}: its jury stays as it is.`)
  const stays = new Set(ids)
  if (ids.some(id => !before.some(juror => juror.designer_id === id)))
    throw new HttpError(409, 'No one can join a jury after the draw. Name only jurors who stay.')
  if (ids.length < leastAfterDraw)
    throw new HttpError(409, `At least ${leastAfterDraw} jurors must stay until the end.`)
  const leaving = before.filter(juror => !stays.has(juror.designer_id))
  await trx
    .updateTable('juror')
    .set({ left_at: now })
    .where('book_id', '=', book.book_id)
    .where(
      'designer_id',
      'in',
      leaving.map(juror => juror.designer_id),
    )
    .execute()
  const numbers = leaving.flatMap(juror => juror.number ?? [])
  const tiles = await listUnfinished(trx, book.book_id, round, numbers)
  const left = await giveAway(trx, { book_id: book.book_id, round, tiles, now })
  if (left.length)
    throw new HttpError(409, `No one else can score logo ${left[0]?.logo_id}, so its juror has to stay.`)
}
