import { expect, test } from 'vitest'
import { compareTexts, shortened } from './compare.ts'

test('removed and added words are marked between unchanged ones', () => {
  expect(compareTexts('Make your mark on history', 'Make a mark on history')).toEqual([
    { kind: 'same', text: 'Make ' },
    { kind: 'removed', text: 'your ' },
    { kind: 'added', text: 'a ' },
    { kind: 'same', text: 'mark on history' },
  ])
})

test.each([
  ['', ''],
  ['', 'A text'],
  ['A text', ''],
  ['One\n\ntwo  three', 'One\ntwo four\n'],
  ['a b c '.repeat(3000), 'a c b '.repeat(3000)],
  ['a\n'.repeat(9000), 'b\n'.repeat(9000)],
])('both texts can be read from the comparison: case %#', (before, after) => {
  const pieces = compareTexts(before, after)
  const without = (kind: string) => pieces.map(piece => (piece.kind === kind ? '' : piece.text)).join('')
  expect(without('added')).toBe(before)
  expect(without('removed')).toBe(after)
})

test('long unchanged passages are shortened, changes are not', () => {
  const long = 'x'.repeat(1000)
  expect(
    shortened([
      { kind: 'same', text: long },
      { kind: 'added', text: long },
      { kind: 'same', text: 'short' },
    ]).map(piece => piece.text.length),
  ).toEqual([83, 1000, 5])
})
