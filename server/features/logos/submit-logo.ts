import { createHash } from 'node:crypto'
import type { core } from 'zod/mini'
import type { submit } from '../../../shared/api/logos.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, suspended } from '../../http/errors.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { decodeLogo, pictureHash, storeLogo } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { enqueueLookCheck, setLook } from '../look/queries.ts'
import { enqueuePicture, lockPicture } from '../pictures/queries.ts'
import { storeInTurn } from '../pictures/store-in-turn.ts'
import { reportSamePicture } from '../reports/queries.ts'
import { findLogoDetails, findUpload, insertLogo, lockSuspension } from './queries.ts'

/**
 * Accepts an upload: decodes it, stores the original and the first pictures, then adds the row and the job for the
 * rest. In that order, so that a crash leaves unused files at most and never a logo without its picture; once this
 * resolves, both are durable. Idempotent by `upload_key`: a retry returns the existing logo.
 */
export async function submitLogo(
  { db, files, now }: Services,
  input: core.output<(typeof submit)['input']>,
  viewer: Viewer,
) {
  const { upload_key } = input
  const upload_digest = upload_key ? createHash('sha256').update(input.file_base64).digest() : null
  if (upload_key && upload_digest) {
    // A retry returns at once. If its texts differ, the pixels are compared, below.
    const existing = await findUpload(db, viewer.id, upload_key)
    if (existing?.upload_digest?.equals(upload_digest))
      return { isChanged: false, result: (await findLogoDetails(db, existing.logo_id, viewer))! }
  }
  const picture = await decodeUpload('file_base64', input.file_base64, decodeLogo)
  const { logo, file_base64: _, keywords, ...facts } = input
  const store = () =>
    transaction(db, async trx => {
      await lockPicture(trx, picture.hash, 'together')
      // Storing is idempotent, so this transaction may be retried.
      await storeLogo(files, picture)
      await enqueuePicture(trx, picture.hash)
      const logoId = await insertLogo(trx, {
        ...facts,
        title: logo,
        keywords: parseKeywords(keywords),
        designer_id: viewer.id,
        upload_date: now(),
        image: picture.image,
        upload_digest,
        side: picture.side,
        ground: picture.ground,
        colors: JSON.stringify(picture.palette.colors),
        palette: picture.palette.kind,
      })
      if (!logoId) return
      await refuseIfSuspended(trx, viewer.id, now())
      await setLook(trx, logoId, picture.look)
      await reportSamePicture(trx, logoId, now())
      await enqueueLookCheck(trx, logoId)
      return logoId
    })
  const added = await storeInTurn(store)
  const logoId = added ?? (await findSame(db, viewer.id, input.upload_key!, picture.hash))
  return { isChanged: added !== undefined, result: (await findLogoDetails(db, logoId, viewer))! }
}

/**
 * The member may have been suspended while the picture arrived. Called after the insert, which has locked the designer's
 * row for its counts: a lock before it would be taken in another order than the index of words takes its own, and two
 * uploads of one member would deadlock.
 */
export async function refuseIfSuspended(trx: Db, designerId: number, now: Date) {
  const { suspended_until } = await lockSuspension(trx, designerId)
  if (suspended_until && suspended_until > now) throw suspended(suspended_until)
}

/** The logo that this upload has created before. */
async function findSame(db: Db, designerId: number, uploadKey: string, hash: string) {
  const upload = await findUpload(db, designerId, uploadKey)
  if (!upload || pictureHash(upload.image) !== hash)
    throw new HttpError(409, 'Another picture was uploaded with this key.')
  return upload.logo_id
}
