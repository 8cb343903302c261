import { find } from '../../../shared/api/embeds.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { logoIdIn } from '../../../shared/rules/logo-address.ts'
import { HttpError } from '../../http/errors.ts'
import { readRoute } from '../../http/serve.ts'
import { siteWords } from '../../lib/site-words.ts'
import { visitor } from '../../viewer.ts'
import { findLogo } from '../logos/queries.ts'

export const embedsRoutes = [
  readRoute(find, async ({ db, input, publicUrl }) => {
    if (input.format && input.format !== 'json') throw new HttpError(501, 'Only format=json is offered.')
    const logoId = logoIdIn(input.url, publicUrl)
    // Embedding sites have no session of ours: what they show is what a visitor sees.
    const logo = logoId && (await findLogo(db, logoId, visitor))
    if (!logo) throw new HttpError(404, 'Logo not found')
    const room = Math.min(input.maxwidth ?? 900, input.maxheight ?? 900)
    const size = room < 900 ? 320 : 900
    const side = Math.min(size, logo.side, room)
    return {
      version: '1.0' as const,
      type: 'photo' as const,
      title: logo.logo,
      author_name: logo.company,
      ...(logo.slug && { author_url: `${publicUrl}/designers/${logo.slug}` }),
      provider_name: siteWords().site_name,
      provider_url: publicUrl,
      url: publicUrl + imageUrl(logo.image, size),
      width: side,
      height: side,
      cache_age: 3600,
    }
  }),
]
