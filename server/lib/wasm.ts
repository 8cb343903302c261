// What is needed to write a small WebAssembly module as bytes.

/** A whole number as LEB128. */
export function leb(value: number): number[] {
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

export const [i32, f32, v128] = [0x7f, 0x7d, 0x7b]
export const get = (local: number) => [0x20, ...leb(local)]
export const set = (local: number) => [0x21, ...leb(local)]
/** A number from 0 on; signed, so that the highest bit of its last byte has to be free. */
export const constant = (value: number) => {
  const bytes = leb(value)
  const last = bytes.at(-1)!
  return [0x41, ...bytes.slice(0, -1), ...(last & 0x40 ? [last | 0x80, 0] : [last])]
}
export const add = [0x6a]
/** An instruction for 128 bits. */
export const simd = (code: number) => [0xfd, ...leb(code)]
export const load128 = (offset: number) => [...simd(0x00), 4, ...leb(offset)]
export const store128 = (offset: number) => [...simd(0x0b), 4, ...leb(offset)]

/** A module with one function, exported as `name`, and one page of memory of its own or imported as `env.memory`. */
export function moduleOf(
  name: string,
  {
    params,
    locals,
    body,
    ownsMemory,
  }: { params: number[]; locals: number[][]; body: number[]; ownsMemory: boolean },
): Uint8Array<ArrayBuffer> {
  const code = [...vector(locals), ...body, 0x0b]
  const functionExport = [...named(name), 0, 0]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([[0x60, ...leb(params.length), ...params, 0]])),
    ...(ownsMemory ? [] : section(2, vector([[...named('env'), ...named('memory'), 2, 0, ...leb(1)]]))),
    ...section(3, vector([[0]])),
    ...(ownsMemory ? section(5, vector([[0, ...leb(1)]])) : []),
    ...section(7, vector(ownsMemory ? [functionExport, [...named('memory'), 2, 0]] : [functionExport])),
    ...section(10, vector([[...leb(code.length), ...code]])),
  ])
}
