import type { core } from 'zod/mini'
import type { submit } from '../../../shared/api/logos.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { BusyError, decodeLogo, ImageError, storeLogo } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { findLogo, insertLogo } from './queries.ts'

/**
 * Takes an upload in: decodes it, stores the pictures, then adds the row. In that order, so that a crash leaves at
 * most unused files and never a logo without its picture; once this resolves, both are durable.
 */
export async function submitLogo(
  { db, files, now }: Services,
  input: core.output<(typeof submit)['input']>,
  viewer: Viewer,
) {
  const picture = await decode(readBase64(input.file_base64))
  await storeLogo(files, picture)
  const { logo, file_base64: _, keywords, ...facts } = input
  const logoId = await insertLogo(db, {
    ...facts,
    title: logo,
    keywords: parseKeywords(keywords),
    designer_id: viewer.id,
    upload_date: now(),
    image: picture.hash,
    side: picture.side,
    ground: picture.ground,
  })
  return (await findLogo(db, logoId, viewer))!
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
