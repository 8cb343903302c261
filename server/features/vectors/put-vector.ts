import { createHash } from 'node:crypto'
import { nameVector, vectorKindOf, vectorMessages } from '../../../shared/rules/vector.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, notSignedIn, suspended } from '../../http/errors.ts'
import { vectorFile } from '../../outside/files.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { dequeueRemoval, lockPicture, queueUnlessKept } from '../pictures/queries.ts'
import { storeVectorInTurn } from '../pictures/store-in-turn.ts'
import { findAccount, findVector, isOwnLogo, lockOwnLogo, setVector } from './queries.ts'

/**
 * Stores the vector original of `viewer`'s logo in place of the one before, whose name is returned: the file first and
 * the row last; a file that gets no row is removed an hour later. The same bytes again only change the name.
 */
export async function putVector(
  { db, files, now }: Services,
  { logo_id, filename, bytes }: { logo_id: number; filename: string; bytes: Buffer },
  viewer: Viewer,
) {
  const kind = vectorKindOf(bytes)
  if (!kind) throw new HttpError(415, vectorMessages.kind)
  const name = nameVector(filename, kind)
  // With the logo's id, so that no two logos share a file, and one can be removed without the other.
  const file = `0${createHash('sha256').update(`${logo_id} `).update(bytes).digest('hex').slice(0, 31)}`
  // Before the file is queued for removal: a refused file leaves no row.
  await refuseUnlessOwn(db, await isOwnLogo(db, logo_id, viewer), viewer.id, now())
  const before = await storeVectorInTurn(async () => {
    await queueUnlessKept(db, { kind: 'vector', image: file })
    return transaction(db, async trx => {
      await lockPicture(trx, file, 'together')
      await refuseUnlessOwn(trx, await lockOwnLogo(trx, logo_id, viewer), viewer.id, now())
      const before = await findVector(trx, logo_id, viewer)
      // Storing is idempotent, so this transaction may be retried.
      await files.put(vectorFile(file), bytes)
      await setVector(trx, { logo_id, filename: name, bytes: bytes.length, file, sent_at: now() })
      await dequeueRemoval(trx, { kind: 'vector', image: file })
      return before?.file
    })
  })
  return {
    vector: { logo_id, filename: name, bytes: bytes.length },
    replaced: before === file ? undefined : before,
  }
}

/**
 * The account may have been closed or suspended while the file arrived. Closing it waits for the lock of the logo, so that within
 * that the answer holds until the transaction ends.
 */
async function refuseUnlessOwn(db: Db, isOwn: boolean, designerId: number, now: Date) {
  const account = await findAccount(db, designerId)
  if (!account || account.closed_at) throw notSignedIn()
  const { suspended_until } = account
  if (suspended_until && suspended_until > now) throw suspended(suspended_until)
  if (!isOwn) throw new HttpError(404, 'Logo not found')
}
