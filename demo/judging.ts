import { sql } from 'kysely'
import type { Config } from '../server/config.ts'
import type { Db } from '../server/db/connect.ts'
import { openBook } from '../server/features/books/open-book.ts'
import { findBook, listJurors } from '../server/features/books/queries.ts'
import { setJurors } from '../server/features/books/set-jurors.ts'
import { stepBook } from '../server/features/books/step-book.ts'
import { writeResultLetters } from '../server/features/judging/write-letters.ts'
import { HttpError } from '../server/http/errors.ts'
import type { Services } from '../server/services.ts'
import { Mistake, say, shell } from '../server/shell/mistake.ts'
import { type BookState, bookStates } from '../shared/rules/books.ts'
import { dayMs } from '../shared/rules/time.ts'
import { scoreRound } from './play-jurors.ts'

const now = () => new Date()
const why = 'Played for the demonstration'
/** How much of a round is scored in the state that is asked for: juror1 has everything left to do. */
const partly = (juror: number) => (juror === 1 ? 0 : 0.4 + 0.06 * juror)
const jurySize = 9

/**
 * Plays a book of the demonstration to a state: names its jury, closes it, scores, and so on. Of the round that it
 * arrives in only a part is scored. A book that is published already: the next one is opened first.
 */
export async function playJudging(db: Db, { publicUrl }: Config, word: string): Promise<void> {
  const target = bookStates.find(state => state === word)
  if (!target) throw new Mistake(`A state is one of ${bookStates.join(', ')}.`)
  const jurors = await listDemoJurors(db)
  const book = await findUnfinished(db, jurors)
  if (bookStates.indexOf(target) < bookStates.indexOf(book.state))
    throw new Mistake(
      `${book.slug} is ${book.state} already: there is no way back. Play it to published first, then the next book begins.`,
    )
  if (book.state === 'open') await nameJury({ db, now, publicUrl }, book.slug, jurors)
  for (let state: BookState = book.state; state !== target; ) state = await takeStep(db, book.slug, state)
  if (target === 'judging') await scoreRound({ db, now }, book.book_id, 1, { share: partly })
  if (target === 'border') await scoreRound({ db, now }, book.book_id, 2, { share: partly })
  say(`${book.slug} is ${target}.`)
  if (target !== 'published') return
  await writeResultLetters({ db, now, publicUrl })
  say('Every entrant’s email is in the outbox.')
}

async function listDemoJurors(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('designer')
    .where(
      'username',
      'in',
      Array.from({ length: jurySize }, (_, i) => `juror${i + 1}`),
    )
    .where('role', '=', 'juror')
    .select('designer_id')
    .execute()
  if (rows.length < jurySize)
    throw new Mistake('This site has no demonstration data: its jurors juror1 … juror9 are missing.')
  return rows.map(row => row.designer_id)
}

/** The book of the competition that is not published; where there is none, the next one is opened. */
async function findUnfinished(db: Db, jurors: readonly number[]) {
  const last = await db
    .selectFrom('book')
    .where('series', '=', 'book')
    .orderBy('number', 'desc')
    .select(['slug', 'number', 'state', 'places'])
    .executeTakeFirst()
  const isOver = !last || last.state === 'published'
  const slug = isOver ? await openNext(db, (last?.number ?? 0) + 1, jurors) : last.slug
  const book = await findBook(db, slug)
  if (!book) throw new Error(`${slug} was there a moment ago`)
  return book
}

/** The next book, with logos that no book has chosen: first those that none has had. */
async function openNext(db: Db, number: number, jurors: readonly number[]): Promise<string> {
  const closes_at = new Date(+now() + 30 * dayMs)
  const input = { series: 'book', number, title: `Colophon Book ${number}`, places: 40, closes_at } as const
  const slug = await openBook({ db, now }, { ...input, border_round: 1, why }, shell)
  const { numAffectedRows } = await sql`
    insert into entry (book_id, logo_id)
    select book.book_id, logo.logo_id from book, logo
    where book.slug = ${slug} and logo.designer_id <> all(${jurors}::integer[])
      and not exists (select 1 from award where award.logo_id = logo.logo_id)
    order by exists (select 1 from entry where entry.logo_id = logo.logo_id), logo.logo_id desc
    limit 600`.execute(db)
  say(`${slug} is open, with ${numAffectedRows} logos that no book has chosen.`)
  return slug
}

/** A book whose jury is named keeps it. */
async function nameJury(
  services: Pick<Services, 'db' | 'now' | 'publicUrl'>,
  slug: string,
  jurors: readonly number[],
): Promise<void> {
  const book = await findBook(services.db, slug)
  if (book && (await listJurors(services.db, book.book_id)).length >= 8) return
  await withRefusals(setJurors(services, { book: slug, designer_ids: jurors, why }, shell))
}

/** Finishes the state that the book is in, and takes it to the next. */
async function takeStep(db: Db, slug: string, state: BookState): Promise<BookState> {
  const book = await findBook(db, slug)
  if (!book) throw new Error(`${slug} was there a moment ago`)
  if (state === 'judging') await scoreRound({ db, now }, book.book_id, 1)
  if (state === 'border') await scoreRound({ db, now }, book.book_id, 2)
  const following = bookStates[bookStates.indexOf(state) + 1] as BookState
  const to = following === 'border' && !book.border_round ? 'ratified' : following
  const beacon = to === 'judging' && book.beacon_source ? { beacon: 'demonstration' } : {}
  await withRefusals(stepBook({ db, now }, { book: slug, to, why, ...beacon }, shell))
  say(`${slug} is ${to}.`)
  return to
}

/** Turns a refusal of the program into a sentence at the shell. */
const withRefusals = <T>(work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw error instanceof HttpError ? new Mistake(error.message) : error
  })
