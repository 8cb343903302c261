import { add, constant, get, i32, leb, load128, moduleOf, set, simd, v128 } from '../wasm.ts'
import { viewBytes } from './describe.ts'

const load = [0x28, 2, 0]
const store = [0x36, 2, 0]
/** i32x4.relaxed_dot_i8x16_i7x16_add_s: sixteen products of a signed byte and one of 0 to 127, added up in fours. */
const dotAdd = simd(0x113)
const zero128 = [...simd(0x0c), ...Array(16).fill(0)]
const lane = (index: number) => [...simd(0x1b), index]

const [row, end, query, out] = [0, 1, 2, 3]
const [sum, sums, firstPart] = [4, 5, 6]
const parts = viewBytes / 16

/** Adds the four lanes up. */
const acrossLanes = [0, 1, 2, 3].flatMap(index => [...get(sums), ...lane(index), ...(index ? add : [])])

/**
 * scan(row, end, query, out): for each view between two addresses, its dot product with the query, where that is greater than
 * the int32 that stands at `out`.
 */
const body = [
  ...Array.from({ length: parts }, (_, i) => [
    ...get(query),
    ...load128(i * 16),
    ...set(firstPart + i),
  ]).flat(),
  ...[0x03, 0x40], // loop
  ...[...zero128, ...set(sums)],
  ...Array.from({ length: parts }, (_, i) => [
    ...get(firstPart + i),
    ...get(row),
    ...load128(i * 16),
    ...get(sums),
    ...dotAdd,
    ...set(sums),
  ]).flat(),
  ...[...acrossLanes, ...set(sum)],
  ...[...get(sum), ...get(out), ...load, 0x4a, 0x04, 0x40], // if greater
  ...[...get(out), ...get(sum), ...store, 0x0b],
  ...[...get(out), ...constant(4), ...add, ...set(out)],
  ...[...get(row), ...constant(viewBytes), ...add, 0x22, row],
  ...[...get(end), 0x49, 0x0d, 0, 0x0b], // branch to the loop while below
]

/** A WebAssembly module that scans views; it imports its memory. Relaxed SIMD, which Node has since 22. */
export const scanModule = moduleOf('scan', {
  params: [i32, i32, i32, i32],
  locals: [
    [1, i32],
    [...leb(1 + parts), v128],
  ],
  body,
  ownsMemory: false,
})
