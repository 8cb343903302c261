import { expect, test } from 'vitest'
import { drawGiftCardSheet } from './gift-card-sheet.ts'

const cardsOf = (count: number, term_months: 1 | 12 = 12) =>
  Array.from({ length: count }, (_, i) => ({
    code: `KA93-S3CF-TD66-${String(i).padStart(4, '0')}`,
    code_hmac: Buffer.alloc(0),
    term_months,
  }))

const sheetOf = (count: number, term_months?: 1 | 12) =>
  drawGiftCardSheet({
    cards: cardsOf(count, term_months),
    publicUrl: 'https://colophon.example',
    expires_at: new Date('2099-01-31T23:59:59.999Z'),
  })

const pagesOf = (sheet: string) => sheet.split('<svg class="page"').slice(1)
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)]

test('an A4 sheet has ten cards of 85 × 55 mm, each with its own code, and their backs in mirrored columns', () => {
  const pages = pagesOf(sheetOf(23))
  expect(pages).toHaveLength(6)
  const counts = pages.map(page => matches(page, /<g class="(front|back)"/g).map(([, side]) => side))
  expect(counts.map(sides => `${sides.length} ${new Set(sides).values().next().value}`)).toEqual([
    '10 front',
    '10 back',
    '10 front',
    '10 back',
    '3 front',
    '3 back',
  ])
  const offsets = (page: string, side: string) =>
    matches(page, new RegExp(`class="${side}" transform="translate\\((\\d+) (\\d+)\\)`, 'g')).map(
      ([, x, y]) => [Number(x), Number(y)],
    )
  const fronts = offsets(pages[0]!, 'front')
  expect(fronts.slice(0, 3)).toEqual([
    [20, 11],
    [105, 11],
    [20, 66],
  ])
  // On the back, columns are mirrored: 20 mm from the left edge becomes 20 mm from the right one.
  expect(offsets(pages[1]!, 'back')).toEqual(fronts.map(([x, y]) => [210 - 85 - x!, y]))
  const codes = pages.flatMap(page => matches(page, /class="code"[^>]*>([^<]+)</g).map(([, code]) => code))
  expect(codes).toEqual(cardsOf(23).map(({ code }) => code.replaceAll('-', ' ')))
})

test('crop marks of 5 mm stand 3 mm off the cards at every line to cut along', () => {
  for (const page of pagesOf(sheetOf(10))) {
    const [[, d] = []] = matches(page, /class="crop" d="([^"]+)"/g)
    const marks = matches(d!, /M(\d+) (\d+)([vh])(\d+)/g).map(([, x, y, way, long]) => ({
      x: Number(x),
      y: Number(y),
      way,
      long: Number(long),
    }))
    expect(marks).toHaveLength(18)
    expect(marks.every(({ long }) => long === 5)).toBe(true)
    const vertical = marks.filter(({ way }) => way === 'v')
    expect(new Set(vertical.map(({ x }) => x))).toEqual(new Set([20, 105, 190]))
    expect(new Set(vertical.map(({ y }) => y))).toEqual(new Set([3, 289]))
    const horizontal = marks.filter(({ way }) => way === 'h')
    expect(new Set(horizontal.map(({ y }) => y))).toEqual(new Set([11, 66, 121, 176, 231, 286]))
    expect(new Set(horizontal.map(({ x }) => x))).toEqual(new Set([12, 193]))
  }
})

test('a card says its value, where to redeem it and until when; the file is self-contained', () => {
  const sheet = sheetOf(1, 1)
  expect(sheet).toContain('>One month of Colophon<')
  expect(sheetOf(1)).toContain('>One year of Colophon<')
  expect(sheet).toContain('>Redeem at colophon.example/join<')
  expect(sheet).toContain('>Valid until Jan 31, 2099<')
  expect(sheet).not.toMatch(/(src|href)=|url\((?!data:)/)
  const unlimited = drawGiftCardSheet({
    cards: cardsOf(1),
    publicUrl: 'http://localhost:3000',
    expires_at: null,
  })
  expect(unlimited).not.toContain('Valid until')
  expect(unlimited).toContain('>Redeem at localhost:3000/join<')
})

test('the wordmark of a card, 22 mm wide, has the mark for small sizes', () => {
  const [[, height, mark] = []] = matches(
    sheetOf(1),
    /class="wordmark"[^>]* width="22" height="([\d.]+)".*?<circle[^>]*\/>(<path[^>]*>)/g,
  )
  expect((Number(height) * 96) / 25.4).toBeLessThan(24)
  expect(mark).toContain('d="M372.9-132V24"')
})
