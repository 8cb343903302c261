import { expect, test } from 'vitest'
import { openLookIndex } from './look-index.ts'

test('a thread that ends by itself is not started again by the searches that follow', async () => {
  const reasons: string[] = []
  const broken = new URL('data:text/javascript,throw new Error("broken")')
  const look = openLookIndex('postgres:///', undefined, reason => reasons.push(reason), broken)
  const search = () => look.nearest([], 'both', 10)
  await expect(search()).rejects.toThrow('has ended')
  for (let i = 0; i < 20; i++) await expect(search()).rejects.toThrow('has ended')
  look.start()
  expect(reasons).toEqual(['Error: broken'])
  await look.close()
})
