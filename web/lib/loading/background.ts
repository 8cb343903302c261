import type { QueryClient } from '@tanstack/react-query'
import { watchConnection } from '../api/connection.ts'
import { watchBfcache } from '../session/bfcache.ts'
import { watchReleases } from './release.ts'

export { renewStyles } from './renew-styles.ts'

/** Background work while the page is open. This module is loaded when the browser is idle. */
export function startWatching(queryClient: QueryClient) {
  watchConnection(queryClient)
  watchReleases(queryClient)
  watchBfcache(queryClient)
}
