import { scoreRound } from '../demo/play-jurors.ts'
import type { Db } from '../server/db/connect.ts'
import type { BookState } from '../shared/rules/books.ts'
import { judgingActs } from './judging-acts.ts'
import { type Account, createAccounts, writeOpenBook } from './judging-book.ts'

const publicUrl = 'http://localhost'
const now = () => new Date()

/** Takes a book to a state; each round that it leaves is scored. */
export async function playBook(
  db: Db,
  { slug, book_id }: { slug: string; book_id: number },
  states: BookState[],
) {
  for (const to of states) {
    if (to === 'border') await scoreRound({ db, now }, book_id, 1)
    if (to === 'ratified') await scoreRound({ db, now }, book_id, states.includes('border') ? 2 : 1)
    await judgingActs.step({ db, now, publicUrl }, { book: slug, to })
  }
}

/** A book in every state of its life. */
export async function writeShelf(db: Db, image: string, entrants: Account[]) {
  const earlier = await createAccounts(db, 9, 'juror')
  const jury = () => createAccounts(db, 8, 'juror')
  const write = async (
    number: number,
    states: BookState[],
    more: { jurors?: Account[]; entries?: number },
  ) => {
    const { jurors = await jury(), entries = 24 } = more
    const book = await writeOpenBook(db, { number, places: 8, jurors, entrants, entries, image })
    await playBook(db, book, states)
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
  await playBook(db, scored, ['closed', 'judging'])
  await scoreRound({ db, now }, scored.book_id, 1)
  const border = await write(15, whole.slice(0, 3), {})
  const judging = await write(16, whole.slice(0, 2), { entries: 36 })
  const open = await write(18, [], { entries: 12 })
  return { published, ratified, scored: { ...scored, jurors: earlier }, border, judging, open }
}
