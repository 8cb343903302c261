import { firstPlacement, type Placement, rectangleOf, reduceColours } from '../../../../shared/rules/fit.ts'
import { checkImage, maxImageSide } from '../../../../shared/rules/image.ts'
import { titleOf } from '../picture.ts'
import { openSource, type Source } from './source.ts'

/** A picture on the square, as a file, and how it was written. */
export type Fitted = { file: File; note: string }

/** Draws a picture on a square of 900 px. */
export function drawFitted(canvas: HTMLCanvasElement, source: Source, placement: Placement, ground: string) {
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.fillStyle = ground
  context.fillRect(0, 0, maxImageSide, maxImageSide)
  context.imageSmoothingQuality = 'high'
  const { left, top, width, height } = rectangleOf(source, placement)
  context.drawImage(source.canvas, left, top, width, height)
}

const ways = [
  { type: 'image/png', ending: 'png', how: 'PNG' },
  { type: 'image/png', ending: 'png', how: 'PNG with fewer colors', reduce: reduceColours },
  { type: 'image/jpeg', ending: 'jpg', how: 'JPEG' },
]

/** The square as PNG; where that is too large, with fewer colours; where that is too large, too, as JPEG. */
export async function encodeFitted(canvas: HTMLCanvasElement, name: string): Promise<Fitted> {
  for (const { type, ending, how, reduce } of ways) {
    const blob = await toBlob(reduce ? changed(canvas, reduce) : canvas, type)
    if (checkImage({ bytes: blob.size, width: maxImageSide, height: maxImageSide })) continue
    const file = new File([blob], `${titleOf(name)}.${ending}`, { type })
    return { file, note: `Fitted to 900 × 900: ${how}, ${formatBytes(blob.size)}` }
  }
  throw new Error('No way of writing is small enough')
}

/** Fits a file as it comes: with the margin of the start, on the colour of its edge. */
export async function fitFile(file: File): Promise<Fitted> {
  const source = await openSource(file)
  const canvas = makeSquare()
  drawFitted(canvas, source, firstPlacement, source.edge)
  return encodeFitted(canvas, file.name)
}

function makeSquare() {
  const canvas = document.createElement('canvas')
  canvas.width = maxImageSide
  canvas.height = maxImageSide
  return canvas
}

function changed(from: HTMLCanvasElement, change: (rgba: Uint8ClampedArray) => void) {
  const canvas = makeSquare()
  const pixels = from.getContext('2d')!.getImageData(0, 0, maxImageSide, maxImageSide)
  change(pixels.data)
  canvas.getContext('2d')!.putImageData(pixels, 0, 0)
  return canvas
}

const toBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('Not encoded'))), type, 0.92),
  )

const formatBytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
