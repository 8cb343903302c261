import { expect, test } from 'vitest'
import { Squares } from './squares.ts'

test('a square takes the slot of one that is not near, and finds none while all that are kept are near', () => {
  const squares = new Squares(10, 3)
  const all = () => true
  const slots = [4, 5, 6].map(position => squares.take(position, all))
  expect(new Set(slots).size).toBe(3)
  expect([4, 5, 6].map(position => squares.slotOf(position))).toEqual(slots)
  expect(squares.slotOf(7)).toBe(-1)
  expect(squares.take(7, all)).toBe(-1)

  const slot = squares.take(7, position => position !== 5)
  expect(slot).toBe(slots[1])
  expect([squares.slotOf(7), squares.slotOf(5)]).toEqual([slot, -1])
})
