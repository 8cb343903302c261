import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { formatCount } from '../../../shared/rules/format.ts'
import type { Config } from '../../config.ts'
import { addressOf, openClient, requireOwnSessions, requireReplica } from '../../db/check-address.ts'
import { listMigrations } from '../../db/migrate.ts'
import { failed, leftOut, ok, type Row, rowOf } from './row.ts'

const extensions = ['pg_trgm', 'unaccent', 'fuzzystrmatch']
/** Connections of one process, with some for the shell. */
const connectionsWanted = 40
/** A clock that is off by more than this refuses authenticator apps' codes, which hold for 30 seconds. */
const clockSeconds = 5

/** What the database is, and whether the program can work with it. */
export async function checkDatabase(url: string, config: Config): Promise<Row[]> {
  const client = await openClient(url, 'colophon check').catch((error: Error) => error)
  if (client instanceof Error) return [failed('Database', client.message)]
  try {
    return [
      await rowOf('Database', () => checkServer(client)),
      await rowOf('Rights', () => checkRights(client)),
      await rowOf('Durability', () => checkDurability(client)),
      await rowOf('Schema', () => checkSchema(client)),
      await rowOf('Sessions', () =>
        requireOwnSessions(url).then(() =>
          ok('Sessions', 'Notifications arrive: each connection has a session of its own.'),
        ),
      ),
      await rowOf('Clock', () => checkClock(client)),
      await rowOf('Disk', () => checkDisk(client, config)),
      ...(await Promise.all(
        config.replicaUrls.map(replica => rowOf('Replica', () => checkReplica(replica, url))),
      )),
      ...(config.replicaUrls.length ? [await rowOf('Failover', () => checkFailover(client))] : []),
    ]
  } finally {
    await client.end()
  }
}

async function checkServer(client: pg.Client): Promise<Row> {
  const { rows } = await client.query<{
    version: string
    major: number
    encoding: string
    letters: boolean
    most: number
  }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       current_setting('server_encoding') as encoding, current_setting('max_connections')::int as most,
       -- pg_trgm asks the collation's LC_CTYPE what a letter is, and "C" knows none beyond ASCII.
       upper('é' collate "default") = 'É' as letters`,
  )
  const { version, major, encoding, letters, most } = rows[0]!
  if (major < 15) return failed('Database', `PostgreSQL ${version} is too old: 15 or newer, please.`)
  if (encoding !== 'UTF8')
    return failed('Database', `Its encoding is ${encoding}: create it with --encoding UTF8.`)
  if (!letters)
    return failed(
      'Database',
      'Its collation knows no letters beyond ASCII, so searches miss them: create it with --locale C.UTF-8.',
    )
  if (most < connectionsWanted)
    return failed(
      'Database',
      `max_connections is ${most}; one process with the shell needs ${connectionsWanted}.`,
    )
  return ok('Database', `PostgreSQL ${version}, UTF-8, ${formatCount(most, 'connection')}.`)
}

async function checkRights(client: pg.Client): Promise<Row> {
  const { rows } = await client.query<{ may: boolean; name: string; missing: string[] }>(
    `select has_schema_privilege('public', 'create') as may, current_database() as name,
       array(select name from unnest($1::text[]) name where not exists (select from pg_available_extensions e where e.name = name.name)) as missing`,
    [extensions],
  )
  const { may, name, missing } = rows[0]!
  if (!may)
    return failed('Rights', `The role may not create tables in ${name}: make it the owner of the database.`)
  if (missing.length)
    return failed('Rights', `The server lacks the extensions ${missing.join(', ')} (Debian: in postgresql).`)
  return ok('Rights', 'The role may create tables, and the extensions are there.')
}

async function checkDurability(client: pg.Client): Promise<Row> {
  const { rows } = await client.query<{ off: string[] }>(
    `select array(select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) name
       where current_setting(name) = 'off') as off`,
  )
  const { off } = rows[0]!
  return off.length
    ? failed(
        'Durability',
        `${off.join(', ')} ${off.length === 1 ? 'is' : 'are'} off: a crash can lose what members were told is saved.`,
      )
    : ok('Durability', 'What is committed survives a crash.')
}

async function checkSchema(client: pg.Client): Promise<Row> {
  const { rows } = await client.query("select to_regclass('schema_migration') is not null as is")
  const own = await listMigrations()
  if (!rows[0].is) return leftOut('Schema', 'Empty: the first start makes it.')
  const { rows: applied } = await client.query<{ name: string }>('select name from schema_migration')
  const names = new Set(own.map(({ name }) => name))
  const newer = applied.find(({ name }) => !names.has(name))
  // Those that the baseline replaced are of an older version, which the start brings up to date.
  if (newer && newer.name > own.at(-1)!.name)
    return failed('Schema', `A newer version of the program has migrated it: ${newer.name}.`)
  const there = new Set(applied.map(({ name }) => name))
  const pending = own.filter(({ name }) => !there.has(name)).length
  return ok(
    'Schema',
    pending
      ? `${formatCount(pending, 'migration')} will run at the next start. Make a backup first.`
      : 'Of this version.',
  )
}

async function checkClock(client: pg.Client): Promise<Row> {
  const before = Date.now()
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  const middle = (before + Date.now()) / 2
  const seconds = Math.abs(rows[0]!.at.getTime() - middle) / 1000
  return seconds > clockSeconds
    ? failed(
        'Clock',
        `The database’s clock and this machine’s differ by ${Math.round(seconds)} seconds: let both use NTP.`,
      )
    : ok('Clock', 'This machine and the database agree.')
}

async function checkDisk(client: pg.Client, { dataDir, databaseUrl }: Config): Promise<Row> {
  const { rows } = await client.query<{ bytes: number; size: string }>(
    'select pg_database_size(current_database())::float8 as bytes, pg_size_pretty(pg_database_size(current_database())) as size',
  )
  const { bytes, size } = rows[0]!
  if (databaseUrl)
    return leftOut('Disk', `The database has ${size}; the free space of its server cannot be seen from here.`)
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const sentence = `The database has ${size}, the disk ${(free / 1e9).toFixed(1)} GB free.`
  return free < Math.max(1e9, bytes)
    ? failed('Disk', `${sentence} A backup’s proof needs as much as the database.`)
    : ok('Disk', sentence)
}

async function checkFailover(client: pg.Client): Promise<Row> {
  const { rows } = await client.query<{ names: string }>(
    `select current_setting('synchronous_standby_names') as names`,
  )
  return rows[0]!.names
    ? ok('Failover', 'A commit is answered once a replica has it: none is lost with the primary.')
    : leftOut(
        'Failover',
        'The replicas are asynchronous: where one takes over, the last writes that members were told are saved are lost. ' +
          'For that, set synchronous_standby_names, or Patroni’s synchronous_mode.',
      )
}

async function checkReplica(url: string, primaryUrl: string): Promise<Row> {
  await requireReplica(url, primaryUrl)
  const client = await openClient(url, 'colophon check')
  try {
    const { rows } = await client.query<{ is: boolean; seconds: number | null }>(
      `select pg_is_in_recovery() as is, extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as seconds`,
    )
    return rows[0]!.is
      ? ok('Replica', `${addressOf(url)}: one server, which replays the primary’s log.`)
      : leftOut(
          'Replica',
          `${addressOf(url)} is the primary at the moment: it answers reads once it is a replica.`,
        )
  } finally {
    await client.end()
  }
}
