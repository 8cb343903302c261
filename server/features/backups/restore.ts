import packageJson from '../../../package.json' with { type: 'json' }
import { openClient } from '../../db/check-address.ts'
import type { Files } from '../../outside/files.ts'
import { loadDatabase, requireEmptyDatabase, requireOwnSchema } from './load.ts'
import { fingerprintOf, listBackups, type Manifest, partName, partsOf, readManifest } from './manifest.ts'
import { restorePictures } from './pictures.ts'
import type { OnProgress } from './progress.ts'

export type RestoreOrder = {
  url: string
  files: Files
  target: Files
  where: string
  /** The newest one without it. */
  id?: string | undefined
  secret: string
  now: () => Date
  onProgress: OnProgress
}

/** The backup to restore, after every check that needs no database. */
export async function chooseBackup(
  target: Files,
  { where, id }: Pick<RestoreOrder, 'where' | 'id'>,
): Promise<Manifest> {
  const ids = await listBackups(target)
  const chosen = id ?? ids.at(-1)
  if (!chosen) throw new Error(`There is no backup at ${where}.`)
  const manifest = await readManifest(target, chosen)
  await requireOwnSchema(manifest, packageJson.version)
  await requireParts(target, manifest)
  return manifest
}

/**
 * Restores a backup into an empty database and brings back the pictures that are missing. What was used since the backup
 * does not come back: sessions, sign-in links and API tokens are in no backup; webhooks are paused until their owners make new secrets; gift cards that were not redeemed by then are held until
 * staff releases them; a receipt's number is that of its payment at the provider. The next reconciliation reads everything
 * again from the provider.
 */
export async function restore(order: RestoreOrder) {
  const { url, files, target, secret, now, onProgress } = order
  await requireEmptyDatabase(url)
  const manifest = await chooseBackup(target, order)
  await loadDatabase(url, target, { manifest, onProgress })
  const heldCards = await holdBack(url, now())
  const { restored, lost } = await restorePictures(target, files, { manifest, onProgress })
  const isSameSecret = manifest.secret_fingerprint === fingerprintOf(secret)
  return { manifest, heldCards, pictures: restored, lost, isSameSecret }
}

/** A missing part is noticed before anything is written. */
async function requireParts(target: Files, manifest: Manifest) {
  const parts = partsOf(manifest)
  const shards = new Set(parts.map(({ sha256 }) => sha256.slice(0, 2)))
  const there = new Set<string>()
  for (const shard of shards) for (const name of await target.list('parts', shard)) there.add(name)
  const missing = parts.filter(({ sha256 }) => !there.has(partName(sha256)))
  if (missing.length)
    throw new Error(
      `The backup is not whole: ${missing.length} of ${parts.length} parts are missing, such as ${partName(missing[0]!.sha256)}. ` +
        'Nothing was restored.',
    )
}

/** Holds the gift cards that may have been redeemed since the backup, ends webhooks' secrets, and lets everything be reconciled at once. */
async function holdBack(url: string, now: Date): Promise<number> {
  const client = await openClient(url, 'colophon restore')
  try {
    const { rowCount } = await client.query(
      'update gift_card set held_at = $1 where redeemed_at is null and voided_at is null',
      [now],
    )
    // A secret that was replaced since the backup must not sign again, and messages would be sent twice.
    await client.query('update webhook set secret = null, is_paused = true')
    await client.query(
      "delete from setting where name in ('reconciled', 'reconciled fully', 'backup problem')",
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
