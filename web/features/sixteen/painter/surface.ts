import { squareSide } from '../../../../shared/rules/sixteen.ts'
import type { View } from './messages.ts'

/** What squares are kept on, by slot, and drawn from into the window. Places in the window are in device pixels. */
export type Surface = {
  /** The window has another size, or other colours. */
  setView: (view: View) => void
  /** Keeps squares of an atlas: for each of them its slot, and its left and top edge in the atlas. */
  keep: (atlas: ImageBitmap, cuts: readonly Cut[]) => void
  /** Begins a frame. */
  clear: () => void
  /** Begins a frame with the one before, moved up by less than the window's height, or down where `by` is negative; the rest is empty. */
  scroll: (by: number) => void
  /** Draws a square in place of what is there, or a plain one where the slot is -1. */
  draw: (slot: number, x: number, y: number, isPale: boolean) => void
  /** Ends a frame. */
  show: () => void
  /** Draws a square onto another canvas. */
  enlarge: (pen: OffscreenCanvasRenderingContext2D, slot: number, x: number, y: number, size: number) => void
}

export type Cut = { slot: number; x: number; y: number }

/** The opacity of a square that does not stand out. */
const pale = 0.12

/**
 * On a screen of one or two pixels for each of CSS, squares are not scaled, so that the window is put together as pixels. Without
 * a graphics card a drawing call for each of some thousand squares takes many times as long.
 */
export class PixelSurface implements Surface {
  readonly #pen: OffscreenCanvasRenderingContext2D
  /** By slot: its pixels, row by row. */
  readonly #kept: Int32Array<ArrayBuffer>
  readonly #side: number
  /** Atlases are read from it. */
  readonly #reader = createPen(1, 1, true)
  /** One square, which the loupe is drawn from. */
  readonly #single: OffscreenCanvasRenderingContext2D
  #image = new ImageData(1, 1)
  #pixels = new Int32Array(1)
  #canvas = 0
  #line = 0

  constructor(pen: OffscreenCanvasRenderingContext2D, room: number, density: number) {
    this.#pen = pen
    this.#side = squareSide * density
    this.#single = createPen(this.#side, this.#side)
    this.#kept = new Int32Array(room * this.#side ** 2)
  }

  setView({ width, height, scale, canvas, line }: View) {
    this.#image = new ImageData(width * scale, height * scale)
    this.#pixels = new Int32Array(this.#image.data.buffer)
    this.#canvas = this.#pixelOf(canvas)
    this.#line = this.#pixelOf(line)
  }

  keep(atlas: ImageBitmap, cuts: readonly Cut[]) {
    const { width, height } = atlas
    const { canvas } = this.#reader
    if (canvas.width < width) canvas.width = width
    if (canvas.height < height) canvas.height = height
    this.#reader.drawImage(atlas, 0, 0)
    const pixels = new Int32Array(this.#reader.getImageData(0, 0, width, height).data.buffer)
    const side = this.#side
    for (const { slot, x, y } of cuts)
      for (let row = 0; row < side; row++) {
        const from = (y + row) * width + x
        this.#kept.set(pixels.subarray(from, from + side), (slot * side + row) * side)
      }
  }

  clear() {
    this.#pixels.fill(this.#canvas)
  }

  scroll(by: number) {
    const { length } = this.#pixels
    const moved = by * this.#image.width
    this.#pixels.copyWithin(Math.max(0, -moved), Math.max(0, moved), length + Math.min(0, moved))
    if (moved > 0) this.#pixels.fill(this.#canvas, length - moved)
    else this.#pixels.fill(this.#canvas, 0, -moved)
  }

  draw(slot: number, x: number, y: number, isPale: boolean) {
    const [side, kept, pixels, { width, height }] = [this.#side, this.#kept, this.#pixels, this.#image]
    const ground = this.#canvas
    const plain = isPale ? paleOn(ground, this.#line) : this.#line
    const [left, right] = [Math.max(0, x), Math.min(width, x + side)]
    const bottom = Math.min(height, y + side)
    for (let row = Math.max(0, y); row < bottom; row++) {
      let from = (slot * side + row - y) * side + left - x
      let to = row * width + left
      const end = row * width + right
      // A loop for each case: a choice within the loop takes half as long again.
      if (slot < 0) while (to < end) pixels[to++] = plain
      else if (isPale) while (to < end) pixels[to++] = paleOn(ground, kept[from++]!)
      else while (to < end) pixels[to++] = kept[from++]!
    }
  }

  show() {
    this.#pen.putImageData(this.#image, 0, 0)
  }

  enlarge(pen: OffscreenCanvasRenderingContext2D, slot: number, x: number, y: number, size: number) {
    const side = this.#side
    const bytes = new Uint8ClampedArray(this.#kept.buffer, slot * side ** 2 * 4, side ** 2 * 4)
    this.#single.putImageData(new ImageData(bytes, side, side), 0, 0)
    pen.drawImage(this.#single.canvas, x, y, size, size)
  }

  /** A colour of CSS as a pixel. */
  #pixelOf(color: string): number {
    this.#reader.fillStyle = color
    this.#reader.fillRect(0, 0, 1, 1)
    return new Uint32Array(this.#reader.getImageData(0, 0, 1, 1).data.buffer)[0]!
  }
}

/** A pale pixel on one of the ground: red and blue are computed at once, 16 bits apart, in parts of 256. */
export function paleOn(ground: number, pixel: number): number {
  const weight = Math.round(pale * 256)
  const rest = 256 - weight
  const redAndBlue = ((pixel & 0xff00ff) * weight + (ground & 0xff00ff) * rest) >>> 8
  const green = ((pixel & 0xff00) * weight + (ground & 0xff00) * rest) >>> 8
  return (redAndBlue & 0xff00ff) | (green & 0xff00) | 0xff000000
}

const keptColumns = 128

/** On any other screen squares are kept on a canvas, and drawn scaled. */
export class CanvasSurface implements Surface {
  readonly #pen: OffscreenCanvasRenderingContext2D
  readonly #kept: OffscreenCanvasRenderingContext2D
  readonly #side: number
  #canvas = ''
  #line = ''
  #size = 0

  constructor(pen: OffscreenCanvasRenderingContext2D, room: number, density: number) {
    this.#pen = pen
    this.#side = squareSide * density
    this.#kept = createPen(keptColumns * this.#side, Math.ceil(room / keptColumns) * this.#side)
  }

  setView({ canvas, line, scale }: View) {
    this.#canvas = canvas
    this.#line = line
    this.#size = Math.round(squareSide * scale)
  }

  keep(atlas: ImageBitmap, cuts: readonly Cut[]) {
    const side = this.#side
    for (const { slot, x, y } of cuts)
      this.#kept.drawImage(atlas, x, y, side, side, ...this.#placeOf(slot), side, side)
  }

  clear() {
    const { width, height } = this.#pen.canvas
    this.#empty(0, 0, width, height)
  }

  scroll(by: number) {
    if (by === 0) return
    const { width, height } = this.#pen.canvas
    this.#pen.globalAlpha = 1
    this.#pen.drawImage(this.#pen.canvas, 0, -by)
    this.#empty(0, by > 0 ? height - by : 0, width, Math.abs(by))
  }

  draw(slot: number, x: number, y: number, isPale: boolean) {
    if (isPale) this.#empty(x, y, this.#size, this.#size)
    this.#pen.globalAlpha = isPale ? pale : 1
    if (slot < 0) this.#pen.fillRect(x, y, this.#size, this.#size)
    else this.enlarge(this.#pen, slot, x, y, this.#size)
  }

  /** Drawing calls are shown by themselves. */
  show() {}

  enlarge(pen: OffscreenCanvasRenderingContext2D, slot: number, x: number, y: number, size: number) {
    pen.drawImage(this.#kept.canvas, ...this.#placeOf(slot), this.#side, this.#side, x, y, size, size)
  }

  /** Fills a part with the colour of the canvas. */
  #empty(x: number, y: number, width: number, height: number) {
    this.#pen.globalAlpha = 1
    this.#pen.fillStyle = this.#canvas
    this.#pen.fillRect(x, y, width, height)
    this.#pen.fillStyle = this.#line
  }

  /** The left and top edge of a slot. */
  #placeOf(slot: number): [number, number] {
    return [(slot % keptColumns) * this.#side, Math.floor(slot / keptColumns) * this.#side]
  }
}

const createPen = (width: number, height: number, willReadFrequently = false) =>
  new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently })!
