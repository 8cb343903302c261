import { type Examples, now, viewer } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listWinnersVectors: db => queries.listWinnersVectors(db, 1),
  insertPublishedBook: db =>
    queries.insertPublishedBook(db, {
      series: 'textbook',
      number: 9,
      title: 'Marks',
      published_month: '2020-05',
    }),
  listBooks: db => queries.listBooks(db, 1),
  findNextBook: db => queries.findNextBook(db),
  listAdminBooks: db => queries.listAdminBooks(db, { q: 'annual', sort: 'newest', page: 1, page_size: 50 }),
  countAdminBooks: db => queries.countAdminBooks(db, { q: 'annual' }),
  findAdminBook: db => queries.findAdminBook(db, 'book-14'),
  listWinners: db => queries.listWinners(db, 'book-13', viewer, { page: 1, page_size: 50 }),
  countWinners: db => queries.countWinners(db, 'book-13'),
  findBook: db => queries.findBook(db, 'book-14'),
  findBookById: db => queries.findBookById(db, 1),
  lockBook: db => queries.lockBook(db, 'book-14'),
  listBooksPastDate: db => queries.listBooksPastDate(db, now),
  listRunningBooks: db => queries.listRunningBooks(db),
  listEntries: db => queries.listEntries(db, 1),
  listJurors: db => queries.listJurors(db, 1),
  listConflicts: db => queries.listConflicts(db, 1),
  listPanels: db => queries.listPanels(db, 1, 1),
  listMoved: db => queries.listMoved(db, 1),
  findLastScoreHash: db => queries.findLastScoreHash(db, 1),
  findOpenBook: db => queries.findOpenBook(db),
  enterHeld: db => queries.enterHeld(db),
}
