import type { QueryClient } from '@tanstack/react-query'
import type { Logo } from '../../shared/api/logos.ts'
import { isLogo, mapObjects, patchCached } from './map-objects.ts'

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

/** Changes a logo wherever it is cached: in every feed, profile and detail. */
export function patchLogo(queryClient: QueryClient, logoId: number, patch: Partial<Logo>) {
  patchCached(queryClient, object =>
    isLogo(object) && object.logo_id === logoId ? { ...object, ...patch } : object,
  )
}
