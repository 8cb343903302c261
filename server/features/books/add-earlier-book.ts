import type { core } from 'zod/mini'
import type { addEarlier } from '../../../shared/api/desk/books.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import { findBook, insertPublishedBook } from './queries.ts'

type Input = core.output<(typeof addEarlier)['input']>

/** Adds a book that was published elsewhere, and returns its slug. Idempotent for the same input. */
export async function addEarlierBook(
  { db, now }: Pick<Services, 'db' | 'now'>,
  input: Input,
  actor: Actor,
): Promise<string> {
  const { why, published, ...words } = input
  const slug = `${input.series}-${input.number}`
  if (published > now().toISOString().slice(0, 7))
    throw invalid('published', 'This month is in the future. Open the book here, or wait until it’s out.')
  const row = { ...words, published_month: published, published_on: `${published}-01` }
  await transaction(db, async trx => {
    const book_id = await insertPublishedBook(trx, row)
    if (book_id === undefined) {
      const there = await findBook(trx, slug)
      const isSame = there?.state === 'published' && hasAll(there, { ...words, published_month: published })
      if (isSame) return
      throw new HttpError(409, `${there?.shown_title ?? slug} already exists.`)
    }
    await recordAct(
      trx,
      actor,
      { what: 'books.add', kind: 'book', id: book_id, after: { ...words, published }, why },
      now(),
    )
  })
  return slug
}

const hasAll = (row: object, words: object) => {
  const known = new Map(Object.entries(row))
  return Object.entries(words).every(([name, value]) => known.get(name) === value)
}
