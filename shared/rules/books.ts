import { dayMs } from './time.ts'

/** A book's states, in the order in which it passes through them. */
export const bookStates = ['open', 'closed', 'judging', 'border', 'ratified', 'published'] as const
export type BookState = (typeof bookStates)[number]

/** Series of books: the competition's, the Master Library and textbooks. Only the first is judged here. */
export const bookSeries = ['book', 'master-book', 'textbook'] as const
export type BookSeries = (typeof bookSeries)[number]

export const jurySize = { least: 8, most: 10 } as const
/** Tiles that a juror may save into the border round. */
export const mostSaves = 20
/** Scores that one call may bring. */
export const scoresPerCall = 100
/** Highest score of a round; the lowest is 0. */
export const highestScore = { first: 3, border: 10 } as const
export type Round = keyof typeof highestScore

/** The round that is judged in a state, as the tables number it. */
export const roundOf = (state: BookState): 1 | 2 | undefined =>
  state === 'judging' ? 1 : state === 'border' ? 2 : undefined

/** Days from the deadline to the results, unless the book says otherwise. */
export const daysToResults = 90
/** Days from the step into a round to the reminder, and to the day on which unfinished tiles are given to others. */
export const lateDays = { first: { reminder: 21, moved: 28 }, border: { reminder: 7, moved: 10 } } as const

/** Bands of the results: the smallest that holds a logo's rank, in percent; 100 is below them all. */
export const bands = [5, 10, 25, 50, 100] as const
export type Band = (typeof bands)[number]

/** When unfinished tiles of the round under way are given to others. */
export function dueAt(book: {
  state: BookState
  judging_at: Date | null
  border_at: Date | null
}): Date | null {
  const [begun, days] =
    book.state === 'judging'
      ? [book.judging_at, lateDays.first.moved]
      : book.state === 'border'
        ? [book.border_at, lateDays.border.moved]
        : [null, 0]
  return begun && new Date(begun.getTime() + days * dayMs)
}

/** The series of the volumes that arrange the editions by subject. */
export const masterSeries = 'Master Book'
