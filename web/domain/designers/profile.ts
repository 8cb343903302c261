import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'

/** A designer's profile by slug; without one, the viewer's own. */
export const profileQuery = (slug: string | undefined) =>
  queryOptions({
    queryKey: ['profile', slug ?? ''],
    queryFn: ({ signal }) => call(api.designers.findProfile, slug ? { folder_url: slug } : {}, { signal }),
    meta: { error: 'Error loading profile information.' },
  })
