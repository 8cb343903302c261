import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openClient } from './check-address.ts'

type Migration = { name: string; sql: string; checksum: string }

/** Names and checksums of this program's migrations, oldest first. */
export const listMigrations = async () =>
  (await readMigrations(ownFolder)).map(({ name, checksum }) => ({ name, checksum }))

const ownFolder = fileURLToPath(new URL('./migrations/', import.meta.url))

/**
 * Subfolder with the migrations that the baseline replaced. A database that began with them gets the rest of them, and
 * then has the schema that the baseline gives a new one.
 */
const beforeBaseline = 'before-baseline'

/** An arbitrary key, different from the other advisory locks in the database. */
const lockKey = 0x636f6c6f

/** SQLSTATE lock_not_available and deadlock_detected. */
const busy = new Set(['55P03', '40P01'])
const attempts = 30

/**
 * Stands in the record of migrations while a backup is being restored. Every version refuses to start on such a database, also an
 * older one, which takes it for a migration that it does not have.
 */
export const unfinishedRestore = 'a restore that has not finished'

/**
 * Applies the `NNNN-name.sql` files of `folder` that the database at `url` has not applied yet, and returns their names,
 * oldest first. Any number of processes may do so at once: one works, the others wait and then find nothing to do.
 * Throws, having changed nothing, when the files and the database's record of them disagree, and where a restore was interrupted.
 *
 * Files that follow each other share a transaction: where one fails, none of them was applied, and the version of the
 * program that knows none of them starts as before. A file whose first line is `-- no transaction` (CREATE INDEX
 * CONCURRENTLY, or steps that commit) ends the transaction before it, runs statement by statement, and must be
 * repeatable, because it may be interrupted half-way. A file whose first line is `-- baseline` is part of the baseline.
 */
export async function migrate(url: string, folder = ownFolder): Promise<string[]> {
  const client = await openClient(url, 'colophon migrate')
  try {
    await waitForTurn(client)
    if (await isHalfRestored(client))
      throw new Error(
        'A restore into this database has not finished. Run a restore again: it begins from nothing. Or name another database.',
      )
    return await applyMigrations(client, { folder })
  } finally {
    // Ending the session also releases the lock.
    await client.end()
  }
}

/** Applies the migrations, for a client that holds their lock. With `until`, the files after that one are left out. */
export async function applyMigrations(
  client: pg.Client,
  { folder = ownFolder, until }: { folder?: string; until?: string | undefined } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => until === undefined || name <= until)
  const replaced = await readMigrations(join(folder, beforeBaseline)).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  await assertVersion(client)
  const done: string[] = []
  for (const steps of groupsOf(planUpgrade(migrations, replaced, await readApplied(client)))) {
    await applyGroup(client, steps, done)
    for (const step of steps) if ('name' in step) done.push(step.name)
  }
  return done
}

/** Whether a restore into this database was begun that has not finished. */
export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('schema_migration') is not null as is_there")
  if (!rows[0].is_there) return false
  const { rowCount } = await client.query('select from schema_migration where name = $1', [unfinishedRestore])
  return rowCount === 1
}

/** A file to apply, or the files to record in place of those that they replaced. */
type Step = Migration | { baseline: Migration[] }

function planUpgrade(migrations: Migration[], replaced: Migration[], applied: Map<string, string>): Step[] {
  if (!replaced.some(({ name }) => applied.has(name))) return findPending(migrations, applied)
  const baseline = migrations.filter(({ sql }) => /^-- baseline\s*\n/.test(sql))
  const adopted = new Map(baseline.map(({ name, checksum }) => [name, checksum]))
  return [...findPending(replaced, applied), { baseline }, ...findPending(migrations, adopted)]
}

const isTransactional = (step: Step) => 'baseline' in step || !/^-- no transaction\s*\n/.test(step.sql)

/** The steps in order: those that share a transaction together, each other one by itself. */
function groupsOf(steps: Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last && isTransactional(step) && isTransactional(last[0]!)) last.push(step)
    else groups.push([step])
  }
  return groups
}

async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  const major = Math.floor(Number(rows[0]!.version) / 10_000)
  if (major < 15) throw new Error(`PostgreSQL 15 or newer is needed; this server is ${major}.`)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const misnamed = names.find(name => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (misnamed) throw new Error(`Migration ${misnamed} is not named like 0012-add-likes.sql.`)
  return Promise.all(
    names.map(async name => {
      // Git may have been told to check out CRLF line endings; the checksum ignores them.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Polls, because a session that waits inside pg_advisory_lock() holds a snapshot which CREATE INDEX CONCURRENTLY, run
 * by the session ahead, would wait for in turn.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const deadline = Date.now() + 10 * 60_000
  while (!(await takeTurn(client))) {
    if (Date.now() > deadline)
      throw new Error(
        'Another process has been migrating or restoring this database for ten minutes; look at what it is doing.',
      )
    await sleep(100)
  }
}

/** Takes the lock of those that migrate or restore, until the session ends; false while another session has it. */
export async function takeTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])
  return rows[0].locked
}

export const createRecord = (client: pg.Client) =>
  client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)

/** Names and checksums of the migrations that the database has applied. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  await createRecord(client)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration where name <> $1 order by name',
    [unfinishedRestore],
  )
  return new Map(rows.map(row => [row.name, row.checksum]))
}

/** Records the baseline in place of the migrations that it replaced, so that the record is that of a new database. */
async function adoptBaseline(client: pg.Client, baseline: Migration[]): Promise<void> {
  await client.query(
    `with replaced as (delete from schema_migration)
     insert into schema_migration (name, checksum) select * from unnest($1::text[], $2::text[])`,
    [baseline.map(migration => migration.name), baseline.map(migration => migration.checksum)],
  )
}

function findPending(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const names = new Set(migrations.map(migration => migration.name))

  const unknown = [...applied.keys()].find(name => !names.has(name))
  if (unknown)
    throw new Error(
      `This database was migrated by a newer version of the program: it has ${unknown}, unknown here. ` +
        'Start that version, or restore a backup made before it.',
    )
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed)
    throw new Error(
      `Migration ${changed.name} was changed after this database had applied it. ` +
        'Restore the file and put the change into a new migration; ' +
        'or, when the data may go, start over with `npm run db:reset`.',
    )
  const pending = migrations.filter(migration => !applied.has(migration.name))
  const newest = [...applied.keys()].at(-1)
  const late = pending.find(migration => newest && migration.name < newest)
  if (late)
    throw new Error(
      `Migration ${late.name} comes before ${newest}, which this database has already applied. Give it a higher number.`,
    )
  return pending
}

/** `done`: the files that this upgrade has committed before. */
async function applyGroup(client: pg.Client, steps: Step[], done: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (!isTransactional(steps[0]!)) return await applyAlone(client, steps[0] as Migration)
      await client.query('begin')
      // Other queries wait behind our lock request, so it times out soon and is repeated.
      await client.query("set local lock_timeout = '2s'")
      for (const step of steps) {
        if ('baseline' in step) await adoptBaseline(client, step.baseline)
        else {
          await run(client, step, step.sql)
          await record(client, step)
        }
      }
      await client.query('commit')
      return
    } catch (error) {
      // If the connection is gone, the first error is the informative one.
      await client.query('rollback').catch(() => {})
      if (!(error instanceof StatementError)) throw error
      if (busy.has(error.cause.code ?? '') && attempt < attempts) await sleep(500)
      else throw new Error(`${error.message} ${describeRest(steps, done)}`, { cause: error.cause })
    }
  }
}

/** No lock_timeout: what runs here waits without blocking others, and interrupting it leaves an invalid index. */
async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of splitStatements(migration.sql)) await run(client, migration, statement)
  await record(client, migration)
}

const record = (client: pg.Client, { name, checksum }: Migration) =>
  client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])

/** What a failed upgrade leaves in the database, and which version starts on it. */
function describeRest(failed: Step[], done: readonly string[]): string {
  if (done.length)
    return (
      `The migrations up to ${done.at(-1)} stay, because one of them cannot be undone: the version before does not start ` +
      'on them. Remove the cause and start this version again, which continues there, or restore the backup.'
    )
  return isTransactional(failed[0]!)
    ? 'Nothing of this upgrade was applied: the version before it starts as before.'
    : 'The statements before it stay, and the next start begins with this file again.'
}

/** Comments and quoted text, in which a semicolon ends nothing; or the semicolon itself. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g

/** The statements of a file, each with its semicolon and the comments before it. */
function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(token)].filter(([text]) => text === ';').map(({ index }) => index + 1)
  const statements = [...ends, sql.length].map((end, i) => sql.slice(ends[i - 1] ?? 0, end))
  return statements.filter(statement => statement.replace(token, '').trim() !== '')
}

/** A statement that the database refused. */
class StatementError extends Error {
  declare cause: pg.DatabaseError
}

async function run(client: pg.Client, { name, sql }: Migration, statements: string): Promise<void> {
  try {
    await client.query(statements)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    const before = sql.slice(0, sql.indexOf(statements) + Number(cause.position) - 1)
    const position = cause.position ? `${name}, line ${before.split('\n').length}` : name
    throw new StatementError(`Migration ${position}: ${cause.message}.`, { cause })
  }
}
