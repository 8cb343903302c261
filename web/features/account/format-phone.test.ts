import { expect, test } from 'vitest'
import { formatPhone } from './format-phone.ts'

/** Types each character behind the last one. */
function type(keys: string) {
  let text = ''
  for (const key of keys) text = formatPhone(text + key, text.length + 1, text).text
  return text
}

test.each([
  ['2125550123', '(212) 555-0123'],
  ['12125550123', '1 (212) 555-0123'],
  ['+12125550123', '+1 212 555 0123'],
  ['+46812345678', '+46 8 123 456 78'],
  ['+2 212 555 0188', '+2 212 555 0188'],
  ['+2 (212) 555-0188', '+2 (212) 555-0188'],
  ['212x', '(212)'],
])('%s is written %s', (keys, written) => expect(type(keys)).toBe(written))

test('the caret stays behind the digit that was typed in the middle', () => {
  expect(formatPhone('(2192) 555-012', 4, '(212) 555-012')).toEqual({ text: '(219) 255-5012', caret: 4 })
})

test('deleting a bracket deletes the digit before it', () => {
  expect(formatPhone('(212 555-0123', 4, '(212) 555-0123')).toEqual({ text: '(215) 550-123', caret: 3 })
})

test('deleting a digit in the middle leaves the caret there', () => {
  expect(formatPhone('(212) 55-0123', 7, '(212) 555-0123')).toMatchObject({ caret: 7 })
})
