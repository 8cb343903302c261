import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../server/db/postgres.ts'

const run = promisify(execFile)

/** A database server of its own, and a replica that streams from it, made from a copy of its files. */
export async function startStandby() {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-standby-'))
  await chmod(folder, 0o711)
  const [original, copy] = [join(folder, 'primary'), join(folder, 'replica')]
  const primary = await startPostgres({ dataDir: original })
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('replica', fast => true)`)
  await run('cp', ['-a', original, copy])
  const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
  await client.end()
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(copy, name))
  await writeFile(join(copy, 'backup_label'), rows[0].labelfile)
  await writeFile(join(copy, 'standby.signal'), '')
  const host = new URL(primary.url).searchParams.get('host')
  const replica = await startPostgres({
    dataDir: copy,
    settings: { primary_conninfo: `user=app host=${host}` },
  })
  return {
    primary,
    replica,
    async stop() {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
