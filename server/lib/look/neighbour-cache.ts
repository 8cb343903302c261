import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Match } from './scan-index.ts'

/** About 2 kB for each logo. */
const mostCached = 5000
/** A token bucket: its size in milliseconds of comparing, and the share of time that fills it. */
const bucket = { ms: 1000, share: 0.2 }
/** Comparisons that wait for the one under way; more would fill the queue of searches. */
const mostWaiting = 4
/** Cached neighbours are used for this long, and until more than this share of all logos has changed: new logos may be nearer. */
const longestMs = 10 * 60_000
const staleShare = 0.01
/** Logos whose last change is known; a row that is older than these is older than `staleShare`. */
const mostChanged = 50_000

type Logo = { logo_id: number; designer_id: number; views: Uint8Array }
type Row = { matches: Match[]; change: number; at: number }

/**
 * The neighbours of logos, which every opened logo asks for: cached, because each comparison takes as much CPU as several
 * requests. At most a fifth of the time is spent on comparisons; what would need more is answered with none.
 */
export class NeighbourCache {
  readonly #compare: (logo: Logo) => Promise<Match[]>
  readonly #cached = new LRUCache<number, Row>({ max: mostCached })
  readonly #gate = pLimit(1)
  /** Changes of logos so far, and the last one of each logo. */
  #changes = 0
  readonly #changeOf = new LRUCache<number, number>({ max: mostChanged })
  #tokens = { ms: bucket.ms, at: performance.now() }

  constructor(compare: (logo: Logo) => Promise<Match[]>) {
    this.#compare = compare
  }

  async find(logo: Logo, logoCount: number): Promise<Match[]> {
    const known = this.#cached.get(logo.logo_id)
    if (known && this.#isFresh(logo.logo_id, known, logoCount)) return known.matches
    if (this.#gate.pendingCount >= mostWaiting || this.#take(0) <= 0) return []
    const change = this.#changes
    return this.#gate(async () => {
      const at = performance.now()
      const matches = await this.#compare(logo)
      this.#take(performance.now() - at)
      if (change === this.#changes) this.#cached.set(logo.logo_id, { matches, change, at })
      return matches
    })
  }

  /** A logo has changed: its own neighbours, and all rows that name it, are compared again. */
  forget(logoId: number) {
    this.#changeOf.set(logoId, ++this.#changes)
  }

  clear() {
    this.#changes++
    this.#cached.clear()
  }

  #isFresh(logoId: number, { matches, change, at }: Row, logoCount: number): boolean {
    const isUnchanged = (id: number) => (this.#changeOf.get(id) ?? 0) <= change
    return (
      this.#changes - change <= logoCount * staleShare &&
      performance.now() - at <= longestMs &&
      isUnchanged(logoId) &&
      matches.every(match => isUnchanged(match.logo_id))
    )
  }

  /** Takes the duration of a comparison from the bucket, after adding what has flowed in since; returns what is left. */
  #take(ms: number): number {
    const now = performance.now()
    const ofTime = (now - this.#tokens.at) * bucket.share
    this.#tokens = { ms: Math.min(bucket.ms, this.#tokens.ms + ofTime) - ms, at: now }
    return this.#tokens.ms
  }
}
