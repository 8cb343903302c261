import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import { transaction } from '../../db/connect.ts'
import { vectorFile } from '../../outside/files.ts'
import { avatarName, originalName, removeLogoFiles } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { dequeueRemoval, findUnused, isPictureUsed, lockPicture, type Picture } from './queries.ts'
import { requireStore } from './read-from-store.ts'

type Stores = Pick<Services, 'db' | 'files'>

/** Limits concurrent removals: each holds a connection. */
const removing = pLimit(2)
/** How long a request waits for its files to be deleted; the rest continues in the background. */
const patienceMs = 3000

/**
 * Removes the files of pictures that were just queued. Never rejects: the change behind it is committed, and failures
 * are left to `removeUnused`.
 */
export async function removePictures(stores: Stores, pictures: Picture[], log: FastifyBaseLogger) {
  const removed = removing.map(pictures, picture =>
    removePicture(stores, picture).catch(error =>
      log.warn({ err: error, ...picture }, 'the files of an unused picture stay for now'),
    ),
  )
  await Promise.race([removed, sleep(patienceMs, undefined, { ref: false })])
}

/** Removes the files of all queued pictures, one after the other until `signal`; `onError` gets each failure. */
export async function removeUnused(stores: Stores, onError: (error: unknown) => void, signal?: AbortSignal) {
  for (const picture of await findUnused(stores.db)) {
    if (signal?.aborted) return
    await removePicture(stores, picture).catch(onError)
  }
}

/** Idempotent, so the transaction may be retried. */
function removePicture({ db, files }: Stores, picture: Picture) {
  return transaction(db, async trx => {
    await lockPicture(trx, picture.image, 'alone')
    if (!(await isPictureUsed(trx, picture))) {
      // What is not there may be on a disk that is not mounted: its removal waits for it.
      if (!(await files.has(mainFileOf(picture)))) await requireStore(trx, files)
      await removeFiles(files, picture)
    }
    await dequeueRemoval(trx, picture)
  })
}

const removeFiles = (files: Services['files'], picture: Picture) =>
  picture.kind === 'logo' ? removeLogoFiles(files, picture.image) : files.remove(mainFileOf(picture))

/** The only file of an avatar or a vector original; of a logo the one that is removed last. */
const mainFileOf = ({ kind, image }: Picture) =>
  ({ logo: originalName, avatar: avatarName, vector: vectorFile })[kind](image)
