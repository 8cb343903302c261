import { expect, test } from 'vitest'
import { baseName } from './file-name.ts'

test.each([
  ['fox.png', 'fox.png'],
  ['../../../tmp/x.png', 'x.png'],
  ['C:\\Users\\ada\\fox.png', 'fox.png'],
  ['folder/', ''],
  ['..', ''],
  ['../..', ''],
  [' a b.png ', 'a b.png'],
])('the base name of %j is %j', (path, name) => {
  expect(baseName(path)).toBe(name)
})
