import { edgeColour, sniffFit } from '../../../../shared/rules/fit.ts'
import { maxImageSide } from '../../../../shared/rules/image.ts'

/** A decoded picture, at most twice as large as the square, and the colour of its edge. */
export type Source = { canvas: HTMLCanvasElement; width: number; height: number; edge: string }

const largest = 2 * maxImageSide

/** Decodes a file: its first frame, upright. Rejects where the browser cannot. */
export async function openSource(file: File): Promise<Source> {
  const header = sniffFit(new Uint8Array(await file.arrayBuffer()))
  if (!header) throw new Error('Not a picture that can be fitted')
  if (header.kind === 'svg') return openSvg(file)
  const bitmap = await createImageBitmap(file)
  try {
    return draw(bitmap, bitmap, Math.min(1, largest / Math.max(bitmap.width, bitmap.height)))
  } finally {
    bitmap.close()
  }
}

/** As an image element, in which no script runs and nothing is fetched. Without sides of its own it takes its view box's. */
async function openSvg(file: File): Promise<Source> {
  const parsed = new DOMParser().parseFromString(await file.text(), 'image/svg+xml')
  const root = parsed.documentElement
  if (root.localName !== 'svg') throw new Error('Not an SVG')
  const viewBox = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , boxWidth = 0, boxHeight = 0] = viewBox
  const width = lengthOf(root.getAttribute('width')) || boxWidth || maxImageSide
  const height = lengthOf(root.getAttribute('height')) || boxHeight || maxImageSide
  const scale = largest / Math.max(width, height)
  if (!(scale > 0)) throw new Error('The SVG has no size')
  if (boxWidth <= 0) root.setAttribute('viewBox', `0 0 ${width} ${height}`)
  root.setAttribute('width', String(width * scale))
  root.setAttribute('height', String(height * scale))
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(parsed)], { type: 'image/svg+xml' }),
  )
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return draw(image, { width: width * scale, height: height * scale }, 1)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A length in user units, px or another unit alike: only the proportion counts. Undefined for percentages. */
const lengthOf = (text: string | null) =>
  text && !text.includes('%') ? Math.max(0, Number.parseFloat(text)) || undefined : undefined

function draw(image: CanvasImageSource, size: { width: number; height: number }, scale: number): Source {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(size.width * scale))
  canvas.height = Math.max(1, Math.round(size.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const { width, height } = canvas
  const { data } = context.getImageData(0, 0, width, height)
  return { canvas, width, height, edge: edgeColour(data, width, height) }
}
