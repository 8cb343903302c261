import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { addressOf, serverIdentity } from './check-address.ts'
import { type Connection, connect, type Db, poolOf } from './connect.ts'
import { prepared } from './prepared.ts'

export type Replica = {
  /**
   * The primary's current log position (LSN), queried through `primary`: everything committed by now is before it. Pass it to
   * `read` for read-your-writes. Never rejects: gives `unknown` instead, which no replica reaches.
   */
  currentLsn(primary: Db): Promise<string>
  /**
   * Runs `read` on a replica that is healthy and has replayed its log up to `lsn`; otherwise, and after a failure there, on the
   * primary, or on another replica if that is away or is found to be before it has answered. So `read` may run several times, and must not
   * write.
   */
  read<T>(lsn: string | undefined, read: (db: Db) => Promise<T>): Promise<T>
  /**
   * A replica's database while the primary does not answer and the replica does: for what a call that only reads needs
   * besides, such as its session. It has replayed its log up to `lsn` if any has, and otherwise the most of all.
   */
  standIn(lsn?: string): Db | undefined
  /**
   * Runs `read` on `primary`, or on what stands in for it: at once while it is away, and also when it is found to be away or its connection
   * is lost before it has answered, so that no call waits for a server that has just died. `read` may run several times.
   */
  orStandIn<T>(
    primary: Db,
    lsn: string | undefined,
    read: (db: Db, isPrimary: boolean) => Promise<T>,
  ): Promise<T>
  /** The replica that answers the next read of somebody whose last write is before `lsn`; undefined while the primary has to. */
  reader(lsn?: string): Db | undefined
  close(): Promise<void>
}

/** What answers a read that no replica answers otherwise: the primary, or what stands in for it. */
export const primaryOrStandIn = ({ replica, readDb }: { replica?: Replica; readDb: Db }): Db =>
  replica?.standIn() ?? readDb

/** Interval of the health check. After a write, its author reads from the primary for about this long. */
const pollIntervalMs = 250
/** A replica with more lag is not used. */
const maxLagMs = 5000
/** A replica whose last successful health check is older is not used. */
const maxSilenceMs = 1000
/** While the primary is away, a read waits so long for a replica to replay the reader's own write: a few health checks. */
const catchUpMs = 1000
/** Length limit of the queue for the replica's connections; further reads go to the primary. */
const mostWaiting = 32

/** A position that no replica reaches, for a write whose own position is not known. */
export const unknownLsn = 'unknown'

export type ReplicaOptions = {
  /** Connection strings, each of one server. */
  urls: string[]
  primaryUrl: string
  /** Connections to the primary, for reads. */
  primary: Db
  /** Connections for reads to each replica, at most. */
  max?: number
  /** Whether a failed read is a fault of the replica, and not of what was asked, such as a row that does not exist. */
  isFault: (error: unknown) => boolean
  /** Whether an error says that the connection to a server was lost. */
  isLost: (error: unknown) => boolean
  /** Called with the reason when a replica becomes unusable, and after each failed read; `address` names which. */
  warn: (reason: string, address: string) => void
  /** Called when a replica becomes usable again. */
  say: (news: string, address: string) => void
}

/**
 * The primary as its health checks find it. `isAway`: it does not answer, or a replica answers at its address. `onChecked`: called after
 * each check with the time at which it began.
 */
type PrimaryState = { cluster: string | undefined; isAway: boolean; onChecked: Set<(began: number) => void> }

/**
 * Reads from the streaming replicas at `urls` of the database `primary` while their health checks succeed. The primary's
 * silence does not end that: what the replicas had at that time is answered until the primary is back.
 */
export function openReplicas({
  urls,
  primaryUrl,
  primary,
  max,
  isFault,
  isLost,
  warn,
  say,
}: ReplicaOptions): Replica {
  const state: PrimaryState = { cluster: undefined, isAway: false, onChecked: new Set() }
  const closing = new AbortController()
  const replicas = urls.map(url => {
    const address = addressOf(url)
    return followReplica(url, {
      state,
      max,
      signal: closing.signal,
      warn: reason => warn(reason, address),
      say: news => say(news, address),
    })
  })
  const following = followPrimary(primaryUrl, {
    state,
    signal: closing.signal,
    onPosition(position, at) {
      for (const { positions } of replicas) positions.notePrimary(position, at)
    },
  })

  const { candidates, untilReplayed, standIn, orStandIn } = chooseAmong(replicas, state, {
    isLost,
    signal: closing.signal,
  })

  return {
    currentLsn,
    async read(lsn, read) {
      if (state.isAway) await untilReplayed(lsn)
      for (const { db, warn } of candidates(lsn)) {
        if (poolOf.get(db)!.waitingCount >= mostWaiting) break
        try {
          return await read(db)
        } catch (error) {
          if (isFault(error)) warn(error instanceof Error ? error.message : String(error))
          else if (state.isAway) throw error
          // A row that was not found may not have been replayed yet: the primary is asked as well, without a warning.
          if (!state.isAway) break
        }
      }
      return state.isAway ? read(primary) : orStandIn(primary, lsn, read)
    },
    standIn,
    orStandIn,
    reader: lsn => candidates(lsn)[0]?.db,
    async close() {
      closing.abort()
      await Promise.all([following, ...replicas.map(replica => replica.closed)])
    },
  }
}

/** Which of the replicas answers, by what their health checks and the primary's have found. */
function chooseAmong(
  replicas: readonly ReturnType<typeof followReplica>[],
  state: PrimaryState,
  { isLost, signal }: Pick<ReplicaOptions, 'isLost'> & { signal: AbortSignal },
) {
  /**
   * The healthy replicas that have replayed up to `lsn`, those with the shortest queue first. While the primary is away and
   * none has, all of them, the one that has replayed the most first: there is nothing else to ask.
   */
  function candidates(lsn: string | undefined) {
    const healthy = replicas.flatMap(replica => {
      const db = replica.healthy()
      return db ? [{ ...replica, db }] : []
    })
    const found = healthy.filter(({ positions }) => positions.hasReplayed(lsn))
    if (!found.length && state.isAway)
      return healthy.toSorted((one, other) => Number(other.positions.replayed() - one.positions.replayed()))
    return found.toSorted((one, other) => workOf(one.db) - workOf(other.db))
  }

  /** An acknowledged write may be in a replica's log and not replayed yet. */
  async function untilReplayed(lsn: string | undefined) {
    if (toPosition(lsn ?? '') === undefined) return
    const isReplayed = () => replicas.some(each => each.healthy() && each.positions.hasReplayed(lsn))
    for (const end = performance.now() + catchUpMs; state.isAway && performance.now() < end; await sleep(20))
      if (isReplayed()) return
  }

  const standIn = (lsn: string | undefined) => (state.isAway ? candidates(lsn)[0]?.db : undefined)

  async function untilStandIn(lsn: string | undefined) {
    if (state.isAway) await untilReplayed(lsn)
    return standIn(lsn)
  }

  /** Resolves when a check of the primary that begins after this call has ended, or there are no more checks. */
  function untilChecked(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (signal.aborted) resolve()
    const now = performance.now()
    const hear = (began: number) => {
      if (began < now) return
      state.onChecked.delete(hear)
      resolve()
    }
    state.onChecked.add(hear)
    return promise
  }

  async function orStandIn<T>(
    db: Db,
    lsn: string | undefined,
    read: (db: Db, isPrimary: boolean) => Promise<T>,
  ) {
    const instead = await untilStandIn(lsn)
    if (instead) return read(instead, false)
    const away = Promise.withResolvers<'away'>()
    const hear = () => {
      if (state.isAway) away.resolve('away')
    }
    state.onChecked.add(hear)
    try {
      const asked = read(db, true)
      const outcome = await Promise.race([
        asked.then(
          () => 'settled',
          error => (isLost(error) ? 'lost' : 'settled'),
        ),
        away.promise,
      ])
      if (outcome === 'settled') return await asked
      if (outcome === 'away') {
        const other = await untilStandIn(lsn)
        return await (other ? read(other, false) : asked)
      }
      const other = candidates(lsn)[0]?.db ?? (await untilChecked().then(() => untilStandIn(lsn)))
      return await read(other ?? db, !other)
    } finally {
      state.onChecked.delete(hear)
    }
  }

  return { candidates, untilReplayed, standIn, orStandIn }
}

/** Statements under way or waiting at a pool. */
function workOf(db: Db) {
  const { totalCount, idleCount, waitingCount } = poolOf.get(db)!
  return totalCount - idleCount + waitingCount
}

/** Health checks have connections of their own: they matter most when the pools are busy. */
const connectForChecks = (url: string, onConnect?: (client: pg.ClientBase) => Promise<void>) =>
  connect(url, { max: 1, statementTimeout: 1000, connectTimeout: 1000, onConnect })

/** Refuses a connection to a replica. A primary ends its connections before it becomes one: the others need no check. */
export async function requirePrimary(client: pg.ClientBase) {
  const { rows } = await client.query('select pg_is_in_recovery() as is_replica')
  // SQLSTATE cannot_connect_now: to its callers the primary is away.
  if (rows[0].is_replica)
    throw Object.assign(new Error('a replica answers at the address of the primary'), { code: '57P03' })
}

/** Repeats a check until `signal`. */
async function repeat(signal: AbortSignal, check: () => Promise<void>) {
  while (!signal.aborted) {
    await check()
    await sleep(pollIntervalMs, undefined, { signal }).catch(() => {})
  }
}

/** Keeps `state` and passes the primary's positions on, until `signal`. A replica at the primary's address is no primary. */
async function followPrimary(
  url: string,
  {
    state,
    signal,
    onPosition,
  }: { state: PrimaryState; signal: AbortSignal; onPosition: (position: string, at: number) => void },
) {
  const { db, close } = connectForChecks(url, requirePrimary)
  await repeat(signal, async () => {
    const at = performance.now()
    try {
      const original = await readPosition(db)
      state.cluster = original.cluster
      onPosition(original.position, at)
      state.isAway = false
    } catch {
      state.isAway = true
    }
    for (const tell of state.onChecked) tell(at)
  })
  for (const tell of state.onChecked) tell(Number.POSITIVE_INFINITY)
  await close()
}

/** Checks a replica until `signal`. `healthy` gives its connections for reads while it may be used. */
function followReplica(
  url: string,
  {
    state,
    max,
    signal,
    warn,
    say,
  }: {
    state: PrimaryState
    max: number | undefined
    signal: AbortSignal
    warn: (reason: string) => void
    say: (news: string) => void
  },
) {
  const checked = connectForChecks(url)
  /** Connections for reads, all to the server that the health check asks. */
  let reads: (Connection & { server: string }) | undefined
  const positions = trackPositions()
  let checkedAt = Number.NEGATIVE_INFINITY
  let problem: string | undefined

  /** Gives the reason why the replica must not be used, if there is one. */
  async function check(): Promise<string | undefined> {
    const copy = await readPosition(checked.db)
    if (copy.cluster !== state.cluster) return 'it is a copy of another database'
    if (!copy.is_replica) return 'it is no replica, or not any more'
    if (copy.server !== reads?.server) {
      void reads?.close()
      reads = connectTo(url, copy.server, max)
    }
    checkedAt = performance.now()
    if (positions.noteReplica(copy.position) > maxLagMs) return 'it is too far behind'
  }
  const following = repeat(signal, async () => {
    if (state.cluster === undefined) return
    const found = await check().catch((error: Error) => error.message)
    if (found && !problem) warn(found)
    if (!found && problem) say('it is as it should be')
    problem = found
  })
  return {
    positions,
    warn,
    healthy: () => (problem || performance.now() - checkedAt > maxSilenceMs ? undefined : reads?.db),
    /** Resolves after `signal`, when its connections are closed. */
    closed: following.then(async () => void (await Promise.all([reads?.close(), checked.close()]))),
  }
}

/** Connections for reads to `server`. A connection that reaches another server at `url` fails, and its caller asks the primary. */
function connectTo(url: string, server: string, max: number | undefined): Connection & { server: string } {
  // Reads take milliseconds; a caller who waits for a replica that hangs has to ask the primary afterwards.
  const connection = connect(url, {
    max,
    statementTimeout: 1500,
    async onConnect(client) {
      const { rows } = await client.query(`select ${serverIdentity} as server`)
      if (rows[0].server !== server) throw new Error('more than one server answers at its address')
    },
  })
  return { ...connection, server }
}

/** Compares the log positions of a primary and its replica. */
function trackPositions() {
  /** The primary's, by time, that the replica has not replayed yet. */
  let ahead: { position: bigint; at: number }[] = []
  let heardAt = Number.NEGATIVE_INFINITY
  /** The replica has replayed its log at least up to here. */
  let replayed = 0n
  /** The replica has everything that was committed before this time. */
  let freshAt = Number.NEGATIVE_INFINITY
  return {
    /** `at`: when the primary was asked. */
    notePrimary(position: string, at: number) {
      heardAt = at
      ahead = [...ahead, { at, position: toPosition(position) ?? 0n }].slice(-maxLagMs / pollIntervalMs)
    },
    /** Gives the lag in milliseconds. It does not grow while the primary is silent: there is nothing to lag behind. */
    noteReplica(position: string): number {
      replayed = toPosition(position) ?? 0n
      freshAt = ahead.findLast(each => each.position <= replayed)?.at ?? freshAt
      ahead = ahead.filter(each => each.position > replayed)
      return heardAt - freshAt
    },
    replayed: () => replayed,
    hasReplayed(lsn: string | undefined) {
      if (lsn === undefined) return true
      const position = toPosition(lsn)
      return position !== undefined && position <= replayed
    },
  }
}

/** The insert position, not the flushed one: with asynchronous commit, the flush comes later. */
const insertPosition = prepared('insert-position', db =>
  sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.compile(db),
)

async function currentLsn(primary: Db): Promise<string> {
  try {
    const [row] = await insertPosition(primary, {})
    return row!.at
  } catch {
    return unknownLsn
  }
}

async function readPosition(db: Db) {
  const { rows } = await sql<{
    cluster: string
    server: string
    is_replica: boolean
    position: string
  }>`select
    (select system_identifier::text from pg_control_system()) as cluster, ${sql.raw(serverIdentity)} as server,
    pg_is_in_recovery() as is_replica,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as position
  `.execute(db)
  return rows[0]!
}

/** An LSN such as `16/B374D848` as a number; undefined when the text is none. */
function toPosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
