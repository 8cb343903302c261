import type { QueryClient } from '@tanstack/react-query'
import type { FoundLogo } from '../../../shared/api/logos.ts'
import { isLogo, patchCached } from '../../lib/api/patch-cached.ts'

/** Changes a logo wherever it is cached: in every feed, profile and detail. */
export function patchLogo(queryClient: QueryClient, logoId: number, patch: Partial<FoundLogo>) {
  patchCached(queryClient, object =>
    isLogo(object) && object.logo_id === logoId ? { ...object, ...patch } : object,
  )
}
