import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hogLength } from './hog.ts'

/** Numbers in a projected histogram. */
export const shapeLength = 96

/** Projects a histogram of gradients on the directions in which logos differ most; gives a vector of length 1. */
type Projection = (histogram: Float32Array) => Float32Array

/** How `projection.bin` is laid out: the offset of each direction as int32, then its weights as int16, little endian. */
function readProjection(bytes: Uint8Array): Projection {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  const offsets = Float32Array.from(new Int32Array(buffer, 0, shapeLength))
  const weights = Float32Array.from(new Int16Array(buffer, shapeLength * 4))
  return histogram => {
    const shape = new Float32Array(shapeLength)
    let sum = 0
    for (let i = 0; i < shapeLength; i++) {
      let value = -offsets[i]!
      for (let j = 0; j < hogLength; j++) value += weights[i * hogLength + j]! * histogram[j]!
      shape[i] = value
      sum += value * value
    }
    const length = Math.sqrt(sum) || 1
    for (let i = 0; i < shapeLength; i++) shape[i]! /= length
    return shape
  }
}

/** The projection as a file: weights and offsets in whole steps of the greatest weight. */
export function writeProjection(mean: ArrayLike<number>, rows: readonly ArrayLike<number>[]): Buffer {
  let most = 0
  for (const row of rows) for (let j = 0; j < hogLength; j++) most = Math.max(most, Math.abs(row[j]!))
  const scale = 32_767 / most
  const offsets = new Int32Array(shapeLength)
  const weights = new Int16Array(shapeLength * hogLength)
  rows.forEach((row, i) => {
    let offset = 0
    for (let j = 0; j < hogLength; j++) {
      offset += row[j]! * mean[j]!
      weights[i * hogLength + j] = Math.round(row[j]! * scale)
    }
    offsets[i] = Math.round(offset * scale)
  })
  return Buffer.concat([Buffer.from(offsets.buffer), Buffer.from(weights.buffer)])
}

/** Made by scripts/look/make-projection.ts. */
export const projectionFile = join(import.meta.dirname, 'projection.bin')

let opened: Projection | undefined
export function openProjection(): Projection {
  opened ??= readProjection(readFileSync(projectionFile))
  return opened
}
