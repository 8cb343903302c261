import type { Raster } from '../../server/lib/look/saliency.ts'

const small = 32
const kept = 8

/** The perceptual hash that others use (a DCT of 32 × 32 greys, 64 signs), as what is compared with. */
export class PHashIndex {
  readonly #hashes: { id: number; bits: Uint8Array }[] = []

  add(id: number, raster: Raster) {
    this.#hashes.push({ id, bits: pHash(raster) })
  }

  nearest(raster: Raster, most: number): number[] {
    const query = pHash(raster)
    return this.#hashes
      .map(({ id, bits }) => ({ id, distance: bits.reduce((sum, bit, i) => sum + (bit ^ query[i]!), 0) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, most)
      .map(({ id }) => id)
  }
}

const cosines = Array.from({ length: kept + 1 }, (_, u) =>
  Float64Array.from({ length: small }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * small))),
)

function pHash({ data, width, height }: Raster): Uint8Array {
  const grey = new Float64Array(small * small)
  for (let y = 0; y < small; y++)
    for (let x = 0; x < small; x++) {
      const [left, right] = [x, x + 1].map(at => Math.floor((at * width) / small)) as [number, number]
      const [top, bottom] = [y, y + 1].map(at => Math.floor((at * height) / small)) as [number, number]
      let sum = 0
      for (let py = top; py < bottom; py++)
        for (let px = left; px < right; px++) {
          const at = (py * width + px) * 3
          sum += 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
        }
      grey[y * small + x] = sum / Math.max(1, (right - left) * (bottom - top))
    }
  const values: number[] = []
  for (let v = 1; v <= kept; v++)
    for (let u = 1; u <= kept; u++) {
      let sum = 0
      for (let y = 0; y < small; y++)
        for (let x = 0; x < small; x++) sum += grey[y * small + x]! * cosines[u]![x]! * cosines[v]![y]!
      values.push(sum)
    }
  const median = values.toSorted((a, b) => a - b)[values.length / 2]!
  return Uint8Array.from(values, value => (value > median ? 1 : 0))
}
