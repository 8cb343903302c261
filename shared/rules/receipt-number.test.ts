import { expect, test } from 'vitest'
import { formatReceiptNumber } from './receipt-number.ts'

test('a receipt number is grouped by four digits without line breaks', () => {
  expect(formatReceiptNumber('261122124937')).toBe('2611\u00a02212\u00a04937')
  expect(formatReceiptNumber(12345)).toBe('1\u00a02345')
  expect(formatReceiptNumber('17')).toBe('17')
})
