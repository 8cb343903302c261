import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { call } from '../api/call.ts'
import { requireRecord } from '../api/record-of.ts'
import { askForPasskey } from './passkeys.ts'
import { enterSession } from './session.ts'

/** The second step of signing in: by this code, or by a passkey without one. The caller shows errors. */
export function useSecondStep() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (code?: string) => {
      const proof = code === undefined ? { credential: await askForPasskey() } : { code }
      return requireRecord(await call(api.factors.signIn, proof), 'isAuthenticated')
    },
    onSuccess: session => enterSession(queryClient, session),
  })
}

/** Signs in with a passkey alone. The caller shows errors. */
export function usePasskeySignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const proof = { credential: await askForPasskey() }
      return requireRecord(await call(api.factors.signInWithPasskey, proof), 'isAuthenticated')
    },
    onSuccess: session => enterSession(queryClient, session),
  })
}

/** The sentence for a failure. */
export function describeFault(error: unknown): string {
  if (error instanceof CallError) return Object.values(error.body.errors ?? {})[0] ?? error.body.error
  if (error instanceof Error && /^(NotAllowedError|AbortError)$/.test(error.name))
    return 'No passkey was used. Try again, or use another way.'
  if (error instanceof Error && error.name === 'InvalidStateError')
    return 'This device already has a passkey for your account.'
  return 'The passkey couldn’t be used here.'
}
