import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawMark, markAt, wordmarkBox, wordmarkLetters } from '../shared/wordmark.ts'

// Draws the wordmark for the head of a mail: `node scripts/draw-mail-wordmark.ts`. The pictures are committed, since the
// server's sharp may not load SVG.

/** 120 × 26 CSS pixels, at twice the density. */
const [width, height] = [240, 52]
const [left, , boxWidth] = wordmarkBox
const boxHeight = (boxWidth * height) / width
const viewBox = `${left} ${-56 - boxHeight / 2} ${boxWidth} ${boxHeight}`

/**
 * `outline` has the colour of the light page: it keeps the letters legible where a program darkens the page without
 * knowing `prefers-color-scheme`.
 */
const colours = {
  'wordmark.png': { letters: '#151515', mark: '#c92f16', outline: '#f1f1f1' },
  'wordmark-dark.png': { letters: '#f2f2f2', mark: '#ff4f2e', outline: 'none' },
}

export const names = Object.keys(colours) as (keyof typeof colours)[]

export function draw(name: keyof typeof colours): Promise<Buffer> {
  const { letters, mark, outline } = colours[name]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}">
<path d="${wordmarkLetters}" fill="none" stroke="${outline}" stroke-width="24" stroke-linejoin="round"/>
<path d="${wordmarkLetters}" fill="${letters}"/><g fill="none" stroke="${mark}">${drawMark(markAt(height / 2))}</g></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, effort: 10 }).toBuffer()
}

if (import.meta.main)
  for (const name of names)
    await writeFile(join(import.meta.dirname, '../server/outside', name), await draw(name))
