import { viewBytes } from './describe.ts'

/** Length as LEB128. */
function leb(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest & 0x7f
    rest >>>= 7
    bytes.push(rest ? low | 0x80 : low)
  } while (rest)
  return bytes
}
const vector = (items: number[][]) => [...leb(items.length), ...items.flat()]
const section = (id: number, content: number[]) => [id, ...leb(content.length), ...content]
const named = (name: string) => [...leb(name.length), ...Buffer.from(name)]

const i32 = 0x7f
const v128 = 0x7b
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const constant = (value: number) => [0x41, ...leb(value)]
const add = [0x6a]
const load128 = (offset: number) => [0xfd, 0x00, 4, ...leb(offset)]
const load = [0x28, 2, 0]
const store = [0x36, 2, 0]
/** i32x4.relaxed_dot_i8x16_i7x16_add_s: sixteen products of a signed byte and one of 0 to 127, added up in fours. */
const dotAdd = [0xfd, ...leb(0x113)]
const zero128 = [0xfd, 0x0c, ...Array(16).fill(0)]
const lane = (index: number) => [0xfd, 0x1b, index]

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
  0x0b,
]
const locals = vector([
  [1, i32],
  [...leb(1 + parts), v128],
])
const code = [...locals, ...body]

/** A WebAssembly module that scans views; it imports its memory. Relaxed SIMD, which Node has since 22. */
export const scanModule = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, vector([[0x60, 4, i32, i32, i32, i32, 0]])),
  ...section(2, vector([[...named('env'), ...named('memory'), 2, 0, ...leb(1)]])),
  ...section(3, vector([[0]])),
  ...section(7, vector([[...named('scan'), 0, 0]])),
  ...section(10, vector([[...leb(code.length), ...code]])),
])
