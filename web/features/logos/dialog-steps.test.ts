import { expect, test } from 'vitest'
import { indexOfLogo, takeStep } from './dialog-steps.ts'

const list = (length: number) => Array.from({ length }, (_, i) => ({ logo_id: i + 1 }))
const never = { logoId: 0, index: -1 }

test('a logo in the list has its index', () => {
  expect(indexOfLogo(list(5), 3, never)).toBe(2)
})

test('a logo that was never in the list has no index and no neighbours', () => {
  const index = indexOfLogo(list(5), 9, never)
  expect(index).toBe(-1)
  expect(takeStep(list(5), index, 1, true)).toEqual({ next: undefined, isWaiting: false, loadsMore: false })
})

test('a logo that has left the list is between its neighbours, which are one step away', () => {
  const rest = list(5).filter(logo => logo.logo_id !== 3)
  const index = indexOfLogo(rest, 3, { logoId: 3, index: 2 })
  expect(index).toBe(1.5)
  expect(takeStep(rest, index, 1, false).next).toEqual({ logo_id: 4 })
  expect(takeStep(rest, index, -1, false).next).toEqual({ logo_id: 2 })
})

test('the first logo that has left the list steps to the new first one, and not back', () => {
  const rest = list(3).slice(1)
  const index = indexOfLogo(rest, 1, { logoId: 1, index: 0 })
  expect(takeStep(rest, index, 1, false).next).toEqual({ logo_id: 2 })
  expect(takeStep(rest, index, -1, false).next).toBeUndefined()
})

test('at the loaded end a step forward waits while there is more to load, and not at the end of the list', () => {
  expect(takeStep(list(5), 4, 1, true)).toMatchObject({ next: undefined, isWaiting: true, loadsMore: true })
  expect(takeStep(list(5), 4, 1, false)).toMatchObject({
    next: undefined,
    isWaiting: false,
    loadsMore: false,
  })
})

test('the next page is prefetched five logos before the end, only forward', () => {
  expect(takeStep(list(20), 14, 1, true).loadsMore).toBe(false)
  expect(takeStep(list(20), 15, 1, true).loadsMore).toBe(true)
  expect(takeStep(list(20), 19, -1, true).loadsMore).toBe(false)
})

test('a step back from the first logo leads nowhere and does not wait', () => {
  expect(takeStep(list(5), 0, -1, true)).toEqual({ next: undefined, isWaiting: false, loadsMore: false })
})
