import type { memberStates } from '../../../../shared/api/desk/members.ts'

type MemberState = (typeof memberStates)[number]

/** A state of an account as staff read it. */
export const stateInWords = (state: MemberState) =>
  state === 'current' ? 'active' : state === 'lapsed' ? 'expired' : state
