import { z } from 'zod'
import { addEarlier, open as openCall, setState, update } from '../../shared/api/desk/books.ts'
import type { BookState } from '../../shared/rules/books.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { addEarlierBook } from '../features/books/add-earlier-book.ts'
import { openBook } from '../features/books/open-book.ts'
import { countAdminBooks, findBook, listAdminBooks, listJurors } from '../features/books/queries.ts'
import { setJurors } from '../features/books/set-jurors.ts'
import { stepBook } from '../features/books/step-book.ts'
import { listBookVersions, updateBook } from '../features/books/update-book.ts'
import { findMember } from '../features/members/queries.ts'
import { parseInput } from '../http/serve.ts'
import { counted, inColumns, Mistake, requireVersion, say, sayVersions, shell } from './mistake.ts'

type Values = Record<string, string | undefined>
const now = () => new Date()

/** A moment; of a day, its last one. */
const instantOf = (option: string, value: string | undefined) => {
  if (value === undefined) return undefined
  const full = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T23:59:59.999Z` : value
  if (!z.iso.datetime({ offset: true }).safeParse(full).success || Number.isNaN(Date.parse(full)))
    throw new Mistake(`--${option} takes a day, as YYYY-MM-DD, or a moment, as 2027-03-31T22:00:00Z.`)
  return full
}

export async function listBooksAtShell(db: Db) {
  const books = await listAdminBooks(db, { page: 1, page_size: await countAdminBooks(db, {}) })
  for (const { slug, title, state, entry_ct, places, closes_at, published_on } of books)
    say(
      inColumns(
        slug.padEnd(14),
        state.padEnd(9),
        title,
        counted(entry_ct, 'entry', 'entries'),
        places && `${places} places`,
        closes_at && `closes ${closes_at.toISOString()}`,
        published_on && `published ${published_on}`,
      ),
    )
  say(counted(books.length, 'book', 'books'))
}

/** Adds a book that was published elsewhere. Idempotent. */
export async function addBookAtShell(db: Db, { buyUrl: buy_url, ...options }: Values) {
  const input = parseInput(addEarlier.input, { ...options, buy_url })
  const slug = await addEarlierBook({ db, now }, input, shell)
  say(`${slug} is on the page of books: /books/${slug}`)
}

export async function openBookAtShell(db: Db, options: Values) {
  const input = parseInput(openCall.input, {
    series: options.series,
    number: options.number,
    title: options.title,
    places: options.places,
    closes_at: instantOf('closes', options.closes),
    results_by: instantOf('results', options.results),
    beacon_source: options.beacon,
    beacon_at: instantOf('beacon-at', options.beaconAt),
    why: options.why,
  })
  const slug = await openBook({ db, now }, input, shell)
  const book = await findBook(db, slug)
  say(`${slug} is open. Commitment: ${book?.commitment}`)
}

/** Takes a book to its next state, such as `closed`. */
export async function stepBookAtShell(db: Db, slug: string, state: BookState, { why, beacon }: Values) {
  await stepBook({ db, now }, parseInput(setState.input, { book: slug, to: state, why, beacon }), shell)
  say(`${slug} is ${state}.`)
}

/** Changes the public texts of a book. */
export async function changeBookAtShell(db: Db, slug: string, options: Values) {
  const { buyUrl: buy_url, ...words } = options
  const input = parseInput(update.input, { book: slug, ...words, buy_url })
  await updateBook({ db, now }, input, shell)
  say(`${slug} is changed.`)
}

/** Every version of a book's public texts, newest first. */
export async function listBookVersionsAtShell(db: Db, slug: string) {
  const book = await findBook(db, slug)
  if (!book) throw new Mistake(`There is no book ${slug}.`)
  sayVersions(await listBookVersions(db, book), ({ version: _, at: __, who: ___, ...words }) =>
    Object.entries(words)
      .filter(([, word]) => word)
      .map(([name, word]) => `${name} ${word}`)
      .join(', '),
  )
}

export async function takeBookBackAtShell(
  db: Db,
  slug: string,
  { typed, why }: { typed: string; why: string | undefined },
) {
  const version = requireVersion(typed)
  await updateBook({ db, now }, parseInput(update.input, { book: slug, version, why }), shell)
  say(`${slug} says what it said in version ${version}.`)
}

/** Names the jury by usernames; without names it is shown. */
export async function setJurorsAtShell(
  db: Db,
  { publicUrl }: Config,
  { slug, names, why }: { slug: string; names: readonly string[]; why: string | undefined },
) {
  if (names.length) {
    const designer_ids: number[] = []
    for (const name of names) {
      const member = await findMember(db, name)
      if (!member) throw new Mistake(`There is no member ${name}.`)
      designer_ids.push(member.designer_id)
    }
    if (names.length > 10) throw new Mistake('At most 10 jurors, please.')
    await setJurors({ db, now, publicUrl }, { book: slug, designer_ids, why }, shell)
  }
  const book = await findBook(db, slug)
  if (!book) throw new Mistake(`There is no book ${slug}.`)
  const jurors = (await listJurors(db, book.book_id)).filter(juror => !juror.left_at)
  for (const { designer_id, username, company } of jurors) say(inColumns(designer_id, username, company))
  say(counted(jurors.length, 'juror', 'jurors'))
}
