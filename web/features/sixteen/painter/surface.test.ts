import { expect, test } from 'vitest'
import { paleOn } from './surface.ts'

test('a pale pixel has 12 % of its colour and 88 % of the ground’s in each channel, and is opaque', () => {
  const channelsOf = (pixel: number) => [0, 8, 16, 24].map(shift => (pixel >>> shift) & 255)
  const colors = [0xff000000, 0xffffffff, 0xff0000ff, 0xff00ff00, 0xffff0000, 0xff1592c8]
  for (const ground of colors)
    for (const pixel of colors) {
      const [drawn, below, above] = [paleOn(ground, pixel), ground, pixel].map(channelsOf)
      for (const channel of [0, 1, 2]) {
        const mixed = 0.12 * above![channel]! + 0.88 * below![channel]!
        expect(Math.abs(drawn![channel]! - mixed)).toBeLessThan(2)
      }
      expect(drawn![3]).toBe(255)
    }
})
