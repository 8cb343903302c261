import { expect, test } from 'vitest'
import {
  bitsOfPlaces,
  blindDayEnds,
  blindDayOf,
  blindLine,
  isBlindDayOpen,
  placesOfBits,
  sayShare,
} from './blind.ts'

test('a day begins and ends at midnight UTC, and can be finished on the next day', () => {
  expect(blindDayOf(new Date('2026-11-24T23:59:59.999Z'))).toBe('2026-11-24')
  expect(blindDayOf(new Date('2026-11-25T00:00:00Z'))).toBe('2026-11-25')
  expect(blindDayEnds('2026-12-31').toISOString()).toBe('2027-01-01T00:00:00.000Z')
  const isOpen = (at: string) => isBlindDayOpen('2026-11-24', new Date(at))
  expect(
    ['2026-11-23T23:59:59Z', '2026-11-24T00:00:00Z', '2026-11-25T23:59:59Z', '2026-11-26T00:00:00Z'].map(
      isOpen,
    ),
  ).toEqual([false, true, true, false])
})

test('places become bits and back', () => {
  expect(bitsOfPlaces([0, 3, 19])).toBe(0b1000_0000_0000_0000_1001)
  expect(placesOfBits(bitsOfPlaces([19, 1, 6, 8, 12]))).toEqual([1, 6, 8, 12, 19])
  expect(placesOfBits(0)).toEqual([])
})

test('a share is a whole percentage, and never rounded to nothing', () => {
  expect([sayShare(31, 100), sayShare(1, 3118), sayShare(0, 60), sayShare(60, 60)]).toEqual([
    '31%',
    'under 1%',
    '0%',
    '100%',
  ])
})

test('the copied line shows places in rows of five, and the boldest share where there is one', () => {
  const line = { name: 'Colophon', number: 327, kept: [1, 6, 8, 12, 17] }
  expect(blindLine({ ...line, boldest: '4%' })).toBe(
    'Colophon Blind 327  ○●○○○ ○●○●○ ○○●○○ ○○●○○  boldest 4%',
  )
  expect(blindLine({ ...line, boldest: undefined })).toBe('Colophon Blind 327  ○●○○○ ○●○●○ ○○●○○ ○○●○○')
})
