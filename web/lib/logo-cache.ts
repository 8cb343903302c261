import type { QueryClient } from '@tanstack/react-query'
import type { Logo } from '../../shared/api/logos.ts'
import { mapObjects } from './map-objects.ts'

/** The newest copy of a logo that any list holds. */
export function findCachedLogo(queryClient: QueryClient, logoId: number): Logo | undefined {
  let found: Logo | undefined
  for (const query of queryClient.getQueryCache().getAll()) {
    mapLogos(query.state.data, logo => {
      if (logo.logo_id === logoId) found = logo
      return logo
    })
  }
  return found
}

/** Changes a logo wherever it is cached: in every feed, profile and detail. Nothing is fetched again. */
export function patchLogo(queryClient: QueryClient, logoId: number, patch: Partial<Logo>) {
  queryClient.setQueriesData({}, data =>
    mapLogos(data, logo => (logo.logo_id === logoId ? { ...logo, ...patch } : logo)),
  )
}

/** Replaces every logo inside cached data. */
const mapLogos = <Data>(data: Data, change: (logo: Logo) => Logo): Data =>
  mapObjects(data, object => ('logo_id' in object && 'like_ct' in object ? change(object as Logo) : object))
