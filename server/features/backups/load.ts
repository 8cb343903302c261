import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyMigrations, listMigrations } from '../../db/migrate.ts'
import type { Files } from '../../outside/files.ts'
import { list, plainTexts, quote } from './dump.ts'
import { Damaged, type DumpedTable, type Manifest } from './manifest.ts'
import { getPart } from './parts.ts'
import type { OnProgress } from './progress.ts'

/**
 * Throws a sentence unless this program can read the backup: each of its migrations must be one of ours, unchanged.
 */
export async function requireOwnSchema(manifest: Manifest, program: string): Promise<void> {
  const own = new Map((await listMigrations()).map(({ name, checksum }) => [name, checksum]))
  const foreign = manifest.migrations.find(({ name, checksum }) => own.get(name) !== checksum)
  if (foreign)
    throw new Error(
      `The backup was made by version ${manifest.program}, which has ${foreign.name}; this is version ${program}, which ` +
        `${own.has(foreign.name) ? 'has another one' : 'does not have it'}. Restore it with version ${manifest.program}, or a newer one.`,
    )
}

/**
 * Loads a backup's tables into the empty database of `client`, in the schema they were made of, and then migrates it to this
 * program's. Keys and indexes are made after the rows: that checks every reference, and costs a third of keeping them up to date.
 */
export async function loadDatabase(
  client: pg.Client,
  target: Files,
  { manifest, onProgress }: { manifest: Manifest; onProgress: OnProgress },
): Promise<void> {
  await applyMigrations(client, { until: manifest.migrations.at(-1)?.name })
  await client.query('set statement_timeout = 0')
  await client.query('begin')
  await client.query(
    `${plainTexts}; set local client_min_messages = warning; set local maintenance_work_mem = '256MB'`,
  )
  const later = await takeOffLaterParts(client)
  await loadTables(client, target, { manifest, onProgress })
  for (const [i, statement] of later.entries()) {
    onProgress({ step: 'Indexes', done: i, of: later.length })
    await client.query(statement)
  }
  onProgress({ step: 'Indexes', done: later.length, of: later.length })
  for (const { name, value, is_called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(name), value, is_called])
  await client.query('commit')
  await client.query('analyze')
  await applyMigrations(client)
}

/**
 * Drops constraints that have indexes or refer to other tables, indexes and triggers; gives the statements that bring them back, in order.
 * An index that is made once all rows are there takes a fraction of the time.
 */
async function takeOffLaterParts(client: pg.Client): Promise<string[]> {
  // Foreign keys are the first to go and the last to come back: they need the keys that they refer to.
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('f', 'p', 'u') and connamespace = 'public'::regnamespace and conrelid <> 'schema_migration'::regclass
     order by contype <> 'f', oid`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'schema_migration'`,
  )
  const { rows: views } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'm'`,
  )
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  // Migrations insert first rows, which the backup has as well.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return [
    ...constraints
      .toReversed()
      .map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${quote(name)} ${definition}`,
      ),
    ...indexes.map(({ definition }) => definition),
    ...tables.map(({ name }) => `alter table ${name} enable trigger user`),
    ...views.map(({ name }) => `refresh materialized view ${name}`),
  ]
}

async function loadTables(
  client: pg.Client,
  target: Files,
  { manifest, onProgress }: { manifest: Manifest; onProgress: OnProgress },
) {
  const total = manifest.tables.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const table of manifest.tables) {
    const stream = client.query(copyFrom(`copy ${quote(table.name)} (${list(table.columns)}) from stdin`))
    await pipeline(Readable.from(piecesOf(table), { objectMode: false }), stream)
    if (stream.rowCount !== table.rows)
      throw new Damaged(`${table.name} has ${stream.rowCount} rows in place of ${table.rows}.`)
  }
  onProgress({ step: 'Database', done, of: total })

  async function* piecesOf({ parts }: DumpedTable) {
    for (const part of parts) {
      onProgress({ step: 'Database', done, of: total })
      yield await getPart(target, part)
      done += part.bytes
    }
  }
}
