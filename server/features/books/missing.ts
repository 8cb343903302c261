import { type BookState, jurySize } from '../../../shared/rules/books.ts'
import { formatMoment, formatNumber } from '../../../shared/rules/format.ts'
import type { Db } from '../../db/connect.ts'
import { type BookRow, listJurors } from './queries.ts'
import { countUnscored, listCrowdedEntries } from './steps/queries.ts'

/** The state that follows; undefined after the last. */
export function nextState({ state, border_round }: Pick<BookRow, 'state' | 'border_round'>) {
  const next: Record<BookState, BookState | undefined> = {
    open: 'closed',
    closed: 'judging',
    judging: border_round ? 'border' : 'ratified',
    border: 'ratified',
    ratified: 'published',
    published: undefined,
  }
  return next[state]
}

const inWords = (at: Date) => `${formatMoment(at)} UTC`
const counted = (n: number, one: string, many: string) => `${formatNumber(n)} ${n === 1 ? one : many}`

/** A sentence, and the section of the book's room in which it can be resolved. */
type Missing = { text: string; where: 'book' | 'jury' | null }

/** All that keeps a book from its next state, without what only the step itself can find. */
export async function listMissing(db: Db, book: BookRow, now: Date): Promise<Missing[]> {
  if (book.state === 'open') return listMissingToClose(db, book, now)
  if (book.state === 'closed')
    return book.beacon_at && book.beacon_at > now
      ? [{ text: `The public value is known from ${inWords(book.beacon_at)} on.`, where: null }]
      : []
  if (book.state !== 'judging' && book.state !== 'border') return []
  const unscored = await countUnscored(db, book.book_id, book.state === 'judging' ? 1 : 2)
  return unscored
    ? [{ text: `${counted(unscored, 'tile is', 'tiles are')} not scored yet.`, where: 'jury' }]
    : []
}

async function listMissingToClose(db: Db, book: BookRow, now: Date) {
  const missing: Missing[] = []
  const add = (where: Missing['where'], text: string) => missing.push({ text, where })
  if (book.series !== 'book') add(null, 'Only the series book is judged.')
  if (!book.commitment) add(null, 'There is no commitment yet. It is made when the program starts.')
  if (!book.places) add('book', 'Say how many places the book has.')
  if (book.beacon_at && book.beacon_at <= now)
    add(
      'book',
      `The public value was known from ${inWords(book.beacon_at)} on. Name a later one, so that no one knows it when the book closes.`,
    )
  const jurors = await listJurors(db, book.book_id)
  if (jurors.length < jurySize.least)
    add(
      'jury',
      `A book needs ${jurySize.least} to ${jurySize.most} jurors; ${counted(jurors.length, 'is', 'are')} named.`,
    )
  for (const juror of jurors)
    if (juror.closed_at || juror.role !== 'juror') add('jury', `${juror.username} is no longer a juror.`)
  const entry = await db
    .selectFrom('entry')
    .where('book_id', '=', book.book_id)
    .select('logo_id')
    .limit(1)
    .executeTakeFirst()
  if (!entry) add(null, 'Nothing has been entered yet.')
  // Skipped while the jury is too small: every entry would be listed.
  const crowded = jurors.length < jurySize.least ? [] : await listCrowdedEntries(db, book.book_id)
  if (crowded.length) {
    const names = crowded.map(({ title, logo_id }) => `“${title}” (${logo_id})`).join(', ')
    add('jury', `Fewer than three jurors can score ${names}. Name other jurors.`)
  }
  return missing
}
