import { randomUUID } from 'node:crypto'
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
/** A connection on which an answer is due, and nothing has come for so long, is closed. */
const longestSilenceMs = 2000
/** Heartbeat: how often an answer is made due, without which a silent Valkey would not be noticed on an idle connection. */
const heartbeatMs = 2000

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

  const heartbeat = setInterval(() => {
    for (const each of [client, subscriber]) each.ping().catch(() => {})
  }, heartbeatMs)

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
      clearInterval(heartbeat)
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
    socketTimeout: longestSilenceMs,
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

/** Valkey answers, and refuses what the program needs: a setting is wrong. */
class ValkeyRefusal extends Error {}

/**
 * Asks Valkey once for each thing that the program needs of it, and gives its name and version; undefined where they may not be read.
 * Throws, with a sentence for the operator, if it is away or refuses one of them.
 */
export async function tryValkey(url: string): Promise<string | undefined> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    retryStrategy: () => null,
    enableReadyCheck: false,
  })
  // A wrong password, or protected mode, comes as an event; the command then fails because the connection is closed.
  let first: Error | undefined
  client.on('error', error => {
    first ??= error
  })
  const probe = `colophon:start:${randomUUID()}`
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
    const facts = await client.info('server').catch(() => '')
    await client.subscribe(newsChannel)
    const versionOf = (name: string) => new RegExp(`^${name}_version:(\\S+)`, 'm').exec(facts)?.[1]
    const [valkey, redis] = [versionOf('valkey'), versionOf('redis')]
    return valkey ? `Valkey ${valkey}` : redis && `Redis ${redis}`
  } catch (error) {
    throw described(first ?? (error as Error), new URL(url).host)
  } finally {
    client.disconnect()
  }
}

/** The first sentence of an answer that says that a setting is wrong. The client reports DENIED, which it has not asked for, within a message of its own. */
const refusal = /\b(DENIED|NOAUTH|NOPERM|WRONGPASS|READONLY|ERR)\b[^.]*/

function described({ message }: Error, host: string): Error {
  const [reason, code] = refusal.exec(message) ?? []
  if (!reason) return new Error(`Valkey at ${host} fails: ${message}`)
  const remedy =
    code === 'DENIED'
      ? 'give its default user a password, or switch that user off'
      : 'name a user that may use keys and channels that begin with colophon: and run scripts'
  return new ValkeyRefusal(
    `Setting VALKEY_URL: Valkey at ${host} refuses what the program needs (${reason}): ${remedy}.`,
  )
}

/**
 * Throws if Valkey answers and refuses what is needed. That it does not answer, or cannot do it at the moment, is no reason not to
 * start: the program goes on without it.
 */
export async function requireValkeyRights(url: string, warn: (reason: string) => void): Promise<void> {
  await tryValkey(url).catch((error: Error) => {
    if (error instanceof ValkeyRefusal) throw error
    warn(error.message)
  })
}
