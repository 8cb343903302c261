/**
 * The pixels of the window, put onto its canvas at once. Without a graphics card a drawing call for each of some thousand squares
 * takes many times as long.
 */
export class Frame {
  readonly width: number
  readonly height: number
  readonly #image: ImageData
  readonly #pixels: Uint32Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#image = new ImageData(width, height)
    this.#pixels = new Uint32Array(this.#image.data.buffer)
  }

  clear(color: number) {
    this.#pixels.fill(color)
  }

  /** Draws a square of one colour. */
  fill(color: number, side: number, x: number, y: number) {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + side)]
    for (let row = Math.max(0, y); row < Math.min(this.height, y + side); row++)
      for (let column = left; column < right; column++) this.#pixels[row * this.width + column] = color
  }

  /** Draws a square whose rows begin at `from` of these pixels. */
  copy(pixels: Uint32Array, from: number, side: number, x: number, y: number) {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + side)]
    for (let row = Math.max(0, y); row < Math.min(this.height, y + side); row++) {
      let at = from + (row - y) * side + left - x
      const end = row * this.width + right
      for (let to = row * this.width + left; to < end; to++) this.#pixels[to] = pixels[at++]!
    }
  }

  show(pen: OffscreenCanvasRenderingContext2D) {
    pen.putImageData(this.#image, 0, 0)
  }
}

/** The pixels of a picture, row by row. */
export function readPixels(picture: ImageBitmap): Uint32Array {
  const { width, height } = picture
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  pen.drawImage(picture, 0, 0)
  return new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer)
}

/** A colour of CSS as a pixel. */
export function pixelOf(color: string): number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  pen.fillStyle = color
  pen.fillRect(0, 0, 1, 1)
  return new Uint32Array(pen.getImageData(0, 0, 1, 1).data.buffer)[0]!
}
