import { dayMs } from './time.ts'

/** The facts that decide a membership's state. Dates are UTC days (`YYYY-MM-DD`), times are instants. */
export type MembershipFacts = {
  member_expire: string | null
  /** Of the active subscription. */
  subscription_id: string | null
  provisional_until: Date | null
  /** The last event of its money was a chargeback. */
  is_revoked: boolean | null
}

export const membershipStates = ['current', 'provisional', 'grace', 'lapsed', 'revoked'] as const
export type MembershipState = (typeof membershipStates)[number]

/** The provider tries again 5 and 10 days after a payment failed. */
export const graceDays = 14
export const provisionalHours = 72

/** A day ends at 23:59:59.999 UTC. */
const endOf = (day: string) => Date.parse(`${day}T23:59:59.999Z`)

/**
 * The one rule of who is a member. *Current* to the end of the last paid day; then *revoked* when the last payment was
 * taken back; *provisional* between a subscription's start and its first payment; in *grace* for 14 days past the last
 * paid day while the subscription is active and the provider tries again; else *lapsed*.
 */
export function membershipState(facts: MembershipFacts, now: Date): MembershipState {
  const end = facts.member_expire ? endOf(facts.member_expire) : undefined
  if (end !== undefined && now.getTime() <= end) return 'current'
  if (facts.is_revoked) return 'revoked'
  if (!facts.subscription_id) return 'lapsed'
  if (facts.provisional_until !== null && now < facts.provisional_until) return 'provisional'
  if (end !== undefined && now.getTime() <= end + graceDays * dayMs) return 'grace'
  return 'lapsed'
}

export const isActiveState = (state: MembershipState) => state !== 'lapsed' && state !== 'revoked'

/** The last day of grace after the last paid one. */
export const graceEnd = (memberExpire: string) =>
  new Date(endOf(memberExpire) + graceDays * dayMs).toISOString().slice(0, 10)

/** Whether the provider reports an active subscription although the paid time is over: somebody must look at it. */
export const isMismatch = <Facts extends Pick<MembershipFacts, 'member_expire' | 'subscription_id'>>(
  facts: Facts,
  now: Date,
): facts is Facts & { member_expire: string; subscription_id: string } =>
  facts.subscription_id !== null && facts.member_expire !== null && now.getTime() > endOf(facts.member_expire)
