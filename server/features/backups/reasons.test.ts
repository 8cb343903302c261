import { expect, test } from 'vitest'
import { reasonOf } from './reasons.ts'

test.each([
  [{ code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' }, 'there is no space left'],
  [{ code: '53100', message: 'could not extend file' }, 'there is no space left for the database'],
  [
    { message: 'Migration 0001-x.sql: could not extend file.', cause: { code: '53100' } },
    'there is no space left for the database',
  ],
  [{ code: 'EACCES', path: '/mnt/a' }, 'the program may not read or write there (/mnt/a)'],
  [{ code: 'EROFS', path: '/mnt/a' }, 'it cannot be written to (/mnt/a)'],
  [{ message: 'parts/x.zst is damaged.' }, 'parts/x.zst is damaged'],
])('%j: %s', (fault, reason) => {
  expect(reasonOf(Object.assign(new Error(), fault))).toBe(reason)
})
