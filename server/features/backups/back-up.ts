import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import { openClient } from '../../db/check-address.ts'
import type { Files } from '../../outside/files.ts'
import { dumpDatabase } from './dump.ts'
import {
  fingerprintOf,
  idOf,
  listBackups,
  type Manifest,
  partsOf,
  readManifest,
  writeManifest,
} from './manifest.ts'
import { copyPictures } from './pictures.ts'
import type { OnProgress } from './progress.ts'
import { proveBackup } from './prove.ts'
import { pruneBackups } from './prune.ts'

/** An arbitrary key, different from the other advisory locks in the database. */
const lockKey = 0x6261636b

export type BackupOrder = {
  /** Of the database. */
  url: string
  files: Files
  target: Files
  /** The place as it is named to people. */
  where: string
  secret: string
  /** A folder for the proof's scratch database. */
  scratch: string
  /** How many backups stay; all without it. */
  keep?: number | undefined
  now: () => Date
  onProgress: OnProgress
}

/** What is recorded of the last good backup, for the desk and for monitoring. */
export type BackupRecord = {
  at: string
  id: string
  where: string
  rows: number
  pictures: number
  bytes: number
}

/**
 * Makes a backup and proves it: the database as it is at one moment, then the pictures, so that every picture that a row names
 * is there unless it was removed in between; then a restore into a scratch database. Only a proved backup gets its manifest.
 * While another one runs, and where the place belongs to another installation, it is refused with a sentence. The site runs on.
 */
export async function backUp(
  order: BackupOrder,
): Promise<BackupRecord & { copied: number; removed: number }> {
  const { url, files, target, where, secret, scratch, keep, now, onProgress } = order
  const client = await openClient(url, 'colophon backup')
  try {
    await client.query('set statement_timeout = 0')
    const { rows: locks } = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])
    if (!locks[0].locked)
      throw new Error('Another backup of this site is being made. Wait for it, then try again.')
    const installation = await findInstallation(client)
    const before = await findLast(target, installation, where)
    const at = now()
    const id = idOf(at)
    await client.query('begin transaction isolation level repeatable read read only')
    const place = { target, known: new Set(before && partsOf(before).map(({ sha256 }) => sha256)) }
    const database = await dumpDatabase(client, place, onProgress)
    await client.query('commit')
    const { index, copied } = await copyPictures(files, place, { before, onProgress })
    const made: Omit<Manifest, 'proof'> = {
      format: 1,
      id,
      installation,
      made_at: at.toISOString(),
      program: packageJson.version,
      ...database,
      pictures: index,
      secret_fingerprint: fingerprintOf(secret),
    }
    const proof = await proveBackup(target, made, { url, scratch, now, onProgress })
    await writeManifest(target, { ...made, proof })
    const record: BackupRecord = {
      at: at.toISOString(),
      id,
      where,
      rows: proof.rows,
      pictures: index.reduce((sum, shard) => sum + shard.files, 0),
      bytes:
        index.reduce((sum, shard) => sum + shard.bytes + shard.part.bytes, 0) +
        database.tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.bytes, 0),
    }
    await keepRecord(url, record)
    const removed = keep ? (await pruneBackups(target, keep)).backups : 0
    return { ...record, copied, removed }
  } catch (error) {
    const problem = sentenceOf(error, where)
    await client.query('rollback').catch(() => {})
    await keepProblem(url, { at: now().toISOString(), why: problem.message }).catch(() => {})
    throw problem
  } finally {
    await client.end()
  }
}

/** The name of this installation in its backups, given once. A restored database keeps it. */
async function findInstallation(client: pg.Client): Promise<string> {
  await client.query("insert into setting (name, value) values ('installation', $1) on conflict do nothing", [
    JSON.stringify({ id: randomUUID() }),
  ])
  const { rows } = await client.query("select value ->> 'id' as id from setting where name = 'installation'")
  return rows[0].id
}

/** The newest backup of a place; undefined in a new one. */
async function findLast(target: Files, installation: string, where: string): Promise<Manifest | undefined> {
  const id = (await listBackups(target)).at(-1)
  if (!id) return undefined
  const last = await readManifest(target, id)
  if (last.installation !== installation)
    throw new Error(`${where} holds the backups of another site. Name a place of its own for each.`)
  return last
}

/** Over a connection of its own: the proof takes minutes, in which the database may have been started again. */
async function keepSetting(url: string, name: string, value: object, gone: string) {
  const client = await openClient(url, 'colophon backup')
  try {
    await client.query(
      'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, JSON.stringify(value)],
    )
    await client.query('delete from setting where name = $1', [gone])
  } finally {
    await client.end()
  }
}

const keepRecord = (url: string, record: BackupRecord) => keepSetting(url, 'backup', record, 'backup problem')
const keepProblem = (url: string, problem: { at: string; why: string }) =>
  keepSetting(url, 'backup problem', problem, '')

/** Faults of disks and stores, as a sentence that says what is lost: nothing. */
function sentenceOf(error: unknown, where: string): Error {
  const { code, message } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    ENOSPC: 'there is no space left',
    EDQUOT: 'there is no space left',
    EACCES: 'the program may not write there',
    EPERM: 'the program may not write there',
    EROFS: 'it cannot be written to',
  }
  const reason = code && reasons[code]
  if (reason)
    return new Error(`No backup was made at ${where}: ${reason}. The backups from before are as they were.`, {
      cause: error,
    })
  return error instanceof Error ? error : new Error(message)
}
