import { queryOptions } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import type { Transport } from './outbox.ts'

/** The signed-in juror's bench. 403 for an account that is on no jury. */
export const benchQuery = queryOptions({
  queryKey: ['jury'],
  queryFn: ({ signal }) => call(api.jury.find, {}, { signal }),
  staleTime: 30_000,
})

/** The outbox's transport. */
export const transport: Transport = {
  sendScores: async scores =>
    (
      await call(api.jury.sendScores, {
        scores: scores.map(({ key, assignment_id, score, scored_at }) => ({
          key,
          assignment_id,
          score,
          scored_at,
        })),
      })
    ).scores,
  sendAct(act) {
    const { assignment_id } = act
    if (act.kind === 'flag')
      return call(api.jury.reportFlag, { assignment_id, reason: act.reason, text: act.text })
    if (act.kind === 'conflict') return call(api.jury.reportConflict, { assignment_id })
    const { state } = act
    return call(act.kind === 'saved' ? api.jury.setSaved : api.jury.setSkipped, { assignment_id, state })
  },
  findAccount: async () => (await call(api.auth.check, {})).designerId,
}
