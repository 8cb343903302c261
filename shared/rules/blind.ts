import { dayMs } from './time.ts'

// Blind: twenty logos of one published book a day, without names; a player keeps five, then sees whose they are.

export const blindTiles = 20
export const blindKeeps = 5
/** The least number of players at which shares are shown. */
export const playersForShares = 50

/**
 * The parameters that derive the key of a day's sealed names from its salt: PBKDF2, with iterations that take a phone
 * less than a second.
 */
export const blindNamesKey = { password: 'names', iterations: 300_000, hash: 'SHA-256' } as const

/** The day of a moment, in UTC: `2026-11-24`. */
export const blindDayOf = (at: Date) => at.toISOString().slice(0, 10)

/** When a day ends and the next one's twenty begin. */
export const blindDayEnds = (day: string) => new Date(Date.parse(day) + dayMs)

/** Whether a day can still be finished: its own day, and the next one, because midnight may come during a game. */
export const isBlindDayOpen = (day: string, now: Date) =>
  day === blindDayOf(now) || day === blindDayOf(new Date(now.getTime() - dayMs))

/** Places (from 0) as bits: place 0 is the lowest. */
export const bitsOfPlaces = (places: readonly number[]) =>
  places.reduce((bits, place) => bits | (1 << place), 0)

export const placesOfBits = (bits: number) =>
  Array.from({ length: blindTiles }, (_, place) => place).filter(place => bits & (1 << place))

/** How much of all players is `count`, in words: `31%`; `under 1%` for a share that would be rounded to nothing. */
export function sayShare(count: number, players: number): string {
  const percent = Math.round((count / players) * 100)
  return percent === 0 && count > 0 ? 'under 1%' : `${percent}%`
}

/** The line that a player copies. It tells places alone, so that it spoils nothing. */
export function blindLine({
  name,
  number,
  kept,
  boldest,
}: {
  /** The site's. */
  name: string
  number: number
  kept: readonly number[]
  /** Share of the kept logo that the fewest kept; undefined among the first players. */
  boldest: string | undefined
}): string {
  const dots = Array.from({ length: blindTiles }, (_, place) => (kept.includes(place) ? '●' : '○')).join('')
  const rows = dots.match(/.{5}/gu) ?? []
  return [`${name} Blind ${number}`, rows.join(' '), boldest && `boldest ${boldest}`]
    .filter(Boolean)
    .join('  ')
}
