import type { QueryClient } from '@tanstack/react-query'
import { watchConnection } from './connection.ts'
import { watchReleases } from './release.ts'
import { watchReturns } from './return.ts'

export { renewStyles } from './renew-styles.ts'

/** What goes on beside the page for as long as it is open. Fetched when the page is at rest. */
export function startBackground(queryClient: QueryClient) {
  watchConnection(queryClient)
  watchReleases(queryClient)
  watchReturns(queryClient)
}
