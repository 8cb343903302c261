import sharp, { type OverlayOptions } from 'sharp'
import { drawFigure, figureSide, volumeNumber } from '../../../shared/covers.ts'
import { atlasColumns, squareSide } from '../../../shared/rules/sixteen.ts'
import { stripPlace, trueSizes } from '../../../shared/rules/true-sizes.ts'
import { drawMark, markAt, wordmarkBox, wordmarkLetters, wordmarkRing } from '../../../shared/wordmark.ts'
import { type CardOrder, type Cover, cardShapes, cardSquares, squareGrid } from './card.ts'
import { breakLines, cutLines, measure, outline } from './type.ts'
import { setWords, wordsOf } from './words.ts'

// The card is a sheet of paper: it has the light colours alone.
const paper = '#ffffff'
const canvas = '#f1f1f1'
const ink = '#151515'
const ink2 = '#3a3a3a'
const quiet = '#5a5a5a'
const line = '#dadada'
const signal = '#c92f16'

const margin = 44
/** From the hairline above the foot to the lower edge. */
const footHeight = 85

type Box = { left: number; top: number; width: number; height: number }

/** Where the block and the words are: beside each other, or below each other. */
function placesOf({ width, height }: { width: number; height: number }): { block: Box; words: Box } {
  const side = 630
  if (width > height)
    return {
      block: { left: 0, top: 0, width: side, height },
      words: { left: side + margin, top: margin, width: width - side - 2 * margin, height: height - margin },
    }
  const block = { left: 0, top: 0, width, height: 700 }
  const top = block.height + margin
  return { block, words: { left: margin, top, width: width - 2 * margin, height: height - top } }
}

/** Draws a card as JPEG. */
export async function drawCard(order: CardOrder): Promise<Buffer> {
  const { card, shape } = order
  if (card.atlases) return drawSquares(order)
  const { width, height } = cardShapes[shape]
  const { block, words } = placesOf(cardShapes[shape])
  const said = wordsOf(card)
  const hasSizes = order.strip !== undefined && width > height
  const room = words.height - footHeight - (hasSizes ? 64 + 43 + 24 : 24)
  const svg = [
    drawBlock(order, block),
    ...setWords(said, words.width, room).flatMap(({ face, size, pitch, top, lines, isTitle }) =>
      lines.map((text, i) =>
        drawText(outline(face, size, text, words.left, words.top + top + i * pitch), isTitle ? ink : ink2),
      ),
    ),
    ...(hasSizes ? drawSizeNames(words) : []),
    drawFoot(said, words),
  ].join('')
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      { input: svgOf(width, height, svg), left: 0, top: 0 },
      ...(await placePictures(order, block)),
      ...(hasSizes ? await placeSizes(order.strip!, words) : []),
    ])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const svgOf = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

const drawText = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const drawBox = ({ left, top, width, height }: Box, rest: string) =>
  `<rect x="${left}" y="${top}" width="${width}" height="${height}" ${rest}/>`

/** What is behind the pictures, or stands in their place. */
function drawBlock({ card, pictures }: CardOrder, block: Box): string {
  const { cover, ground, kept, makers } = card
  if (cover) return drawCover(cover, block)
  if (kept) return drawBoard(kept, block)
  if (makers && !ground) {
    const inner = {
      ...block,
      left: block.left + 0.5,
      top: block.top + 0.5,
      width: block.width - 1,
      height: block.height - 1,
    }
    return drawBox(inner, `fill="${paper}" stroke="${line}"`)
  }
  const back = drawBox(block, `fill="${ground ?? canvas}"`)
  return pictures.length ? back : back + drawSign(block)
}

/** The registration mark, where there is no picture. */
function drawSign({ left, top, width, height }: Box): string {
  const { cx, cy } = wordmarkRing
  return `<g fill="none" stroke="${signal}" transform="translate(${left + width / 2} ${top + height / 2}) translate(${-cx} ${-cy})">${drawMark(markAt(64))}</g>`
}

/** A book's figure in its ink on its paper; of other series, the number. */
function drawCover({ series, number, ink, paper }: Cover, block: Box): string {
  const back = drawBox(block, `fill="${paper}"`)
  const [middleX, middleY] = [block.left + block.width / 2, block.top + block.height / 2]
  if (series === 'book') {
    const scale = 430 / figureSide
    const corner = (middle: number) => middle - 430 / 2
    const figure = drawFigure(number).map(({ d, stroke }) =>
      stroke ? `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${stroke}"/>` : drawText(d, ink),
    )
    return `${back}<g transform="translate(${corner(middleX)} ${corner(middleY)}) scale(${scale})">${figure.join('')}</g>`
  }
  const text = series === 'master-book' ? volumeNumber(number) : String(number)
  const size = 300
  return (
    back +
    drawText(
      outline('sans', size, text, middleX - measure('sans', size, text) / 2, middleY + size * 0.35),
      ink,
    )
  )
}

/** Twenty empty squares, those that are kept with a number. */
function drawBoard(kept: readonly number[], block: Box): string {
  const [columns, rows, pitch, side] = [5, 4, 112, 100]
  const left = block.left + (block.width - (columns - 1) * pitch - side) / 2
  const top = block.top + (block.height - (rows - 1) * pitch - side) / 2
  const squares = Array.from({ length: columns * rows }, (_, place) => {
    const at = { left: left + (place % columns) * pitch, top: top + Math.floor(place / columns) * pitch }
    const rank = kept.indexOf(place) + 1
    if (!rank) return drawBox({ ...at, width: side, height: side }, `fill="${paper}"`)
    const [size, corner] = [20, 30]
    const number = String(rank)
    const [right, bottom] = [at.left + side, at.top + side]
    const middle = right - corner / 2 - measure('sans', size, number) / 2
    return [
      drawBox({ ...at, width: side, height: side }, `fill="${paper}" stroke="${ink}" stroke-width="5"`),
      drawBox({ left: right - corner, top: bottom - corner, width: corner, height: corner }, `fill="${ink}"`),
      drawText(outline('sans', size, number, middle, bottom - 8), paper),
    ].join('')
  })
  return drawBox(block, `fill="${canvas}"`) + squares.join('')
}

/** One picture over the block, or four on the canvas, as on a wall. */
async function placePictures({ card, pictures }: CardOrder, block: Box): Promise<OverlayOptions[]> {
  const place = async (input: Uint8Array, side: number, left: number, top: number) => ({
    input: await sharp(input).resize(side, side, { kernel: 'lanczos3' }).toBuffer(),
    left: Math.round(left),
    top: Math.round(top),
  })
  const side = Math.min(block.width, block.height)
  const [first] = pictures
  if (!first) return []
  if (card.makers || pictures.length < 4)
    return [
      await place(first, side, block.left + (block.width - side) / 2, block.top + (block.height - side) / 2),
    ]
  const gap = 24
  const tile = (side - 3 * gap) / 2
  return Promise.all(
    pictures
      .slice(0, 4)
      .map((picture, i) =>
        place(
          picture,
          tile,
          block.left + gap + (i % 2) * (tile + gap),
          block.top + gap + Math.floor(i / 2) * (tile + gap),
        ),
      ),
  )
}

/** Where the logo's sizes stand, on one line above the foot. */
function* sizePlaces({ left, top, height }: Box) {
  const foot = top + height - footHeight - 43
  let at = left
  for (const size of trueSizes) {
    yield { size, left: at, top: foot - size, foot }
    at += size + 18
  }
}

const drawSizeNames = (words: Box) =>
  [...sizePlaces(words)].map(({ size, left, foot }) =>
    drawText(outline('sans', 13, String(size), left, foot + 17), quiet),
  )

const placeSizes = (strip: Uint8Array, words: Box): Promise<OverlayOptions[]> =>
  Promise.all(
    [...sizePlaces(words)].map(async ({ size, left, top }) => {
      const { side, ...corner } = stripPlace(size, 1)
      const cut = sharp(strip).extract({ left: corner.left, top: corner.top, width: side, height: side })
      return { input: await cut.toBuffer(), left, top }
    }),
  )

/** A hairline, where it stands, and whose site it is. */
function drawFoot({ foot, name }: ReturnType<typeof wordsOf>, words: Box): string {
  const bottom = words.top + words.height
  const right = words.left + words.width
  const room = words.width * 0.6
  const rule = drawBox(
    { left: words.left, top: bottom - footHeight, width: words.width, height: 1 },
    `fill="${line}"`,
  )
  const [shown = ''] = cutLines('sans', 20, breakLines('sans', 20, foot, room), 1, room)
  const standing = drawText(outline('sans', 20, shown, words.left, bottom - 43), signal)
  return rule + standing + drawName(name, right, bottom - 41, words.width * 0.36)
}

/** The site's name, or the wordmark, that ends at `right` on a baseline. */
function drawName(name: string | undefined, right: number, baseline: number, room: number): string {
  if (name !== undefined) {
    const size = Math.min(26, (26 * room) / Math.max(1, measure('sans', 26, name)))
    return drawText(outline('sans', size, name, right - measure('sans', size, name), baseline), ink)
  }
  const [boxLeft, , boxWidth] = wordmarkBox
  const scale = 142 / boxWidth
  const at = `translate(${right - 142} ${baseline}) scale(${scale}) translate(${-boxLeft} 0)`
  return `<g transform="${at}">${drawText(wordmarkLetters, ink)}<g fill="none" stroke="${signal}">${drawMark(markAt(30))}</g></g>`
}

/** Sixteen's first squares below a line. They are twice as large as on the page: a shared link's picture is shown at half its size. */
async function drawSquares({ card, shape, atlases }: CardOrder): Promise<Buffer> {
  const { width, height } = cardShapes[shape]
  const [side, pitch, top] = [2 * squareSide, 36, 104]
  const pixels = Buffer.alloc(width * height * 3, Number.parseInt(canvas.slice(1, 3), 16))
  let place = 0
  for (const [i, { count }] of card.atlases!.entries()) {
    const { data, info } = await sharp(atlases[i]!).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (let slot = 0; slot < count && place < cardSquares; slot++, place++) {
      const from = Math.floor(slot / atlasColumns) * side * info.width + (slot % atlasColumns) * side
      const left = margin + (place % squareGrid.columns) * pitch
      const to = (top + Math.floor(place / squareGrid.columns) * pitch) * width + left
      for (let y = 0; y < side; y++) {
        const source = (from + y * info.width) * 3
        data.copy(pixels, (to + y * width) * 3, source, source + side * 3)
      }
    }
  }
  const { title, name } = wordsOf(card)
  const words = [
    drawText(outline('serif', 44, title, margin, 68), ink),
    drawName(name, width - margin, 68, width * 0.2),
  ]
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: svgOf(width, height, words.join('')), left: 0, top: 0 }])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
