import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { requireRecord } from '../../lib/api/record-of.ts'

/** The member's API tokens. */
export const tokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => call(api.tokens.list, {}, { signal }),
  staleTime: 0,
})

/** Makes a token, which is in the answer. The caller shows errors. */
export function useCreateToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<typeof api.tokens.create>) =>
      requireRecord(await call(api.tokens.create, input), 'token'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

export function useRevokeToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token_id: number) => call(api.tokens.revoke, { token_id }),
    // A 404 means that it is revoked already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    meta: { error: 'Error revoking the token.' },
  })
}
