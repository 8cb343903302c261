import type { Files } from '../../outside/files.ts'
import {
  findManifest,
  listBackups,
  type Manifest,
  partName,
  partsOf,
  removeManifest,
  unlessDamaged,
} from './manifest.ts'
import { listPictures, picturePlaces, pictureShards } from './pictures.ts'

/**
 * Keeps the newest `keep` backups, and removes the others with the parts and pictures that none of the kept ones names.
 * Manifests go first: a prune that is interrupted leaves files without use, which the next one removes.
 */
export async function pruneBackups(target: Files, keep: number): Promise<{ backups: number; files: number }> {
  const gone = (await listBackups(target)).reverse()
  const kept: Manifest[] = []
  // A damaged backup does not count towards `keep`. It is removed with the older ones.
  while (gone.length && kept.length < keep) {
    const found = await findManifest(target, gone.shift()!)
    if (found) kept.push(found)
  }
  for (const id of gone) await removeManifest(target, id)
  if (!gone.length) return { backups: 0, files: 0 }
  let files = 0
  const removeAllBut = async (names: string[], used: Set<string>) => {
    for (const name of names)
      if (!used.has(name)) {
        await target.remove(name)
        files++
      }
  }
  const parts = new Set(kept.flatMap(partsOf).map(({ sha256 }) => partName(sha256)))
  for (const shard of pictureShards) await removeAllBut(await target.list('parts', shard), parts)
  for (const { folder, shard } of picturePlaces) {
    const indexes = kept.flatMap(({ pictures }) =>
      pictures.filter(each => each.folder === folder && each.shard === shard),
    )
    const used = await Promise.all(indexes.map(each => listPictures(target, each))).catch(unlessDamaged)
    // Which pictures a damaged index names is unknown: all of them stay.
    if (used) await removeAllBut(await target.list(folder, shard), new Set(used.flat()))
  }
  return { backups: gone.length, files }
}
