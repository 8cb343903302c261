import type { Makers } from '../../../shared/rules/plate.ts'

/** What the picture of a shared link shows: a logo, designer, collection, book or page. Equal cards give equal pictures. */
export type Card = {
  title: string
  /** Who made it; of a logo alone. */
  makers?: Makers
  /** Sentences below the title. */
  lines: readonly string[]
  /** At the foot, in red. */
  foot: string
  /** The site's name, where it is not the program's own wordmark. */
  name?: string
  /** Names of the logos' pictures: a logo's own, or the first of a list. */
  pictures: readonly string[]
  /** The colour of the logo's edge, where that is one colour. */
  ground?: string | null
  /** A book's cover, in place of pictures. */
  cover?: Cover
  /** The atlases whose squares are drawn side by side below the title. */
  atlases?: readonly { atlas: string; count: number }[]
  /** Places on a board of twenty that are kept, in place of pictures. */
  kept?: readonly number[]
}

export type Cover = {
  series: 'book' | 'textbook' | 'master-book'
  number: number
  ink: string
  paper: string
}

export const cardShapes = {
  '1200x630': { width: 1200, height: 630 },
  '1080x1080': { width: 1080, height: 1080 },
} as const
/** Squares of a card with atlases: their columns and rows. */
export const squareGrid = { columns: 31, rows: 14 }
export const cardSquares = squareGrid.columns * squareGrid.rows
export type CardShape = keyof typeof cardShapes

/** A card with the bytes of its pictures and atlases, in order, and of the strip of its sizes. */
export type CardOrder = {
  card: Card
  shape: CardShape
  pictures: Uint8Array[]
  atlases: readonly Uint8Array[]
  strip: Uint8Array | undefined
}

export type CardAnswer = { bytes: Uint8Array } | { error: string }
