import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { showToast } from '../../lib/toast/toast.ts'

/** Follows several designers, without oneself and those who are followed already. */
export function useFollowAll(designers: readonly number[], ownId: number | undefined) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<'none' | 'sending' | 'done'>('none')
  const others = designers.filter(id => id !== ownId)
  return {
    state,
    others: others.length,
    async followAll() {
      setState('sending')
      try {
        for (const designer_id of others) await call(api.designers.follow, { designer_id, state: 1 })
        setState('done')
      } catch (error) {
        setState('none')
        const { status, body } = error instanceof CallError ? error : { status: 0, body: { error: '' } }
        showToast(status === 0 ? 'Error following designer.' : body.error)
      }
      // Wherever one of them is shown.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'blind' })
    },
  }
}
