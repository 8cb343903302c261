import { expect, test } from 'vitest'
import { hasStrip } from './profile-strip.ts'

const logos = (...ids: number[]) => ids.map(logo_id => ({ logo_id }))

test.each([
  { chosen: logos(3, 7), wall: logos(9, 8, 7, 3), count: 4, shown: true, why: 'they are a choice' },
  { chosen: logos(9, 7), wall: logos(9, 8, 7, 3), count: 4, shown: true, why: 'only the first is the same' },
  { chosen: logos(9, 8), wall: logos(9, 8, 7, 3), count: 4, shown: false, why: 'the wall begins with them' },
  { chosen: logos(3, 7), wall: logos(7, 3), count: 2, shown: false, why: 'all logos are chosen' },
  { chosen: logos(), wall: logos(9, 8), count: 2, shown: false, why: 'none is chosen' },
])('the strip of chosen logos is shown ($shown) where $why', ({ chosen, wall, count, shown }) => {
  expect(hasStrip(chosen, wall, count)).toBe(shown)
})
