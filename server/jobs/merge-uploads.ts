import pg from 'pg'
import { mergeUploads } from '../features/search/queries.ts'
import type { Services } from '../services.ts'
import { every } from './every.ts'

const everyMs = 1000
/** Logos in one transaction, which takes about a tenth of a second. */
const atOnce = 500

/** SQLSTATE lock_not_available. */
const lockTimeout = '55P03'

/**
 * Merges the counts and the search's bits of new uploads into the tables that hold them, at once and every second, until
 * `stop`. Safe to run in several processes.
 */
export function startMergingUploads({ db }: Pick<Services, 'db'>, onError: (error: unknown) => void) {
  let isFailing = false
  return every(
    everyMs,
    async signal => {
      while (!signal.aborted && (await mergeNext(db)) === atOnce);
      isFailing = false
    },
    error => {
      // Reported once while the database is unreachable.
      if (!isFailing) onError(error)
      isFailing = true
    },
  )
}

/** A lock that others hold for long is tried again in the next turn. */
function mergeNext(db: Services['db']): Promise<number> {
  return mergeUploads(db, atOnce).catch(error => {
    if (error instanceof pg.DatabaseError && error.code === lockTimeout) return 0
    throw error
  })
}
