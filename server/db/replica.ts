import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { httpErrorOf } from '../http/errors.ts'
import { connect, type Db, poolOf } from './connect.ts'

export type Replica = {
  /**
   * The position of the primary's log, asked over these connections to it: all that is committed by now lies before it. A
   * reader who brings the mark back is shown that much. Never fails: an unknown position is a mark no replica reaches.
   */
  mark(primary: Db): Promise<string>
  /**
   * Runs `read` on the replica, when it follows closely and has what was committed before `mark`; else, and where it
   * fails there in whatever way, on the primary. So it may run twice, and must do nothing but read.
   */
  read<T>(mark: string | undefined, read: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** How often both are asked for their position. After a write its author reads from the primary for about so long. */
const askEveryMs = 250
/** A replica that is further behind is not used, */
const mostBehindMs = 5000
/** nor is one that has not answered for so long. */
const mostSilentMs = 1000

/** How many reads may wait for one of its connections; more would only wait there until they are given up. */
const mostWaiting = 32

type Options = {
  /** Connection strings. */
  url: string
  primaryUrl: string
  primary: Db
  /** Hears why the replica cannot be used, */
  warn: (reason: string) => void
  /** and that it can again. */
  say: (news: string) => void
}

/** Reads from the physical replica at `url` of the database `primary`, for as long as it is one and follows closely. */
export function openReplica({ url, primaryUrl, primary, warn, say }: Options): Replica {
  // Browsing takes milliseconds; whoever waits for a replica that hangs still has to ask the primary.
  const { db, close } = connect(url, { statementTimeout: 1500 })
  // Asked over connections of their own: their state must be known above all when they are busy.
  const ask = (each: string) => connect(each, { max: 1, statementTimeout: 1000 })
  const [askedPrimary, askedReplica] = [ask(primaryUrl), ask(url)]
  /** Where the primary's log stood, and when, as far as the replica has not come yet. */
  let ahead: { position: bigint; at: number }[] = []
  /** As far as the replica has come, or farther. */
  let replayed = 0n
  /** The replica has everything that was committed before then. */
  let freshAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let trouble: string | undefined

  /** Asks both where they stand. Says why the replica is not to be used, if so. */
  async function compare(): Promise<string | undefined> {
    const at = performance.now()
    const [original, copy] = [await standing(askedPrimary.db), await standing(askedReplica.db)]
    if (copy.cluster !== original.cluster) return 'it is a copy of another database'
    if (!copy.is_replica) return 'it is no replica, or not any more'
    ahead.push({ at, position: toPosition(original.position) ?? 0n })
    replayed = toPosition(copy.position) ?? 0n
    freshAt = ahead.findLast(each => each.position <= replayed)?.at ?? freshAt
    ahead = ahead.filter(each => each.position > replayed).slice(-mostBehindMs / askEveryMs)
    askedAt = performance.now()
    if (askedAt - freshAt > mostBehindMs) return 'it is too far behind'
  }

  const closing = new AbortController()
  async function follow() {
    while (!closing.signal.aborted) {
      const found = await compare().catch((error: Error) => error.message)
      if (found && !trouble) warn(found)
      if (!found && trouble) say('it is as it should be')
      trouble = found
      await sleep(askEveryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const following = follow()

  function has(mark: string | undefined) {
    if (trouble || performance.now() - askedAt > mostSilentMs) return false
    if (mark === undefined) return true
    const position = toPosition(mark)
    return position !== undefined && position <= replayed
  }

  return {
    async mark(over) {
      try {
        // Of the log's end, not of what is on disk: that may come later, where commits do not wait for it.
        const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(
          over,
        )
        return rows[0]!.at
      } catch {
        return 'unknown'
      }
    },
    async read(mark, read) {
      if (!has(mark) || poolOf.get(db)!.waitingCount >= mostWaiting) return read(primary)
      try {
        return await read(db)
      } catch (error) {
        // What is not found may be on its way, so that is asked again, too; but it is no fault of the replica.
        if ((httpErrorOf(error)?.status ?? 500) >= 500)
          warn(error instanceof Error ? error.message : String(error))
        return read(primary)
      }
    },
    async close() {
      closing.abort()
      await following
      await Promise.all([close(), askedPrimary.close(), askedReplica.close()])
    },
  }
}

async function standing(db: Db) {
  const { rows } = await sql<{ cluster: string; is_replica: boolean; position: string }>`select
    (select system_identifier::text from pg_control_system()) as cluster, pg_is_in_recovery() as is_replica,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as position
  `.execute(db)
  return rows[0]!
}

/** A position in the log as a number: `16/B374D848`. Undefined when it is none. */
function toPosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
