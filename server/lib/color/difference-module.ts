import { add, constant, f32, get, i32, leb, load128, moduleOf, set, simd, store128, v128 } from '../wasm.ts'
import type { Lab } from './difference.ts'

// CIEDE2000 for two groups of four colours at a time, in single precision.

type Code = number[]
const binary =
  (code: number) =>
  (first: Code, ...others: Code[]): Code => [...first, ...others.flatMap(other => [...other, ...simd(code)])]
const unary = (code: number) => (value: Code) => [...value, ...simd(code)]
const [plus, minus, times, over] = [binary(0xe4), binary(0xe5), binary(0xe6), binary(0xe7)]
const [least, most] = [binary(0xe8), binary(0xe9)]
const [root, splat] = [unary(0xe3), unary(0x13)]
const number = (value: number) => splat([0x43, ...Buffer.from(Float32Array.of(value).buffer)])

const [l1, a1, b1, at, end, below, above, out] = [0, 1, 2, 3, 4, 5, 6, 7]
const firstLocal = 8
let locals = 0
let statements: Code[] = []
/** Keeps a value in a local; the code that reads it. */
function keep(value: Code): Code {
  const local = firstLocal + locals++
  statements.push([...value, ...set(local)])
  return get(local)
}
const square = (value: Code) => times(value, value)
const toThe7th = (value: Code) => {
  const cubed = keep(times(value, value, value))
  return times(cubed, cubed, value)
}
/** `first + x (second + x (third + …))` */
const polynomial = (x: Code, [first, ...rest]: number[]): Code =>
  rest.length ? plus(number(first!), times(x, polynomial(x, rest))) : number(first!)

const degree = Math.PI / 180
const cosOf = (degrees: number) => Math.cos(degrees * degree)
const sinOf = (degrees: number) => Math.sin(degrees * degree)
const pow25to7 = 25 ** 7

/** The steps are those of `differenceFrom`; what it says about each holds here. The group lies at `place`, counted from `at`. */
function squaredDifference(place: number): Code {
  const [l, a, b] = [0, 16, 32].map(offset => keep([...get(at), ...load128(place + offset)])) as [
    Code,
    Code,
    Code,
  ]
  const [fromL, fromA, fromB] = [l1, a1, b1].map(param => keep(splat(get(param)))) as [Code, Code, Code]
  // Of a grey hardly more than none, so that it can be divided by.
  const plainChroma = (x: Code, y: Code) => most(number(1e-12), root(plus(square(x), square(y))))
  const mean7 = keep(toThe7th(keep(times(plus(plainChroma(fromA, fromB), plainChroma(a, b)), number(0.5)))))
  const greyness = (chroma7: Code) => root(over(chroma7, plus(chroma7, number(pow25to7))))
  const stretch = keep(minus(number(1.5), times(number(0.5), greyness(mean7))))
  const x1 = keep(times(fromA, stretch))
  const x2 = keep(times(a, stretch))
  const chroma1 = keep(plainChroma(x1, fromB))
  const chroma2 = keep(plainChroma(x2, b))
  const lightness = keep(square(keep(minus(times(plus(fromL, l), number(0.5)), number(50)))))
  const byLightness = over(
    minus(l, fromL),
    plus(number(1), over(times(number(0.015), lightness), root(plus(number(20), lightness)))),
  )
  const chroma = keep(times(plus(chroma1, chroma2), number(0.5)))
  const byChroma = keep(over(minus(chroma2, chroma1), plus(number(1), times(number(0.045), chroma))))
  const product = keep(times(chroma1, chroma2))
  const cosTurn = keep(
    most(number(-1), least(number(1), over(plus(times(x1, x2), times(fromB, b)), product))),
  )
  const sumX = keep(plus(over(x1, chroma1), over(x2, chroma2)))
  const sumY = keep(plus(over(fromB, chroma1), over(b, chroma2)))
  const length = keep(root(plus(square(sumX), square(sumY))))
  const x = keep(over(sumX, length))
  const y = keep(over(sumY, length))
  const cos2 = keep(minus(square(x), square(y)))
  const sin2 = keep(times(number(2), x, y))
  const cos3 = minus(times(cos2, x), times(sin2, y))
  const sin3 = plus(times(sin2, x), times(cos2, y))
  const t = plus(
    number(1),
    times(number(-0.17), plus(times(x, number(cosOf(30))), times(y, number(sinOf(30))))),
    times(number(0.24), cos2),
    times(number(0.32), minus(times(cos3, number(cosOf(6))), times(sin3, number(sinOf(6))))),
    times(
      number(-0.2),
      plus(
        times(minus(square(cos2), square(sin2)), number(cosOf(63))),
        times(number(2 * sinOf(63)), cos2, sin2),
      ),
    ),
  )
  // 2 √product sin(turn / 2); squared, the sign does not matter.
  const turn = root(times(number(2), product, minus(number(1), cosTurn)))
  const byHue = keep(over(turn, plus(number(1), times(number(0.015), chroma, t))))
  const cross = minus(times(x1, b), times(x2, fromB))
  const rotated = times(rotation(x, y, chroma, greyness), byChroma, signed(byHue, cross))
  // NaN (0 ÷ 0) where hues are opposite: their mean hue would be noise.
  const opposite = over(number(0), most(number(0), minus(length, number(0.002))))
  return plus(square(keep(byLightness)), square(byChroma), square(byHue), rotated, opposite)
}

/** `value` with the sign bit of `sign`. */
const signed = (value: Code, sign: Code): Code => [
  ...value,
  ...sign,
  ...[...simd(0x0c), ...Buffer.from(Uint32Array.of(...Array(4).fill(0x8000_0000)).buffer)],
  ...simd(0x4e), // and
  ...simd(0x50), // or
]

/** The rotation around blue, by series that are exact to a thousandth of its greatest value. */
function rotation(x: Code, y: Code, chroma: Code, greyness: (chroma7: Code) => Code): Code {
  const [cosBlue, sinBlue] = [number(cosOf(275)), number(sinOf(275))]
  const towards = plus(times(x, cosBlue), times(y, sinBlue))
  const sine2 = keep(square(keep(minus(times(y, cosBlue), times(x, sinBlue)))))
  // The square of the angle, ÷ 25° and ÷ 16: e ** -z is (1 / e ** (z / 16)) ** 16.
  const z = keep(
    times(
      sine2,
      polynomial(
        sine2,
        [1, 1 / 3, 8 / 45, 4 / 35, 128 / 1575, 128 / 2079].map(c => c / (25 * degree) ** 2 / 16),
      ),
    ),
  )
  let power = keep(over(number(1), polynomial(z, [1, 1, 1 / 2, 1 / 6, 1 / 24, 1 / 120])))
  for (let i = 0; i < 4; i++) power = keep(square(power))
  const angle = keep(times(power, number(60 * degree)))
  const sine = times(angle, polynomial(keep(square(angle)), [1, -1 / 6, 1 / 120, -1 / 5040]))
  // Zero on the far side of blue.
  const isNear = least(number(1), most(number(0), times(towards, number(1e6))))
  return times(number(-2), sine, isNear, greyness(keep(toThe7th(chroma))))
}

const groupBytes = 64
/** Of the four lanes, which compare so with a parameter, as bits. NaN does with neither. */
const bitsOf = (result: Code, comparison: number, param: number): Code => [
  ...result,
  ...splat(get(param)),
  ...simd(comparison),
  ...simd(0xa4), // i32x4.bitmask
]
const [isLess, isGreater] = [0x43, 0x44]
/** The statements that measure a group and store what was measured. */
function measureGroup(n: number): Code[] {
  statements = []
  const place = n * groupBytes
  const result = keep(squaredDifference(place))
  const near = [
    ...bitsOf(result, isLess, below),
    ...constant(15),
    ...bitsOf(result, isGreater, above),
    ...[0x6b, ...constant(4), 0x74, 0x72], // less | (15 - greater) << 4
  ]
  statements.push([...get(at), ...result, ...store128(place + 48)], [...get(out), ...near, 0x3a, 0, n])
  return statements
}
// Statement by statement, so that a processor works at one group while divisions and roots of the other take their time.
const [even, odd] = [measureGroup(0), measureGroup(1)]
const body = [
  ...[0x03, 0x40], // loop
  ...even.flatMap((statement, i) => [...statement, ...odd[i]!]),
  ...[...get(out), ...constant(2), ...add, ...set(out)],
  ...[...get(at), ...constant(2 * groupBytes), ...add, 0x22, at],
  ...[...get(end), 0x49, 0x0d, 0, 0x0b], // branch to the loop while below
]
const module = new WebAssembly.Module(
  moduleOf('measure', {
    params: [f32, f32, f32, i32, i32, f32, f32, i32],
    locals: [[...leb(locals), v128]],
    body,
    ownsMemory: true,
  }),
)

const pageBytes = 65_536

/**
 * Colours in the memory of a WebAssembly module, which measures a row of them eight times as fast as `differenceFrom`: what it tells
 * is the square of the difference, within 1 % and 0.1 of the exact one (it is off most among blues); NaN where hues are opposite, or both are none.
 */
export function makeMeasured(count: number) {
  const { exports } = new WebAssembly.Instance(module)
  const measure = exports.measure as (...params: number[]) => void
  const memory = exports.memory as WebAssembly.Memory
  // One more, because two are measured at a time.
  const groups = Math.ceil(count / 4) + 1
  const nearAt = groups * groupBytes
  memory.grow(Math.max(0, Math.ceil((nearAt + groups) / pageBytes) - 1))
  const values = new Float32Array(memory.buffer)
  const near = new Uint8Array(memory.buffer, nearAt, groups)
  const placeOf = (i: number) => ((i >> 2) << 4) | (i & 3)
  return {
    set(i: number, [l, a, b]: Lab) {
      const place = placeOf(i)
      values[place] = l
      values[place + 4] = a
      values[place + 8] = b
    },
    labOf(i: number): Lab {
      const place = placeOf(i)
      return [values[place]!, values[place + 4]!, values[place + 8]!]
    },
    /**
     * Measures the colours from number `first` up to `end`, without that, against `from`, and compares them with the distance
     * `within`.
     */
    measure([l, a, b]: Lab, first: number, end: number, within = 0) {
      if (first >= end) return
      const [group, groupEnd] = [first >> 2, Math.ceil(end / 4)]
      const [below, above] = [within * within * 0.99 - 0.1, within * within * 1.01 + 0.1]
      measure(l, a, b, group * groupBytes, groupEnd * groupBytes, below, above, nearAt + group)
    },
    /** As it was measured last. */
    squareOf: (i: number) => values[placeOf(i) + 12]!,
    /**
     * Of the colours from 4 × `group` on, as they were measured last: bit n is set where number n is near, and bit 4 + n where
     * it is near, or has to be measured exactly.
     */
    nearOf: (group: number) => near[group]!,
  }
}

export type Measured = ReturnType<typeof makeMeasured>
