import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Match } from './scan-index.ts'

/** About 2 kB for each logo. */
const mostCached = 5000
/** A token bucket: its size in milliseconds of comparing, and the share of time that fills it. */
const bucket = { ms: 1000, share: 0.2 }
/** Comparisons that wait for the one under way; more would fill the queue of searches. */
const mostWaiting = 4
/** Cached neighbours are used until more than this share of all logos has changed. */
const staleShare = 0.01

/**
 * The neighbours of logos, which every opened logo asks for: cached, because each comparison takes as much CPU as several
 * requests. At most a fifth of the time is spent on comparisons; what would need more is answered with none.
 */
export class NeighbourCache {
  readonly #compare: (logoId: number, views: Uint8Array) => Promise<Match[]>
  readonly #cached = new LRUCache<number, { matches: Match[]; generation: number }>({ max: mostCached })
  readonly #gate = pLimit(1)
  /** Changes of logos so far. */
  #generation = 0
  /** How often a logo, or all of them, were forgotten. */
  #forgotten = 0
  #tokens = { ms: bucket.ms, at: performance.now() }

  constructor(compare: (logoId: number, views: Uint8Array) => Promise<Match[]>) {
    this.#compare = compare
  }

  async find(logoId: number, views: Uint8Array, logoCount: number): Promise<Match[]> {
    const known = this.#cached.get(logoId)
    if (known && this.#generation - known.generation <= logoCount * staleShare) return known.matches
    if (this.#gate.pendingCount >= mostWaiting || this.#take(0) <= 0) return []
    const [generation, forgotten] = [this.#generation, this.#forgotten]
    return this.#gate(async () => {
      const began = performance.now()
      const matches = await this.#compare(logoId, views)
      this.#take(performance.now() - began)
      if (forgotten === this.#forgotten) this.#cached.set(logoId, { matches, generation })
      return matches
    })
  }

  /** Some of the logos have changed. */
  age(changed: number) {
    this.#generation += changed
  }

  forget(logoId: number) {
    this.#forgotten++
    this.#cached.delete(logoId)
  }

  clear() {
    this.#forgotten++
    this.#cached.clear()
  }

  /** Takes the duration of a comparison from the bucket, after adding what has flowed in since; returns what is left. */
  #take(ms: number): number {
    const now = performance.now()
    const ofTime = (now - this.#tokens.at) * bucket.share
    this.#tokens = { ms: Math.min(bucket.ms, this.#tokens.ms + ofTime) - ms, at: now }
    return this.#tokens.ms
  }
}
