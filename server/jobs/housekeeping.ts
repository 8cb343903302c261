import { sql } from 'kysely'
import { hourMs } from '../../shared/rules/time.ts'
import type { Db } from '../db/connect.ts'
import { clearOldEmailChanges } from '../features/account/queries.ts'
import { clearExpiredSessions } from '../features/auth/queries.ts'
import { clearOldPlayers } from '../features/blind/queries.ts'
import { removeOldCards } from '../features/cards/remove-old-cards.ts'
import { clearOldOpenings } from '../features/collections/queries.ts'
import { clearOldActivity } from '../features/designers/queries.ts'
import { clearExpiredSteps } from '../features/factors/queries.ts'
import { clearOldViews } from '../features/logos/queries.ts'
import { clearOldMails } from '../features/mail/queries.ts'
import { clearOldEvents, closeOldIntents } from '../features/membership/queries.ts'
import { deleteRemoved } from '../features/pictures/delete-removed.ts'
import { removeUnused } from '../features/pictures/remove-pictures.ts'
import { chooseBitmaps, refreshSuggestions } from '../features/search/queries.ts'
import { clearOldDeliveries } from '../features/webhooks/queries.ts'
import { clearOldHits } from '../http/limits.ts'
import type { Services } from '../services.ts'
import { every } from './every.ts'

/**
 * Deletes expired rows, what feeds do not keep and old cards, refreshes search suggestions and retries failed removals of pictures: at once and every hour, until
 * `stop`. Safe to run in several processes.
 */
export const startHousekeeping = (
  { db, files, now }: Pick<Services, 'db' | 'files' | 'now'>,
  onError: (error: unknown) => void,
) =>
  every(
    hourMs,
    async signal => {
      await clearOld(db, now())
      await refreshSearch(db, signal)
      await clearOldActivity(db, now(), signal)
      // Last, because the store may be slow.
      await removeUnused({ db, files }, onError, signal)
      await removeOldCards({ db, files, now }, onError, signal)
    },
    onError,
  )

/** Skipped while another process does it, which holds the advisory lock. */
async function refreshSearch(db: Db, signal: AbortSignal) {
  // A session-level lock: if the connection is lost, the lock is released.
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
 * Deletes expired sessions, half sign-ins and challenges, limits, reset links and email changes, the text of old mails, the provider's old messages,
 * abandoned purchases, webhooks' messages, what moderators removed 30 days ago, and views of logos and players of Blind before yesterday.
 */
export async function clearOld(db: Db, now: Date) {
  await clearOldHits(db, now)
  await clearExpiredSessions(db, now)
  await clearExpiredSteps(db, now)
  await clearOldEmailChanges(db, now)
  await clearOldMails(db, now)
  await clearOldEvents(db, now)
  await closeOldIntents(db, now)
  await deleteRemoved(db, now)
  await clearOldViews(db, now)
  await clearOldOpenings(db, now)
  await clearOldPlayers(db, now)
  await clearOldDeliveries(db, now)
}
