import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { core } from 'zod/mini'
import type { submit } from '../../../shared/api/logos.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { busy, HttpError } from '../../http/errors.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { lockPicture } from '../pictures/queries.ts'
import { findLogo, findUpload, insertLogo } from './queries.ts'

/** Each holds a connection while it stores: however slow the store is, most stay free for everybody else. */
const storing = pLimit(3)
const mostWaiting = 6

/**
 * Takes an upload in: decodes it, stores the pictures, then adds the row. In that order, so that a crash leaves at
 * most unused files and never a logo without its picture; once this resolves, both are durable. Idempotent by
 * `upload_key`: sent again, it answers the logo that stands, as it stands.
 */
export async function submitLogo(
  { db, files, now }: Services,
  input: core.output<(typeof submit)['input']>,
  viewer: Viewer,
) {
  const { upload_key } = input
  const upload_digest = upload_key ? createHash('sha256').update(input.file_base64).digest() : null
  if (upload_key && upload_digest) {
    // A retry costs nothing. Sent in other words, it is compared by its pixels, below.
    const known = await findUpload(db, viewer.id, upload_key)
    if (known?.upload_digest?.equals(upload_digest)) return (await findLogo(db, known.logo_id, viewer))!
  }
  const picture = await decodeUpload('file_base64', input.file_base64, decodeLogo)
  const { logo, file_base64: _, keywords, ...facts } = input
  if (storing.pendingCount >= mostWaiting) throw busy(5)
  const store = () =>
    transaction(db, async trx => {
      await lockPicture(trx, picture.hash, 'together')
      // Storing twice is storing once, so this transaction may run again.
      await storeLogo(files, picture)
      return insertLogo(trx, {
        ...facts,
        title: logo,
        keywords: parseKeywords(keywords),
        designer_id: viewer.id,
        upload_date: now(),
        image: picture.hash,
        upload_digest,
        side: picture.side,
        ground: picture.ground,
      })
    })
  const added = await storing(store)
  const logoId = added ?? (await findSame(db, viewer.id, input.upload_key!, picture.hash))
  return (await findLogo(db, logoId, viewer))!
}

/** The logo that this very upload has become before. */
async function findSame(db: Db, designerId: number, uploadKey: string, image: string) {
  const upload = await findUpload(db, designerId, uploadKey)
  if (upload?.image !== image) throw new HttpError(409, 'Another picture was uploaded with this key.')
  return upload.logo_id
}
