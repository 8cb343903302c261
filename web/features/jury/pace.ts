/** Scores whose pace is looked at, and how many there must be. */
const most = 50
const least = 20
/** A longer gap between two scores was a pause. */
const pauseMs = 5 * 60_000

/** The times between scores, in ms, the newest last. */
export type Pace = { gaps: readonly number[]; lastAt: number | undefined }

export const noPace: Pace = { gaps: [], lastAt: undefined }

/** Adds a score that was given at `now`, in ms. */
export function addScore({ gaps, lastAt }: Pace, now: number): Pace {
  const gap = lastAt === undefined ? undefined : now - lastAt
  const isWork = gap !== undefined && gap <= pauseMs
  return { gaps: isWork ? [...gaps, gap].slice(-most) : gaps, lastAt: now }
}

/** How long so many tiles take at the median pace, in ms; undefined while there are too few scores to tell. */
export function timeLeft({ gaps }: Pace, tiles: number): number | undefined {
  if (gaps.length < least) return undefined
  const sorted = gaps.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.floor(middle - 0.5)]! + sorted[Math.floor(middle)]!) / 2
  return median * tiles
}

/** A time in round words, such as `about 25 min`. */
export function inMinutes(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1.5) return 'about a minute'
  if (minutes < 10) return `about ${Math.round(minutes)} min`
  if (minutes < 90) return `about ${Math.round(minutes / 5) * 5} min`
  return `about ${Math.round(minutes / 60)} hours`
}
