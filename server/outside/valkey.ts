import { EventEmitter } from 'node:events'
import { Redis } from 'iovalkey'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { ViewSource } from '../../shared/rules/statistics.ts'

// State that need not be a row: news for open pages, counts of limits, and views until they are written. Nothing is kept
// here that may not be lost. Each site needs a Valkey (or Redis, 6.2 or newer) of its own.

const newsChannel = 'colophon:news'
const viewsKey = 'colophon:views'
const limitPrefix = 'colophon:limit'
/** The payload when it is unknown whose news were lost. */
const newsLost = '*'
const longestPauseMs = 500

/** A view of a logo's details. */
export type View = {
  logo_id: number
  day: string
  /** A hash, not a name. */
  viewer: string
  viewer_id: number
  source: ViewSource
  /** The search by which a member found the logo, and a hash of that member; the hash differs for each logo and each text. */
  words?: string
  searcher?: string
}
/** Hits of a key in its present window. */
export type Hits = { count: number; msLeft: number }

export type Valkey = {
  /** `news`: ids of members who have some; `listening`: connected, or connected again, and earlier ones may have been missed. */
  events: EventEmitter<{ news: [number[]]; listening: [] }>
  /** Never rejects. What cannot be sent makes every process notify all its streams, once that is possible again. */
  publishNews(memberIds: number[]): void
  /** Adds to the hits of a key, in windows that begin with the first hit. Without Valkey this process counts by itself. */
  countHits(limit: { name: string; seconds: number }, key: string, by: 1 | -1): Promise<Hits>
  readHits(limit: { name: string; seconds: number }, key: string): Promise<number>
  clearHits(limit: { name: string; seconds: number }, key: string): Promise<void>
  /** Keeps a view until `takeViews`; false if that failed. The same view again is kept once. */
  keepView(view: View): Promise<boolean>
  /** Removes and gives some of the views that are kept. */
  takeViews(most: number): Promise<View[]>
  close(): Promise<void>
}

type Options = { warn: (reason: string) => void; say: (news: string) => void }

/** Opens two connections to Valkey, and again without end: a subscriber may send nothing else. */
export function openValkey(url: string, { warn, say }: Options): Valkey {
  const events: Valkey['events'] = new EventEmitter()
  const [client, subscriber] = [connect(url), connect(url)]
  let isAway = false
  let hasLostNews = false
  client.on('error', error => {
    if (!isAway) warn(error.message)
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) say('it answers again')
    isAway = false
    if (hasLostNews) publish(newsLost)
  })
  subscriber.on('error', () => {})
  subscriber.on('ready', () => {
    subscriber.subscribe(newsChannel).then(
      () => events.emit('listening'),
      () => subscriber.disconnect(true),
    )
  })
  subscriber.on('message', (_channel, payload) => {
    if (payload === newsLost) events.emit('listening')
    else events.emit('news', payload.split(',').map(Number))
  })

  function publish(payload: string) {
    hasLostNews = false
    client.publish(newsChannel, payload).catch(() => {
      hasLostNews = true
    })
  }
  const limiterOf = makeLimiters(client)
  return {
    events,
    publishNews: memberIds => publish(memberIds.join(',')),
    async countHits(limit, key, by) {
      const limiter = limiterOf(limit)
      const { consumedPoints, msBeforeNext } = by > 0 ? await limiter.penalty(key) : await limiter.reward(key)
      return { count: consumedPoints, msLeft: msBeforeNext }
    },
    readHits: async (limit, key) => (await limiterOf(limit).get(key))?.consumedPoints ?? 0,
    clearHits: async (limit, key) => void (await limiterOf(limit).delete(key)),
    keepView: view =>
      client.sadd(viewsKey, JSON.stringify(view)).then(
        () => true,
        () => false,
      ),
    takeViews: async most => (await client.spop(viewsKey, most)).map((text: string) => JSON.parse(text)),
    async close() {
      client.disconnect()
      subscriber.disconnect()
    },
  }
}

const connect = (url: string) =>
  new Redis(url, {
    // While it is away, callers go on without it at once.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: 2000,
    commandTimeout: 1000,
    retryStrategy: attempt => Math.min(50 * attempt, longestPauseMs),
  })

/** One limiter for each limit. It only counts; what is too much is decided by its caller. */
function makeLimiters(client: Redis) {
  const limiters = new Map<string, RateLimiterRedis>()
  return ({ name, seconds }: { name: string; seconds: number }) => {
    const known = limiters.get(name)
    if (known) return known
    const options = { keyPrefix: `${limitPrefix}:${name}`, points: 1, duration: seconds }
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    })
    limiters.set(name, limiter)
    return limiter
  }
}

/**
 * Throws, with a sentence for the operator, if Valkey answers and refuses a command that is needed. One that does not answer
 * is no reason not to start: the program goes on without it.
 */
export async function requireValkeyRights(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    retryStrategy: () => null,
    enableReadyCheck: false,
  })
  // A wrong password comes as an event; the command then fails because the connection is closed.
  let first: Error | undefined
  client.on('error', error => {
    first ??= error
  })
  const probe = 'colophon:start'
  try {
    await client.connect()
    await client.eval(
      `redis.call('set', KEYS[1], 0, 'EX', 5, 'NX') return redis.call('incrby', KEYS[1], 1)`,
      1,
      probe,
    )
    await client.del(probe)
    await client.sadd(probe, '1')
    await client.spop(probe, 1)
    await client.publish(probe, '')
    await client.subscribe(newsChannel)
  } catch (error) {
    const { message } = first ?? (error as Error)
    const refusal = /^(NOAUTH|NOPERM|WRONGPASS|READONLY|ERR)\b/.exec(message)?.[1]
    if (refusal)
      throw new Error(
        `Setting VALKEY_URL: Valkey at ${new URL(url).host} refuses what the program needs (${message}). ` +
          'Name a user that may use keys and channels that begin with colophon: and run scripts.',
      )
  } finally {
    client.disconnect()
  }
}
