import type { Db } from '../../server/db/connect.ts'
import { refreshSuggestions } from '../../server/features/search/queries.ts'
import { type Account, createAccounts, storePicture, writeOpenBook } from '../judging-book.ts'
import { playBook, type ShelfBook, writeShelf } from '../shelf.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { test as base } from './test.ts'

/** The shelf, and a book that is judged with a tile of every entry for each of three jurors. */
type Books = Awaited<ReturnType<typeof writeShelf<{ long: ShelfBook }>>>
type Shelf = { books: Books; chair: Account; entrants: Account[]; origin: string }

/** More than a device fetches ahead. */
const longEntries = 1000

/** Five of its eight jurors know the only entrant: the other three have a tile of every entry. */
async function writeLongBook(db: Db, image: string): Promise<ShelfBook> {
  const jurors = await createAccounts(db, 8, 'juror')
  const [entrant] = await createAccounts(db, 1)
  const { designer_id } = entrant!
  const book = await writeOpenBook(db, {
    number: 17,
    places: 50,
    jurors,
    entrants: [entrant!],
    entries: 0,
    image,
  })
  const { book_id } = book
  // A portion at a time: each logo's words are indexed within the statement's timeout.
  for (let from = 0; from < longEntries; from += 100) {
    const logos = await db
      .insertInto('logo')
      .values(
        Array.from({ length: 100 }, (_, i) => ({
          designer_id,
          title: `Long ${from + i + 1}`,
          industry: 'Printing',
          logotype: 'Symbol' as const,
          image,
          side: 900,
        })),
      )
      .returning('logo_id')
      .execute()
    await db
      .insertInto('entry')
      .values(logos.map(({ logo_id }) => ({ book_id, logo_id })))
      .execute()
  }
  const declared = jurors.slice(3).map(juror => ({ book_id, juror_id: juror.designer_id, designer_id }))
  await db.insertInto('declared').values(declared).execute()
  await playBook(db, book, ['closed', 'judging'])
  return { slug: book.slug, jurors: jurors.slice(0, 3) }
}

/** The journeys' test over a server with a book in every state of its life, each with a jury of its own. */
export const test = base.extend<object, { shelf: Shelf }>({
  shelf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const accounts = await memory.prepare(async db => {
        const [chair] = await createAccounts(db, 1, 'chair')
        return { chair: chair!, entrants: await createAccounts(db, 4) }
      })
      // For the accounts of the demonstration, who need no second factor. A database with members is not filled.
      const server = await memory.start({ DEMO: '1' })
      const books = await memory.prepare(async db => {
        const image = await storePicture(server.origin, db, accounts.entrants[0]!)
        const books = await writeShelf(db, image, accounts.entrants, async () => ({
          long: await writeLongBook(db, image),
        }))
        await refreshSuggestions(db)
        return books
      })
      await use({ ...accounts, books, origin: server.origin })
      await endInPeace(server)
      await memory.forget()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ shelf }, use) => use(shelf.origin),
})
