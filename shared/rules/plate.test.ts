import { expect, test } from 'vitest'
import { fitsSerif, type PlateFacts, plateSizes, sayStanding, sayWhoMade } from './plate.ts'

const nothing: PlateFacts = {
  designer: '',
  company: 'Lindqvist Studio',
  place: '',
  illustrator: '',
  art_director: '',
  creative_director: '',
  client: '',
  industry: '',
  book: null,
  was_judged: 0,
  upload_date: '2024-11-30T23:59:59.000Z',
}

test.each<[Partial<PlateFacts>, string[]]>([
  [{}, ['was drawn by Lindqvist Studio.']],
  [{ designer: 'Ada Lindqvist' }, ['was drawn by Ada Lindqvist.']],
  [
    {
      designer: 'Ada Lindqvist',
      place: 'Stockholm',
      client: 'Camel & Currant',
      industry: 'Shipping & Logistics',
    },
    ['was drawn by Ada Lindqvist in Stockholm', 'for Camel & Currant, Shipping & Logistics.'],
  ],
  [{ client: 'Camel & Currant' }, ['was drawn by Lindqvist Studio', 'for Camel & Currant.']],
  [{ industry: 'Shipping & Logistics' }, ['was drawn by Lindqvist Studio', 'for Shipping & Logistics.']],
  [{ client: 'Owl Inc.' }, ['was drawn by Lindqvist Studio', 'for Owl Inc.']],
  [{ illustrator: 'Bo' }, ['was drawn by Lindqvist Studio, illustrated by Bo.']],
  [{ art_director: 'Cy' }, ['was drawn by Lindqvist Studio, directed by Cy.']],
  [
    { art_director: 'Cy', creative_director: 'Di' },
    ['was drawn by Lindqvist Studio, directed by Cy and Di.'],
  ],
  [{ art_director: 'Cy', creative_director: 'Cy' }, ['was drawn by Lindqvist Studio, directed by Cy.']],
  [
    { designer: '山田 花子', place: '京都', client: 'Сова', industry: 'الشحن' },
    ['was drawn by 山田 花子 in 京都', 'for Сова, الشحن.'],
  ],
])('%j is said as it is written', (facts, lines) => {
  expect(sayWhoMade({ ...nothing, ...facts })).toEqual(lines)
})

const parts = {
  designer: 'Designername',
  place: 'Placename',
  illustrator: 'Illustratorname',
  art_director: 'Artname',
  creative_director: 'Creativename',
  client: 'Clientname',
  industry: 'Industryname',
} as const
const names = Object.keys(parts) as (keyof typeof parts)[]

test('every combination names what is filled in, in order, in at most two lines, without a comma too many', () => {
  for (let bits = 0; bits < 2 ** names.length; bits++) {
    const filled = names.filter((_, i) => bits & (1 << i))
    const facts = { ...nothing, ...Object.fromEntries(filled.map(name => [name, parts[name]])) }
    const lines = sayWhoMade(facts)
    const text = lines.join(' ')
    const named = text.match(/\w+name/g) ?? []
    expect(named).toEqual(filled.map(name => parts[name]))
    expect(text.includes('Lindqvist Studio')).toBe(!filled.includes('designer'))
    expect(text).toMatch(/^was drawn by [^.]+\.$/)
    expect(text).not.toMatch(/,,|, ?\.|,$| {2}|, for|undefined|null/)
    expect(lines.length).toBe(filled.includes('client') || filled.includes('industry') ? 2 : 1)
  }
})

test('the standing is the jury and the book, the book alone, or the month of the upload', () => {
  expect(sayStanding({ ...nothing, book: 'Colophon Book 13', was_judged: 1 }, 'Colophon')).toEqual([
    'Three jurors scored it without seeing the designer’s name.',
    'It is in Colophon Book 13.',
  ])
  expect(sayStanding({ ...nothing, book: 'Master Library 4' }, 'Colophon')).toEqual([
    'It is in Master Library 4.',
  ])
  expect(sayStanding(nothing, 'Colophon')).toEqual(['On the wall of Colophon since November 2024.'])
})

test('longer names step down from 16.5 to 14 to 12 points', () => {
  const sizeOf = (...made: string[]) => plateSizes('Title', made).sentence
  expect(sizeOf('short')).toBe(16.5)
  expect(sizeOf('x'.repeat(68 * 3), 'short')).toBe(16.5)
  expect(sizeOf('x'.repeat(80 * 3), 'short')).toBe(14)
  expect(sizeOf('x'.repeat(400), 'x'.repeat(400))).toBe(12)
  // The longest names in Western letters.
  expect(sizeOf('x'.repeat(953), 'x'.repeat(407))).toBe(12)
})

test.each(['山', '𠮷', 'か', 'カ', 'ー', '한', '。', 'Ａ'])(
  'the letter %s is as wide as high, so that names of it step down sooner',
  letter => {
    const sizeOf = (...counts: number[]) =>
      plateSizes(
        'Title',
        counts.map(count => letter.repeat(count)),
      ).sentence
    // 30 of them fill a line at 16.5 points, 36 at 14, 42 at 12, 63 at 8.
    expect(sizeOf(30 * 3, 1)).toBe(16.5)
    expect(sizeOf(31 * 3, 1)).toBe(14)
    expect(sizeOf(36 * 3, 1)).toBe(14)
    expect(sizeOf(37 * 3, 1)).toBe(12)
    expect(sizeOf(42 * 15, 1)).toBe(12)
    expect(sizeOf(43 * 15, 1)).toBe(8)
  },
)

test('a title that takes more than four lines is as small as the sentence', () => {
  const sizeOf = (title: string) => plateSizes(title, []).title
  expect([sizeOf(''), sizeOf('x'.repeat(170)), sizeOf('山'.repeat(78))]).toEqual([26, 26, 26])
  expect([sizeOf('x'.repeat(180)), sizeOf('山'.repeat(79))]).toEqual([16.5, 16.5])
})

test('the serif has Western letters alone', () => {
  expect(['Søren Åberg’s “Owl” – €2', 'Ñandú & Çelik'].map(fitsSerif)).toEqual([true, true])
  expect(['Łukasz', 'Сова', '山田', 'Çelik Şirket'].map(fitsSerif)).toEqual([false, false, false, false])
})
