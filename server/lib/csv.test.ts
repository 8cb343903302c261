import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

test('cells are quoted where needed, and numbers stay numbers', () => {
  expect(csvLine([1, 'a', null, 'b,"c"', 'd\ne', -2])).toBe('1,a,,"b,""c""","d\ne",-2\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '＝1+1'])(
  '%s, which a spreadsheet would take for a formula, begins with an apostrophe',
  text => {
    expect(csvLine([text])).toBe(`'${text}\r\n`)
  },
)

test.each(['\t=1', '\r=1', '\n1'])('%j begins with an apostrophe, too', text => {
  expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
})

/** The cells of a line as a spreadsheet reads them that separates by this: quotes count only around a whole cell. */
const cellsBy = (separator: string, line: string) =>
  line
    .trimEnd()
    .split(separator)
    .map(cell => cell.replace(/^"|"$/g, '').trimStart())

test.each(['x;=1+1', 'x; +1', 'x;"=1+1', 'x;\t@SUM(A1)', 'x\t=1+1', 'x;＝1'])(
  'no cell of %j is a formula where semicolons or tabs separate',
  text => {
    for (const separator of [';', '\t'])
      for (const cell of cellsBy(separator, csvLine([text, 'b']))) expect(cell).not.toMatch(/^[=+\-@＝]/)
  },
)

test('values of JSON become cells: nothing for null, JSON for objects', () => {
  expect([null, undefined, 'a', 2, { a: 1 }, true].map(csvCell)).toEqual([
    null,
    null,
    'a',
    2,
    '{"a":1}',
    'true',
  ])
})
