import type { core } from 'zod/mini'
import type { update } from '../../../shared/api/desk/books.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, listActs, recordAct } from '../history/queries.ts'
import { readVersions } from '../history/read-versions.ts'
import { checkDates } from './open-book.ts'
import { type BookRow, lockBook } from './queries.ts'

type Input = core.output<(typeof update)['input']>
type Fields = Omit<Input, 'version'>

const inEveryState = ['title', 'authors', 'published', 'pages', 'blurb', 'ink', 'paper', 'buy_url'] as const
const acts = { made: ['books.open', 'books.add'], changed: 'books.change' } as const
const whileOpen = [
  'number',
  'places',
  'closes_at',
  'results_by',
  'border_round',
  'beacon_source',
  'beacon_at',
] as const

/** The versions of a book's public texts, newest first. */
export async function listBookVersions(db: Db, book: BookRow) {
  const { title, authors, published_month: published, pages, blurb, ink, paper, buy_url } = book
  const words = { title, authors, published, pages, blurb, ink, paper, buy_url }
  return readVersions(words, await listActs(db, 'book', book.book_id), acts)
}

/**
 * Changes the public texts of a book or restores a version of them, and while it is open the facts that it was opened
 * with. Returns its present slug.
 */
export async function updateBook(
  { db, now }: Pick<Services, 'db' | 'now'>,
  input: Input,
  actor: Actor,
): Promise<string> {
  const { version, ...fields } = input
  if (version !== undefined && [...inEveryState, ...whileOpen].some(name => fields[name] !== undefined))
    throw invalid('version', 'Send new text, or the version to restore.')
  const slug =
    input.book ?? (input.number === undefined ? undefined : `${input.series ?? 'book'}-${input.number}`)
  if (!slug) throw invalid('book', 'Name a book, such as book-14.')
  return transaction(db, async trx => {
    const book = await lockBook(trx, slug)
    if (!book) throw new HttpError(404, 'Book not found')
    const wanted: Fields =
      version === undefined ? fields : { ...(await findWords(trx, book, version)), why: input.why }
    const before = {
      ...book,
      published: book.published_month,
      border_round: book.border_round ? 1 : 0,
    }
    const changed = [...inEveryState, ...whileOpen].filter(
      name => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
    )
    if (!changed.length) return slug
    const frozen = changed.filter(name => !inEveryState.some(free => free === name))
    if (frozen.length && book.state !== 'open')
      throw new HttpError(409, `${book.shown_title} is closed: ${frozen.join(', ')} cannot change any more.`)
    if (changed.includes('closes_at') && wanted.closes_at && wanted.closes_at <= now())
      throw invalid('closes_at', 'The deadline must be in the future.')
    const { book: _, series: __, why, published, border_round, ...plain }: Fields = wanted
    const dates = { ...book, ...definedOf(plain) }
    if (frozen.length && dates.closes_at && dates.results_by)
      checkDates({ ...dates, closes_at: dates.closes_at, results_by: dates.results_by })
    const row = await trx
      .updateTable('book')
      .set({
        ...definedOf(plain),
        ...(published !== undefined && { published_month: published }),
        ...(border_round !== undefined && { border_round: border_round === 1 }),
      })
      .where('book_id', '=', book.book_id)
      .returning('slug')
      .executeTakeFirstOrThrow()
    const pick = (from: Record<string, unknown>) =>
      Object.fromEntries(changed.map(name => [name, from[name]]))
    const taken = version !== undefined && { taken_back: version }
    const act = { what: acts.changed, kind: 'book', id: book.book_id, why } as const
    await recordAct(trx, actor, { ...act, before: pick(before), after: { ...pick(wanted), ...taken } }, now())
    return row.slug
  })
}

/** The public texts of a version. */
async function findWords(trx: Db, book: BookRow, version: number) {
  const found = (await listBookVersions(trx, book)).find(each => each.version === version)
  if (!found) throw new HttpError(404, 'There is no such version.')
  const { version: _, at: __, who: ___, ...words } = found
  return words
}

/** Omits undefined properties: spread over a row they would erase its values. */
const definedOf = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>
