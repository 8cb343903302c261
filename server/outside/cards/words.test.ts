import { expect, test } from 'vitest'
import type { Makers } from '../../../shared/rules/plate.ts'
import { breakLines, cutLines, drawable, hasAll, measure, outline } from './type.ts'
import { setWords, wordsOf } from './words.ts'

test.each([
  ['Søren Åberg & Łukasz “Owl” – €2', 'Søren Åberg & Łukasz “Owl” – €2'],
  ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['Сова и сыновья, Ωμέγα', 'Сова и сыновья, Ωμέγα'],
  ['Nice 🦉 owls ❤️', 'Nice owls'],
  ['a\u202eb\u200b\n c', 'ab c'],
  ['Owl 山田', ''],
  ['الشحن', ''],
  ['🦉', ''],
  ['', ''],
])(
  '%j is drawn as %j: signs are left out, a text with letters that no font has is not drawn',
  (text, drawn) => {
    expect(drawable(text)).toBe(drawn)
  },
)

test('every sign of a drawable text has an outline, and a text that isn’t drawable has none', () => {
  const emptyBox = outline('sans', 20, '\uffff', 0, 0)
  expect(emptyBox).toBe('')
  for (const letter of 'Ł§ΩСễ')
    expect([letter, outline('sans', 20, letter, 0, 0)]).toEqual([letter, expect.stringMatching(/^M/)])
  expect(hasAll('serif', 'Łukasz Ánh')).toBe(true)
  expect(hasAll('serif', 'Сова')).toBe(false)
})

const makers: Makers = {
  designer: 'Ada Lindqvist',
  company: 'Lindqvist Studio',
  place: 'Stockholm',
  illustrator: '',
  art_director: '',
  creative_director: '',
  client: 'Camel & Currant',
  industry: 'Shipping',
}
const say = (facts: Partial<Makers>, title = 'Owl') =>
  wordsOf({ title, makers: { ...makers, ...facts }, lines: [], foot: '2026', pictures: [] })

test.each<[Partial<Makers>, string[]]>([
  [{}, ['was drawn by Ada Lindqvist in Stockholm for Camel & Currant, Shipping.']],
  [{ designer: '山田 花子' }, ['was drawn by Lindqvist Studio in Stockholm for Camel & Currant, Shipping.']],
  [{ place: '京都' }, ['was drawn by Ada Lindqvist for Camel & Currant, Shipping.']],
  [{ client: '山田', industry: 'الشحن' }, ['was drawn by Ada Lindqvist in Stockholm.']],
  [{ designer: '山田', company: '山田' }, []],
])('with %j a card says %j', (facts, lines) => {
  expect(say(facts).lines).toEqual(lines)
})

test('a title that can’t be drawn is left out, and a line with it', () => {
  expect(say({}, '山田').title).toBe('')
  expect(
    wordsOf({ title: 'Reds', lines: ['Collected by 山田', 'Nice.'], foot: '', pictures: [] }).lines,
  ).toEqual(['Nice.'])
})

const longest = {
  words: 'Verylongname '.repeat(40),
  'one word': 'W'.repeat(500),
  Cyrillic: 'Длинноеназвание '.repeat(30),
}
test.each(Object.entries(longest))('the longest names of %s stay in their room', (_, long) => {
  const [width, room] = [482, 330]
  const said = say({ designer: long, client: long, illustrator: long }, long)
  const blocks = setWords(said, width, room)
  for (const { face, size, pitch, top, lines } of blocks) {
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(measure(face, size, line)).toBeLessThanOrEqual(width)
    // Below the last baseline, what hangs below it.
    expect(top + (lines.length - 1) * pitch + size * 0.25).toBeLessThanOrEqual(room + size * 0.25)
  }
  expect(blocks.at(-1)!.lines.at(-1)).toMatch(/…$/)
})

test('short words have their full size, and words of any script as many lines as they need', () => {
  const [title, line] = setWords(say({}), 482, 330)
  expect([title!.size, title!.face, title!.lines]).toEqual([44, 'serif', ['Owl']])
  expect([line!.size, line!.lines.length]).toEqual([25, 2])
  expect(setWords(say({}, 'Сова'), 482, 330)[0]!.face).toBe('sans')
})

test('lines break between words, and the last that fits ends in an ellipsis', () => {
  const lines = breakLines('sans', 20, 'one two three four five six seven eight', 100)
  expect(lines.join(' ')).toBe('one two three four five six seven eight')
  const cut = cutLines('sans', 20, lines, 2, 100)
  expect(cut).toHaveLength(2)
  expect(cut[1]).toMatch(/\w…$/)
  expect(measure('sans', 20, cut[1]!)).toBeLessThanOrEqual(100)
})
