/** A quarter of a year in UTC, such as `2026-3`. */
export const quarterPattern = /^\d{4}-[1-4]$/

export const quarterOf = (at: Date) => `${at.getUTCFullYear()}-${Math.floor(at.getUTCMonth() / 3) + 1}`

/** When a quarter begins, and when the next one does. */
export function boundsOf(quarter: string): { from: Date; until: Date } {
  const [year, number] = quarter.split('-').map(Number) as [number, number]
  const month = (monthOfYear: number) => {
    // The years before 100 would be taken for those of the last century.
    const at = new Date(Date.UTC(2000, monthOfYear))
    at.setUTCFullYear(year + Math.floor(monthOfYear / 12))
    return at
  }
  return { from: month((number - 1) * 3), until: month(number * 3) }
}

export const quarterBefore = (quarter: string) => quarterOf(new Date(boundsOf(quarter).from.getTime() - 1))
export const quarterAfter = (quarter: string) => quarterOf(boundsOf(quarter).until)

const spans = ['January to March', 'April to June', 'July to September', 'October to December']

/** `July to September 2026` */
export function nameQuarter(quarter: string): string {
  const [year, number] = quarter.split('-')
  return `${spans[Number(number) - 1]} ${year}`
}

/** What is counted, in the order in which it is shown. */
export const trendKinds = ['shapes', 'keywords', 'industries', 'colors', 'palettes'] as const
export type TrendKind = (typeof trendKinds)[number]

/** Rows of each kind in either direction, at most. */
export const mostTrends: Record<TrendKind, number> = {
  shapes: 4,
  keywords: 10,
  industries: 6,
  colors: 6,
  palettes: 4,
}

/** Rows with fewer logos, in both quarters together, are not listed. */
export const leastTrend = 3

/** The likeness to a typical logo from which a logo has its shape; its most typical logos are shown. */
export const sameShapeFrom = 80
export const shownOfShape = 4

/** The colours that are counted: each colour of a logo is the nearest of these by CIEDE2000. */
export const trendColors: Record<string, string> = {
  Black: '000000',
  Grey: '808080',
  White: 'ffffff',
  Red: 'd81e2c',
  Maroon: '7a1626',
  Salmon: 'f28b74',
  Orange: 'f27a1a',
  Brown: '7b4a2b',
  Beige: 'e2cda8',
  Gold: 'c1962f',
  Yellow: 'ffd52e',
  Olive: '7d7f2e',
  Lime: 'a9cf3a',
  Green: '1f9d4c',
  'Dark green': '14492f',
  Mint: '9fdcc0',
  Teal: '0f8b8d',
  'Sky blue': '6fb9e8',
  Blue: '1f5fd0',
  Navy: '16275a',
  Violet: '6b3fb5',
  Lavender: 'b9a6e0',
  Magenta: 'cc2a8a',
  Pink: 'f4a3bf',
}
