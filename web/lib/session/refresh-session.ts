import type { QueryClient } from '@tanstack/react-query'
import { enterSession, sessionQuery } from './session.ts'

/** Fetches the session again: after a payment, or after a membership has ended. */
export async function refreshSession(queryClient: QueryClient) {
  enterSession(queryClient, await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }))
}
