/** Seeded random numbers. The same label path always gives the same numbers, in any order of draws. */
export type Random = {
  /** A number in [0, 1). */
  next(): number
  /** A number in [low, high). */
  range(low: number, high: number): number
  /** A whole number from low to high, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks by weight; weights need not add up to one. */
  weighted<T>(items: readonly (readonly [T, number])[]): T
  shuffle<T>(items: readonly T[]): T[]
  /** `count` different items, in random order. */
  sample<T>(items: readonly T[], count: number): T[]
  normal(mean: number, deviation: number): number
  /** A rank from 0 to size − 1 in which low ranks are far more likely; `skew` 1 is the classic Zipf law. */
  zipf(size: number, skew?: number): number
  /** An independent stream: drawing from either does not advance the other. */
  fork(label: string | number): Random
}

/** xmur3-style mixing of a string into four 32-bit words. */
const hashSeed = (text: string): [number, number, number, number] => {
  let h = 1779033703 ^ text.length
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 3432918353)
    h = (h << 13) | (h >>> 19)
  }
  const word = () => {
    h = Math.imul(h ^ (h >>> 16), 2246822507)
    h = Math.imul(h ^ (h >>> 13), 3266489909)
    h ^= h >>> 16
    return h >>> 0
  }
  return [word(), word(), word(), word()]
}

/** Makes a stream (sfc32) from any seed. */
export const createRandom = (seed: string | number): Random => {
  const name = String(seed)
  let [a, b, c, d] = hashSeed(name)
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()

  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const shuffle = <T>(items: readonly T[]) => {
    const copy = [...items]
    for (let i = copy.length - 1; i > 0; i--) {
      const j = int(0, i)
      const held = copy[i] as T
      copy[i] = copy[j] as T
      copy[j] = held
    }
    return copy
  }
  return {
    next,
    range: (low, high) => low + next() * (high - low),
    int,
    chance: probability => next() < probability,
    pick: <T>(items: readonly T[]) => items[int(0, items.length - 1)] as T,
    weighted: <T>(items: readonly (readonly [T, number])[]) => {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        rest -= weight
        if (rest < 0) return item
      }
      return items[items.length - 1]![0]
    },
    shuffle,
    sample: (items, count) => shuffle(items).slice(0, count),
    normal: (mean, deviation) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    zipf: (size, skew = 1) => {
      // The inverse of the continuous distribution: exact enough for popularity, and constant time for any size.
      const u = next()
      const rank =
        Math.abs(skew - 1) < 1e-6
          ? (size + 1) ** u
          : (1 + u * ((size + 1) ** (1 - skew) - 1)) ** (1 / (1 - skew))
      return Math.min(size - 1, Math.floor(rank) - 1)
    },
    fork: label => createRandom(`${name}/${label}`),
  }
}
