import type { QueryClient } from '@tanstack/react-query'
import type { FoundLogo, Logo } from '../../../shared/api/logos.ts'
import { isLogo, mapObjects, patchCached } from '../../lib/api/patch-cached.ts'

/** Changes a logo wherever it is cached: in every feed, profile and detail. */
export function patchLogo(queryClient: QueryClient, logoId: number, patch: Partial<FoundLogo>) {
  patchCached(queryClient, object =>
    isLogo(object) && object.logo_id === logoId ? { ...object, ...patch } : object,
  )
}

/** The newest copy of a logo that any list holds. */
export function findCachedLogo(queryClient: QueryClient, logoId: number): Logo | undefined {
  let found: Logo | undefined
  for (const query of queryClient.getQueryCache().getAll()) {
    mapObjects(query.state.data, object => {
      if (isLogo(object) && object.logo_id === logoId) found = object
      return object
    })
  }
  return found
}

/** The scope of the mutations that like a logo, one after the other. */
export const likeScope = (logoId: number) => `like ${logoId}`

/**
 * An answer with logos, corrected: the server may have read it before a like that was in flight when the call was sent, or
 * was sent in the meantime, so such a logo keeps the likes of its cached copy.
 */
export async function keepLikes<Answer>(queryClient: QueryClient, answer: Promise<Answer>): Promise<Answer> {
  const mutations = queryClient.getMutationCache()
  const settled = mutations.getAll().filter(({ state }) => state.status !== 'pending')
  const data = await answer
  const scopes = mutations.getAll().map(mutation => !settled.includes(mutation) && mutation.options.scope?.id)
  return mapObjects(data, object => {
    if (!isLogo(object) || !scopes.includes(likeScope(object.logo_id))) return object
    const { is_liked, like_ct } = findCachedLogo(queryClient, object.logo_id) ?? object
    return { ...object, is_liked, like_ct }
  })
}
