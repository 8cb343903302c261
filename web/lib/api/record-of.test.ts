import { expect, test } from 'vitest'
import { recordOf, requireRecord } from './record-of.ts'

const record = { email: 'ada@example.com', pending_email: null }

test('an answer with the fields is the record, unchanged', () => {
  expect(recordOf(record, 'email', 'pending_email')).toBe(record)
})

test.each([undefined, null, {}, 'Updated', [], { email: 'ada@example.com' }])(
  'the answer %j holds no record',
  answer => expect(recordOf(answer as typeof record, 'email', 'pending_email')).toBeUndefined(),
)

test('a caller that needs the record is refused without it, in a sentence', () => {
  expect(requireRecord(record, 'email')).toBe(record)
  expect(() => requireRecord({} as typeof record, 'email')).toThrow('The answer was incomplete.')
})
