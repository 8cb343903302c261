import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Valkey } from '../outside/valkey.ts'

/** Channels on which triggers NOTIFY, with the id of the designer, or for `look` the logo, concerned; 0 where it is the site's words, or many logos. */
const channels = ['activity', 'session', 'site', 'look'] as const

/**
 * `listening`: connected to the database, or connected again; earlier notifications may have been missed. `news lost`:
 * Valkey was connected again, and its news, which are those of `activity` alone, may have been missed.
 */
export type Announcements = EventEmitter<{
  activity: [number]
  session: [number]
  site: [number]
  look: [number]
  listening: []
  'news lost': []
}> & {
  /** Whether notifications arrive. A connection that was lost silently counts for up to 25 seconds. */
  isListening(): boolean
  close(): Promise<void>
}

const firstBackoffMs = 200
const longestBackoffMs = 5000
/** Heartbeat: detects a connection that was lost silently. */
const heartbeatMs = 20_000

/**
 * Emits the notifications of the database at `url`, caused by any process, and the news that processes pass on by Valkey. Uses one connection and reconnects with backoff,
 * without end. The connection must be direct: a pooler in transaction mode does not pass notifications on.
 */
export function listen(url: string, valkey?: Pick<Valkey, 'events'>): Announcements {
  const announcements = new EventEmitter() as Announcements
  valkey?.events.on('news', ids => {
    for (const id of ids) announcements.emit('activity', id)
  })
  valkey?.events.on('listening', () => announcements.emit('news lost'))
  const closing = new AbortController()
  let isListening = false
  announcements.isListening = () => isListening
  let backoffMs = firstBackoffMs

  /** Resolves when the connection is lost. */
  async function listenOnce() {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2000,
      query_timeout: 5000,
      keepAlive: true,
      application_name: 'colophon listens',
    })
    const lost = new AbortController()
    const lose = () => {
      isListening = false
      lost.abort()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ channel, payload }) =>
      announcements.emit(channel as (typeof channels)[number], Number(payload)),
    )
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${channel}`)
      backoffMs = firstBackoffMs
      isListening = !lost.signal.aborted
      announcements.emit('listening')
      const signal = AbortSignal.any([lost.signal, closing.signal])
      for (;;) {
        await sleep(heartbeatMs, undefined, { signal })
        await client.query('select')
      }
    } finally {
      isListening = false
      // With a short timeout: the server may be unreachable.
      await Promise.race([client.end(), sleep(500)]).catch(() => {})
    }
  }

  async function listenAgain() {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      await sleep(backoffMs * (0.5 + Math.random()), undefined, { signal: closing.signal }).catch(() => {})
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs)
    }
  }
  const listening = listenAgain()

  announcements.close = () => {
    closing.abort()
    return listening
  }
  return announcements
}
