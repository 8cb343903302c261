import { queryOptions } from '@tanstack/react-query'
import type { AdminMemberDetails } from '../../../../shared/api/desk/members.ts'
import * as api from '../../../../shared/api.ts'
import { CallError } from '../../../../shared/endpoint.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import { call } from '../../../lib/api/call.ts'

/** One account with its time line. */
export const memberQuery = (designer_id: string) =>
  queryOptions({
    queryKey: [deskKey, 'member', designer_id],
    queryFn: async ({ signal }): Promise<AdminMemberDetails> => {
      const answer = await call(api.desk.members.find, { designer_id }, { signal })
      if ('data' in answer) throw new CallError(404, { error: 'Member not found' })
      return answer
    },
    staleTime: 10_000,
  })
