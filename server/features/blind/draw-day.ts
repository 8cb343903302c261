import { createHmac } from 'node:crypto'
import { blindTiles } from '../../../shared/rules/blind.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { type DayRow, findDay, findNumber, insertDay, listPlayableBooks, listShownAwards } from './queries.ts'

/**
 * A day's twenty, drawn when the first player asks: the books take turns, and the logos of the day's book are put in the order
 * of an HMAC under the site's secret, which no one can foretell; of each designer the first. Written over `callsDb`. Undefined while no
 * book has enough designers.
 */
export async function drawDay(
  { db, callsDb, secret }: Pick<Services, 'db' | 'secret'> & { callsDb: Db },
  day: string,
): Promise<DayRow | undefined> {
  const drawn = await findDay(db, day)
  if (drawn) return drawn
  const books = await listPlayableBooks(db)
  const number = await findNumber(db, day)
  const book_id = books[number % books.length]
  if (book_id === undefined) return undefined
  const place = (logoId: number) =>
    createHmac('sha256', secret).update(`blind ${day} ${book_id} ${logoId}`).digest('hex')
  const order = (await listShownAwards(db, book_id))
    .map(logo => ({ ...logo, place: place(logo.logo_id) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
  const firstOfEach = [...Map.groupBy(order, logo => logo.designer_id).values()].map(([first]) => first!)
  const logo_ids = firstOfEach.slice(0, blindTiles).map(logo => logo.logo_id)
  if (logo_ids.length === blindTiles) await insertDay(callsDb, { day, number, book_id, logo_ids })
  return findDay(callsDb, day)
}
