import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../../server/db/postgres.ts'

/** Where throw-away databases can be made: `databaseUrl`, or an embedded server of its own that forgets everything. */
export async function openScratchServer(
  databaseUrl?: string,
): Promise<{ url: string; close(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const folder = await mkdtemp(join(await findMemoryFolder(), 'colophon-scratch-'))
  // The server may run as another user, who has to get through to its own folder.
  await chmod(folder, 0o711)
  // Several test files at once, each with a program or two.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
  }
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings })
  const close = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, close }
}

/**
 * A folder in memory, on Linux with 4 GB free there, else the one for temporary files. A database is about a thousand
 * files: to create and remove them on ext4 took PostgreSQL a third of its CPU.
 */
export async function findMemoryFolder(): Promise<string> {
  const folder = '/dev/shm'
  if (tmpdir().startsWith(`${folder}/`)) return tmpdir()
  const space = await statfs(folder).catch(() => undefined)
  return space && space.bavail * space.bsize > 4e9 ? folder : tmpdir()
}

/** Makes an empty database on that server, or a copy of the one at `template`, which must have no connections. */
export async function createScratchDatabase(serverUrl: string, template?: string) {
  const name = `colophon_scratch_${randomBytes(6).toString('hex')}`
  const source = template ? new URL(template).pathname.slice(1) : 'template0'
  // 20 ms; through the write-ahead log, which is the default, it is 140.
  await execute(serverUrl, `create database ${name} template ${source} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = name
  return { url: url.href, drop: () => execute(serverUrl, `drop database if exists ${name} with (force)`) }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(statement)
        return
      } catch (error) {
        // object_in_use: a connection to the template that is closed here may linger there.
        if (!(error instanceof pg.DatabaseError && error.code === '55006') || attempt === 50) throw error
        await sleep(50)
      }
    }
  } finally {
    await client.end()
  }
}
