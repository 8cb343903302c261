import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { formatCount } from '../../../shared/rules/format.ts'
import type { Config } from '../../config.ts'
import { addressOf, openClient, requireOwnSessions, requireReplica } from '../../db/check-address.ts'
import { hasOwnPostgres } from '../../db/cluster.ts'
import { listMigrations, unfinishedRestore } from '../../db/migrate.ts'
import { isLocalHost } from '../../lib/loopback.ts'
import { paypalHost } from '../../outside/provider.ts'
import type { BackupState } from './outside.ts'
import { failed, leftOut, ok, type Row, rowOf } from './row.ts'

const extensions = ['pg_trgm', 'unaccent', 'fuzzystrmatch']
/** A clock that is off by more than this refuses authenticator apps' codes, which hold for 30 seconds. */
const clockSeconds = 5
const tryMs = 10_000

/** What the database is, and whether the program can work with it. */
export async function checkDatabase(url: string, config: Config): Promise<Row[]> {
  const client = await openClient(url, 'colophon check').catch((error: Error) => error)
  if (client instanceof Error) return [failed('Database', client.message)]
  try {
    return [
      await rowOf('Database', () => checkServer(client, config)),
      await rowOf('Rights', async () =>
        checkRights(client, { needsScratch: config.backup !== undefined && !(await hasOwnPostgres()) }),
      ),
      await rowOf('Durability', () => checkDurability(client)),
      await rowOf('Schema', () => checkSchema(client)),
      await rowOf('Sessions', () =>
        requireOwnSessions(url).then(() =>
          ok('Sessions', 'Notifications arrive: each connection has a session of its own.'),
        ),
      ),
      await rowOf('Clock', () => checkClock(client, timeSources(config))),
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

/** Why the last backup failed, and the name under which this site makes its backups; undefined where the database cannot say. */
export async function readBackupState(url: string): Promise<BackupState | undefined> {
  const client = await openClient(url, 'colophon check').catch(() => undefined)
  if (!client) return undefined
  try {
    const { rows } = await client.query<BackupState>(
      `select (select value ->> 'why' from setting where name = 'backup problem') as problem,
         (select value ->> 'id' from setting where name = 'installation') as installation`,
    )
    return rows[0]
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}

/** The addresses, two at most, that the sessions of the last week were begun from; none where the database cannot say. */
export async function listSignInAddresses(url: string): Promise<string[]> {
  const client = await openClient(url, 'colophon check').catch(() => undefined)
  if (!client) return []
  try {
    const { rows } = await client.query<{ address: string }>(
      `select distinct address from session where created_at > now() - interval '7 days' and address <> '' limit 2`,
    )
    return rows.map(({ address }) => address)
  } catch {
    return []
  } finally {
    await client.end()
  }
}

export async function checkServer(
  client: pg.Client,
  { databasePool }: Pick<Config, 'databasePool'>,
): Promise<Row> {
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
  // Of one process, with some for the shell.
  const wanted = 2 * databasePool + 20
  if (most < wanted)
    return failed(
      'Database',
      `max_connections is ${most}; with DATABASE_POOL ${databasePool} one process and the shell need ${wanted}.`,
    )
  return ok('Database', `PostgreSQL ${version}, UTF-8, ${formatCount(most, 'connection')}.`)
}

/** `needsScratch`: backups are made, and no PostgreSQL comes with the program in which they could be proved. */
export async function checkRights(
  client: pg.Client,
  { needsScratch }: { needsScratch: boolean },
): Promise<Row> {
  const { rows } = await client.query<{ may: boolean; createdb: boolean; name: string; missing: string[] }>(
    `select has_schema_privilege('public', 'create') as may, current_database() as name,
       (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as createdb,
       array(select name from unnest($1::text[]) name where not exists (select from pg_available_extensions e where e.name = name.name)) as missing`,
    [extensions],
  )
  const { may, createdb, name, missing } = rows[0]!
  if (!may)
    return failed('Rights', `The role may not create tables in ${name}: make it the owner of the database.`)
  if (missing.length)
    return failed('Rights', `The server lacks the extensions ${missing.join(', ')} (Debian: in postgresql).`)
  if (needsScratch && !createdb)
    return failed(
      'Rights',
      'The role may create no database, and a backup is proved in a scratch one where no PostgreSQL comes with the program: alter role … createdb.',
    )
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
  if (applied.some(({ name }) => name === unfinishedRestore))
    return failed(
      'Schema',
      'A restore into it has not finished. Run the restore again, or name another database.',
    )
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

/**
 * Compares this machine's clock with the database's and with that of another machine: the database may run on this one, and
 * then proves nothing.
 */
export async function checkClock(
  client: pg.Client,
  sources: readonly string[],
  now: () => number = Date.now,
): Promise<Row> {
  const before = now()
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  const offset = Math.round((rows[0]!.at.getTime() - (before + now()) / 2) / 1000)
  if (Math.abs(offset) > clockSeconds)
    return failed(
      'Clock',
      `The database’s clock and this machine’s differ by ${formatCount(Math.abs(offset), 'second')}: let both use NTP.`,
    )
  for (const source of sources) {
    const { host } = new URL(source)
    const outside = await readOffset(source, now)
    if (outside === undefined) continue
    return Math.abs(outside) > clockSeconds
      ? failed(
          'Clock',
          `This machine’s clock is ${formatCount(Math.abs(outside), 'second')} ${outside > 0 ? 'behind' : 'ahead of'} that of ${host}: let it use NTP.`,
        )
      : ok('Clock', `This machine, the database and ${host} agree.`)
  }
  return leftOut(
    'Clock',
    'This machine and the database agree. No other machine told the time (PayPal and the S3 store would), so both may be wrong.',
  )
}

/** Seconds that the clock of an HTTP server is ahead of `now`, by its Date header, which has whole ones; undefined where it has none. */
async function readOffset(url: string, now: () => number): Promise<number | undefined> {
  const before = now()
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(tryMs),
  }).catch(() => undefined)
  const at = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(at) ? undefined : Math.round((at + 500 - (before + now()) / 2) / 1000)
}

/** Servers of others that the settings lead to anyway. */
const timeSources = ({ payments, s3 }: Config) => [
  ...(payments.kind === 'paypal' ? [paypalHost(payments.environment)] : []),
  ...(s3 && !isLocalHost(new URL(s3.endpoint).hostname) ? [s3.endpoint] : []),
]

type Space = { bavail: number; bsize: number }

/** `findSpace` is of the file system that holds a folder. */
export async function checkDisk(
  client: pg.Client,
  { dataDir, databaseUrl, backup }: Pick<Config, 'dataDir' | 'databaseUrl' | 'backup'>,
  findSpace: (folder: string) => Promise<Space> = statfs,
): Promise<Row> {
  const { rows } = await client.query<{ bytes: number; size: string }>(
    'select pg_database_size(current_database())::float8 as bytes, pg_size_pretty(pg_database_size(current_database())) as size',
  )
  const { bytes, size } = rows[0]!
  const { bavail, bsize } = await findSpace(dataDir)
  const free = bavail * bsize
  // A backup is proved in DATA_DIR where a PostgreSQL comes with the program.
  const needed = !databaseUrl || (backup && (await hasOwnPostgres())) ? bytes : 0
  const sentence =
    `The database has ${size}, the disk of DATA_DIR ${(free / 1e9).toFixed(1)} GB free.` +
    (databaseUrl ? ' What its server has free cannot be seen from here.' : '')
  if (free >= Math.max(1e9, needed)) return ok('Disk', sentence)
  return failed(
    'Disk',
    `${sentence} ${needed > 1e9 ? 'A backup’s proof needs as much as the database.' : 'At least 1 GB should be.'}`,
  )
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
  const client = await openClient(url, 'colophon check', 'DATABASE_REPLICA_URLS')
  try {
    const { rows } = await client.query<{ is_replica: boolean; sees_timeline: boolean }>(
      `select pg_is_in_recovery() as is_replica, pg_has_role('pg_read_all_stats', 'usage') as sees_timeline`,
    )
    const { is_replica, sees_timeline } = rows[0]!
    if (!is_replica)
      return leftOut(
        'Replica',
        `${addressOf(url)} is the primary at the moment: it answers reads once it is a replica.`,
      )
    const sentence = `${addressOf(url)}: one server, which replays the primary’s log.`
    if (sees_timeline) return ok('Replica', sentence)
    return leftOut(
      'Replica',
      `${sentence} Its role may not see which primary it follows: after a failover it may answer nothing until its ` +
        'next checkpoint. On the primary, grant pg_read_all_stats to the role.',
    )
  } finally {
    await client.end()
  }
}
