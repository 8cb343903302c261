import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import { transaction } from '../db/connect.ts'
import {
  findUnused,
  isPictureUsed,
  lockPicture,
  type Picture,
  strikeOff,
} from '../features/pictures/queries.ts'
import { avatarName, removeLogoFiles } from '../outside/images.ts'
import type { Services } from '../services.ts'

type Stores = Pick<Services, 'db' | 'files'>

/** Each holds a connection while it removes. */
const removing = pLimit(2)
/** So long does whoever let go of a picture wait for the store; what is left goes on without them. */
const patienceMs = 3000

/**
 * Removes the files of pictures that were just listed as unused. Never rejects: the change that made them so stands in
 * any case, and what fails here is left to `removeUnused`.
 */
export async function removePictures(stores: Stores, pictures: Picture[], log: FastifyBaseLogger) {
  const removed = removing.map(pictures, picture =>
    removePicture(stores, picture).catch(error =>
      log.warn({ err: error, ...picture }, 'the files of an unused picture stay for now'),
    ),
  )
  await Promise.race([removed, sleep(patienceMs, undefined, { ref: false })])
}

/**
 * Removes the files of all pictures that are listed as unused, one after the other until `signal`; `onError` hears
 * of each that fails.
 */
export async function removeUnused(stores: Stores, onError: (error: unknown) => void, signal?: AbortSignal) {
  for (const picture of await findUnused(stores.db)) {
    if (signal?.aborted) return
    await removePicture(stores, picture).catch(onError)
  }
}

/** Idempotent, so its transaction may run again. */
function removePicture({ db, files }: Stores, picture: Picture) {
  return transaction(db, async trx => {
    await lockPicture(trx, picture.image, 'alone')
    if (!(await isPictureUsed(trx, picture)))
      await (picture.kind === 'logo'
        ? removeLogoFiles(files, picture.image)
        : files.remove(avatarName(picture.image)))
    await strikeOff(trx, picture)
  })
}
