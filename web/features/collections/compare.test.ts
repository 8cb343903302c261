import { expect, test } from 'vitest'
import type { Logo } from '../../../shared/api/logos.ts'
import { chooseCompared, mostCompared, readCompared, tintOf } from './compare.ts'

const logos = Array.from({ length: 9 }, (_, i) => ({ logo_id: i + 1 }) as Logo)
const idsIn = (query: string) => readCompared(new URLSearchParams(query), logos).map(logo => logo.logo_id)

test('the address names what is compared: in its order, each once, six at most, only of the collection', () => {
  expect(idsIn('compare=3,1')).toEqual([3, 1])
  expect(idsIn('compare=2,2,77,x,,-1')).toEqual([2])
  expect(idsIn('compare=1,2,3,4,5,6,7')).toHaveLength(mostCompared)
  expect(idsIn('compare')).toEqual([])
  expect(idsIn('')).toEqual([])
})

test('a logo is added behind the others and taken out again; the rest of the address stays', () => {
  const query = new URLSearchParams('q=1&compare=3,1')
  const chosen = readCompared(query, logos)
  expect(String(chooseCompared(query, chosen, logos[4]!))).toBe('q=1&compare=3%2C1%2C5')
  expect(String(chooseCompared(query, chosen, logos[2]!))).toBe('q=1&compare=1')
})

test('the weakest colour of a mark becomes solid, and a trace of a colour does not count', () => {
  const tint = (ground: string | null, ...colors: [string, number][]) =>
    tintOf({ ground, colors: colors.map(([hex, share]) => ({ hex, share })) })
  expect(tint('#ffffff', ['#000000', 1])).toEqual({ gain: 1 / 3, isLuminance: false })
  expect(tint('#000000', ['#ffffff', 0.7], ['#ff0000', 0.3]).gain).toBe(1)
  expect(tint('#ffffff', ['#000000', 0.98], ['#ff0000', 0.02]).gain).toBe(1 / 3)
  expect(tint('#ffffff', ['#fefefe', 1]).gain).toBeLessThan(3)
  expect(tint(null, ['#000000', 1]).isLuminance).toBe(true)
})
