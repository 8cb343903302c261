import type { Files } from '../../outside/files.ts'
import { listBackups, type Manifest, partName, partsOf, readManifest, removeManifest } from './manifest.ts'
import { listPictures, picturePlaces, pictureShards } from './pictures.ts'

/**
 * Keeps the newest `keep` backups, and removes the others with the parts and pictures that none of the kept ones names.
 * Manifests go first: a prune that is interrupted leaves files without use, which the next one removes.
 */
export async function pruneBackups(target: Files, keep: number): Promise<{ backups: number; files: number }> {
  const ids = await listBackups(target)
  const kept: Manifest[] = []
  for (const id of ids.slice(-keep)) kept.push(await readManifest(target, id))
  const gone = ids.slice(0, -keep)
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
    const used = new Set<string>()
    for (const { pictures } of kept) {
      const found = pictures.find(each => each.folder === folder && each.shard === shard)
      for (const name of found ? await listPictures(target, found) : []) used.add(name)
    }
    await removeAllBut(await target.list(folder, shard), used)
  }
  return { backups: gone.length, files }
}
