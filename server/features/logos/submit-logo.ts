import type { core } from 'zod/mini'
import type { submit } from '../../../shared/api/logos.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { BusyError, decodeLogo, ImageError, storeLogo } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { findLogo, findUpload, insertLogo, lockPicture } from './queries.ts'

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
  const picture = await decode(readBase64(input.file_base64))
  const { logo, file_base64: _, keywords, ...facts } = input
  const added = await transaction(db, async trx => {
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
      side: picture.side,
      ground: picture.ground,
    })
  })
  const logoId = added ?? (await findSame(db, viewer.id, input.upload_key!, picture.hash))
  return (await findLogo(db, logoId, viewer))!
}

/** The logo that this very upload has become before. */
async function findSame(db: Db, designerId: number, uploadKey: string, image: string) {
  const upload = await findUpload(db, designerId, uploadKey)
  if (upload?.image !== image) throw new HttpError(409, 'Another picture was uploaded with this key.')
  return upload.logo_id
}

/** The bytes of a data URL or of bare base64. */
function readBase64(text: string): Buffer {
  const start = text.startsWith('data:') ? text.indexOf(',') + 1 : 0
  // Whitespace goes first: allowed for within the pattern, it would take quadratic time.
  const base64 = text.slice(start).replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw invalid('file_base64', 'The image did not arrive whole.')
  return Buffer.from(base64, 'base64')
}

async function decode(bytes: Buffer) {
  try {
    return await decodeLogo(bytes)
  } catch (error) {
    if (error instanceof ImageError) throw invalid('file_base64', error.message)
    if (error instanceof BusyError)
      throw new HttpError(503, 'Many uploads are arriving. Please try again in a moment.', { retryAfter: 5 })
    throw error
  }
}
