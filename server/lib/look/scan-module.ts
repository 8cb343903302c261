import { add, constant, get, i32, leb, load128, moduleOf, set, simd, v128 } from '../wasm.ts'
import { viewBytes } from './describe.ts'
import { shapeLength } from './projection.ts'

/** The whole numbers from `from` up to `to`, without that. */
export const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

/** Queries that are compared at the same time, one in each lane of a vector. */
export const lanes = 4
/** Bytes of a view that are compared by one instruction: a word. */
export const wordBytes = 4

/** Views that lie together: first the head of each, by which a first pass finds candidates, then the rest of each. */
export const blockViews = 1024
/** The words of a head: of the shape those directions in which logos differ most, and the colours. */
export const headWords = {
  shape: range(0, 8),
  colour: range(shapeLength / wordBytes, viewBytes / wordBytes),
}
const restWords = range(headWords.shape.length, headWords.colour[0]!)
/** Bytes of a head, and of the rest: both are as long, so that one step leads to the next view's. */
export const halfBytes = viewBytes / 2
export const blockBytes = blockViews * viewBytes
/** From a head to each word of its view, in bytes. */
export const wordOffsets = new Map([
  ...[...headWords.shape, ...headWords.colour].map((word, i): [number, number] => [word, i * wordBytes]),
  ...restWords.map((word, i): [number, number] => [word, blockViews * halfBytes + i * wordBytes]),
])

/** Bytes of `lanes` queries side by side: `words` words of each, then what each score begins with. */
export const groupBytes = (words: readonly number[]) => (words.length + 1) * lanes * wordBytes

const load = [0x28, 2, 0]
const store = [0x36, 2, 0]
/** i16x8.relaxed_dot_i8x16_i7x16_s: sixteen products of a signed byte and one of 0 to 127, added up in pairs. */
const dot = simd(0x112)
const add16 = simd(0x8e)
/** i32x4.extadd_pairwise_i16x8_s, added to what stands before. */
const addPairs = [...simd(0x7e), ...simd(0xae)]
const load32Splat = (offset: number) => [...simd(0x09), 2, ...leb(offset)]
const maxOf = simd(0xb8)
const firstLane = [...simd(0x1b), 0]
/** The lanes of a vector in another order. */
const reordered = (order: readonly number[]) => [
  ...simd(0x0d),
  ...order.flatMap(lane => [0, 1, 2, 3].map(byte => lane * 4 + byte)),
]

const [row, end, query, out] = [0, 1, 2, 3]
const [most, sums, firstWord] = [4, 5, 6]

/**
 * A WebAssembly module that scans views; it imports its memory. Relaxed SIMD, which Node has since 22. Of its scan(row, end, query,
 * out): for each view with a head between two addresses of a block, the greatest score of a group of queries, where that is greater than the int32 that
 * stands at `out`. A score is the dot product of the named words, of which `narrow` are added up in 16 bits.
 */
export const scanModule = (words: readonly number[], narrow = 1) =>
  moduleOf('scan', {
    params: [i32, i32, i32, i32],
    locals: [
      [1, i32],
      [...leb(1 + words.length), v128],
    ],
    body: [
      ...words.flatMap((_, i) => [...get(query), ...load128(i * 16), ...set(firstWord + i)]),
      ...[0x03, 0x40], // loop
      ...[...get(query), ...load128(words.length * 16)],
      ...words.flatMap((word, i) => [
        ...[...get(firstWord + i), ...get(row), ...load32Splat(wordOffsets.get(word)!), ...dot],
        ...(i % narrow ? add16 : []),
        ...(i % narrow === narrow - 1 || i === words.length - 1 ? addPairs : []),
      ]),
      // The greatest of the four lanes.
      ...[...set(sums), ...get(sums), ...get(sums), ...get(sums), ...reordered([2, 3, 0, 1]), ...maxOf],
      ...[...set(sums), ...get(sums), ...get(sums), ...get(sums), ...reordered([1, 0, 3, 2]), ...maxOf],
      ...[...firstLane, ...set(most)],
      // Without a branch, which would be predicted wrongly in every third case.
      ...[
        ...get(out),
        ...get(most),
        ...get(out),
        ...load,
        ...get(most),
        ...get(out),
        ...load,
        0x4a,
        0x1b,
        ...store,
      ],
      ...[...get(out), ...constant(4), ...add, ...set(out)],
      ...[...get(row), ...constant(halfBytes), ...add, 0x22, row],
      ...[...get(end), 0x49, 0x0d, 0, 0x0b], // branch to the loop while below
    ],
    ownsMemory: false,
  })
