import { expect, test } from 'vitest'
import { firstPlacement, limitPlacement, marginRange } from '../../../../shared/rules/fit.ts'
import { placementByKey } from './placement-keys.ts'

test('the arrow keys move the picture, with Shift by ten times as much', () => {
  expect(placementByKey(firstPlacement, 'ArrowLeft', false)).toEqual({ ...firstPlacement, x: -2 })
  expect(placementByKey(firstPlacement, 'ArrowDown', true)).toEqual({ ...firstPlacement, y: 20 })
})

test('plus and minus scale it, zero centers it, and no key leaves the limits', () => {
  const large = { ...firstPlacement, margin: marginRange.least, x: 60 }
  expect(placementByKey(large, '+', false)).toEqual(large)
  expect(placementByKey(large, '-', false)!.margin).toBeCloseTo(marginRange.least + 0.01)
  expect(placementByKey(large, '0', false)).toEqual(firstPlacement)
  const farRight = limitPlacement({ ...firstPlacement, x: Number.MAX_SAFE_INTEGER })
  expect(placementByKey(farRight, 'ArrowRight', true)).toEqual(farRight)
})

test('any other key does nothing', () => {
  expect(placementByKey(firstPlacement, 'a', false)).toBeUndefined()
})
