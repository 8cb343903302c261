import { scoreRound } from '../../demo/play-jurors.ts'
import type { Db } from '../../server/db/connect.ts'
import { refreshSuggestions } from '../../server/features/search/queries.ts'
import type { BookState } from '../../shared/rules/books.ts'
import { judgingActs } from '../judging-acts.ts'
import { type Account, createAccounts, storePicture, writeOpenBook } from './judging-book.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { test as base } from './test.ts'

/** Books by the state they are in; `long` is judged, with a tile of every entry for each of three jurors. */
type Name = 'published' | 'ratified' | 'scored' | 'border' | 'judging' | 'long' | 'open'
type Book = { slug: string; jurors: Account[] }
type Shelf = { books: Record<Name, Book>; chair: Account; entrants: Account[]; origin: string }

const publicUrl = 'http://localhost'
const now = () => new Date()

/** Takes a book to a state; each round that it leaves is scored. */
async function play(db: Db, { slug, book_id }: { slug: string; book_id: number }, states: BookState[]) {
  for (const to of states) {
    if (to === 'border') await scoreRound({ db, now }, book_id, 1)
    if (to === 'ratified') await scoreRound({ db, now }, book_id, states.includes('border') ? 2 : 1)
    await judgingActs.step({ db, now, publicUrl }, { book: slug, to })
  }
}

async function writeShelf(db: Db, image: string, entrants: Account[]): Promise<Shelf['books']> {
  const earlier = await createAccounts(db, 9, 'juror')
  const jury = () => createAccounts(db, 8, 'juror')
  const write = async (
    number: number,
    states: BookState[],
    more: { jurors?: Account[]; entries?: number },
  ) => {
    const { jurors = await jury(), entries = 24 } = more
    const book = await writeOpenBook(db, { number, places: 8, jurors, entrants, entries, image })
    await play(db, book, states)
    return { ...book, jurors: [...jurors] }
  }
  const whole: BookState[] = ['closed', 'judging', 'border', 'ratified', 'published']
  const published = await write(12, whole, { jurors: earlier })
  const ratified = await write(13, whole.slice(0, 4), { jurors: earlier })
  const scored = await writeOpenBook(db, {
    number: 14,
    places: 4,
    jurors: earlier,
    entrants,
    entries: 12,
    image,
    border_round: 0,
  })
  await play(db, scored, ['closed', 'judging'])
  await scoreRound({ db, now }, scored.book_id, 1)
  return {
    published,
    ratified,
    scored: { ...scored, jurors: earlier },
    border: await write(15, whole.slice(0, 3), {}),
    judging: await write(16, whole.slice(0, 2), { entries: 36 }),
    long: await writeLongBook(db, image),
    open: await write(18, [], { entries: 12 }),
  }
}

/** More than a device fetches ahead. */
const longEntries = 1000

/** Five of its eight jurors know the only entrant: the other three have a tile of every entry. */
async function writeLongBook(db: Db, image: string): Promise<Book> {
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
  await play(db, book, ['closed', 'judging'])
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
        const books = await writeShelf(db, image, accounts.entrants)
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
