import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What triggers announce (NOTIFY), each with the designer it is about. */
const channels = ['activity', 'session'] as const

/** `listening`: from now on everything is heard; what was announced before may have been missed. */
export type Announcements = EventEmitter<{ activity: [number]; session: [number]; listening: [] }> & {
  close(): Promise<void>
}

const firstPauseMs = 200
const longestPauseMs = 5000
/** A connection whose other end is gone without a word is noticed by asking. */
const askEveryMs = 20_000

/**
 * Hears what the database at `url` announces, whichever process caused it: over one connection, which is opened again
 * for as long as it takes. It has to lead to the database itself; a pooler that lends connections by transaction
 * passes no announcements on.
 */
export function listen(url: string): Announcements {
  const announcements = new EventEmitter() as Announcements
  const closing = new AbortController()
  let pauseMs = firstPauseMs

  /** Resolves when the connection is lost. */
  async function hear() {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2000,
      query_timeout: 5000,
      keepAlive: true,
      application_name: 'colophon listens',
    })
    const lost = new AbortController()
    const lose = () => lost.abort()
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ channel, payload }) =>
      announcements.emit(channel as (typeof channels)[number], Number(payload)),
    )
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${channel}`)
      pauseMs = firstPauseMs
      announcements.emit('listening')
      const signal = AbortSignal.any([lost.signal, closing.signal])
      for (;;) {
        await sleep(askEveryMs, undefined, { signal })
        await client.query('select')
      }
    } finally {
      // Not waited for long: the other end may be gone.
      await Promise.race([client.end(), sleep(500)]).catch(() => {})
    }
  }

  async function hearForEver() {
    while (!closing.signal.aborted) {
      await hear().catch(() => {})
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: closing.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  const heard = hearForEver()

  announcements.close = () => {
    closing.abort()
    return heard
  }
  return announcements
}
