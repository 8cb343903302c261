import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import { requireRecord } from '../../lib/api/record-of.ts'
import { factorsQuery } from '../../lib/session/own-factors.ts'
import { makePasskey } from '../../lib/session/passkeys.ts'
import { showToast } from '../../lib/toast/toast.ts'

/** A change of one's factors; `said` is shown once it is done. The caller shows errors. */
function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>, said: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      showToast(said, 'success')
      return queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey })
    },
  })
}

export const useAddPasskey = () =>
  useChange(
    async (input: { name: string; password: string }) =>
      call(api.factors.addPasskey, { ...input, credential: await makePasskey(input.password) }),
    'Passkey added.',
  )

export const useRemovePasskey = () =>
  useChange((passkey_id: number) => call(api.factors.removePasskey, { passkey_id }), 'Passkey removed.')

export const useBeginTotp = () =>
  useMutation({
    mutationFn: async (password: string) =>
      requireRecord(await call(api.factors.beginTotp, { password }), 'secret', 'uri'),
  })

export const useConfirmTotp = () =>
  useChange((code: string) => call(api.factors.confirmTotp, { code }), 'Authenticator app set up.')

export const useRemoveTotp = () =>
  useChange((password: string) => call(api.factors.removeTotp, { password }), 'Authenticator app removed.')

export const useRenewRecovery = () =>
  useChange((password: string) => call(api.factors.renewRecovery, { password }), 'New recovery codes made.')
