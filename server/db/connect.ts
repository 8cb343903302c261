import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './types.ts'

export type Db = Kysely<Database>

export type Connection = { db: Db; pool: TimedPool; close(): Promise<void> }

/** SQLSTATE serialization_failure and deadlock_detected: the transaction did nothing and may simply run again. */
const retryable = new Set(['40001', '40P01'])
const attempts = 3

/**
 * How a column of each type reads in TypeScript, where it differs from the driver's default. A `date` stays text
 * because a Date at local midnight is another day elsewhere; an `int8` (every count) is a number because ours stay
 * far below 2^53, and one that does not must fail rather than be rounded.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, text => text],
  [pg.types.builtins.INT8, toSafeInteger],
])

/** The pool of each `Db` that is not a transaction. */
export const poolOf = new WeakMap<Db, TimedPool>()

/** Names of prepared statements by their text; each connection prepares them once. */
const statementNames = new Map<string, string>()

/** Makes every connection send this text as the prepared statement `name`; see prepared.ts. */
export function sendNamed(name: string, text: string) {
  if ([...statementNames.values()].includes(name)) throw new Error(`Two statements are called ${name}.`)
  statementNames.set(text, name)
}

/** The name under which this text is prepared, if it is. */
export const statementName = (text: string): string | undefined => statementNames.get(text)

/** Adds names to statements: Kysely passes text and values only, and the driver prepares what has a name. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads are passed through unchanged
  override query(text: any, ...rest: [any?, any?]): any {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    return super.query(name ? { name, text } : text, ...rest)
  }
}

/** A pool that measures how long callers queue for its connections. */
export class TimedPool extends pg.Pool {
  /** First come, first served. */
  #queue = new Set<{ since: number }>()
  #queuedSince = 0

  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads are passed through unchanged
  override connect(callback?: (...results: any) => void): any {
    // Not queued: a connection is idle or can be opened, however long that takes.
    if (this.totalCount < this.options.max || this.idleCount > this.waitingCount)
      return callback ? super.connect(callback) : super.connect()
    const entry = { since: performance.now() }
    if (!this.#queue.size) this.#queuedSince = entry.since
    this.#queue.add(entry)
    const dequeue = () => void this.#queue.delete(entry)
    if (callback)
      return super.connect((...results) => {
        dequeue()
        callback(...results)
      })
    const connected = super.connect()
    connected.then(dequeue, dequeue)
    return connected
  }

  /** For how long the queue has not been empty, and its oldest caller has waited; both 0 while it is empty. */
  get queue(): { queuedSinceMs: number; oldestWaitMs: number } {
    const [oldest] = this.#queue
    if (!oldest) return { queuedSinceMs: 0, oldestWaitMs: 0 }
    const now = performance.now()
    return { queuedSinceMs: now - this.#queuedSince, oldestWaitMs: now - oldest.since }
  }
}

type Options = {
  max?: number
  statementTimeout?: number
  connectTimeout?: number
  /** Called with each new connection before it is used; a rejection closes it, and fails the caller that it was opened for. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
  /** Called after a commit with the ids of members who have news by it; without it, the database notifies. */
  onNews?: (designerIds: number[]) => void
}

/** The default of `connectTimeout`, in milliseconds. */
const connectTimeout = 2000

/**
 * The first statement of a connection, which may take as long as connecting. A pooler lets it wait where it has no connection to the server.
 */
const settingsOf = (options: Options) => ({
  text: `set timezone = 'UTC'; set statement_timeout = ${Number(options.statementTimeout ?? 5000)}${
    options.onNews ? `; set colophon.news = 'notice'` : ''
  }`,
  query_timeout: options.connectTimeout ?? connectTimeout,
})

/**
 * Opens a pool on `url` and Kysely over it. A query is cancelled by the server after `statementTimeout` milliseconds
 * (5 s unless said), a caller waits at most `connectTimeout` milliseconds for a free
 * connection (2 s unless said), and sessions run in UTC in place of the server's zone, so that `date` arithmetic means UTC days.
 */
export function connect(url: string, options: Options = {}): Connection {
  const pool = new TimedPool({
    Client: NamingClient,
    connectionString: url,
    max: options.max ?? 10,
    // Not as startup parameters: PgBouncer refuses them.
    onConnect: async client => {
      await client.query(settingsOf(options))
      await options.onConnect?.(client)
    },
    // A frozen server cancels nothing, so the driver has a timeout of its own.
    query_timeout: (options.statementTimeout ?? 5000) && (options.statementTimeout ?? 5000) + 1500,
    connectionTimeoutMillis: options.connectTimeout ?? connectTimeout,
    // Idle connections stay open: after a peak in load they would be closed, and new ones have to plan every statement again.
    idleTimeoutMillis: 0,
    application_name: 'colophon',
    // TCP keepalive: firewalls silently drop connections that are idle for long.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  })
  // A connection lost while idle is replaced, and one lost while it is being closed is no loss; but without a
  // listener either event would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  leaveReplicas(pool)
  const { onNews } = options
  if (onNews) pool.on('connect', client => passNewsOn(client, onNews))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  poolOf.set(db, pool)
  return { db, pool, close: () => db.destroy() }
}

/**
 * Whether a statement was refused because its server is a replica: SQLSTATE read_only_sql_transaction, and where the table is
 * unlogged feature_not_supported, which has other causes in other functions of PostgreSQL.
 */
export function isOfReplica(error: unknown) {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === '25006' || (code === '0A000' && routine === 'get_relation_info')
}

/** Whether the same values would be refused again: SQLSTATE data exception, constraint violation, or program limit exceeded. */
export const isOfValues = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '')

/**
 * Closes a connection after a write was refused on it because its server is a replica: the address may lead to the primary by
 * then, but only new connections get there.
 */
function leaveReplicas(pool: TimedPool) {
  const refused = new WeakSet<pg.ClientBase>()
  pool.on('connect', client =>
    client.connection.on('errorMessage', (error: unknown) => {
      if (isOfReplica(error)) refused.add(client)
    }),
  )
  pool.on('release', (_error, client) => {
    if (refused.has(client)) void (client as pg.Client).end()
  })
}

/**
 * Collects the notices of `announce_news` until their transaction has ended. Notices of a transaction that was rolled
 * back do no harm: the pages fetch unchanged news.
 */
function passNewsOn(client: pg.PoolClient, onNews: (designerIds: number[]) => void) {
  const gathered = new Set<number>()
  client.on('notice', ({ message, detail }) => {
    if (message === 'news') for (const id of detail?.split(',') ?? []) gathered.add(Number(id))
  })
  client.on('drain', () => {
    if (!gathered.size || client.getTransactionStatus() !== 'I') return
    onNews([...gathered])
    gathered.clear()
  })
}

/**
 * Runs `fn` in a transaction, again (three times in all) when PostgreSQL undid it because of a concurrent one; so `fn`
 * must do nothing but database work. Within a transaction it joins that one.
 */
export async function transaction<T>(db: Db, fn: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return isTransaction(db) ? fn(db) : retried(db, () => db.transaction().execute(fn))
}

/**
 * Runs `work`, one statement or one transaction, and repeats it up to two times when PostgreSQL has undone it because of
 * a concurrent one. Within a transaction it runs once: only the whole transaction could be repeated.
 */
export async function retried<T>(db: Db, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (isTransaction(db) || !code || !retryable.has(code) || attempt === attempts) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
}

function isTransaction(db: Db): db is Transaction<Database> {
  return db.isTransaction
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`)
  return value
}
