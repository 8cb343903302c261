/** What `isActive` is decided from. Dates are UTC days (`YYYY-MM-DD`), times are instants. */
export type MembershipFacts = {
  member_expire: string | null
  subscription_id: string | null
  provisional_until: Date | null
}

const graceDays = 14
const dayMs = 86_400_000

/**
 * A membership is current to the end of its last day (UTC), in grace for 14 days more while a subscription is
 * active (the provider is retrying), and provisional between a subscription's start and its first payment.
 */
export function isActiveMember(facts: MembershipFacts, now: Date) {
  const end = facts.member_expire ? Date.parse(`${facts.member_expire}T23:59:59.999Z`) : undefined
  if (end !== undefined && now.getTime() <= end) return true
  if (!facts.subscription_id) return false
  if (end !== undefined) return now.getTime() <= end + graceDays * dayMs
  return facts.provisional_until !== null && now < facts.provisional_until
}
