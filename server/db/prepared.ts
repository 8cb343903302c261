import { type Compilable, type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Db, poolOf, sendNamed, statementName } from './connect.ts'
import type { Database } from './types.ts'

/** Compiles statements; there is no connection behind it. */
const compiler: Db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('This only compiles.')) }),
})

/** Placeholders for the values while the statement is built. Code that uses one as a value throws or fails its tests. */
const placeholders = new Proxy({}, { get: (_, key) => Symbol(String(key)) })

/**
 * Makes a prepared statement for a query that runs often: compiled once here and parsed once by each connection under `name`;
 * afterwards only values are sent. `build` runs before there are values, so the text must not depend on them.
 *
 * PostgreSQL switches to a generic plan after five executions if that looks as cheap. It seldom does with a value in `limit`
 * or `offset`, unless the value is in a subquery: `limit(inSubquery(params.page_size))`.
 */
export function prepared<Params extends Record<string, unknown>, Row>(
  name: string,
  build: (db: Db, params: Params) => CompiledQuery<Row>,
): (db: Db, params: Params) => Promise<Row[]> {
  const compiled = build(compiler, placeholders as Params)
  const names = compiled.parameters.map(value => (typeof value === 'symbol' ? value.description : undefined))
  sendNamed(name, compiled.sql)
  return async (db, params) => {
    const parameters = compiled.parameters.map((value, i) => {
      const key = names[i]
      return key === undefined ? value : params[key]
    })
    // Outside a transaction the driver is used directly: Kysely would add nothing but time.
    const pool = poolOf.get(db)
    if (!pool) return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return (await client.query(compiled.sql, parameters)).rows
    } catch (error) {
      // After an error of the server the connection is still good; `pool.query` would close it.
      if (!(error instanceof pg.DatabaseError)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** How many texts each name has. */
const variants = new Map<string, number>()
/** A statement whose text depends on values would fill the memory of each connection. */
const mostVariants = 16

/**
 * Runs a query as a prepared statement that is built with each call, because its text has variants, such as one for staff: each of them
 * is prepared under `name` and a number. Planning takes several times as long as finding a few rows.
 */
export async function runPrepared<Row>(db: Db, name: string, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile()
  const known = variants.get(name) ?? 0
  if (!statementName(compiled.sql) && known < mostVariants) {
    sendNamed(`${name}-${known + 1}`, compiled.sql)
    variants.set(name, known + 1)
  }
  return (await db.executeQuery(compiled)).rows
}
