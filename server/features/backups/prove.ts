import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openClient } from '../../db/check-address.ts'
import { hasOwnPostgres } from '../../db/cluster.ts'
import { startPostgres } from '../../db/postgres.ts'
import type { Files } from '../../outside/files.ts'
import { quote } from './dump.ts'
import { endWhenAborted } from './give-up.ts'
import { loadDatabase } from './load.ts'
import { Damaged, type Manifest } from './manifest.ts'
import { checkSample } from './pictures.ts'
import type { OnProgress } from './progress.ts'

type Work = { onProgress: OnProgress; signal?: AbortSignal | undefined }

/** Pictures that are read back and compared with their hashes. */
const sampleSize = 200

/** Nothing in the scratch database has to survive a crash. */
const scratchSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  // Rows that are copied into a table of the same transaction need no WAL then.
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * Restores the backup into a scratch database, compares the rows of every table with the manifest, and a sample of the
 * pictures with their hashes. Throws a sentence where anything is different. Needs free space for the database once more:
 * below `scratch` for the PostgreSQL that comes with the program; where that is left out, on the server at `url`.
 */
export async function proveBackup(
  target: Files,
  manifest: Omit<Manifest, 'proof'>,
  order: { url: string; scratch: string; now: () => Date } & Work,
): Promise<Manifest['proof']> {
  const { now } = order
  const unproved = { ...manifest, proof: { at: now().toISOString(), tables: 0, rows: 0, pictures: 0 } }
  const scratch = (await hasOwnPostgres())
    ? await startScratch(order.scratch)
    : await createScratch(order.url)
  try {
    const rows = await loadAndCompare(scratch.url, target, { ...order, manifest: unproved })
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

/** A database beside the site's, on its server. One that was left behind has the same name: a site makes one backup at a time. */
async function createScratch(siteUrl: string): Promise<Scratch> {
  const run = async (statement: string) => {
    const client = await openClient(siteUrl, 'colophon proof')
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const { rows } = await run('select oid::text from pg_database where datname = current_database()')
  const name = `colophon_proof_${rows[0].oid}`
  const drop = async () => void (await run(`drop database if exists ${name} with (force)`))
  await drop()
  await run(`create database ${name} template template0`).catch(error => {
    throw new Error(
      `The backup cannot be proved, because the database’s role may make no scratch database (${error.message}): ` +
        'alter role … createdb.',
    )
  })
  const url = new URL(siteUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop }
}

/** The number of rows in all tables of the backup, each as many as the manifest says. */
async function loadAndCompare(
  url: string,
  target: Files,
  { manifest, onProgress, signal }: { manifest: Manifest } & Work,
): Promise<number> {
  const open = async () => {
    const client = await openClient(url, 'colophon proof')
    endWhenAborted(client, signal)
    return client
  }
  const client = await open()
  try {
    await loadDatabase(client, target, {
      open,
      manifest,
      onProgress: progress => onProgress({ ...progress, step: `Proof: ${progress.step.toLowerCase()}` }),
    })
    let sum = 0
    for (const { name, rows } of manifest.tables) {
      const { rows: counted } = await client.query(`select count(*)::float8 as n from ${quote(name)}`)
      if (counted[0].n !== rows)
        throw new Damaged(`The proof failed: ${name} has ${counted[0].n} rows in place of ${rows}.`)
      sum += rows
    }
    return sum
  } finally {
    await client.end()
  }
}
