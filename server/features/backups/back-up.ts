import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import { openClient } from '../../db/check-address.ts'
import { isHalfRestored } from '../../db/migrate.ts'
import type { Files } from '../../outside/files.ts'
import { beginDump, dumpDatabase } from './dump.ts'
import { endWhenAborted } from './give-up.ts'
import {
  Damaged,
  findManifest,
  fingerprintOf,
  idOf,
  listBackups,
  type Manifest,
  partsOf,
  writeManifest,
} from './manifest.ts'
import { copyPictures, listHashes } from './pictures.ts'
import type { OnProgress } from './progress.ts'
import { proveBackup } from './prove.ts'
import { pruneBackups } from './prune.ts'
import type { BackupProblem, BackupRecord } from './queries.ts'
import { reasonOf } from './reasons.ts'

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
  /**
   * Continues the backups of the site that this one was restored from, which must no longer make any there; or begins again at a
   * place whose backups were removed.
   */
  takesOver?: boolean | undefined
  now: () => Date
  onProgress: OnProgress
  /** Aborts the backup. The next one reuses what it has copied. */
  signal?: AbortSignal | undefined
}

/** Another process makes a backup of the same site. */
export class BackupUnderWay extends Error {
  constructor() {
    super('Another backup of this site is being made. Wait for it, then try again.')
  }
}

/**
 * Makes a backup and proves it: the database as it is at one moment, then the pictures, so that every picture that a row names
 * is there unless it was removed in between; then a restore into a scratch database. Only a proved backup gets its manifest.
 * While another one runs, and where the place belongs to another installation, it is refused with a sentence. The site runs on.
 */
export async function backUp(
  order: BackupOrder,
): Promise<BackupRecord & { copied: number; removed: number }> {
  const { url, target, where, keep, now, signal } = order
  const client = await openClient(url, 'colophon backup')
  endWhenAborted(client, signal)
  /** Keeps what went wrong for the desk, and gives it as a sentence. */
  const failure = async (error: unknown, sentence: (reason: string) => string) => {
    const why = sentence(reasonOf(error))
    const isDamaged = error instanceof Damaged
    if (!signal?.aborted) await keepProblem(url, { at: now().toISOString(), why, isDamaged }).catch(() => {})
    return new Error(why, { cause: error })
  }
  try {
    await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
    const { rows: locks } = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])
    if (!locks[0].locked) throw new BackupUnderWay()
    // Some of its pictures are missing: pruning after a backup would remove the copies that the restore still needs.
    if (await isHalfRestored(client))
      throw new Error(
        'A restore into this database has not finished: there is nothing to back up. Run the restore again.',
      )
    const made = await makeBackup(client, order).catch(async error => {
      throw await failure(
        error,
        reason => `No backup was made at ${where}: ${reason}. The backups from before are as they were.`,
      )
    })
    // Older backups may have the only copies of missing pictures, so they are kept.
    const pruned =
      keep && !made.missing
        ? await pruneBackups(target, keep).catch(async error => {
            throw await failure(
              error,
              reason =>
                `The backup ${made.id} is made and proved, but older ones were not removed: ${reason}.`,
            )
          })
        : undefined
    return { ...made, removed: pruned?.backups ?? 0 }
  } finally {
    await client.end()
  }
}

async function makeBackup(client: pg.Client, order: BackupOrder): Promise<BackupRecord & { copied: number }> {
  const { url, files, target, where, secret, scratch, now, onProgress, signal } = order
  const last = await findLast(target)
  await requireSamePlace(client, order)
  const installation = await findInstallation(client, last, order)
  // After damage was found, no stored file is trusted: everything is copied again, over it.
  const before = (await foundDamage(client)) ? 'damaged' : last
  const at = now()
  const id = idOf(at)
  await beginDump(client)
  const known = before && before !== 'damaged' ? partsOf(before).map(({ sha256 }) => sha256) : []
  const place = { target, known: new Set(known) }
  const database = await dumpDatabase(client, place, onProgress)
  await client.query('commit')
  const { index, copied, missing } = await copyPictures(files, place, {
    before,
    listHashes: shard => listHashes(client, shard),
    onProgress,
    signal,
  })
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
  const proof = await proveBackup(target, made, { url, scratch, now, onProgress, signal })
  // The lock ended with its connection: another backup may have removed parts of this one.
  await client.query('select').catch(cause => {
    throw new Error('the connection to the database was lost', { cause })
  })
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
    ...(missing.length && { missing: { count: missing.length, such_as: missing[0]! } }),
  }
  await keepSetting(client, 'backup', record)
  // Damage stays noted until all pictures were copied again: the next backup would take the damaged ones for copied.
  if (before !== 'damaged' || !missing.length)
    await client.query("delete from setting where name = 'backup problem'")
  return { ...record, copied }
}

/**
 * The name of this installation in its backups, given once; a restore ends it, so that a copy does not prune the backups of
 * the site. Throws a sentence where `last` is of another one, unless the order takes its backups over.
 */
async function findInstallation(
  client: pg.Client,
  last: Manifest | undefined,
  { takesOver }: Pick<BackupOrder, 'takesOver'>,
): Promise<string> {
  if (takesOver && last) {
    const { rows } = await client.query(
      "select value ->> 'id' as id from setting where name in ('restored from', 'installation')",
    )
    if (!rows.some(({ id }) => id === last.installation))
      throw new Error('it holds the backups of a site that this one was not restored from')
    await keepSetting(client, 'installation', { id: last.installation })
  }
  await client.query("insert into setting (name, value) values ('installation', $1) on conflict do nothing", [
    JSON.stringify({ id: randomUUID() }),
  ])
  const { rows } = await client.query("select value ->> 'id' as id from setting where name = 'installation'")
  if (last && last.installation !== rows[0].id)
    throw new Error(
      'it holds the backups of another site, or of the one that this was restored from. Name another place; or, if that site ' +
        'is gone, make the next backup there at the shell with --take-over',
    )
  return rows[0].id
}

/** Throws a sentence where the place of the last good backup is empty now, as the folder of a disk is that is not mounted. */
async function requireSamePlace(client: pg.Client, { target, where, takesOver }: BackupOrder): Promise<void> {
  const { rows } = await client.query<{ value: BackupRecord }>(
    "select value from setting where name = 'backup'",
  )
  const record = rows[0]?.value
  if (takesOver || record?.where !== where || (await listBackups(target)).length) return
  throw new Error(
    `it is empty, though the backup of ${record.at} was made there. Is its disk mounted? If its backups were removed on ` +
      'purpose, make the next one there at the shell with --take-over',
  )
}

/** The newest backup of a place that can be read; undefined in a new one. */
async function findLast(target: Files): Promise<Manifest | undefined> {
  for (const id of (await listBackups(target)).reverse()) {
    const found = await findManifest(target, id)
    if (found) return found
  }
  return undefined
}

async function foundDamage(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ value: BackupProblem }>(
    "select value from setting where name = 'backup problem'",
  )
  return rows[0]?.value.isDamaged ?? false
}

const keepSetting = (client: pg.Client, name: string, value: object) =>
  client.query(
    'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, JSON.stringify(value)],
  )

/**
 * For the desk. Damage that was noted before stays noted. Over a connection of its own: that of the backup may be what was
 * lost.
 */
export async function keepProblem(url: string, problem: BackupProblem) {
  const client = await openClient(url, 'colophon backup')
  try {
    const isDamaged = problem.isDamaged || (await foundDamage(client))
    await keepSetting(client, 'backup problem', { ...problem, isDamaged })
  } finally {
    await client.end()
  }
}
