import { atlasSquares } from '../../../shared/rules/sixteen.ts'

/** Where squares stand: in rows from the top left corner of the page. All in CSS pixels. */
export type Layout = {
  left: number
  top: number
  /** From one square to the next. */
  pitch: number
  columns: number
  rows: number
  /** Of the whole page. */
  height: number
}

const mostPitch = 28
const leastPitch = 18

/** The widest pitch at which all squares fit the window; where none does, the narrowest, and the page scrolls. */
export function layOut(count: number, window: { width: number; height: number }): Layout {
  const isNarrow = window.width < 640
  const left = isNarrow ? 16 : 24
  const top = isNarrow ? 96 : 72
  const width = window.width - 2 * left
  const room = window.height - top - left
  const at = (pitch: number) => {
    const columns = Math.max(1, Math.floor(width / pitch))
    return { pitch, columns, rows: Math.ceil(count / columns) }
  }
  let fitting = at(mostPitch)
  while (fitting.pitch > leastPitch && fitting.rows * fitting.pitch > room) fitting = at(fitting.pitch - 1)
  return { left, top, ...fitting, height: top + fitting.rows * fitting.pitch + left }
}

/** The place whose square is at a point of the page, or nearest to it in its row; undefined outside of all. */
export function placeAt({ left, top, pitch, columns }: Layout, count: number, x: number, y: number) {
  const column = Math.floor((x - left) / pitch)
  const row = Math.floor((y - top) / pitch)
  const place = row * columns + column
  return column >= 0 && column < columns && row >= 0 && place < count ? place : undefined
}

/** The middle of a square. */
export function middleOf({ left, top, pitch, columns }: Layout, place: number) {
  return {
    x: left + (place % columns) * pitch + 8,
    y: top + Math.floor(place / columns) * pitch + 8,
  }
}

/** The place that a key leads to; undefined for a key that leads nowhere. */
export function placeAfter(key: string, place: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    PageUp: place - 10 * columns,
    PageDown: place + 10 * columns,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  if (next === undefined) return undefined
  const isPage = key.startsWith('Page')
  if (isPage) return Math.min(count - 1, Math.max(0, next))
  return next >= 0 && next < count ? next : place
}

/** Windows above and below the one that is shown whose squares are fetched ahead. */
export const aheadPart = 0.5
/** Rows beyond these that are kept: the rest of an atlas at the edge, which would be fetched a second time for it. */
export const keptRows = ({ columns }: Pick<Layout, 'columns'>) => Math.ceil(atlasSquares / columns) + 1

/** How many squares, of `count`, are kept for a window of this height at most, wherever the page is scrolled to. */
export function mostNear({ pitch, columns }: Layout, count: number, height: number) {
  const rows = Math.ceil((height * (1 + 2 * aheadPart)) / pitch) + 1 + 2 * keptRows({ columns })
  return Math.min(count, rows * columns)
}

/** How many squares are kept ready to be drawn, of `count`: those near the window, and some more, so that it may grow a little. */
export function roomFor(count: number, window: { width: number; height: number }) {
  const columns = Math.ceil(window.width / leastPitch + 1)
  const rows = Math.ceil(window.height / leastPitch + 1)
  const kept = columns * (Math.ceil(rows * (1 + 2.5 * aheadPart)) + 2 * keptRows({ columns }))
  return Math.max(256, Math.min(count, kept))
}
