import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openClient } from '../../db/check-address.ts'
import { startPostgres } from '../../db/postgres.ts'
import type { Files } from '../../outside/files.ts'
import { quote } from './dump.ts'
import { loadDatabase } from './load.ts'
import type { Manifest } from './manifest.ts'
import { checkSample } from './pictures.ts'
import type { OnProgress } from './progress.ts'

/** Pictures that are read back and compared with their hashes. */
const sampleSize = 200

/** Nothing in the scratch database has to survive a crash. */
const scratchSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '256MB',
}

/**
 * Restores the backup into a scratch database of its own (the PostgreSQL that comes with the program, in a folder below
 * `scratch`), compares the rows of every table with the manifest, and a sample of the pictures with their hashes. Throws
 * a sentence where anything is different. Needs free space for the database once more.
 */
export async function proveBackup(
  target: Files,
  manifest: Omit<Manifest, 'proof'>,
  { scratch, now, onProgress }: { scratch: string; now: () => Date; onProgress: OnProgress },
): Promise<Manifest['proof']> {
  const folder = join(scratch, 'backup-proof')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const unproved = { ...manifest, proof: { at: now().toISOString(), tables: 0, rows: 0, pictures: 0 } }
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: scratchSettings })
  try {
    await loadDatabase(postgres.url, target, {
      manifest: unproved,
      onProgress: progress => onProgress({ ...progress, step: 'Proof' }),
    })
    const rows = await compareRows(postgres.url, unproved)
    const pictures = await checkSample(target, unproved, sampleSize)
    return { at: now().toISOString(), tables: manifest.tables.length, rows, pictures }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The number of rows in all tables of the backup, each as many as the manifest says. */
async function compareRows(url: string, manifest: Manifest): Promise<number> {
  const client = await openClient(url, 'colophon proof')
  try {
    let sum = 0
    for (const { name, rows } of manifest.tables) {
      const { rows: counted } = await client.query(`select count(*)::float8 as n from ${quote(name)}`)
      if (counted[0].n !== rows)
        throw new Error(`The proof failed: ${name} has ${counted[0].n} rows in place of ${rows}.`)
      sum += rows
    }
    return sum
  } finally {
    await client.end()
  }
}
