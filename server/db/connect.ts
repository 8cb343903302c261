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

/** The pool below a `Db` that is no transaction. */
export const poolOf = new WeakMap<Db, TimedPool>()

/** The names of statements that each connection prepares once, by their text. */
const statementNames = new Map<string, string>()

/** From now on this text is sent as the prepared statement `name`; see prepared.ts. */
export function sendNamed(name: string, text: string) {
  if ([...statementNames.values()].includes(name)) throw new Error(`Two statements are called ${name}.`)
  statementNames.set(text, name)
}

/** Kysely hands over a text and its values; the driver prepares what comes with a name. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: it has many ways of being called, and each stays what it was
  override query(text: any, ...rest: [any?, any?]): any {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    return super.query(name ? { name, text } : text, ...rest)
  }
}

/** A pool that knows how long callers stand in line for one of its connections. */
export class TimedPool extends pg.Pool {
  /** In the order in which they came. */
  #line = new Set<{ since: number }>()
  #lineBegan = 0

  // biome-ignore lint/suspicious/noExplicitAny: with a callback or without, and each stays what it was
  override connect(callback?: (...given: any) => void): any {
    // Who gets an idle connection, or has one opened, stands in no line, however long that takes.
    if (this.totalCount < this.options.max || this.idleCount > this.waitingCount)
      return callback ? super.connect(callback) : super.connect()
    const place = { since: performance.now() }
    if (!this.#line.size) this.#lineBegan = place.since
    this.#line.add(place)
    const leave = () => void this.#line.delete(place)
    if (callback)
      return super.connect((...given) => {
        leave()
        callback(...given)
      })
    const connected = super.connect()
    connected.then(leave, leave)
    return connected
  }

  /** For how many ms there has been a line without a break, and its first has stood in it; 0 where there is none. */
  get line(): { unbrokenMs: number; firstMs: number } {
    const [first] = this.#line
    if (!first) return { unbrokenMs: 0, firstMs: 0 }
    const now = performance.now()
    return { unbrokenMs: now - this.#lineBegan, firstMs: now - first.since }
  }
}

/**
 * Opens a pool on `url` and Kysely over it. A query is cancelled by the server after `statementTimeout` milliseconds
 * (5 s unless said), a caller waits at most 2 s for a free connection, and sessions run in UTC whatever the server's
 * zone, so that `date` arithmetic means UTC days.
 */
export function connect(url: string, options: { max?: number; statementTimeout?: number } = {}): Connection {
  const pool = new TimedPool({
    Client: NamingClient,
    connectionString: url,
    max: options.max ?? 10,
    statement_timeout: options.statementTimeout ?? 5000,
    // A server that is frozen cancels nothing: then the driver gives up by itself.
    query_timeout: (options.statementTimeout ?? 5000) && (options.statementTimeout ?? 5000) + 1500,
    connectionTimeoutMillis: 2000,
    // Never closed for being idle: ten seconds after a rush most were, and had to be opened and to plan everything again.
    idleTimeoutMillis: 0,
    application_name: 'colophon',
    options: '-c timezone=UTC',
    // Or a firewall forgets those that are idle for long, and nobody hears of it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  })
  // A connection lost while idle is replaced, and one lost while it is being closed is no loss; but without a
  // listener either event would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  poolOf.set(db, pool)
  return { db, pool, close: () => db.destroy() }
}

/**
 * Runs `fn` in a transaction, again (three times in all) when PostgreSQL undid it because of a concurrent one; so `fn`
 * must do nothing but database work. Within a transaction it joins that one.
 */
export async function transaction<T>(db: Db, fn: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return isTransaction(db) ? fn(db) : retried(db, () => db.transaction().execute(fn))
}

/**
 * Runs `work`, one statement or one transaction, again (three times in all) when PostgreSQL undid it because of a
 * concurrent one. Within a transaction it is run once: that one is what would have to be run again.
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
