import { atlasColumns, squareSide } from '../../../../shared/rules/sixteen.ts'
import { type Frame, readPixels } from './frame.ts'

const patchColumns = 128

/** Squares cut out of atlases, on one canvas: what is near the window, however many atlases it comes from. */
export class Patch {
  readonly side: number
  readonly #canvas: OffscreenCanvas
  readonly #pen: OffscreenCanvasRenderingContext2D
  /** By slot: its pixels, row by row; for squares of 16 px only, which are drawn without scaling. */
  readonly #pixels: Uint32Array | undefined
  /** By position: its slot on the canvas, counted from 1. */
  readonly #slots: Int32Array
  /** By slot: its position. */
  readonly #positions: Int32Array
  #next = 0

  /** Room for `room` squares of `count`. */
  constructor(count: number, room: number, density: 1 | 2) {
    this.side = squareSide * density
    const rows = Math.ceil(room / patchColumns)
    this.#canvas = new OffscreenCanvas(patchColumns * this.side, rows * this.side)
    this.#pen = this.#canvas.getContext('2d', { alpha: false })!
    if (density === 1) this.#pixels = new Uint32Array(rows * patchColumns * this.side ** 2)
    this.#slots = new Int32Array(count)
    this.#positions = new Int32Array(rows * patchColumns).fill(-1)
  }

  has(position: number) {
    return this.#slots[position]! > 0
  }

  /** Copies the squares of an atlas that are near, in place of others; the atlas begins at the position `start`. */
  addAll(atlas: ImageBitmap, start: number, end: number, near: ReadonlySet<number>) {
    const pixels = this.#pixels && readPixels(atlas)
    for (let position = start; position < end; position++)
      if (near.has(position)) this.#add(position, atlas, pixels, position - start, near)
  }

  #add(
    position: number,
    atlas: ImageBitmap,
    pixels: Uint32Array | undefined,
    atlasSlot: number,
    near: ReadonlySet<number>,
  ) {
    if (this.has(position)) return
    const { length } = this.#positions
    for (let tried = 0; tried < length; tried++) {
      const slot = this.#next
      this.#next = (slot + 1) % length
      const before = this.#positions[slot]!
      if (before >= 0 && near.has(before)) continue
      if (before >= 0) this.#slots[before] = 0
      this.#positions[slot] = position
      this.#slots[position] = slot + 1
      const { side } = this
      const [x, y] = [(atlasSlot % atlasColumns) * side, Math.floor(atlasSlot / atlasColumns) * side]
      const [toX, toY] = [(slot % patchColumns) * side, Math.floor(slot / patchColumns) * side]
      this.#pen.drawImage(atlas, x, y, side, side, toX, toY, side, side)
      if (pixels)
        for (let row = 0; row < side; row++) {
          const from = (y + row) * atlas.width + x
          this.#pixels!.set(pixels.subarray(from, from + side), (slot * side + row) * side)
        }
      return
    }
  }

  /** Writes a square into a frame; false where it is not there yet. */
  copy(frame: Frame, position: number, x: number, y: number) {
    const slot = this.#slots[position]! - 1
    if (slot < 0) return false
    frame.copy(this.#pixels!, slot * this.side ** 2, this.side, x, y)
    return true
  }

  /** Draws a square; false where it is not there yet. */
  draw(pen: OffscreenCanvasRenderingContext2D, position: number, x: number, y: number, size: number) {
    const slot = this.#slots[position]! - 1
    if (slot < 0) return false
    const { side } = this
    const [fromX, fromY] = [(slot % patchColumns) * side, Math.floor(slot / patchColumns) * side]
    pen.drawImage(this.#canvas, fromX, fromY, side, side, x, y, size, size)
    return true
  }
}
