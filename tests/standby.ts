import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../server/db/postgres.ts'

const run = promisify(execFile)

/** A database server of its own, and replicas that stream from it, made from copies of its files. */
export async function startStandby(count = 1) {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-standby-'))
  await chmod(folder, 0o711)
  const original = join(folder, 'primary')
  const copies = Array.from({ length: count }, (_, i) => join(folder, `replica-${i + 1}`))
  const primary = await startPostgres({ dataDir: original })
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('replica', fast => true)`)
  for (const copy of copies) await run('cp', ['-a', original, copy])
  const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
  await client.end()
  const host = new URL(primary.url).searchParams.get('host')
  const replicas: Awaited<ReturnType<typeof startPostgres>>[] = []
  for (const copy of copies) {
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(copy, name))
    await writeFile(join(copy, 'backup_label'), rows[0].labelfile)
    await writeFile(join(copy, 'standby.signal'), '')
    // Where `alter system` changes it.
    await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = 'user=app host=${host}'\n`)
    replicas.push(await startPostgres({ dataDir: copy }))
  }
  return {
    primary,
    replica: replicas[0]!,
    replicas,
    async stop() {
      for (const replica of replicas) await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
