import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawFigure, editionPrints, figureSide } from '../../../shared/covers.ts'
import { formatDate } from '../../../shared/rules/format.ts'
import { ownName } from '../../../shared/site-words.ts'
import { drawMark, markAt, wordmarkBox, wordmarkLetters } from '../../../shared/wordmark.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { NewCard } from './queries.ts'

// All lengths are in millimetres.

const paper = { width: 210, height: 297 }
const card = { width: 85, height: 55, padding: 7 }
const grid = { columns: 2, rows: 5, left: 20, top: 11 }
const perSheet = grid.columns * grid.rows
/** Crop marks are 3 mm off the cards and 5 mm long; the bleed is 3 mm. */
const mark = { off: 3, long: 5 }
const point = 25.4 / 72
const pixel = 25.4 / 96

type Order = { cards: readonly NewCard[]; publicUrl: string; expires_at: Date | null }

/**
 * A4 pages to print on both sides, flipped on the long edge, and to cut: fronts of ten cards, then their backs. Each
 * sheet has one edition's cover, so that no cut lies between two colours.
 */
export function drawGiftCardSheet({ cards, publicUrl, expires_at }: Order): string {
  const sheets = Array.from({ length: Math.ceil(cards.length / perSheet) }, (_, i) =>
    cards.slice(i * perSheet, (i + 1) * perSheet),
  )
  const joinAddress = escapeHtml(`${new URL(publicUrl).host}/join`)
  const until = expires_at ? `Valid until ${formatDate(expires_at.toISOString())}` : ''
  const pages = sheets.flatMap((onSheet, i) => [
    page(onSheet.map((each, n) => atPlace(n, 'front', front(each, joinAddress, until)))),
    page(onSheet.map((_, n) => atPlace(n, 'back', back(i)))),
  ])
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gift cards</title><style>
${fontFace('Schibsted Grotesk', '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2')}
${fontFace('Newsreader', '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2')}
@page { size: A4; margin: 0; }
body { margin: 0; }
.page { display: block; width: ${paper.width}mm; height: ${paper.height}mm; break-after: page; }
.crop { fill: none; stroke: #000; stroke-width: ${0.25 * point}; }
.wordmark { fill: none; stroke: #c92f16; }
.wordmark .letters { fill: #151515; stroke: none; }
text { fill: #151515; font: 400 ${7 * point}px 'Schibsted Grotesk'; }
.term { font: 400 ${14 * point}px Newsreader; }
.code { font: 500 ${15 * point}px 'Schibsted Grotesk'; font-variant-numeric: tabular-nums lining-nums; letter-spacing: 0.03em; }
.until { text-anchor: end; }
</style></head><body>
${pages.join('\n')}
</body></html>
`
}

function fontFace(family: string, file: string) {
  const data = readFileSync(fileURLToPath(import.meta.resolve(file))).toString('base64')
  return `@font-face { font-family: '${family}'; font-weight: 200 900; src: url(data:font/woff2;base64,${data}) format('woff2'); }`
}

const page = (cards: string[]) =>
  `<svg class="page" viewBox="0 0 ${paper.width} ${paper.height}">${cards.join('')}<path class="crop" d="${cropMarks()}"/></svg>`

/** Crop marks at every cutting line, outside all cards. */
function cropMarks() {
  const right = grid.left + grid.columns * card.width
  const bottom = grid.top + grid.rows * card.height
  const start = mark.off + mark.long
  const vertical = Array.from({ length: grid.columns + 1 }, (_, i) => {
    const x = grid.left + i * card.width
    return `M${x} ${grid.top - start}v${mark.long}M${x} ${bottom + mark.off}v${mark.long}`
  })
  const horizontal = Array.from({ length: grid.rows + 1 }, (_, i) => {
    const y = grid.top + i * card.height
    return `M${grid.left - start} ${y}h${mark.long}M${right + mark.off} ${y}h${mark.long}`
  })
  return [...vertical, ...horizontal].join('')
}

/** The position of the n-th card of a sheet; on the back, the columns are mirrored. */
function atPlace(n: number, side: 'front' | 'back', drawing: string) {
  const column = n % grid.columns
  const x = grid.left + (side === 'front' ? column : grid.columns - 1 - column) * card.width
  const y = grid.top + Math.floor(n / grid.columns) * card.height
  return `<g class="${side}" transform="translate(${x} ${y})">${drawing}</g>`
}

/** The program's own wordmark, or another name in type. */
function head() {
  const { padding } = card
  const { site_name, wordmark } = siteWords()
  if (site_name !== ownName || wordmark)
    return `<text class="term" x="${padding}" y="${padding + 4}">${escapeHtml(site_name)}</text>`
  const height = (22 * wordmarkBox[3]) / wordmarkBox[2]
  return `<svg class="wordmark" x="${padding}" y="${padding}" width="22" height="${height}" viewBox="${wordmarkBox.join(' ')}"><path class="letters" d="${wordmarkLetters}"/>${drawMark(markAt(height / pixel))}</svg>`
}

function front({ code, term_months }: NewCard, joinAddress: string, until: string) {
  const { padding, width, height } = card
  const term = term_months === 12 ? 'One year' : 'One month'
  return `${head()}
<text class="term" x="${padding}" y="29">${term} of ${escapeHtml(siteWords().site_name)}</text>
<text class="code" x="${padding}" y="37">${code.replaceAll('-', ' ')}</text>
<text x="${padding}" y="${height - padding}">Redeem at ${joinAddress}</text>
<text class="until" x="${width - padding}" y="${height - padding}">${until}</text>`
}

/** The cover of a sheet, another one on each, starting with the newest edition. */
function back(sheet: number) {
  const editions = Object.keys(editionPrints).length
  const edition = editions - (sheet % editions)
  const { ink, paper: ground } = editionPrints[edition]!
  const side = card.height - 2 * card.padding
  const parts = drawFigure(edition).map(({ d, stroke }) =>
    stroke
      ? `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${stroke}"/>`
      : `<path d="${d}" fill="${ink}"/>`,
  )
  return `<rect x="${-mark.off}" y="${-mark.off}" width="${card.width + 2 * mark.off}" height="${card.height + 2 * mark.off}" fill="${ground}"/>
<g transform="translate(${(card.width - side) / 2} ${card.padding}) scale(${side / figureSide})">${parts.join('')}</g>`
}
