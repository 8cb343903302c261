import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Migration = { name: string; sql: string; checksum: string }

const ownFolder = new URL('./migrations/', import.meta.url)

/** Any constant will do; it only has to differ from other users of advisory locks in the same database. */
const lockKey = 0x636f6c6f

/** SQLSTATE lock_not_available and deadlock_detected. */
const busy = new Set(['55P03', '40P01'])
const attempts = 30

/**
 * Brings the database at `url` up to the `NNNN-name.sql` files of `folder` (our own unless said) and returns the names
 * it applied, oldest first. Any number of processes may do so at once: one works, the others wait and then find
 * nothing to do. Throws, having changed nothing, when the files and the database's record of them disagree.
 *
 * Each file runs in a transaction of its own. A file whose first line is `-- no transaction` (CREATE INDEX
 * CONCURRENTLY) runs statement by statement, each ending a line with its semicolon, and must stand being run twice,
 * because it may be interrupted half-way.
 */
export async function migrate(url: string, folder: string | URL = ownFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'colophon migrate' })
  // Without a listener, a server that goes away between two queries would end the process with no word of why.
  client.on('error', () => {})
  await client.connect().catch(error => {
    const { hostname, port, searchParams } = new URL(url)
    const place = searchParams.get('host') ?? `${hostname}:${port || 5432}`
    throw new Error(
      `PostgreSQL at ${place} (DATABASE_URL) does not let us in: ${error.message || error.code}`,
    )
  })
  try {
    await assertVersion(client)
    await waitForTurn(client)
    const pending = await findPending(client, migrations)
    for (const migration of pending) await apply(client, migration)
    return pending.map(migration => migration.name)
  } finally {
    // Ending the session also releases the lock.
    await client.end()
  }
}

async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  const major = Math.floor(Number(rows[0]!.version) / 10_000)
  if (major < 15) throw new Error(`PostgreSQL 15 or newer is needed; this server is ${major}.`)
}

async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const misnamed = names.find(name => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  if (misnamed) throw new Error(`Migration ${misnamed} is not named like 0012-add-likes.sql.`)
  return Promise.all(
    names.map(async name => {
      const path = typeof folder === 'string' ? `${folder}/${name}` : new URL(name, folder)
      // A checkout on Windows may turn every line ending into CRLF; that is not another migration.
      const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
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
  while (!(await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])).rows[0].locked) {
    if (Date.now() > deadline)
      throw new Error(
        'Another process has been migrating this database for ten minutes; look at what it is doing.',
      )
    await sleep(100)
  }
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  const applied = new Map(rows.map(row => [row.name, row.checksum]))
  const known = new Set(migrations.map(migration => migration.name))

  const unknown = rows.find(row => !known.has(row.name))
  if (unknown)
    throw new Error(
      `This database was migrated by a newer version of the program: it has ${unknown.name}, unknown here. ` +
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
  const newest = rows.at(-1)?.name
  const late = pending.find(migration => newest && migration.name < newest)
  if (late)
    throw new Error(
      `Migration ${late.name} comes before ${newest}, which this database has already applied. Give it a higher number.`,
    )
  return pending
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration
  const record = () =>
    client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
  for (let attempt = 1; ; attempt++) {
    try {
      if (/^-- no transaction\s*\n/.test(sql)) {
        // No lock_timeout: what runs here waits without blocking others, and interrupting it leaves an invalid index.
        for (const statement of sql.split(/(?<=;)[ \t]*\n/)) await run(client, migration, statement)
        await record()
        return
      }
      await client.query('begin')
      // Whoever queues behind our lock request waits as long as we do: give up soon, and ask again.
      await client.query("set local lock_timeout = '2s'")
      await run(client, migration, sql)
      await record()
      await client.query('commit')
      return
    } catch (error) {
      // The connection itself may be gone; then the first error is the one that tells.
      await client.query('rollback').catch(() => {})
      const cause = error instanceof Error ? error.cause : undefined
      if (!(cause instanceof pg.DatabaseError && busy.has(cause.code ?? '')) || attempt === attempts)
        throw error
      await sleep(500)
    }
  }
}

async function run(client: pg.Client, { name, sql }: Migration, statements: string): Promise<void> {
  try {
    await client.query(statements)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    const before = sql.slice(0, sql.indexOf(statements) + Number(cause.position) - 1)
    const place = cause.position ? `${name}, line ${before.split('\n').length}` : name
    throw new Error(`Migration ${place}: ${cause.message}`, { cause })
  }
}
