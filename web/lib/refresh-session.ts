import type { QueryClient } from '@tanstack/react-query'
import { enterSession, sessionQuery } from './session.ts'

/** Asks again who is signed in, and as what: after a payment, or the end of one. */
export async function refreshSession(queryClient: QueryClient) {
  enterSession(queryClient, await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }))
}
