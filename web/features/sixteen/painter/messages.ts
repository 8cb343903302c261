import type { Layout } from '../layout.ts'

/** What is shown: positions are those of the order of the grounds. */
export type Content = {
  /** Their names. */
  atlases: string[]
  /** The position at which each atlas begins, and after them the number of all. */
  starts: Uint32Array
  /** The position at each place; null: all of them as they come. */
  order: Uint32Array | null
  /** Positions that show nothing. */
  holes: Uint32Array
  /** Positions that stand out, while the others are pale; null: none does. */
  own: Uint32Array | null
}

export type View = {
  width: number
  height: number
  /** Device pixels of a CSS pixel. */
  scale: number
  density: 1 | 2
  layout: Layout
  canvas: string
  line: string
}

/** What the page tells the painter. */
export type ToPainter =
  | { kind: 'canvases'; plane: OffscreenCanvas; loupe: OffscreenCanvas }
  /** `isMoving`: the squares move from the places that they had. */
  | { kind: 'content'; content: Content; isMoving: boolean }
  | { kind: 'view'; view: View }
  | { kind: 'scroll'; top: number }
  /** The place in the loupe; -1 for none. */
  | { kind: 'look'; place: number }

/** What the painter tells the page. */
export type FromPainter =
  /** The server no longer has an atlas: it was drawn again since the page learnt of it. */
  | { kind: 'gone' }
  /** What the window has of the first atlas is drawn for the first time. */
  | { kind: 'begun' }
  /** Whether all squares in the window are drawn, and none is moving. */
  | { kind: 'rested'; isRested: boolean }
