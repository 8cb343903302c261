import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { findFigures } from '../server/features/metrics/queries.ts'

// What docs/operations.md says of PostgreSQL's own archiving, walked through on the embedded PostgreSQL.

let folder: string
let archive: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-wal-'))
  await chmod(folder, 0o755)
  archive = join(folder, 'wal')
  await mkdir(archive)
  // PostgreSQL runs under an account of its own where the tests run as root.
  await chmod(archive, 0o777)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const archiving = () => ({
  archive_mode: 'on',
  archive_timeout: '1s',
  archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f`,
})

/** Neither the lock file of the running server nor its WAL: the archive has that. */
const notOfThisRun = (path: string) => !/postmaster\.(pid|opts)$|pg_wal\/[0-9A-F]{24}$/.test(path)

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('after the machine is lost, the archive brings back all but the last moments, or the state before an accident', async () => {
  const live = await startPostgres({ dataDir: join(folder, 'live'), settings: archiving() })
  const base = join(folder, 'base')
  let accident = ''
  await withClient(live.url, async client => {
    await client.query(
      'create table act (n int primary key, at timestamptz not null default clock_timestamp()); create table later (n int)',
    )
    await client.query('insert into act select n from generate_series(1, 100) n')
    // A base backup by the low-level functions, which is what pg_basebackup does.
    await client.query("select pg_backup_start('weekly', true)")
    await cp(join(folder, 'live'), base, { recursive: true, preserveTimestamps: true, filter: notOfThisRun })
    const { rows } = await client.query('select labelfile, spcmapfile from pg_backup_stop()')
    await writeFile(join(base, 'backup_label'), rows[0].labelfile)
    await client.query('insert into act select n from generate_series(101, 200) n')
    accident = (await client.query('select clock_timestamp()::text as at')).rows[0].at
    await client.query('delete from act')
    await client.query('insert into act values (201)')
    const { rows: last } = await client.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as file')
    // Nothing switches the file but archive_timeout, and that only where something was written into it.
    const archiveAfterAnotherRow = async () => {
      await client.query('insert into later values (1)')
      return readdir(archive)
    }
    await expect.poll(archiveAfterAnotherRow, { timeout: 60_000 }).toContain(last[0].file)
  })
  // The machine is lost: what the server archives while it stops does not reach the archive.
  const archived = join(folder, 'archived')
  await rename(archive, archived)
  await live.stop()
  await rm(join(folder, 'live'), { recursive: true })

  expect(await recover('whole', {})).toEqual([201])
  const before = await recover('before', { recovery_target_time: accident })
  expect(before).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))

  /** Restores the base backup into a folder of its own, replays the archive, and reads the table. */
  async function recover(name: string, target: Record<string, string>): Promise<number[]> {
    const dataDir = join(folder, name)
    await cp(base, dataDir, { recursive: true, preserveTimestamps: true })
    await writeFile(join(dataDir, 'recovery.signal'), '')
    const server = await startPostgres({
      dataDir,
      settings: {
        restore_command: `cp ${archived}/%f %p`,
        recovery_target_action: 'promote',
        ...target,
      },
    })
    try {
      return await withClient(server.url, async client => {
        await expect
          .poll(async () => (await client.query('select pg_is_in_recovery() as is')).rows[0].is, {
            timeout: 30_000,
          })
          .toBe(false)
        return (await client.query('select n from act order by n')).rows.map(row => row.n)
      })
    } finally {
      await server.stop()
    }
  }
})

test('archiving that fails shows in the metrics until it succeeds', async () => {
  const mounted = join(folder, 'mounted')
  const server = await startPostgres({
    dataDir: join(folder, 'unmounted'),
    settings: { ...archiving(), archive_command: `test -f ${mounted}` },
  })
  try {
    await migrate(server.url)
    const { db, close } = connect(server.url)
    const hasFailed = async () => {
      // A new file of WAL is what wakes the archiver.
      await withClient(server.url, client =>
        client.query(
          'create table if not exists later (n int); insert into later values (1); select pg_switch_wal()',
        ),
      )
      return (await findFigures(db, new Date())).wal_archiving_failed
    }
    const patience = { timeout: 60_000, interval: 1000 }
    try {
      await expect.poll(hasFailed, patience).toBe(1)
      await writeFile(mounted, '')
      await expect.poll(hasFailed, patience).toBe(0)
    } finally {
      await close()
    }
  } finally {
    await server.stop()
  }
})
