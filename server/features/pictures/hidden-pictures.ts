import { primaryOrStandIn } from '../../db/replica.ts'
import type { Cookies } from '../../http/cookies.ts'
import type { Access } from '../../http/images.ts'
import { authenticate } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { seesHidden } from '../../viewer.ts'
import { isPictureOfOwn, listHiddenPictures } from './queries.ts'

/** The list of hidden pictures is refreshed in the background from this age. */
const freshMs = 20_000
/** Requests wait for the refresh from this age. */
const staleMs = 45_000

/**
 * Who gets the picture of a hidden logo: its owner and staff. A picture that a shown logo has as well is public. While
 * the database does not answer, the last list is used.
 */
export function hiddenPictures(services: Services, cookies: Cookies): Access {
  const { now } = services
  let hidden: ReadonlySet<string> = new Set()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  function refresh() {
    const at = now().getTime()
    const age = Math.abs(at - readAt)
    if (age < freshMs) return
    reading ??= listHiddenPictures(primaryOrStandIn(services))
      .then(hashes => {
        hidden = new Set(hashes)
      })
      .catch(() => {})
      .finally(() => {
        readAt = at
        reading = undefined
      })
    return age < staleMs ? undefined : reading
  }

  return async (hash, request, reply) => {
    await refresh()
    if (!hidden.has(hash)) return 'all'
    const viewer = await authenticate(services, cookies, request, reply)
    if (!viewer.id) return 'none'
    return seesHidden(viewer) || (await isPictureOfOwn(primaryOrStandIn(services), hash, viewer.id))
      ? 'own'
      : 'none'
  }
}
