import { type BookState, jurySize } from '../../../shared/rules/books.ts'
import type { Db } from '../../db/connect.ts'
import { type BookRow, listJurors } from '../books/queries.ts'
import { countUnscored, listCrowdedEntries } from './queries.ts'

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

const inWords = (at: Date) =>
  `${at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
const counted = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** A sentence for everything that keeps a book from its next state. What only the step itself can tell is not among them. */
export async function listMissing(db: Db, book: BookRow, now: Date): Promise<string[]> {
  if (book.state === 'open') return listMissingToClose(db, book, now)
  if (book.state === 'closed')
    return book.beacon_at && book.beacon_at > now
      ? [`The public value is known from ${inWords(book.beacon_at)} on.`]
      : []
  if (book.state !== 'judging' && book.state !== 'border') return []
  const unscored = await countUnscored(db, book.book_id, book.state === 'judging' ? 1 : 2)
  return unscored ? [`${counted(unscored, 'tile is', 'tiles are')} not scored yet.`] : []
}

async function listMissingToClose(db: Db, book: BookRow, now: Date) {
  const missing: string[] = []
  if (book.series !== 'book') missing.push('Only the series book is judged.')
  if (!book.commitment) missing.push('There is no commitment yet. It is made when the program starts.')
  if (!book.places) missing.push('Say how many places the book has.')
  if (book.beacon_at && book.beacon_at <= now)
    missing.push(
      `The public value was known from ${inWords(book.beacon_at)} on. Name a later one, so that no one knows it when the book closes.`,
    )
  const jurors = await listJurors(db, book.book_id)
  if (jurors.length < jurySize.least)
    missing.push(
      `A book needs ${jurySize.least} to ${jurySize.most} jurors; ${counted(jurors.length, 'is', 'are')} named.`,
    )
  for (const juror of jurors)
    if (juror.closed_at || juror.role !== 'juror') missing.push(`${juror.username} is no longer a juror.`)
  const entry = await db
    .selectFrom('entry')
    .where('book_id', '=', book.book_id)
    .select('logo_id')
    .limit(1)
    .executeTakeFirst()
  if (!entry) missing.push('Nothing has been entered yet.')
  // Skipped while the jury is too small: every entry would be listed.
  const crowded = jurors.length < jurySize.least ? [] : await listCrowdedEntries(db, book.book_id)
  if (crowded.length) {
    const names = crowded.map(({ title, logo_id }) => `“${title}” (${logo_id})`).join(', ')
    missing.push(`Fewer than three jurors can score ${names}. Name other jurors.`)
  }
  return missing
}
