import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { showToast } from '../../lib/toast/toast.ts'

type Followable = { designer_id: number; is_followed: 0 | 1 }

/** Follows several designers, without oneself and those who are followed already. */
export function useFollowAll(designers: readonly Followable[], ownId: number | undefined) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<'none' | 'sending' | 'done'>('none')
  const others = designers.filter(({ designer_id }) => designer_id !== ownId)
  const left = state === 'done' ? [] : others.filter(({ is_followed }) => !is_followed)
  return {
    isSending: state === 'sending',
    others: others.length,
    /** How many of them are not followed yet. */
    left: left.length,
    async followAll() {
      setState('sending')
      try {
        for (const { designer_id } of left) await call(api.designers.follow, { designer_id, state: 1 })
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
