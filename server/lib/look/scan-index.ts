import type { Emphasis } from '../../../shared/rules/look.ts'
import { colourNorm, shapeNorm, shapeZero, viewBytes } from './describe.ts'
import { shapeLength } from './projection.ts'
import { scanModule } from './scan-module.ts'

const weightOfColour: Record<Emphasis, number> = { shape: 0, both: 0.5, color: 1 }

/** The descriptors that are searched for, of a picture as it is, or transformed: mirrored, turned or tilted. */
export type Query = { views: Uint8Array; isTransformed: boolean }
/** Likenesses from 0 to 100: by the emphasis, by shape alone, and by colour alone. */
export type Match = { logo_id: number; likeness: number; shape: number; color: number }

/**
 * What a transformed picture lacks of a likeness of 100 counts three times. A copy is nearly the same and loses little;
 * simple drawings, of which many resemble any other in one of the ways, lose much.
 */
const transformedLoss = 3
const lossOf = ({ isTransformed }: Query) => (isTransformed ? transformedLoss : 1)

const percent = (cosine: number) => Math.max(0, Math.min(100, Math.round(100 * cosine)))

type Scan = (row: number, end: number, query: number, out: number) => void

/** Products of the greatest likeness, where colour counts: more would not fit the bytes of a query. */
const mostUnits = colourNorm * 127

/** Lower than any product. */
const lowest = -1e9

const pageBytes = 65_536
const queryAt = 0
const rowsAt = 256

/**
 * The views of all shown logos in the memory of a WebAssembly module, which compares each of them with a query: exact, since no
 * view is skipped. Without relaxed SIMD the same is done in JavaScript, ten times slower.
 */
export class ScanIndex {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #scan: Scan | undefined
  /** The logo of each view; 0 where it was removed. */
  #logos = new Int32Array(1024)
  #count = 0
  readonly #placeOf = new Map<number, { first: number; views: number }>()
  /** Places of removed views, by how many they are. */
  readonly #free = new Map<number, number[]>()
  #scores = 0

  constructor({ withSimd = WebAssembly.validate(scanModule) } = {}) {
    if (!withSimd) return
    const instance = new WebAssembly.Instance(new WebAssembly.Module(scanModule), {
      env: { memory: this.#memory },
    })
    this.#scan = instance.exports.scan as Scan
  }

  get logoCount() {
    return this.#placeOf.size
  }

  /** Also counts places of removed views. */
  get viewCount() {
    return this.#count
  }

  get bytes() {
    return this.#memory.buffer.byteLength + this.#logos.byteLength
  }

  /** Adds a logo, or replaces its views. */
  set(logoId: number, views: Uint8Array) {
    this.remove(logoId)
    const count = views.length / viewBytes
    if (!count) return
    const first = this.#free.get(count)?.pop() ?? this.#grow(count)
    this.#bytes().set(views, rowsAt + first * viewBytes)
    this.#logos.fill(logoId, first, first + count)
    this.#placeOf.set(logoId, { first, views: count })
  }

  remove(logoId: number) {
    const place = this.#placeOf.get(logoId)
    if (!place) return
    this.#placeOf.delete(logoId)
    this.#logos.fill(0, place.first, place.first + place.views)
    const free = this.#free.get(place.views)
    if (free) free.push(place.first)
    else this.#free.set(place.views, [place.first])
  }

  viewsOf(logoId: number): Uint8Array | undefined {
    const place = this.#placeOf.get(logoId)
    if (!place) return
    const at = rowsAt + place.first * viewBytes
    return this.#bytes().slice(at, at + place.views * viewBytes)
  }

  /** The `most` logos nearest to any view of the queries, without `except`; of equal ones the newer first. */
  nearest(queries: readonly Query[], emphasis: Emphasis, most: number, except = 0): Match[] {
    const weight = weightOfColour[emphasis]
    const units = weight ? mostUnits / weight : mostUnits * 2
    const scores = this.#openScores()
    for (const query of queries)
      for (let at = 0; at < query.views.length; at += viewBytes)
        this.#compare(query.views.subarray(at, at + viewBytes), weight, units, lossOf(query), scores)
    const best = this.#best(scores.read(), most, except)
    return best.map(({ logo_id, score }) => ({
      logo_id,
      likeness: percent(score / units),
      ...this.#parts(logo_id, queries),
    }))
  }

  /** All logos whose shape is at least `least` like one of the views, with their likeness. */
  alike(views: Uint8Array, least: number): Map<number, number> {
    const units = mostUnits * 2
    const scores = this.#openScores()
    for (let at = 0; at < views.length; at += viewBytes)
      this.#compare(views.subarray(at, at + viewBytes), 0, units, 1, scores)
    const found = new Map<number, number>()
    const list = scores.read()
    const leastScore = ((least - 1) / 100) * units
    for (let i = 0; i < list.length; i++) {
      if (list[i]! < leastScore) continue
      const logoId = this.#logos[i]!
      const likeness = percent(list[i]! / units)
      if (logoId && likeness >= least) found.set(logoId, Math.max(found.get(logoId) ?? 0, likeness))
    }
    return found
  }

  /** The greatest cosines of shapes and of colours between a logo and the queries. */
  #parts(logoId: number, queries: readonly Query[]) {
    const views = this.viewsOf(logoId)!
    let [shape, color] = [0, 0]
    for (const query of queries)
      for (let q = 0; q < query.views.length; q += viewBytes)
        for (let v = 0; v < views.length; v += viewBytes) {
          let [shapes, colours] = [0, 0]
          for (let i = 0; i < shapeLength; i++)
            shapes += (query.views[q + i]! - shapeZero) * (views[v + i]! - shapeZero)
          for (let i = shapeLength; i < viewBytes; i++) colours += query.views[q + i]! * views[v + i]!
          shape = Math.max(shape, 1 - lossOf(query) * (1 - shapes / shapeNorm ** 2))
          color = Math.max(color, colours / colourNorm ** 2)
        }
    return { shape: percent(shape), color: percent(color) }
  }

  #bytes = () => new Uint8Array(this.#memory.buffer)

  /** Makes room for views at the end; gives the first of them. */
  #grow(views: number): number {
    const first = this.#count
    this.#count += views
    if (this.#count > this.#logos.length) {
      const longer = new Int32Array(Math.ceil(this.#count * 1.5))
      longer.set(this.#logos)
      this.#logos = longer
    }
    this.#require(rowsAt + this.#count * viewBytes)
    return first
  }

  #require(bytes: number) {
    const missing = bytes - this.#memory.buffer.byteLength
    // An eighth more at a time, so that filling does not copy often.
    if (missing > 0)
      this.#memory.grow(Math.ceil(Math.max(missing, this.#memory.buffer.byteLength / 8) / pageBytes))
  }

  /** A row of scores behind the views, all lower than any product. */
  #openScores() {
    const base = rowsAt + this.#count * viewBytes
    this.#scores = this.#count
    this.#require(base + this.#count * 4)
    const list = () => new Int32Array(this.#memory.buffer, base, this.#scores)
    list().fill(lowest)
    return { base, read: list }
  }

  #compare(
    view: Uint8Array,
    weight: number,
    units: number,
    loss: number,
    scores: { base: number; read: () => Int32Array },
  ) {
    const query = new Int8Array(this.#memory.buffer, queryAt, viewBytes)
    const shapeScale = ((1 - weight) * units) / (shapeNorm * shapeNorm)
    const colourScale = (weight * units) / (colourNorm * colourNorm)
    let offset = 0
    for (let i = 0; i < viewBytes; i++) {
      const isShape = i < shapeLength
      const value = isShape ? (view[i]! - shapeZero) * shapeScale : view[i]! * colourScale
      query[i] = Math.max(-127, Math.min(127, Math.round(value)))
      if (isShape) offset += query[i]! * shapeZero
    }
    const list = scores.read()
    // A view's score is its product less the offset, and less what it loses where the picture is turned: what stands there is
    // compared as the product that it would be.
    const lost = (loss - 1) * units
    for (let i = 0; i < list.length; i++) list[i] = Math.round((list[i]! + lost) / loss) + offset
    if (this.#scan && this.#count) this.#scan(rowsAt, rowsAt + this.#count * viewBytes, queryAt, scores.base)
    else this.#compareSlowly(query, list)
    for (let i = 0; i < list.length; i++) list[i] = (list[i]! - offset) * loss - lost
  }

  #compareSlowly(query: Int8Array, list: Int32Array) {
    const rows = new Uint8Array(this.#memory.buffer, rowsAt)
    for (let i = 0, at = 0; i < list.length; i++) {
      let sum = 0
      for (let j = 0; j < viewBytes; j++) sum += query[j]! * rows[at++]!
      if (sum > list[i]!) list[i] = sum
    }
  }

  #best(scores: Int32Array, most: number, except: number) {
    let found: { logo_id: number; score: number }[] = []
    let least = lowest
    const cut = () => {
      const bestOf = new Map<number, number>()
      for (const { logo_id, score } of found)
        bestOf.set(logo_id, Math.max(bestOf.get(logo_id) ?? score, score))
      found = [...bestOf]
        .map(([logo_id, score]) => ({ logo_id, score }))
        .sort((a, b) => b.score - a.score || b.logo_id - a.logo_id)
        .slice(0, most)
      if (found.length === most) least = found[most - 1]!.score
    }
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!
      if (score < least) continue
      const logo_id = this.#logos[i]!
      if (!logo_id || logo_id === except) continue
      found.push({ logo_id, score })
      if (found.length >= most * 8 + 64) cut()
    }
    cut()
    return found
  }
}
