import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openClient } from '../../db/check-address.ts'
import { hasOwnPostgres } from '../../db/cluster.ts'
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
 * Restores the backup into a scratch database, compares the rows of every table with the manifest, and a sample of the
 * pictures with their hashes. Throws a sentence where anything is different. Needs free space for the database once more:
 * below `scratch` for the PostgreSQL that comes with the program; where that is left out, on the server at `url`.
 */
export async function proveBackup(
  target: Files,
  manifest: Omit<Manifest, 'proof'>,
  order: { url: string; scratch: string; now: () => Date; onProgress: OnProgress },
): Promise<Manifest['proof']> {
  const { now, onProgress } = order
  const unproved = { ...manifest, proof: { at: now().toISOString(), tables: 0, rows: 0, pictures: 0 } }
  const scratch = (await hasOwnPostgres())
    ? await startScratch(order.scratch)
    : await createScratch(order.url)
  try {
    await loadDatabase(scratch.url, target, {
      manifest: unproved,
      onProgress: progress => onProgress({ ...progress, step: 'Proof' }),
    })
    const rows = await compareRows(scratch.url, unproved)
    const pictures = await checkSample(target, unproved, sampleSize)
    return { at: now().toISOString(), tables: manifest.tables.length, rows, pictures }
  } finally {
    await scratch.drop()
  }
}

type Scratch = { url: string; drop(): Promise<void> }

/** A server of our own, which takes nothing from the site's. */
async function startScratch(parent: string): Promise<Scratch> {
  const folder = join(parent, 'backup-proof')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: scratchSettings })
  return {
    url: postgres.url,
    async drop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database beside the site's, on its server. */
async function createScratch(siteUrl: string): Promise<Scratch> {
  const name = `colophon_proof_${randomUUID().slice(0, 8)}`
  const run = async (statement: string) => {
    const client = await openClient(siteUrl, 'colophon proof')
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name} template template0`).catch(error => {
    throw new Error(
      `The backup cannot be proved, because the database’s role may make no scratch database (${error.message}): ` +
        'alter role … createdb.',
    )
  })
  const url = new URL(siteUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
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
