import { setTimeout as sleep } from 'node:timers/promises'
import { isCommonShape, samePictureFrom } from '../../shared/rules/look.ts'
import { transaction } from '../db/connect.ts'
import { claimLookCheck, findFirstPictures, hasLookCheck, listUndescribed } from '../features/look/queries.ts'
import { readFromStore } from '../features/pictures/read-from-store.ts'
import { reportSameLook } from '../features/reports/queries.ts'
import { describe, describeTurned, searchedViews } from '../lib/look/describe.ts'
import { pictureHash, readStored } from '../outside/images.ts'
import type { Services } from '../services.ts'
import { every } from './every.ts'

type Stores = Pick<Services, 'db' | 'files' | 'look' | 'now'>

const everyMs = 10_000
/** Throttle: after each picture, a pause of this many times its duration. */
const restFactor = 4
/** The nearest logos of other designers that are read for each way to turn a picture. They are enough unless many are newer. */
const mostRead = 100
/** How a copy was made, by its way of `turnHistogram`. */
const ways = [
  'As it is',
  'Turned by 90°',
  'Turned by 180°',
  'Turned by 270°',
  'Mirrored',
  'Mirrored and turned by 90°',
  'Mirrored and turned by 180°',
  'Mirrored and turned by 270°',
]

/**
 * Compares new pictures with all logos and tells staff of one that looks the same, at once and every ten seconds, until `stop`. A
 * comparison is a row until it is done. Several processes share them.
 */
export function startComparing(stores: Stores, onError: (error: unknown) => void) {
  let isFailing = false
  return every(
    everyMs,
    async signal => {
      await compareAll(stores, signal)
      isFailing = false
    },
    error => {
      // Reported once while the database or the store is unreachable.
      if (!isFailing) onError(error)
      isFailing = true
    },
  )
}

/**
 * Compares the new pictures that wait. None is taken before all logos are described, since an original that is not would never be
 * found; nor before the index is loaded, which begins here: its row would stay locked; nor while the index misses changes or has yet to read
 * some, since one of them can be the original.
 */
export async function compareAll(stores: Stores, signal: AbortSignal) {
  if (!(await hasLookCheck(stores.db))) return
  if ((await listUndescribed(stores.db, 0, 1)).length) return
  if (!stores.look.state()) return stores.look.start()
  while (!signal.aborted && stores.look.isCurrent()) {
    const began = performance.now()
    if (!(await compareNext(stores))) break
    await sleep((performance.now() - began) * restFactor, undefined, { signal }).catch(() => {})
  }
}

/**
 * Compares the next new picture, also mirrored and turned, with the earlier pictures of other designers; false when none is left. A
 * common shape, which many designers have drawn, is not reported. Throws while the store is away.
 */
export function compareNext({ db, files, look, now }: Stores): Promise<boolean> {
  return transaction(db, async trx => {
    const logo = await claimLookCheck(trx)
    if (!logo) return false
    const hash = pictureHash(logo.image)
    const picture = await readFromStore({ db: trx, files }, () => readStored(files, hash))
    if (!picture) return true
    const turned = describeTurned(picture)
    const found = new Map<number, { likeness: number; way: number }>()
    // One way after the other, so that searches of members are answered in between.
    for (const way of ways.keys()) {
      const views = way ? turned(way) : describe(picture, searchedViews)
      if (!views.length) return true
      for (const { logo_id, likeness } of await look.nearest(
        [{ views, isTransformed: false }],
        'shape',
        mostRead,
        { logo_id: logo.logo_id, designer_id: logo.designer_id },
      ))
        if (likeness >= samePictureFrom && likeness > (found.get(logo_id)?.likeness ?? 0))
          found.set(logo_id, { likeness, way })
    }
    const originals = (await findFirstPictures(trx, logo.logo_id, [...found.keys()])).map(original => ({
      ...original,
      ...found.get(original.logo_id)!,
    }))
    const [nearest] = originals.toSorted((a, b) => b.likeness - a.likeness)
    if (nearest && !isCommonShape(originals.map(original => original.designer_id))) {
      const text = `${ways[nearest.way]}, its shape matches the original’s by ${nearest.likeness}%.`
      await reportSameLook(
        trx,
        { logo_id: logo.logo_id, picture: hash },
        { logo_id: nearest.logo_id, text },
        now(),
      )
    }
    return true
  })
}
