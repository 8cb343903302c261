import type { core } from 'zod/mini'
import type { submit } from '../../../shared/api/logos.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { decodeLogo, storeLogo } from '../../outside/images.ts'
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
  const picture = await decodeUpload('file_base64', input.file_base64, decodeLogo)
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
