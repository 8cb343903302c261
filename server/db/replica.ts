import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { addressOf, serverIdentity } from './check-address.ts'
import { type Connection, connect, type Db, poolOf } from './connect.ts'
import { prepared } from './prepared.ts'

export type Replica = {
  /**
   * The primary's timeline and current log position (LSN), such as `00000001/16/B374D848`, queried through `primary`: everything committed
   * by now is before it. Pass it to `read` for read-your-writes. Never rejects: gives `unknown` instead, which no replica reaches.
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
 * The primary as its health checks find it; `cluster` and `timeline` are those of the last one that answered. `isAway`: it does not answer, or a
 * replica or a former primary answers at its address. `onChecked`: called after each check with the time at which it began.
 */
type PrimaryState = {
  cluster: string | undefined
  timeline: number
  isAway: boolean
  onChecked: Set<(began: number) => void>
}

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
  const state: PrimaryState = { cluster: undefined, timeline: 0, isAway: false, onChecked: new Set() }
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
    onPosition(lsn, at) {
      for (const { positions } of replicas) positions.notePrimary(lsn, at)
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
   * The healthy replicas on the primary's timeline. While that is away, one of them may have become the primary: the others then are on the newest.
   * After a failover, a replica of an older timeline may hold what the new primary lacks, at positions that this one uses for other writes.
   */
  function usable() {
    const healthy = replicas.flatMap(replica => {
      const found = replica.healthy()
      return found ? [{ ...replica, ...found }] : []
    })
    const timelines = healthy.map(each => each.timeline)
    const current = state.isAway ? Math.max(state.timeline, ...timelines) : state.timeline
    return healthy.filter(each => each.timeline === current)
  }

  /**
   * The usable replicas that have replayed up to `lsn`, those with the shortest queue first. While the primary is away and
   * none has, all of them, the one that has replayed the most first: there is nothing else to ask.
   */
  function candidates(lsn: string | undefined) {
    const all = usable()
    const found = all.filter(({ positions }) => positions.hasReplayed(lsn))
    if (!found.length && state.isAway)
      return all.toSorted((one, other) => Number(other.positions.replayed() - one.positions.replayed()))
    return found.toSorted((one, other) => workOf(one.db) - workOf(other.db))
  }

  /** An acknowledged write may be in a replica's log and not replayed yet. */
  async function untilReplayed(lsn: string | undefined) {
    if (toPosition(lsn ?? '') === undefined) return
    const isReplayed = () => usable().some(({ positions }) => positions.hasReplayed(lsn))
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
  }: { state: PrimaryState; signal: AbortSignal; onPosition: (lsn: bigint, at: number) => void },
) {
  const { db, close } = connectForChecks(url, requirePrimary)
  await repeat(signal, async () => {
    const at = performance.now()
    try {
      const original = await readPosition(db)
      if (original.cluster === state.cluster && original.timeline < state.timeline)
        throw new Error('a former primary answers at the address of the primary')
      state.cluster = original.cluster
      state.timeline = original.timeline
      onPosition(original.lsn, at)
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
  /** The newest one that this server has been seen on; without a primary it receives nothing. */
  let timeline = 0
  const positions = trackPositions()
  let checkedAt = Number.NEGATIVE_INFINITY
  /** Why the last check found that it must not be used. */
  let problem: string | undefined
  /** The reason that was logged, until it is over. */
  let said: string | undefined

  /** Gives the reason why the replica must not be used, if there is one. */
  async function check(): Promise<string | undefined> {
    const copy = await readPosition(checked.db)
    if (copy.cluster !== state.cluster) return 'it is a copy of another database'
    if (!copy.is_replica) return 'it is no replica, or not any more'
    if (copy.server !== reads?.server) {
      void reads?.close()
      reads = connectTo(url, copy.server, max)
      timeline = 0
    }
    timeline = Math.max(timeline, copy.timeline)
    checkedAt = performance.now()
    if (positions.noteReplica({ timeline, lsn: copy.lsn }) > maxLagMs) return 'it is too far behind'
  }
  const following = repeat(signal, async () => {
    if (state.cluster === undefined) return
    problem = await check().catch((error: Error) => error.message)
    const isElsewhere = !problem && !state.isAway && timeline !== state.timeline
    const found = isElsewhere ? 'it is not seen to follow the present primary' : problem
    if (found && !said) warn(found)
    if (!found && said) say('it is as it should be')
    said = found
  })
  return {
    positions,
    warn,
    healthy: () =>
      problem || !reads || performance.now() - checkedAt > maxSilenceMs
        ? undefined
        : { db: reads.db, timeline },
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

type Position = { timeline: number; lsn: bigint }

/** Compares the log positions of a primary and its replica. */
function trackPositions() {
  /** The primary's, by time, that the replica has not replayed yet. */
  let ahead: { lsn: bigint; at: number }[] = []
  let heardAt = Number.NEGATIVE_INFINITY
  /** The replica has replayed its log at least up to here. */
  let replayed: Position = { timeline: 0, lsn: 0n }
  /** The replica has everything that was committed before this time. */
  let freshAt = Number.NEGATIVE_INFINITY
  return {
    /** `at`: when the primary was asked. */
    notePrimary(lsn: bigint, at: number) {
      heardAt = at
      ahead = [...ahead, { at, lsn }].slice(-maxLagMs / pollIntervalMs)
    },
    /** Gives the lag in milliseconds. It does not grow while the primary is silent: there is nothing to lag behind. */
    noteReplica(position: Position): number {
      replayed = position
      freshAt = ahead.findLast(each => each.lsn <= replayed.lsn)?.at ?? freshAt
      ahead = ahead.filter(each => each.lsn > replayed.lsn)
      return heardAt - freshAt
    },
    replayed: () => replayed.lsn,
    hasReplayed(lsn: string | undefined) {
      if (lsn === undefined) return true
      const position = toPosition(lsn)
      return position !== undefined && position.timeline <= replayed.timeline && position.lsn <= replayed.lsn
    },
  }
}

/** The insert position, not the flushed one: with asynchronous commit, the flush comes later. A file of the log is named after its timeline. */
const insertPosition = prepared('insert-position', db =>
  sql<{
    at: string
  }>`select left(pg_walfile_name(lsn), 8) || '/' || lsn as at from pg_current_wal_insert_lsn() as lsn`.compile(
    db,
  ),
)

async function currentLsn(primary: Db): Promise<string> {
  try {
    const [row] = await insertPosition(primary, {})
    return row!.at
  } catch {
    return unknownLsn
  }
}

/**
 * Where a server is in its log. The timeline of a replica is the newest one that it says: the one that it receives, which the role may not see
 * without `pg_read_all_stats`, or the one that its control file has, which may be older.
 */
async function readPosition(db: Db) {
  const { rows } = await sql<{
    cluster: string
    server: string
    is_replica: boolean
    lsn: string
    file: string | null
    timeline: number
  }>`select
    (select system_identifier::text from pg_control_system()) as cluster, ${sql.raw(serverIdentity)} as server,
    is_replica,
    case when is_replica then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn,
    case when not is_replica then pg_walfile_name(pg_current_wal_lsn()) end as file,
    greatest(
      (select received_tli from pg_stat_wal_receiver),
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())
    ) as timeline
    from pg_is_in_recovery() as is_replica
  `.execute(db)
  const { file, lsn, timeline, ...rest } = rows[0]!
  return { ...rest, timeline: file === null ? timeline : timelineOf(file), lsn: toLsn(lsn) }
}

const timelineOf = (text: string) => Number.parseInt(text.slice(0, 8), 16)

/** A timeline and an LSN, such as `00000001/16/B374D848`, as numbers; undefined when the text is none. */
function toPosition(text: string): Position | undefined {
  const [, timeline, lsn] = /^([0-9A-F]{8})\/([0-9A-F]{1,8}\/[0-9A-F]{1,8})$/.exec(text) ?? []
  return timeline && lsn ? { timeline: timelineOf(timeline), lsn: toLsn(lsn) } : undefined
}

function toLsn(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
