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

/** The member's webhooks with their latest deliveries. */
export const webhooksQuery = queryOptions({
  queryKey: ['account', 'webhooks'],
  queryFn: ({ signal }) => call(api.webhooks.list, {}, { signal }),
  staleTime: 0,
})

/** A change of one's webhooks. The caller shows errors. */
function useWebhookChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
}

export const useCreateWebhook = () =>
  useWebhookChange((input: InputOf<typeof api.webhooks.create>) => call(api.webhooks.create, input))

export const useUpdateWebhook = () =>
  useWebhookChange((input: InputOf<typeof api.webhooks.update>) => call(api.webhooks.update, input))

export const useRemoveWebhook = () =>
  useWebhookChange((webhook_id: number) => call(api.webhooks.remove, { webhook_id }))

export const useTestWebhook = () =>
  useWebhookChange((webhook_id: number) => call(api.webhooks.sendTest, { webhook_id }))
