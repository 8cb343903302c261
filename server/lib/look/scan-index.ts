import type { Emphasis } from '../../../shared/rules/look.ts'
import { colourNorm, shapeNorm, shapeZero, viewBytes } from './describe.ts'
import { shapeLength } from './projection.ts'
import {
  blockBytes,
  blockViews,
  groupBytes,
  halfBytes,
  headWords,
  lanes,
  range,
  scanModule,
  wordBytes,
  wordOffsets,
} from './scan-module.ts'

const weightOfColour: Record<Emphasis, number> = { shape: 0, both: 0.5, color: 1 }

/** The descriptors that are searched for, of a picture as it is, or transformed: mirrored, turned or tilted. */
export type Query = { views: Uint8Array; isTransformed: boolean }
/** What is left out: a logo, and the logos of a designer, but for the nearest of them where `keepsNearest` is set. */
export type Without = { logo_id?: number; designer_id?: number; keepsNearest?: boolean }
/** Likenesses from 0 to 100: by the emphasis, by shape alone, and by colour alone. */
export type Match = { logo_id: number; likeness: number; shape: number; color: number }

/**
 * What a transformed picture lacks of a likeness of 100 counts three times. A copy is nearly the same and loses little;
 * simple drawings, of which many resemble any other in one of the ways, lose much.
 */
const transformedLoss = 3
/** The queries as the picture is, and those of it transformed. */
const splitByLoss = (queries: readonly Query[]) =>
  [false, true].map(isTransformed => queries.filter(query => query.isTransformed === isTransformed))

const percent = (cosine: number) => Math.max(0, Math.min(100, Math.round(100 * cosine)))

type Scan = (row: number, end: number, query: number, out: number) => void

/** Products of the greatest likeness, where colour counts: more would not fit the bytes of a query. */
const mostUnits = colourNorm * 127

/** Lower than any product, also after the loss. */
const lowest = -1e8

const [shapeWords, allWords] = [shapeLength / wordBytes, viewBytes / wordBytes]
/** The words of a view that are compared. */
const wordsOf: Record<Emphasis, readonly number[]> = {
  shape: range(0, shapeWords),
  both: range(0, allWords),
  color: headWords.colour,
}
/**
 * Words that the first pass adds up in 16 bits, which is twice as fast. Its queries are a quarter as large, so that the pairs of products of
 * four words have room: 4 × 2 × 32 × 127 is below 2^15.
 */
const narrow = 4
/** Views that the first pass leaves, of the picture as it is, and as many of it transformed; and where a part of the nearest is enough. */
const mostCandidates = { exact: 8192, quick: 2048 }

const hasSimd = WebAssembly.validate(scanModule([0]))
const pageBytes = 65_536
const rowsAt = 64
const headShapeBytes = headWords.shape.length * wordBytes
/** From a view's head to its rest. */
const restAfter = blockViews * halfBytes
/** The address of a view's head, where the first block is at `at`. */
const headOf = (view: number, at = rowsAt) =>
  at + Math.floor(view / blockViews) * blockBytes + (view % blockViews) * halfBytes
/** The bytes of so many views, in whole blocks. */
const bytesOf = (views: number) => Math.ceil(views / blockViews) * blockBytes
/** Logos of which the places stand in one array. */
const idsOfPage = 4096

/** What views are multiplied with, and what the sums begin with, so that a shape's bytes count from their middle. */
type Multiplier = { bytes: Int8Array; offsetOf: (words: readonly number[]) => number }
type Rows = { at: number; count: number }
/** What views are compared with, by which words, and of these how many are added up in 16 bits. */
type Comparison = { multipliers: readonly Multiplier[]; words: readonly number[]; narrow?: number }

/**
 * The views of all shown logos in the memory of a WebAssembly module, which compares each of them with a query. Where that has many
 * views, a first pass compares parts of them, and a second one the whole of the best. Without relaxed SIMD the same is done in
 * JavaScript, much slower.
 */
export class ScanIndex {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #withSimd: boolean
  readonly #mostCandidates: number
  readonly #scans = new Map<string, Scan>()
  /** The logo of each view; 0 where it was removed, and behind the last one. */
  #logos = new Int32Array(1024)
  /** The designer of each view's logo. */
  #designers = new Int32Array(1024)
  #count = 0
  /** By logo, in pages of ids, the place of its first view plus 1, and 0 where it has none; its other views follow. */
  readonly #firsts = new Map<number, Int32Array>()
  #logoCount = 0
  /** Places of removed views, by how many they are. */
  readonly #free = new Map<number, number[]>()

  constructor({ withSimd = hasSimd, candidates = mostCandidates.exact } = {}) {
    this.#withSimd = withSimd
    this.#mostCandidates = candidates
  }

  get logoCount() {
    return this.#logoCount
  }

  /** Also counts places of removed views. */
  get viewCount() {
    return this.#count
  }

  /** Everything that grows with the logos. */
  get bytes() {
    let places = 0
    for (const free of this.#free.values()) places += free.length
    const firsts = this.#firsts.size * idsOfPage * 4
    return (
      this.#memory.buffer.byteLength +
      this.#logos.byteLength +
      this.#designers.byteLength +
      firsts +
      8 * places
    )
  }

  /** Adds a logo, or replaces its views. */
  set(logoId: number, views: Uint8Array, designerId = 0) {
    this.remove(logoId)
    const count = views.length / viewBytes
    if (!count) return
    const first = this.#free.get(count)?.pop() ?? this.#grow(count)
    for (let i = 0; i < count; i++) this.#write(first + i, views.subarray(i * viewBytes, (i + 1) * viewBytes))
    this.#logos.fill(logoId, first, first + count)
    this.#designers.fill(designerId, first, first + count)
    const page = Math.floor(logoId / idsOfPage)
    const firsts = this.#firsts.get(page) ?? new Int32Array(idsOfPage)
    this.#firsts.set(page, firsts)
    firsts[logoId % idsOfPage] = first + 1
    this.#logoCount++
  }

  remove(logoId: number) {
    const place = this.#placeOf(logoId)
    if (!place) return
    this.#firsts.get(Math.floor(logoId / idsOfPage))![logoId % idsOfPage] = 0
    this.#logoCount--
    this.#logos.fill(0, place.first, place.first + place.views)
    const free = this.#free.get(place.views)
    if (free) free.push(place.first)
    else this.#free.set(place.views, [place.first])
  }

  /** The logos whose ids are above `after`, up to `last`. */
  *idsBetween(after: number, last: number) {
    for (const [page, firsts] of this.#firsts) {
      const from = page * idsOfPage
      if (from > last || from + idsOfPage <= after) continue
      for (let i = 0; i < idsOfPage; i++)
        if (firsts[i] && from + i > after && from + i <= last) yield from + i
    }
  }

  viewsOf(logoId: number): Uint8Array | undefined {
    const place = this.#placeOf(logoId)
    if (!place) return
    const views = new Uint8Array(place.views * viewBytes)
    for (let i = 0; i < place.views; i++) this.#read(place.first + i, views, i * viewBytes)
    return views
  }

  #write(view: number, bytes: Uint8Array) {
    const memory = this.#bytes()
    const at = headOf(view)
    memory.set(bytes.subarray(0, headShapeBytes), at)
    memory.set(bytes.subarray(shapeLength), at + headShapeBytes)
    memory.set(bytes.subarray(headShapeBytes, shapeLength), at + restAfter)
  }

  #read(view: number, to: Uint8Array, at: number) {
    const memory = this.#bytes()
    const head = headOf(view)
    to.set(memory.subarray(head, head + headShapeBytes), at)
    to.set(memory.subarray(head + headShapeBytes, head + halfBytes), at + shapeLength)
    to.set(memory.subarray(head + restAfter, head + restAfter + halfBytes), at + headShapeBytes)
  }

  /**
   * The `most` logos nearest to any view of the queries; of equal ones the newer first. `isQuick`: some of the less near may be missed, and all
   * where 2,048 nearer views belong to logos that are left out, for a good half of the CPU where the query is a stored logo.
   */
  nearest(
    queries: readonly Query[],
    emphasis: Emphasis,
    most: number,
    without: Without = {},
    { isQuick = false } = {},
  ): Match[] {
    const weight = weightOfColour[emphasis]
    const units = weight ? mostUnits / weight : mostUnits * 2
    // Colours are the same in all ways, and lose nothing as they are.
    const lists = splitByLoss(weight < 1 ? queries : queries.filter(query => !query.isTransformed))
    const split = (units: number) =>
      lists.map(list => makeMultipliers(list, weight, units)) as [Multiplier[], Multiplier[]]
    const [plain, transformed] = split(units)
    const allocate = this.#openScratch(plain.length + transformed.length)
    let rows = { at: rowsAt, count: this.#count }
    let [logos, designers] = [this.#logos, this.#designers]
    const candidates = isQuick ? Math.min(this.#mostCandidates, mostCandidates.quick) : this.#mostCandidates
    if (
      emphasis !== 'color' &&
      (isQuick || plain.length + transformed.length > lanes) &&
      this.#count > 2 * candidates
    ) {
      const [one, other] = this.#findCandidates(rows, split(units / narrow), emphasis, allocate)
      const places = bestPlaces(one, other, candidates)
      rows = { at: this.#gather(places, allocate), count: places.length }
      logos = places.map(place => this.#logos[place]!)
      designers = places.map(place => this.#designers[place]!)
    }
    const words = wordsOf[emphasis]
    const compared = transformed.length ? [plain, transformed] : [plain]
    const [scores, others] = this.#compare(
      rows,
      compared.map(multipliers => ({ multipliers, words })),
      allocate,
    ) as [Int32Array, Int32Array?]
    if (others) addTransformed(scores, others, (transformedLoss - 1) * units)
    const found = pickBest(scores, { logos, designers }, most, without)
    const parts = this.#partsOf(
      found.map(({ logo_id }) => logo_id),
      queries,
    )
    return found.map(({ logo_id, score }, i) => ({
      logo_id,
      likeness: percent(score / units),
      ...parts[i]!,
    }))
  }

  /** The greatest cosines of shapes and of colours between the views of each logo and the queries, as likenesses. */
  #partsOf(logoIds: readonly number[], queries: readonly Query[]): Pick<Match, 'shape' | 'color'>[] {
    const [plain, transformed] = splitByLoss(queries).map(list =>
      makeMultipliers(list, 0, shapeNorm ** 2),
    ) as [Multiplier[], Multiplier[]]
    const colours = makeMultipliers(queries, 1, colourNorm ** 2)
    const places = logoIds.flatMap(id => {
      const { first, views } = this.#placeOf(id)!
      return range(first, first + views)
    })
    const allocate = this.#openScratch(plain.length + transformed.length + colours.length)
    const rows = { at: this.#gather(Int32Array.from(places), allocate), count: places.length }
    const [one, other, color] = this.#compare(
      rows,
      [
        { multipliers: plain, words: wordsOf.shape },
        { multipliers: transformed, words: wordsOf.shape },
        { multipliers: colours, words: wordsOf.color },
      ],
      allocate,
    ) as [Int32Array, Int32Array, Int32Array]
    let row = 0
    return logoIds.map(id => {
      const greatest = { shape: 0, color: 0 }
      for (const end = row + this.#placeOf(id)!.views; row < end; row++) {
        const lost = transformedLoss * (1 - other[row]! / shapeNorm ** 2)
        greatest.shape = Math.max(greatest.shape, one[row]! / shapeNorm ** 2, 1 - lost)
        greatest.color = Math.max(greatest.color, color[row]! / colourNorm ** 2)
      }
      return { shape: percent(greatest.shape), color: percent(greatest.color) }
    })
  }

  /** Scores of all views by parts of them: with the picture as it is, and transformed; the same twice where it is not. */
  #findCandidates(
    rows: Rows,
    [plain, transformed]: [Multiplier[], Multiplier[]],
    emphasis: Emphasis,
    allocate: (bytes: number) => number,
  ): [Int32Array, Int32Array] {
    if (!transformed.length && plain.length <= lanes) {
      const words = emphasis === 'both' ? [...headWords.shape, ...headWords.colour] : headWords.shape
      const [one] = this.#compare(rows, [{ multipliers: plain, words, narrow }], allocate) as [Int32Array]
      return [one, one]
    }
    const comparisons: Comparison[] = [
      { multipliers: plain, words: headWords.shape, narrow },
      { multipliers: transformed, words: headWords.shape, narrow },
    ]
    // All views of a picture, in all its ways, have its colours: these are compared once.
    if (emphasis === 'both')
      comparisons.push({ multipliers: [plain[0] ?? transformed[0]!], words: wordsOf.color, narrow })
    const [one, other, colours] = this.#compare(rows, comparisons, allocate) as [
      Int32Array,
      Int32Array,
      Int32Array?,
    ]
    if (colours)
      inBlocks(rows.count, (from, end) => {
        for (let i = from; i < end; i++) {
          one[i]! += colours[i]!
          other[i]! += colours[i]!
        }
      })
    return [one, other]
  }

  /** Copies views side by side; gives the address of the first. */
  #gather(places: Int32Array, allocate: (bytes: number) => number): number {
    const at = allocate(bytesOf(places.length))
    const bytes = this.#bytes()
    places.forEach((place, i) => {
      const [from, to] = [headOf(place), headOf(i, at)]
      bytes.copyWithin(to, from, from + halfBytes)
      bytes.copyWithin(to + restAfter, from + restAfter, from + restAfter + halfBytes)
    })
    return at
  }

  /** All logos whose shape is at least `least` like one of the views, with their likeness. */
  alike(views: Uint8Array, least: number): Map<number, number> {
    const units = mostUnits * 2
    const multipliers = makeMultipliers([{ views }], 0, units)
    const rows = { at: rowsAt, count: this.#count }
    const allocate = this.#openScratch(multipliers.length)
    const [list] = this.#compare(rows, [{ multipliers, words: wordsOf.shape }], allocate) as [Int32Array]
    const found = new Map<number, number>()
    const leastScore = ((least - 1) / 100) * units
    for (let i = 0; i < list.length; i++) {
      if (list[i]! < leastScore) continue
      const logoId = this.#logos[i]!
      const likeness = percent(list[i]! / units)
      if (logoId && likeness >= least) found.set(logoId, Math.max(found.get(logoId) ?? 0, likeness))
    }
    return found
  }

  #bytes = () => new Uint8Array(this.#memory.buffer)

  #placeOf(logoId: number) {
    const first = (this.#firsts.get(Math.floor(logoId / idsOfPage))?.[logoId % idsOfPage] ?? 0) - 1
    if (first < 0) return
    let views = 1
    while (this.#logos[first + views] === logoId) views++
    return { first, views }
  }

  /** Makes room for views at the end; gives the first of them. */
  #grow(views: number): number {
    const first = this.#count
    this.#count += views
    this.#logos = lengthened(this.#logos, this.#count + 1)
    this.#designers = lengthened(this.#designers, this.#count)
    this.#require(rowsAt + bytesOf(this.#count))
    return first
  }

  #require(bytes: number) {
    const missing = bytes - this.#memory.buffer.byteLength
    // Some more at a time, since growing copies where the address space is small.
    if (missing > 0)
      this.#memory.grow(Math.ceil(Math.max(missing, this.#memory.buffer.byteLength / 32) / pageBytes))
  }

  /** Memory behind the views for a search of so many views. All of it is made at once, since growing detaches the arrays in it. */
  #openScratch(multipliers: number) {
    const candidates = Math.min(this.#count, 2 * this.#mostCandidates)
    const groups = 2 * (Math.ceil(multipliers / lanes) + 2) * groupBytes(wordsOf.both)
    let next = rowsAt + bytesOf(this.#count)
    this.#require(next + 12 * (this.#count + candidates) + bytesOf(candidates) + groups)
    return (bytes: number) => {
      next += bytes
      return next - bytes
    }
  }

  /** For each comparison the greatest score of each view; the lowest where there is nothing to compare with. */
  #compare(
    rows: Rows,
    comparisons: readonly Comparison[],
    allocate: (bytes: number) => number,
  ): Int32Array[] {
    const prepared = comparisons.map(({ multipliers, words, narrow = 1 }) => ({
      groups: this.#writeGroups(multipliers, words, allocate),
      scan: this.#scanOf(words, narrow),
      scoresAt: allocate(4 * rows.count),
    }))
    const scores = prepared.map(({ scoresAt }) =>
      new Int32Array(this.#memory.buffer, scoresAt, rows.count).fill(lowest),
    )
    // A block with all queries before the next one, so that it is read from memory once.
    for (let first = 0; first < rows.count; first += blockViews) {
      const from = headOf(first, rows.at)
      const end = from + Math.min(rows.count - first, blockViews) * halfBytes
      for (const { groups, scan, scoresAt } of prepared)
        for (const group of groups) scan(from, end, group, scoresAt + 4 * first)
    }
    return scores
  }

  /** Writes multipliers side by side, as many as there are lanes in each group; gives the groups' addresses. */
  #writeGroups(
    multipliers: readonly Multiplier[],
    words: readonly number[],
    allocate: (bytes: number) => number,
  ): number[] {
    const groups: number[] = []
    for (let i = 0; i < multipliers.length; i += lanes) {
      const at = allocate(groupBytes(words))
      groups.push(at)
      // The last group is filled up with its first one.
      const group = range(i, i + lanes).map(place => multipliers[place] ?? multipliers[i]!)
      const bytes = new Int8Array(this.#memory.buffer, at)
      words.forEach((word, w) => {
        group.forEach((multiplier, lane) => {
          const part = multiplier.bytes.subarray(word * wordBytes, (word + 1) * wordBytes)
          bytes.set(part, (w * lanes + lane) * wordBytes)
        })
      })
      new Int32Array(this.#memory.buffer, at + words.length * lanes * wordBytes, lanes).set(
        group.map(multiplier => multiplier.offsetOf(words)),
      )
    }
    return groups
  }

  /** Compiled once for all searches that compare the same words in the same way. */
  #scanOf(words: readonly number[], narrow: number): Scan {
    const name = `${narrow}: ${words}`
    const known = this.#scans.get(name)
    if (known) return known
    const made = this.#withSimd
      ? (new WebAssembly.Instance(new WebAssembly.Module(scanModule(words, narrow)), {
          env: { memory: this.#memory },
        }).exports.scan as Scan)
      : makeSlowScan(this.#memory, words)
    this.#scans.set(name, made)
    return made
  }
}

/** At least as long; what it had stays. */
function lengthened(array: Int32Array<ArrayBuffer>, length: number) {
  if (length <= array.length) return array
  const longer = new Int32Array(Math.ceil(length * 1.2))
  longer.set(array)
  return longer
}

/** Queries as bytes that are multiplied with views; equal ones once, such as the colours of a picture's parts. */
function makeMultipliers(
  queries: readonly Pick<Query, 'views'>[],
  weight: number,
  units: number,
): Multiplier[] {
  const shapeScale = ((1 - weight) * units) / (shapeNorm * shapeNorm)
  const colourScale = (weight * units) / (colourNorm * colourNorm)
  const made = new Map<string, Multiplier>()
  for (const { views } of queries)
    for (let at = 0; at < views.length; at += viewBytes) {
      const bytes = Int8Array.from({ length: viewBytes }, (_, i) => {
        const value = views[at + i]!
        const scaled = i < shapeLength ? (value - shapeZero) * shapeScale : value * colourScale
        return Math.max(-127, Math.min(127, Math.round(scaled)))
      })
      const offsetOf = (words: readonly number[]) => {
        let sum = 0
        for (const word of words)
          if (word < shapeWords)
            for (let i = 0; i < wordBytes; i++) sum -= bytes[word * wordBytes + i]! * shapeZero
        return sum
      }
      made.set(bytes.join(), { bytes, offsetOf })
    }
  return [...made.values()]
}

/** Adds the scores of the transformed picture, less what they lose, where they are greater. */
function addTransformed(scores: Int32Array, transformed: Int32Array, lost: number) {
  for (let i = 0; i < scores.length; i++)
    scores[i] = Math.max(scores[i]!, transformed[i]! * transformedLoss - lost)
}

/** Scores are counted in steps; products are below 2^16 either way. */
const step = 16
const steps = 2 ** 17 / step

/** Scores of a long list that are counted, evenly spread: enough to know within some percent how many are above one. */
const sampled = 2 ** 16

/** The places of the `most` highest scores of each list, and of others in the same step as the last of them while there is room. */
function bestPlaces(one: Int32Array, other: Int32Array, most: number): Int32Array {
  // Odd, since logos with an even number of views are frequent.
  const apart = Math.floor(one.length / sampled) | 1
  return placesAbove(one, other, { most, apart }) ?? placesAbove(one, other, { most, apart: 1 })!
}

/** As `bestPlaces`, where every `apart`-th score is counted; undefined where that estimates the least score badly. */
function placesAbove(
  one: Int32Array,
  other: Int32Array,
  { most, apart }: { most: number; apart: number },
): Int32Array | undefined {
  const [leastOne, leastOther] = [one, other].map(list => lastStep(list, { most, apart })) as [number, number]
  const above: number[] = []
  const inLast: number[] = []
  for (let from = 0; from < one.length; ) {
    const i = findAbove(one, other, leastOne, leastOther, from)
    if (i < one.length) {
      if (one[i]! >= leastOne + step || other[i]! >= leastOther + step) above.push(i)
      else if (inLast.length < 2 * most) inLast.push(i)
    }
    from = i + 1
  }
  const isEstimateFar = above.length > 2 * most || above.length + inLast.length < most / 2
  if (apart > 1 && isEstimateFar) return
  return Int32Array.from([...above, ...inLast].slice(0, 2 * most))
}

/** The first place from `from` on where a score is at least the least one of its list; the length where there is none. */
function findAbove(
  one: Int32Array,
  other: Int32Array,
  leastOne: number,
  leastOther: number,
  from: number,
): number {
  let i = from
  while (i < one.length && one[i]! < leastOne && other[i]! < leastOther) i++
  return i
}

/** The least score of the step in which the last of the `most` highest scores is; of those that are counted, fewer are above it. */
function lastStep(list: Int32Array, { most, apart }: { most: number; apart: number }): number {
  const counts = new Uint32Array(steps)
  for (let i = 0; i < list.length; i += apart) counts[Math.max(0, (list[i]! >> 4) + steps / 2)]!++
  let last = steps
  for (let more = 0; last > 0 && more < most / apart; ) more += counts[--last]!
  return (last - steps / 2) * step
}

/** Calls a function for one block after the other: V8 compiles what is called often better than one long loop. */
function inBlocks(length: number, work: (from: number, end: number) => void) {
  for (let from = 0; from < length; from += blockViews) work(from, Math.min(length, from + blockViews))
}

type Found = { logo_id: number; score: number }
const byScore = (a: Found, b: Found) => b.score - a.score || b.logo_id - a.logo_id

/** The logos with the highest scores, best first; of equal ones the newer first. */
function pickBest(
  scores: Int32Array,
  { logos, designers }: { logos: Int32Array; designers: Int32Array },
  most: number,
  { logo_id: except = 0, designer_id: own = -1, keepsNearest }: Without,
): Found[] {
  let found: Found[] = []
  let nearestOwn: Found | undefined
  let least = lowest
  const cut = () => {
    const bestOf = new Map<number, number>()
    for (const { logo_id, score } of found) bestOf.set(logo_id, Math.max(bestOf.get(logo_id) ?? score, score))
    found = [...bestOf]
      .map(([logo_id, score]) => ({ logo_id, score }))
      .sort(byScore)
      .slice(0, most)
    if (found.length === most) least = found[most - 1]!.score
  }
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!
    if (score < least) continue
    const logo_id = logos[i]!
    if (!logo_id || logo_id === except) continue
    if (designers[i] === own) {
      const next = { logo_id, score }
      if (keepsNearest && (!nearestOwn || byScore(next, nearestOwn) < 0)) nearestOwn = next
      continue
    }
    found.push({ logo_id, score })
    if (found.length >= most * 8 + 64) cut()
  }
  if (nearestOwn) found.push(nearestOwn)
  cut()
  return found
}

/** What the module does, in JavaScript. */
function makeSlowScan(memory: WebAssembly.Memory, words: readonly number[]): Scan {
  const offsets = words.map(word => wordOffsets.get(word)!)
  return (row, end, query, out) => {
    const rows = new Uint8Array(memory.buffer)
    const queries = new Int8Array(memory.buffer)
    const ints = new Int32Array(memory.buffer)
    const offsetsAt = query + words.length * lanes * wordBytes
    for (let at = row; at < end; at += halfBytes, out += 4)
      for (let lane = 0; lane < lanes; lane++) {
        let sum = ints[offsetsAt / 4 + lane]!
        for (let w = 0; w < words.length; w++)
          for (let i = 0; i < wordBytes; i++)
            sum += queries[query + (w * lanes + lane) * wordBytes + i]! * rows[at + offsets[w]! + i]!
        if (sum > ints[out / 4]!) ints[out / 4] = sum
      }
  }
}
