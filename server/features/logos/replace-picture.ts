import type { core } from 'zod/mini'
import type { replacePicture as endpoint } from '../../../shared/api/logos.ts'
import { deletableSince } from '../../../shared/rules/delete-window.ts'
import { transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { decodeLogo, pictureHash, storeLogo } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { enqueueLookCheck, setLook } from '../look/queries.ts'
import { setPalette } from '../palettes/queries.ts'
import { enqueuePicture, lockPicture } from '../pictures/queries.ts'
import { storeInTurn } from '../pictures/store-in-turn.ts'
import { reportSamePicture } from '../reports/queries.ts'
import { requireOwner } from './delete-logo.ts'
import { findLogoDetails, lockReplaceable, writeReplacement } from './queries.ts'
import { refuseIfSuspended } from './submit-logo.ts'

/**
 * Replaces the picture of `viewer`'s logo: files first and the row last, as an upload. The same pixels again change nothing.
 * Throws 403 for another designer's logo, 404 for none, 409 if it is hidden or too late.
 */
export async function replacePicture(
  { db, files, now }: Services,
  { logo_id, file_base64 }: core.output<(typeof endpoint)['input']>,
  viewer: Viewer,
) {
  const picture = await decodeUpload('file_base64', file_base64, decodeLogo)
  const store = () =>
    transaction(db, async trx => {
      await lockPicture(trx, picture.hash, 'together')
      const before = await lockReplaceable(trx, logo_id, deletableSince(now()), viewer)
      if (!before) throw await refusal()
      if (pictureHash(before.image) === picture.hash) return false
      // Storing is idempotent, so this transaction may be retried.
      await storeLogo(files, picture)
      await enqueuePicture(trx, picture.hash)
      const { image, side, ground, palette } = picture
      await writeReplacement(trx, logo_id, before, { image, side, ground }, now())
      await setPalette(trx, logo_id, palette)
      await setLook(trx, logo_id, picture.look)
      await refuseIfSuspended(trx, viewer.id, now())
      await reportSamePicture(trx, logo_id, now())
      await enqueueLookCheck(trx, logo_id)
      return true
    })
  const isChanged = await storeInTurn(store)
  return { isChanged, result: (await findLogoDetails(db, logo_id, viewer))! }

  async function refusal() {
    const { hidden_at } = await requireOwner(db, logo_id, viewer)
    return hidden_at
      ? new HttpError(409, 'This logo is hidden, and its picture can’t be replaced.')
      : new HttpError(
          409,
          'A picture can be replaced only within 48 hours of its upload, or until its book closes.',
        )
  }
}
