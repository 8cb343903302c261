import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fileName, longText, text } from './fields.ts'

test.each([
  ['a zero-width space', 'Ada\u200b Lindqvist', 'Ada Lindqvist'],
  ['direction marks', '\u200eAda\u200f Lindqvist\u061c', 'Ada Lindqvist'],
  ['a soft hyphen and a byte order mark', '\ufeffAda Lind\u00adqvist', 'Ada Lindqvist'],
  ['joiners between Latin letters', 'A\u200dda\u200c Lindqvist', 'Ada Lindqvist'],
  ['a joiner at the beginning', '\u200dAda', 'Ada'],
  ['marks that turn the direction', 'Ada\u202e Lindqvist', 'Ada  Lindqvist'],
])('one line of text is kept without %s', (_what, input, kept) => {
  expect(z.parse(text(), input)).toBe(kept)
})

test.each([
  ['an emoji of several', '👩\u200d🎨'],
  ['an emoji with a variation selector', '🏳\ufe0f\u200d🌈'],
  ['Persian letters that must not join', 'می\u200cخواهم'],
  ['a Devanagari conjunct', 'क्\u200dष'],
])('joiners stay where they shape %s', (_what, input) => {
  expect(z.parse(text(), input)).toBe(input)
})

test('several lines keep their format characters', () => {
  expect(z.parse(longText(100), 'a\u200db\r\nc')).toBe('a\u200db\nc')
})

test.each([
  ['../../../tmp/x.png', 'x.png'],
  ['C:\\fakepath\\fox.png', 'fox.png'],
  ['fox\u202egnp.exe', 'fox gnp.exe'],
  ['fo\u200bx\n.png', 'fox .png'],
  ['..', ''],
  [`${'x'.repeat(300_000)}/fox.png`, 'fox.png'],
])('of the file name %j only its base name is kept', (input, kept) => {
  expect(z.parse(fileName, input)).toBe(kept)
})
