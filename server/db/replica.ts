import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db, poolOf } from './connect.ts'

export type Replica = {
  /**
   * The primary's current log position (LSN), queried through `primary`: everything committed by now is before it. Pass it to
   * `read` for read-your-writes. Never rejects: gives `unknown` instead, which no replica reaches.
   */
  currentLsn(primary: Db): Promise<string>
  /**
   * Runs `read` on the replica if that is healthy and has replayed its log up to `lsn`; otherwise, and after a failure there,
   * on the primary. So `read` may run twice, and must not write.
   */
  read<T>(lsn: string | undefined, read: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Interval of the health check. After a write, its author reads from the primary for about this long. */
const pollIntervalMs = 250
/** A replica with more lag is not used. */
const maxLagMs = 5000
/** A replica whose last successful health check is older is not used. */
const maxSilenceMs = 1000
/** Length limit of the queue for the replica's connections; further reads go to the primary. */
const mostWaiting = 32

type Options = {
  /** Connection strings. */
  url: string
  primaryUrl: string
  primary: Db
  /** Whether a failed read is a fault of the replica, and not of what was asked, such as a row that does not exist. */
  isFault: (error: unknown) => boolean
  /** Called with the reason when the replica becomes unusable, and after each failed read. */
  warn: (reason: string) => void
  /** Called when the replica becomes usable again. */
  say: (news: string) => void
}

/**
 * Reads from the streaming replica at `url` of the database `primary` while its health check succeeds.
 * Long: reads and checks share the positions.
 */
export function openReplica({ url, primaryUrl, primary, isFault, warn, say }: Options): Replica {
  // Reads take milliseconds; a caller who waits for a replica that hangs has to ask the primary afterwards.
  const { db, close } = connect(url, { statementTimeout: 1500 })
  // Health checks have connections of their own: they matter most when the pools are busy.
  const connectOne = (to: string) => connect(to, { max: 1, statementTimeout: 1000 })
  const [checkedPrimary, checkedReplica] = [connectOne(primaryUrl), connectOne(url)]
  /** The primary's log positions, by time, that the replica has not replayed yet. */
  let ahead: { position: bigint; at: number }[] = []
  /** The replica has replayed its log at least up to here. */
  let replayed = 0n
  /** The replica has everything that was committed before this time. */
  let freshAt = Number.NEGATIVE_INFINITY
  let checkedAt = Number.NEGATIVE_INFINITY
  let problem: string | undefined

  /** Health check: compares the log positions of both. Gives the reason why the replica must not be used, if there is one. */
  async function check(): Promise<string | undefined> {
    const at = performance.now()
    const [original, copy] = [await readPosition(checkedPrimary.db), await readPosition(checkedReplica.db)]
    if (copy.cluster !== original.cluster) return 'it is a copy of another database'
    if (!copy.is_replica) return 'it is no replica, or not any more'
    ahead.push({ at, position: toPosition(original.position) ?? 0n })
    replayed = toPosition(copy.position) ?? 0n
    freshAt = ahead.findLast(each => each.position <= replayed)?.at ?? freshAt
    ahead = ahead.filter(each => each.position > replayed).slice(-maxLagMs / pollIntervalMs)
    checkedAt = performance.now()
    if (checkedAt - freshAt > maxLagMs) return 'it is too far behind'
  }

  const closing = new AbortController()
  async function follow() {
    while (!closing.signal.aborted) {
      const found = await check().catch((error: Error) => error.message)
      if (found && !problem) warn(found)
      if (!found && problem) say('it is as it should be')
      problem = found
      await sleep(pollIntervalMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const following = follow()

  function hasReplayed(lsn: string | undefined) {
    if (problem || performance.now() - checkedAt > maxSilenceMs) return false
    if (lsn === undefined) return true
    const position = toPosition(lsn)
    return position !== undefined && position <= replayed
  }

  return {
    async currentLsn(over) {
      try {
        // The insert position, not the flushed one: with asynchronous commit, the flush comes later.
        const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(
          over,
        )
        return rows[0]!.at
      } catch {
        return 'unknown'
      }
    },
    async read(lsn, read) {
      if (!hasReplayed(lsn) || poolOf.get(db)!.waitingCount >= mostWaiting) return read(primary)
      try {
        return await read(db)
      } catch (error) {
        // A row that was not found may not have been replayed yet: the primary is asked as well, without a warning.
        if (isFault(error)) warn(error instanceof Error ? error.message : String(error))
        return read(primary)
      }
    },
    async close() {
      closing.abort()
      await following
      await Promise.all([close(), checkedPrimary.close(), checkedReplica.close()])
    },
  }
}

async function readPosition(db: Db) {
  const { rows } = await sql<{ cluster: string; is_replica: boolean; position: string }>`select
    (select system_identifier::text from pg_control_system()) as cluster, pg_is_in_recovery() as is_replica,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as position
  `.execute(db)
  return rows[0]!
}

/** An LSN such as `16/B374D848` as a number; undefined when the text is none. */
function toPosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
