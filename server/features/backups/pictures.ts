import type pg from 'pg'
import type { Files } from '../../outside/files.ts'
import { originalName } from '../../outside/images.ts'
import { Damaged, hashOfBytes, type Manifest, unlessDamaged } from './manifest.ts'
import { getPart, type PartsPlace, putPart } from './parts.ts'
import type { OnProgress } from './progress.ts'

/** The first two characters of names that begin with a hash. */
const shards = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
/** All of the store that a backup has: pictures, and vector originals, whose names begin with a 0. */
const places = [
  ...shards.flatMap(shard => ['images', 'originals'].map(folder => ({ folder, shard }))),
  ...shards.slice(0, 16).map(shard => ({ folder: 'vectors', shard })),
]
/** Concurrent copies: reading and writing wait for disks or the network. */
const copiesAtOnce = 8

type Entry = { name: string; bytes: number; sha256: string }

const writeEntry = ({ name, bytes, sha256 }: Entry) => `${name} ${bytes} ${sha256}\n`
const readEntries = (piece: Buffer): Entry[] =>
  piece
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [name = '', bytes, sha256 = ''] = line.split(' ')
      return { name, bytes: Number(bytes), sha256 }
    })

type Shard = Manifest['pictures'][number]

/**
 * Copies the pictures that the backup before this one does not have, and gives the index of all. A picture never changes
 * under its name, so what was copied once is not read again: an unchanged gallery costs its listing. Where the place is
 * damaged, all are copied again. `listHashes` gives the pictures of the logos that begin so: those of them that `from` does
 * not have are `missing`, which are all of them when its disk is not mounted. While any is missing, the index keeps all that the
 * backup before has, so that a restore brings back what the place still holds; where the place is damaged, it has only what was
 * copied now, and the older backups, of which none is removed then, have the rest. Throws where pictures go missing on the way.
 */
export async function copyPictures(
  from: Files,
  place: PartsPlace,
  {
    before,
    listHashes,
    onProgress,
    signal,
  }: {
    before: Manifest | 'damaged' | undefined
    listHashes: (shard: string) => Promise<string[]>
    onProgress: OnProgress
    signal?: AbortSignal | undefined
  },
): Promise<{ index: Shard[]; copied: number; missing: string[] }> {
  const { target } = place
  const isDamaged = before === 'damaged'
  const lastShards = before && before !== 'damaged' ? before.pictures : []
  const index: Shard[] = []
  const missing = new Set(await findMissing(from, listHashes))
  let copied = 0
  for (const [i, { folder, shard }] of places.entries()) {
    onProgress({ step: 'Pictures', done: i, of: places.length })
    const wanted = folder === 'originals' ? (await listHashes(shard)).map(originalName) : []
    const names = (await from.list(folder, shard)).sort()
    const last = lastShards.find(each => each.folder === folder && each.shard === shard)
    const known = new Map(
      last ? readEntries(await getPart(target, last.part)).map(each => [each.name, each]) : [],
    )
    const entries = names.flatMap(name => known.get(name) ?? [])
    const fresh = names.filter(name => !known.has(name))
    // A backup that was interrupted has brought some of them.
    const there = new Set(fresh.length && !isDamaged ? await target.list(folder, shard) : [])
    await atOnce(fresh, async name => {
      signal?.throwIfAborted()
      const entry = await copy(name, there)
      if (entry) entries.push(entry)
    })
    // Where the disk is gone since then, the pictures that were not listed would be in no index.
    refuseLost(await findGone(wanted, entries, () => listHashes(shard)))
    if (missing.size) {
      const there = new Set(entries.map(({ name }) => name))
      for (const entry of known.values()) if (!there.has(entry.name)) entries.push(entry)
    }
    if (!entries.length) continue
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    const part = await putPart(place, Buffer.from(entries.map(writeEntry).join('')))
    index.push({
      folder,
      shard,
      files: entries.length,
      bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
      part,
    })
  }
  // What has no row to compare it with, such as the vector originals, was listed as empty by a disk that is gone.
  refuseLost(await findMissing(from, listHashes))
  onProgress({ step: 'Pictures', done: places.length, of: places.length })
  return { index, copied, missing: [...missing] }

  function refuseLost(gone: string[]) {
    const lost = gone.find(name => !missing.has(name))
    if (lost) throw new Error(`${lost} and perhaps others left the site’s store during the backup`)
  }

  async function copy(name: string, there: ReadonlySet<string>): Promise<Entry | undefined> {
    const bytes = await from.get(name)
    // Removed with its logo since it was listed.
    if (!bytes) return undefined
    if (!there.has(name)) {
      await target.put(name, bytes)
      copied++
    }
    return { name, bytes: bytes.length, sha256: hashOfBytes(bytes) }
  }
}

/** The picture hashes of all logos that begin with this prefix. */
export async function listHashes(client: pg.Client, shard: string): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select distinct left(image, 32) as hash from logo where left(image, 32) between $1 and $2',
    [shard, `${shard}g`],
  )
  return rows.map(({ hash }) => hash)
}

/** The lossless pictures of logos that the store does not have. */
export async function findMissing(from: Files, listHashes: (shard: string) => Promise<string[]>) {
  const missing: string[] = []
  for (const shard of shards) {
    const names = (await listHashes(shard)).map(originalName)
    if (!names.length) continue
    const there = (await from.list('originals', shard)).map(name => ({ name }))
    missing.push(...(await findGone(names, there, () => listHashes(shard))))
  }
  return missing
}

/** The names that are not there, without those of logos that were deleted in between. */
async function findGone(
  names: string[],
  there: { name: string }[],
  listHashes: () => Promise<string[]>,
): Promise<string[]> {
  const found = new Set(there.map(({ name }) => name))
  const gone = names.filter(name => !found.has(name))
  if (!gone.length) return []
  const still = new Set((await listHashes()).map(originalName))
  return gone.filter(name => still.has(name))
}

/**
 * Brings back the pictures that `to` does not have. `lost`: the names of those that are missing or damaged in the backup.
 * Where an index is damaged, all that the place has in its stead is brought back, `unchecked`: no hash tells whether it is as it was.
 * `askDatabase` is called between the shards, so that no proxy takes the connection that holds the lock for an idle one.
 */
export async function restorePictures(
  target: Files,
  to: Files,
  {
    manifest,
    onProgress,
    askDatabase,
  }: { manifest: Manifest; onProgress: OnProgress; askDatabase: () => Promise<unknown> },
): Promise<{ restored: number; unchecked: number; lost: string[] }> {
  const lost: string[] = []
  let restored = 0
  let unchecked = 0
  for (const [i, shard] of manifest.pictures.entries()) {
    onProgress({ step: 'Pictures', done: i, of: manifest.pictures.length })
    await askDatabase()
    const there = new Set(await to.list(shard.folder, shard.shard))
    const entries = await getPart(target, shard.part).then(readEntries, unlessDamaged)
    const names = entries ?? (await target.list(shard.folder, shard.shard)).map(name => ({ name }))
    const wanted = names.filter(({ name }) => !there.has(name))
    await atOnce(wanted, async entry => {
      const bytes = await getPicture(target, entry)
      if (!bytes) lost.push(entry.name)
      else {
        await to.put(entry.name, bytes)
        restored++
        if (!entries) unchecked++
      }
    })
  }
  onProgress({ step: 'Pictures', done: manifest.pictures.length, of: manifest.pictures.length })
  return { restored, unchecked, lost }
}

/** Looks at pictures spread over the whole backup; throws a sentence at the first that is missing or damaged. */
export async function checkSample(target: Files, manifest: Manifest, most: number): Promise<number> {
  const files = manifest.pictures.reduce((sum, shard) => sum + shard.files, 0)
  const every = Math.max(1, files / most)
  let passed = 0
  let next = Math.random() * every
  let checked = 0
  for (const shard of manifest.pictures) {
    const wanted: number[] = []
    for (; next < passed + shard.files; next += every) wanted.push(Math.floor(next) - passed)
    passed += shard.files
    if (!wanted.length) continue
    const entries = readEntries(await getPart(target, shard.part))
    for (const at of wanted) {
      const entry = entries[at]!
      if (!(await getPicture(target, entry)))
        throw new Damaged(`The picture ${entry.name} is missing in the backup, or damaged.`)
      checked++
    }
  }
  return checked
}

/** Names of the pictures in a backup that begin with this prefix. */
export async function listPictures(target: Files, shard: Shard): Promise<string[]> {
  return readEntries(await getPart(target, shard.part)).map(({ name }) => name)
}

/** A picture of a backup; undefined if it is missing, or not the one of the hash, if there is one. */
async function getPicture(
  target: Files,
  { name, sha256 }: { name: string; sha256?: string },
): Promise<Buffer | undefined> {
  const bytes = await target.get(name)
  return bytes && (!sha256 || hashOfBytes(bytes) === sha256) ? bytes : undefined
}

/** Works through a list, several at once; rejects with the first error, after which no more are begun. */
async function atOnce<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: copiesAtOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

export { places as picturePlaces, shards as pictureShards }
