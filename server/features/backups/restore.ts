import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import { openClient } from '../../db/check-address.ts'
import { createRecord, isHalfRestored, takeTurn, unfinishedRestore } from '../../db/migrate.ts'
import type { Files } from '../../outside/files.ts'
import { endUsed } from './end-used.ts'
import { loadDatabase, requireOwnSchema } from './load.ts'
import { Damaged, fingerprintOf, listBackups, type Manifest, partName, readManifest } from './manifest.ts'
import { getStored } from './parts.ts'
import { findMissing, listHashes, restorePictures } from './pictures.ts'
import type { OnProgress } from './progress.ts'
import { reasonOf } from './reasons.ts'

export type RestoreOrder = {
  url: string
  files: Files
  target: Files
  where: string
  /** The newest backup unless given. */
  id?: string | undefined
  secret: string
  now: () => Date
  onProgress: OnProgress
}

/** The backup to restore, after every check that needs neither a database nor the bytes of its parts. */
export async function chooseBackup(
  target: Files,
  { where, id }: Pick<RestoreOrder, 'where' | 'id'>,
): Promise<Manifest> {
  try {
    const ids = await listBackups(target)
    const chosen = id ?? ids.at(-1)
    if (!chosen) throw new Error(`There is no backup at ${where}.`)
    if (!ids.includes(chosen))
      throw new Error(`There is no backup '${chosen}' at ${where}.${await nameOthers(target, chosen)}`)
    const manifest = await readManifest(target, chosen)
    await requireOwnSchema(manifest, packageJson.version)
    await requireParts(target, manifest)
    return manifest
  } catch (error) {
    if (error instanceof Damaged)
      throw new Error(`${error.message}${await nameOthers(target, id)}`, { cause: error })
    if (!(error as NodeJS.ErrnoException).code) throw error
    throw new Error(`${where} cannot be read: ${reasonOf(error)}. Nothing was restored.`, { cause: error })
  }
}

/** The newest of the other backups, as a sentence after one about the chosen one. */
async function nameOthers(target: Files, id: string | undefined): Promise<string> {
  const ids = await listBackups(target)
  const others = ids.filter(each => each !== (id ?? ids.at(-1))).slice(-3)
  return others.length ? ` Others there, which can be named instead: ${others.join(', ')}.` : ''
}

/**
 * Restores a backup into an empty database and brings back the pictures that are missing. What was used since the backup
 * does not come back (`endUsed`); a receipt's number is that of its payment at the provider. `lost` names the pictures that
 * are damaged or missing in the backup, and those of logos that are not in the store afterwards. A part of a table that is damaged
 * is found before anything is written.
 *
 * From its first write to its last one the restore is noted in the database, and no program starts on that: wherever it is
 * interrupted, nothing of the backup can be used. Run again, it begins from nothing.
 */
export async function restore(order: RestoreOrder) {
  const { url, files, target, secret, now, onProgress } = order
  const manifest = await chooseBackup(target, order)
  const client = await openClient(url, 'colophon restore')
  try {
    await client.query('set idle_session_timeout = 0')
    await requireUnused(client)
    const halfRestored = await isHalfRestored(client)
    if (!halfRestored) await requireEmpty(client)
    await requireWhole(target, manifest, order)
    try {
      await begin(client, halfRestored)
      await loadDatabase(client, target, {
        open: () => openClient(url, 'colophon restore'),
        manifest,
        onProgress,
      })
      const { restored, unchecked, lost } = await restorePictures(target, files, {
        manifest,
        onProgress,
        askDatabase: () => client.query('select'),
      })
      // Those that no index has: the backup was made while they were missing.
      const missing = await findMissing(files, shard => listHashes(client, shard))
      const heldCards = await finish(client, { manifest, now: now() })
      const isSameSecret = manifest.secret_fingerprint === fingerprintOf(secret)
      return {
        manifest,
        heldCards,
        pictures: restored,
        unchecked,
        lost: [...new Set([...lost, ...missing])],
        isSameSecret,
      }
    } catch (error) {
      throw new Error(
        `The restore has not finished: ${reasonOf(error)}. The program does not start on this database until it has. ` +
          'Run a restore again: it begins from nothing.',
        { cause: error },
      )
    }
  } finally {
    await client.end()
  }
}

/** Takes the lock of those that migrate, until the client ends; throws a sentence where anything else uses the database. */
async function requireUnused(client: pg.Client): Promise<void> {
  const inUse = (name: string) =>
    new Error(`The database is in use (${name}). Stop the program, then try again.`)
  if (!(await takeTurn(client))) throw inUse('another restore, or the start of a program')
  const { rows: others } = await client.query<{ name: string }>(
    `select coalesce(nullif(application_name, ''), 'a program without a name') as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and application_name <> 'colophon restore'`,
  )
  if (others[0]) throw inUse(others[0].name)
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  if (rows.length)
    throw new Error(
      'The database is not empty, so nothing was restored. Make a new one (createdb), or for the embedded one move DATA_DIR/postgres away.',
    )
}

/** Notes that a restore is under way, in place of what one before has left behind. */
async function begin(client: pg.Client, halfRestored: boolean): Promise<void> {
  await client.query('begin')
  if (halfRestored)
    await client.query(
      'set local client_min_messages = warning; drop schema public cascade; create schema public',
    )
  await createRecord(client)
  await client.query("insert into schema_migration (name, checksum) values ($1, '')", [unfinishedRestore])
  await client.query('commit')
}

/** The parts without which the database cannot be restored. */
const partsOfTables = ({ tables }: Manifest) => tables.flatMap(({ parts }) => parts)

/** A missing part is noticed before a database is made for it. */
async function requireParts(target: Files, manifest: Manifest) {
  const parts = partsOfTables(manifest)
  const shards = new Set(parts.map(({ sha256 }) => sha256.slice(0, 2)))
  const there = new Set<string>()
  for (const shard of shards) for (const name of await target.list('parts', shard)) there.add(name)
  const missing = parts.filter(({ sha256 }) => !there.has(partName(sha256)))
  if (missing.length)
    throw new Damaged(
      `The backup is not whole: ${missing.length} of ${parts.length} parts are missing, such as ${partName(missing[0]!.sha256)}. ` +
        'Nothing was restored.',
    )
}

/** Reads the parts of all tables, and throws a sentence where a bit is different: nothing is written by then. */
async function requireWhole(target: Files, manifest: Manifest, { onProgress, id }: RestoreOrder) {
  const parts = partsOfTables(manifest)
  for (const [i, part] of parts.entries()) {
    onProgress({ step: 'Check', done: i, of: parts.length })
    await getStored(target, part).catch(async error => {
      if (!(error instanceof Damaged)) throw error
      throw new Error(`${error.message} Nothing was restored.${await nameOthers(target, id)}`, {
        cause: error,
      })
    })
  }
  onProgress({ step: 'Check', done: parts.length, of: parts.length })
}

/**
 * After a recovery by PostgreSQL's own archive, while no program runs: ends what may have been used since the moment that was
 * recovered, as a restore does. Returns the number of gift cards that are held now.
 */
export async function endUsedAfterRecovery(url: string, now: Date): Promise<number> {
  const client = await openClient(url, 'colophon restore')
  try {
    await requireUnused(client)
    await client.query('begin')
    const held = await endUsed(client, now)
    await client.query('commit')
    return held
  } finally {
    await client.end()
  }
}

/**
 * The last step: ends what may have been used since the backup, and the name under which backups are made (that of the backup
 * is kept, so that this copy can take its place over), forgets the last backup, which was not one of this copy, and takes away
 * the note that a restore is under way. Gives the number of gift cards that are held.
 */
async function finish(
  client: pg.Client,
  { manifest, now }: { manifest: Manifest; now: Date },
): Promise<number> {
  await client.query('begin')
  const held = await endUsed(client, now)
  // The copy is an installation of its own: the site that was backed up may still run.
  await client.query("delete from setting where name in ('backup', 'backup problem', 'installation')")
  await client.query(
    `insert into setting (name, value) values ('restored from', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify({ id: manifest.installation })],
  )
  await client.query('delete from schema_migration where name = $1', [unfinishedRestore])
  await client.query('commit')
  return held
}
