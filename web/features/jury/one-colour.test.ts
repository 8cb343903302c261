import { expect, test } from 'vitest'
import { inOneColour } from './one-colour.ts'

/** A square of a colour for each letter. */
const colours: Record<string, number[]> = {
  o: [226, 67, 30],
  k: [16, 16, 16],
  w: [255, 255, 255],
  c: [250, 244, 230],
}
const picture = (...rows: string[]) =>
  Uint8ClampedArray.from(
    rows
      .join('')
      .split('')
      .flatMap(letter => [...(colours[letter] ?? []), 255]),
  )

test.each([
  ['black on orange', picture('oooo', 'okko', 'okko', 'oooo')],
  ['white on black', picture('kkkk', 'kwwk', 'kwwk', 'kkkk')],
  ['orange on white beside cream', picture('wwww', 'coow', 'wooc', 'wwww')],
])('%s: the mark is black and the ground white', (_, pixels) => {
  inOneColour(pixels, 4)
  const inks = Array.from({ length: 16 }, (_, i) => pixels[4 * i])
  expect(inks).toEqual([255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255])
})

test('a mark that reaches a corner does not become the ground', () => {
  const pixels = picture('kwww', 'wkww', 'wwkw', 'wwww')
  inOneColour(pixels, 4)
  expect([pixels[0], pixels[4]]).toEqual([0, 255])
})
