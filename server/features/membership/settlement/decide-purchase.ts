import type { Plan } from '../../../../shared/rules/plan.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import type { ProviderSubscription, SubscriptionStatus } from '../../../outside/paypal-schemas.ts'
import type { Refusal } from '../refusals.ts'
import type { Intent, SubscriptionState } from './facts.ts'

// What happens to a purchase before it is charged. Pure: no I/O, so that every state is tested by table.

/** Our status for the provider's status of a subscription; undefined before its start, and for unknown ones. */
export const statusOfSubscription = ({ status }: Pick<ProviderSubscription, 'status'>) =>
  subscriptionStatuses[status]
const subscriptionStatuses: Record<
  SubscriptionStatus,
  'active' | 'suspended' | 'cancelled' | 'expired' | undefined
> = {
  APPROVAL_PENDING: undefined,
  APPROVED: undefined,
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
}

export type Step =
  | { kind: 'unknown' }
  /** Nothing is wrong; the provider has to finish first. */
  | { kind: 'confirming' }
  | { kind: 'refuse'; intent: Intent; refusal: Refusal }
  /** It is approved and not charged: reserve the buyer's names and turn, then charge it. */
  | { kind: 'charge'; intent: Intent }
  /** It has begun, or ended: write what the provider shows. */
  | { kind: 'record' }

/** What comes next for a subscription, by its state at the provider and by what was ordered. */
export function decideStep(
  remote: ProviderSubscription,
  intent: Intent | undefined,
  isKnown: boolean,
  planIds: Record<Plan, string>,
): Step {
  if (isKnown) return { kind: 'record' }
  if (!intent) return { kind: 'unknown' }
  if (!matchesOrder(remote, intent, planIds)) return { kind: 'refuse', intent, refusal: 'mismatch' }
  if (remote.status === 'APPROVED') return { kind: 'charge', intent }
  return { kind: statusOfSubscription(remote) ? 'record' : 'confirming' }
}

/** Whether it is what was ordered: the plan, one of it, at its price, beginning when it should. */
function matchesOrder(remote: ProviderSubscription, intent: Intent, planIds: Record<Plan, string>): boolean {
  if (remote.planId !== planIds[intent.plan] || !remote.matchesOurTerms) return false
  const latest = Math.max(intent.starts_on ? Date.parse(intent.starts_on) : 0, intent.created_at.getTime())
  return !remote.startsAt || remote.startsAt.getTime() <= latest + dayMs
}

/** The buyer's facts that decide whether the purchase may be charged. */
export type Claimant =
  | {
      kind: 'member'
      isClosed: boolean
      running: Pick<SubscriptionState, 'subscription_id' | 'status'> | undefined
      /** Whether another purchase of the member is being charged. */
      hasOtherCharge: boolean
    }
  /** `account`: taken permanently; `purchase`: by one that is being charged. */
  | { kind: 'registration'; username: TakenBy; email: TakenBy }
type TakenBy = 'account' | 'purchase' | undefined

export type Reservation =
  /** `isHeld`: this purchase holds the buyer's names and turn already. */
  | { kind: 'charge'; isHeld: boolean }
  /** Another purchase of the same buyer is being charged. */
  | { kind: 'wait' }
  /** The purchase was settled in the meantime: read it again. */
  | { kind: 'look-again' }
  /** A suspended subscription has to end first. */
  | { kind: 'cancel-first'; subscriptionId: string }
  | { kind: 'refuse'; refusal: Refusal }

/** Whether an approved purchase may be charged now. */
export function decideReservation(
  intent: Pick<Intent, 'state' | 'refused_because' | 'expires_at'>,
  claimant: Claimant,
  now: Date,
): Reservation {
  switch (intent.state) {
    case 'refused':
    case 'expired':
      return { kind: 'refuse', refusal: intent.refused_because ?? 'late' }
    case 'settling':
      return { kind: 'charge', isHeld: true }
    case 'settled':
      return { kind: 'look-again' }
    case 'open':
  }
  if (intent.expires_at < now) return { kind: 'refuse', refusal: 'late' }
  return claimant.kind === 'member' ? decideMember(claimant) : decideNames(claimant)
}

function decideMember({
  isClosed,
  running,
  hasOtherCharge,
}: Extract<Claimant, { kind: 'member' }>): Reservation {
  if (isClosed) return { kind: 'refuse', refusal: 'account_closed' }
  if (running?.status === 'active') return { kind: 'refuse', refusal: 'another_subscription' }
  if (running) return { kind: 'cancel-first', subscriptionId: running.subscription_id }
  return hasOtherCharge ? { kind: 'wait' } : { kind: 'charge', isHeld: false }
}

function decideNames({ username, email }: Extract<Claimant, { kind: 'registration' }>): Reservation {
  if (username === 'account') return { kind: 'refuse', refusal: 'username_taken' }
  if (email === 'account') return { kind: 'refuse', refusal: 'email_taken' }
  return username || email ? { kind: 'wait' } : { kind: 'charge', isHeld: false }
}
