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

/** Opens a connection to the database that is loaded. */
export type Open = () => Promise<pg.Client>

/**
 * Loads a backup's tables into the empty database of `client`, in the schema they were made of, and then migrates it to this
 * program's. Keys and indexes are made after the rows: that checks every reference, and costs a third of keeping them up to date. Two
 * connections share the work, since most statements use one core. The database is half loaded wherever this ends early.
 */
export async function loadDatabase(
  client: pg.Client,
  target: Files,
  { open, manifest, onProgress }: { open: Open; manifest: Manifest; onProgress: OnProgress },
): Promise<void> {
  await applyMigrations(client, { until: manifest.migrations.at(-1)?.name })
  const clients = [client, await open()]
  try {
    for (const each of clients)
      await each.query(
        "set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0; set maintenance_work_mem = '256MB'",
      )
    const { keys, others, triggers, tables } = await takeOffLaterParts(client, manifest)
    await loadTables(clients, target, { manifest, onProgress })
    let done = 0
    const of = [...keys, ...others].flat().length
    const run = async (each: pg.Client, statements: string[]) => {
      for (const statement of statements) {
        onProgress({ step: 'Indexes', done: done++, of })
        await each.query(statement)
      }
    }
    // References need the keys that they refer to.
    await share(clients, keys, run)
    await share(clients, others, run)
    onProgress({ step: 'Indexes', done: of, of })
    for (const statement of triggers) await client.query(statement)
    for (const { name, value, is_called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(name), value, is_called])
    await share(clients, tables, async (each, name) => void (await each.query(`analyze ${name}`)))
    await client.query('reset maintenance_work_mem')
  } finally {
    await clients[1]!.end()
  }
  await applyMigrations(client)
}

/**
 * Does the tasks in their order, one at a time on each connection. After a failure none begins, and the one under way on another
 * connection is waited for.
 */
async function share<Task>(
  clients: pg.Client[],
  tasks: readonly Task[],
  run: (client: pg.Client, task: Task) => Promise<void>,
) {
  const left = [...tasks]
  const ends = await Promise.allSettled(
    clients.map(async client => {
      for (let task = left.shift(); task !== undefined; task = left.shift())
        await run(client, task).catch(error => {
          left.length = 0
          throw error
        })
    }),
  )
  const failure = ends.find(end => end.status === 'rejected')
  if (failure) throw failure.reason
}

const bytesOf = ({ parts }: DumpedTable) => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Drops constraints that have indexes or refer to other tables, indexes and triggers; gives the statements that bring them back: `others`
 * once the keys are there, the statements of an item in their order, the items at the same time. References are one
 * item, since each locks two tables, and two that lock them in different orders would wait for each other.
 */
async function takeOffLaterParts(client: pg.Client, manifest: Manifest) {
  // Foreign keys are the first to go: they need the keys that they refer to.
  const { rows: constraints } = await client.query<{
    type: string
    table: string
    name: string
    definition: string
  }>(
    `select contype as type, conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('f', 'p', 'u') and connamespace = 'public'::regnamespace and conrelid <> 'schema_migration'::regclass
     order by contype <> 'f', oid`,
  )
  const { rows: indexes } = await client.query<{ table: string; name: string; definition: string }>(
    `select relname as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  const { rows: relations } = await client.query<{ name: string; kind: string }>(
    `select oid::regclass::text as name, relkind as kind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') and relname <> 'schema_migration'`,
  )
  const names = (kind: string) => relations.filter(each => each.kind === kind).map(({ name }) => name)
  const [tables, views] = [names('r'), names('m')]
  await client.query('begin')
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${quote(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const name of tables) await client.query(`alter table ${name} disable trigger user`)
  // Migrations insert first rows, which the backup has as well.
  await client.query(`truncate ${tables.join(', ')}`)
  await client.query('commit')
  const add = ({ table, name, definition }: (typeof constraints)[number]) =>
    `alter table ${table} add constraint ${quote(name)} ${definition}`
  const bytes = new Map(manifest.tables.map(table => [table.name, bytesOf(table)]))
  const size = ({ table }: { table: string }) => bytes.get(table) ?? 0
  return {
    keys: constraints.filter(({ type }) => type !== 'f').map(key => [add(key)]),
    // The largest first, so that both connections end at about the same time.
    others: [
      constraints.filter(({ type }) => type === 'f').map(add),
      ...indexes.toSorted((a, b) => size(b) - size(a)).map(({ definition }) => [definition]),
      ...views.map(name => [`refresh materialized view ${name}`]),
    ],
    triggers: tables.map(name => `alter table ${name} enable trigger user`),
    tables: [...tables, ...views],
  }
}

async function loadTables(
  clients: pg.Client[],
  target: Files,
  { manifest, onProgress }: { manifest: Manifest; onProgress: OnProgress },
) {
  const tables = manifest.tables.toSorted((a, b) => bytesOf(b) - bytesOf(a))
  const total = tables.reduce((sum, table) => sum + bytesOf(table), 0)
  let done = 0
  await share(clients, tables, async (client, table) => {
    const name = quote(table.name)
    // Truncated in the same transaction, its rows can be frozen, which no vacuum has to do later, and need no WAL where that is minimal.
    await client.query(`begin; ${plainTexts}; truncate ${name}`)
    const stream = client.query(copyFrom(`copy ${name} (${list(table.columns)}) from stdin with (freeze)`))
    await pipeline(Readable.from(piecesOf(table), { objectMode: false }), stream)
    if (stream.rowCount !== table.rows)
      throw new Damaged(`${table.name} has ${stream.rowCount} rows in place of ${table.rows}.`)
    await client.query('commit')
  })
  onProgress({ step: 'Database', done, of: total })

  async function* piecesOf({ parts }: DumpedTable) {
    for (const part of parts) {
      onProgress({ step: 'Database', done, of: total })
      yield await getPart(target, part)
      done += part.bytes
    }
  }
}
