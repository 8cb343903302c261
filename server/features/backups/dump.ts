import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { DumpedTable, Manifest } from './manifest.ts'
import { cutIntoPieces, type PartsPlace, putPart } from './parts.ts'
import type { OnProgress } from './progress.ts'

/**
 * Tables of sign-in secrets and of rows that soon expire. A restore must not revive a session or an API token that has
 * ended since.
 */
export const leftOut = [
  'session',
  'half_sign_in',
  'webauthn_challenge',
  'password_reset',
  'factor_undo',
  'api_token',
  'webhook_delivery',
]

/** For one transaction: texts of values do not depend on the server's settings. */
export const plainTexts =
  "set local datestyle = 'ISO, MDY'; set local timezone = 'UTC'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'"

/** The tables of the program in this database with the columns that can be written. */
async function listTables(client: pg.Client): Promise<{ name: string; columns: string[]; bytes: number }[]> {
  const { rows } = await client.query(
    `select relname as name, pg_table_size(pg_class.oid)::float8 as bytes,
       array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
       and relname <> 'schema_migration' and relname <> all ($1)
     group by pg_class.oid, relname order by relname`,
    [leftOut],
  )
  return rows
}

/**
 * Begins the transaction of a dump. The locks come before its snapshot, as in pg_dump: a table that a migration rewrites
 * afterwards would look empty in the snapshot.
 */
export async function beginDump(client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(`lock table ${list(tables.map(({ name }) => name))} in access share mode`)
}

/**
 * Copies every table into `place`, as it is at one moment: the client is in the transaction of `beginDump`. Rows are in the text format of COPY, which any later PostgreSQL reads. Costs the bytes of the tables once; nothing is locked
 * that requests need.
 */
export async function dumpDatabase(
  client: pg.Client,
  place: PartsPlace,
  onProgress: OnProgress,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  await client.query(plainTexts)
  const { rows: migrations } = await client.query('select name, checksum from schema_migration order by name')
  const found = await listTables(client)
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  const tables: DumpedTable[] = []
  for (const { name, columns, bytes } of found) {
    onProgress({ step: 'Database', done: before, of: total })
    const parts = []
    for await (const piece of cutIntoPieces(
      client.query(copyTo(`copy ${quote(name)} (${list(columns)}) to stdout`)),
    ))
      parts.push(await putPart(place, piece))
    tables.push({ name, columns, rows: parts.reduce((sum, { rows }) => sum + rows, 0), parts })
    before += bytes
  }
  onProgress({ step: 'Database', done: total, of: total })
  return { migrations, tables, sequences: await readSequences(client) }
}

/** After the rows: a sequence is not part of the snapshot, and must not be behind them. */
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences = []
  for (const { name } of rows) {
    const read = await client.query(`select last_value::text as value, is_called from ${quote(name)}`)
    sequences.push({ name, ...read.rows[0] })
  }
  return sequences
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
export const list = (columns: string[]) => columns.map(quote).join(', ')
