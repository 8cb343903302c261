import { type Digest, utf8 } from './digest.ts'

// The draw's random numbers: every purpose has a stream of its own, a function of the seed alone.

/** What every stream of one draw is made from. */
export type Randomness = { digest: Digest; seed: Uint8Array<ArrayBuffer> }

/** How many HMACs are asked for at once: WebCrypto answers each in a task of its own. */
const batch = 32

/**
 * The big-endian 32-bit integers of HMAC-SHA256(seed, `purpose:0`), HMAC-SHA256(seed, `purpose:1`), …, eight of each.
 * `below(n)` takes integers until one is less than ⌊2³²/n⌋·n, and returns it mod n.
 */
export function openStream({ digest, seed }: Randomness, purpose: string) {
  let integers: number[] = []
  let at = 0
  let counter = 0

  async function refill() {
    const first = counter
    counter += batch
    const blocks = await Promise.all(
      Array.from({ length: batch }, (_, i) => digest.hmac(seed, utf8(`${purpose}:${first + i}`))),
    )
    integers = blocks.flatMap(block => {
      const view = new DataView(block.buffer, block.byteOffset, 32)
      return Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i))
    })
    at = 0
  }

  return {
    async below(n: number): Promise<number> {
      const limit = Math.floor(2 ** 32 / n) * n
      for (;;) {
        if (at === integers.length) await refill()
        const integer = integers[at++] as number
        if (integer < limit) return integer % n
      }
    },
  }
}

/** A shuffled copy: from the last place down to the second, each is swapped with place `below(i + 1)`. */
export async function shuffle<T>(randomness: Randomness, purpose: string, items: readonly T[]): Promise<T[]> {
  const shuffled = [...items]
  const stream = openStream(randomness, purpose)
  for (let i = shuffled.length - 1; i >= 1; i--) swap(shuffled, i, await stream.below(i + 1))
  return shuffled
}

export function swap<T>(items: T[], a: number, b: number) {
  const kept = items[a] as T
  items[a] = items[b] as T
  items[b] = kept
}
