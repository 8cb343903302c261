import type { View } from './hog.ts'
import type { Lab } from './saliency.ts'

const hues = 12
const greys = 8
/** Numbers in a histogram of colours: twelve hues, each dark and light, and eight greys. */
export const colourLength = hues * 2 + greys

/** From this chroma in OKLab a colour has a hue; between the two it counts partly as a grey. */
const greyChroma = 0.03
const fullChroma = 0.08

/** How far a colour counts as one that has a hue, from 0 to 1: what is missing counts as a grey. */
export function huedShare(a: number, b: number): number {
  const chroma = Math.sqrt(a * a + b * b)
  return Math.max(0, Math.min(1, (chroma - greyChroma) / (fullChroma - greyChroma)))
}

/**
 * What colours a drawing has, without its ground: a histogram whose neighbouring bins share a colour between them, as a
 * vector of length 1. The square root keeps small accents.
 */
export function colourOf({ values }: Lab, { field, box }: View): Float32Array {
  const histogram = new Float32Array(colourLength)
  let sum = 0
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const weight = field.values[y * field.width + x]!
      // Pixels at an edge are a mixture with the ground.
      if (weight < 0.5) continue
      const at = (y * field.width + x) * 3
      addColour(histogram, values[at]!, values[at + 1]!, values[at + 2]!, weight)
      sum += weight
    }
  if (sum) for (let i = 0; i < colourLength; i++) histogram[i] = Math.sqrt(histogram[i]! / sum)
  return histogram
}

function addColour(histogram: Float32Array, lightness: number, a: number, b: number, weight: number) {
  const hued = huedShare(a, b)
  if (hued > 0) {
    const hue = (Math.atan2(b, a) / (2 * Math.PI) + 1) * hues
    const first = Math.floor(hue) % hues
    const second = (first + 1) % hues
    const toSecond = hue - Math.floor(hue)
    const light = Math.max(0, Math.min(1, (lightness - 0.45) / 0.3))
    const part = weight * hued
    histogram[first * 2]! += part * (1 - toSecond) * (1 - light)
    histogram[first * 2 + 1]! += part * (1 - toSecond) * light
    histogram[second * 2]! += part * toSecond * (1 - light)
    histogram[second * 2 + 1]! += part * toSecond * light
  }
  if (hued < 1) {
    const grey = Math.max(0, Math.min(1, lightness)) * (greys - 1)
    const first = Math.min(Math.floor(grey), greys - 2)
    const part = weight * (1 - hued)
    histogram[hues * 2 + first]! += part * (1 - grey + first)
    histogram[hues * 2 + first + 1]! += part * (grey - first)
  }
}
