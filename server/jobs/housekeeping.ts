import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { clearOldMails } from '../features/mail/queries.ts'
import { clearOldEvents, closeOldIntents } from '../features/membership/queries.ts'
import { chooseBitmaps, refreshSuggestions } from '../features/search/queries.ts'
import { clearOldHits } from '../http/limits.ts'
import type { Services } from '../services.ts'
import { removeUnused } from './remove-pictures.ts'

const hourMs = 3_600_000

/**
 * Clears what nobody needs any more, refreshes suggestions and removes pictures that could not be removed before, at once
 * and every hour, until `stop`. Several processes may do so.
 */
export function keepHouse(
  { db, files, now }: Pick<Services, 'db' | 'files' | 'now'>,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController()
  const tidy = () =>
    clearOld(db, now())
      .then(() => refreshSearch(db, stopping.signal))
      // Last, because a store may take its time.
      .then(() => removeUnused({ db, files }, onError, stopping.signal))
      .catch(onError)
  let running = tidy()
  const timer = setInterval(() => {
    running = tidy()
  }, hourMs)
  return {
    /** Resolves when the step under way is done; the rest is left to the next start. */
    stop() {
      clearInterval(timer)
      stopping.abort()
      return running
    },
  }
}

/** Skipped while another process does it: the work would only be done twice. */
async function refreshSearch(db: Db, signal: AbortSignal) {
  // The lock belongs to the connection, and goes with it.
  await db.connection().execute(async one => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(hashtextextended('refresh search', 0)) as is_ours`.execute(one)
    if (!rows[0]!.is_ours) return
    try {
      await refreshSuggestions(one)
      await chooseBitmaps(one, { signal })
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('refresh search', 0))`.execute(one)
    }
  })
}

/**
 * Deletes sessions, counts and reset links that are over, what old mails said, the provider's old messages, purchases that were
 * never finished, and who looked at what before yesterday.
 */
export async function clearOld(db: Db, now: Date) {
  await clearOldHits(db, now)
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
  await db.deleteFrom('password_reset').where('expires_at', '<', now).execute()
  await clearOldMails(db, now)
  await clearOldEvents(db, now)
  await closeOldIntents(db, now)
  const yesterday = new Date(now.getTime() - 24 * hourMs).toISOString().slice(0, 10)
  await db.deleteFrom('logo_view').where('day', '<', yesterday).execute()
}
