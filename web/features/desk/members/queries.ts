import { queryOptions } from '@tanstack/react-query'
import type { AdminMember, AdminMemberDetails } from '../../../../shared/api/desk/members.ts'
import * as api from '../../../../shared/api.ts'
import { CallError, type InputOf } from '../../../../shared/endpoint.ts'
import { deskKey } from '../../../domain/desk/acts.ts'
import type { ListQuery } from '../../../domain/desk/list-query.ts'
import { call } from '../../../lib/api/call.ts'

type Input = InputOf<typeof api.desk.members.find>

/** A page of accounts. */
export async function readMembers(
  query: ListQuery,
  signal: AbortSignal,
): Promise<{ data: AdminMember[]; count: number }> {
  const answer = await call(api.desk.members.find, query as Input, { signal })
  if (!('data' in answer)) throw new CallError(500, { error: 'A list was expected.' })
  return answer
}

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
