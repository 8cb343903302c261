import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../server/db/connect.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { backUp } from '../server/features/backups/back-up.ts'
import { restore } from '../server/features/backups/restore.ts'
import { localFiles } from '../server/outside/files.ts'
import type { BackupResult } from './results.ts'
import { dataFolder, type PartOptions, postgresSettings, requireGallery } from './system-under-test.ts'

/** As docs/operations.md has it. */
const archiveTimeout = { full: 50_000, quick: 5000 }
/** How many files of the archive are waited for: the first one may be young. */
const archivedFiles = 2

/** A backup with its proof, the next one, a restore into an empty database, and what is lost with PostgreSQL's own archiving. */
export async function measureBackup({ logos, quick, say }: PartOptions): Promise<BackupResult> {
  await requireGallery(logos)
  const folder = await mkdtemp(join(dataFolder(logos), '..', 'backup-'))
  await chmod(folder, 0o755)
  const archive = join(folder, 'wal')
  await mkdir(archive)
  // PostgreSQL runs under an account of its own where this runs as root.
  await chmod(archive, 0o777)
  const timeoutMs = archiveTimeout[quick ? 'quick' : 'full']
  const postgres = await startPostgres({
    dataDir: join(dataFolder(logos), 'postgres'),
    settings: {
      ...postgresSettings,
      archive_mode: 'on',
      archive_timeout: `${timeoutMs}ms`,
      archive_command: `cp %p ${archive}/.%f && sync ${archive}/.%f && mv ${archive}/.%f ${archive}/%f`,
    },
    log: say,
  })
  const { pool, close } = connect(postgres.url, { max: 1, statementTimeout: 0 })
  try {
    const { rows } = await pool.query('select pg_database_size(current_database())::float8 as bytes')
    const copies = await measureCopies(postgres.url, folder, {
      files: localFiles(join(dataFolder(logos), 'files')),
      empty: async () => {
        await pool.query('create database restored template template0')
        return Object.assign(new URL(postgres.url), { pathname: '/restored' }).href
      },
      say,
    })
    const lostMs = await measureArchive(archive, work => pool.query(work))
    say(`With archiving after ${timeoutMs / 1000} s at most ${(lostMs / 1000).toFixed(1)} s are lost`)
    return { databaseBytes: rows[0].bytes, ...copies, archiving: { timeoutMs, lostMs } }
  } finally {
    // The gallery stays as it was.
    await pool.query("delete from setting where name in ('installation', 'backup', 'backup problem')")
    await pool.query('drop database if exists restored')
    await pool.query('drop table if exists bench_commit')
    await close()
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function measureCopies(
  url: string,
  folder: string,
  {
    files,
    empty,
    say,
  }: { files: ReturnType<typeof localFiles>; empty(): Promise<string>; say: (line: string) => void },
): Promise<Pick<BackupResult, 'partBytes' | 'firstMs' | 'secondMs' | 'restoreMs'>> {
  const order = {
    target: localFiles(join(folder, 'place')),
    where: 'place',
    secret: 'x'.repeat(32),
    scratch: folder,
    now: () => new Date(),
    onProgress: () => {},
  }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<[T, number]> => {
    const began = performance.now()
    const result = await work()
    const ms = performance.now() - began
    say(`${what}: ${(ms / 1000).toFixed(1)} s`)
    return [result, ms]
  }
  const [{ bytes }, firstMs] = await timed('First backup', () => backUp({ ...order, url, files }))
  const [, secondMs] = await timed('Second backup', () => backUp({ ...order, url, files }))
  const target = await empty()
  const [, restoreMs] = await timed('Restore', () =>
    restore({ ...order, url: target, files: localFiles(join(folder, 'files')) }),
  )
  return { partBytes: bytes, firstMs, secondMs, restoreMs }
}

/** Commits ten times a second, and gives the age of the oldest commit that was in no archived file, at its largest. */
async function measureArchive(
  archive: string,
  query: (work: string) => Promise<{ rows: { file: string }[] }>,
) {
  await query('create table if not exists bench_commit (at timestamptz)')
  // Until the first checkpoint after its start PostgreSQL does not look at archive_timeout.
  await query('checkpoint')
  const firstCommit = new Map<string, number>()
  const before = new Set(await readdir(archive))
  let [lostMs, seen] = [0, 0]
  while (seen < archivedFiles) {
    await query('insert into bench_commit values (now())')
    const { rows } = await query('select pg_walfile_name(pg_current_wal_insert_lsn()) as file')
    const { file } = rows[0]!
    if (!firstCommit.has(file)) firstCommit.set(file, performance.now())
    await sleep(100)
    for (const name of await readdir(archive)) {
      if (before.has(name) || name.startsWith('.')) continue
      before.add(name)
      const since = firstCommit.get(name)
      if (since === undefined) continue
      lostMs = Math.max(lostMs, performance.now() - since)
      seen++
    }
  }
  return lostMs
}
