import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localFiles } from '../files.ts'
import type { Card } from './card.ts'
import { openCardDrawer } from './drawer.ts'

let folder: string
const drawer = openCardDrawer()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-cards-'))
})
afterAll(async () => {
  drawer.close()
  await rm(folder, { recursive: true })
})

const card: Card = { title: 'Owls', lines: [], foot: '1 logo', pictures: [] }
const draw = (facts: Partial<Card> = {}) => drawer.draw(localFiles(folder), { ...card, ...facts }, '1200x630')

test('many cards at once are drawn one after the other while the event loop goes on', async () => {
  let ticks = 0
  const ticking = setInterval(() => ticks++, 5)
  const drawn = await Promise.all(Array.from({ length: 12 }, (_, i) => draw({ title: `Owl ${i}` })))
  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(20)
  expect(new Set(drawn.map(jpeg => jpeg!.toString('base64'))).size).toBe(12)
})

test('a damaged picture fails alone, and the next card is drawn', async () => {
  const files = localFiles(folder)
  const image = 'd'.repeat(32)
  await files.put(`images/${image}-2-320.webp`, Buffer.from('no picture'))
  await expect(draw({ pictures: [image] })).rejects.toThrow('A card was not drawn')
  expect((await sharp(await draw()).metadata()).format).toBe('jpeg')
})

test('after its process has been closed, the next card starts another', async () => {
  drawer.close()
  expect((await sharp(await draw()).metadata()).format).toBe('jpeg')
})

test('a card draws nothing but outlines: words of SVG stay words', async () => {
  const [plain, odd] = await Promise.all([
    draw({ title: 'x' }),
    draw({ title: '"/><rect width="1200" height="630" fill="red"/>' }),
  ])
  for (const jpeg of [plain, odd]) {
    const corner = await sharp(jpeg).extract({ left: 1190, top: 5, width: 1, height: 1 }).raw().toBuffer()
    expect(Math.min(...corner)).toBeGreaterThan(240)
  }
})
