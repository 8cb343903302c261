import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Db, poolOf, sendNamed } from './connect.ts'
import type { Database } from './types.ts'

/** Compiles statements; there is no connection behind it. */
const compiler: Db = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('This only compiles.')) }),
})

/** Stands for each value while the statement is built: code that looked at one would throw, or build it wrongly. */
const placeholders = new Proxy({}, { get: (_, key) => Symbol(String(key)) })

/**
 * A statement that runs often: compiled once, here, and parsed once by each connection under `name`; after that only
 * its values are sent. `build` runs before there are any, so its text must not depend on them.
 *
 * PostgreSQL stops planning it anew after five times if one plan for all values looks as cheap; it does not where a
 * value stands in `limit` or `offset`, unless hidden: `` limit(sql`(select ${given.page_size}::int)`) ``.
 */
export function prepared<Given extends Record<string, unknown>, Row>(
  name: string,
  build: (db: Db, given: Given) => CompiledQuery<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  const compiled = build(compiler, placeholders as Given)
  const names = compiled.parameters.map(value => (typeof value === 'symbol' ? value.description : undefined))
  sendNamed(name, compiled.sql)
  return async (db, given) => {
    const parameters = compiled.parameters.map((value, i) => {
      const key = names[i]
      return key === undefined ? value : given[key]
    })
    // Outside a transaction any connection will do, and Kysely has nothing to add.
    const pool = poolOf.get(db)
    if (!pool) return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return (await client.query(compiled.sql, parameters)).rows
    } catch (error) {
      // What the server refuses is no fault of the connection; `pool.query` would close it all the same.
      if (!(error instanceof pg.DatabaseError)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
}
