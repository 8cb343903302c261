import type { Db } from '../../db/connect.ts'
import type { Files } from '../../outside/files.ts'
import { originalName } from '../../outside/images.ts'
import { listSpreadImages } from './queries.ts'

const mostSought = 64

/** The store has none of the pictures that the database names. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/**
 * Throws where the store has no picture of any logo, as while its disk is not mounted. It looks for logos of every age, since a
 * folder without its disk has what was uploaded in the last hours. A gallery without logos passes.
 */
export async function requireStore(db: Db, files: Files): Promise<void> {
  const images = await listSpreadImages(db, mostSought)
  for (const image of images) if (await files.has(originalName(image))) return
  if (images.length)
    throw new StoreAway(
      'The store has no picture of any logo. Is its disk mounted, or the bucket the right one?',
    )
}

/** What `read` finds; undefined where it is missing or damaged, and an error where the store is away. */
export async function readFromStore<T>(
  { db, files }: { db: Db; files: Files },
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await read()
  if (found !== undefined) return found
  await requireStore(db, files)
  // Again, because the store may have come back after the first read.
  return read()
}
