import { addMonths, monthsBetween, type Plan, paidPeriod, utcDay } from './plan.ts'

// The day arithmetic of a member's ledger: pure functions over the member's grants. Days are UTC days, `YYYY-MM-DD`.

/** A period of membership and what it came from; `source_reference` is unique within its source. */
export type Grant = {
  source: 'payment' | 'gift_card' | 'admin'
  source_reference: string
  /** Of the payment that bought it; null for gift cards and grants of an administrator. */
  subscription_id: string | null
  starts_on: string
  ends_on: string
  isReversed: boolean
}

type Period = { starts_on: string; ends_on: string }
/** A grant that starts on another day than before. */
export type GrantMove = { grant: Grant; from: Period; to: Period }

/** The last day that is paid for, or null. */
export function memberExpireOf(grants: readonly Grant[]): string | null {
  let latest: string | null = null
  for (const { isReversed, ends_on } of grants)
    if (!isReversed && (latest === null || ends_on > latest)) latest = ends_on
  return latest
}

const ofPayment = (grants: readonly Grant[], paymentId: string) =>
  grants.find(grant => grant.source === 'payment' && grant.source_reference === paymentId)

/** The grant that a payment buys, and the anchor of its subscription from then on; undefined if it bought one before. */
export function buyGrant(
  grants: readonly Grant[],
  payment: { payment_id: string; paid_at: Date },
  subscription: { subscription_id: string; plan: Plan; anchor: string | null },
): { grant: Grant & { subscription_id: string }; anchor: string } | undefined {
  if (ofPayment(grants, payment.payment_id)) return undefined
  const { anchor, ...period } = paidPeriod(subscription.plan, {
    anchor: subscription.anchor,
    paidOn: utcDay(payment.paid_at),
    memberExpire: memberExpireOf(grants),
  })
  const grant = {
    source: 'payment' as const,
    source_reference: payment.payment_id,
    subscription_id: subscription.subscription_id,
    ...period,
    isReversed: false,
  }
  return { grant, anchor }
}

/**
 * What a refund in full does to the time that the payment bought: `none` where it bought nothing that still counts,
 * `kept` where later time follows it (an administrator decides), else `reversed`.
 */
export function refundGrant(grants: readonly Grant[], paymentId: string): 'none' | 'kept' | 'reversed' {
  const grant = ofPayment(grants, paymentId)
  if (!grant || grant.isReversed) return 'none'
  const expires = memberExpireOf(grants)
  return expires !== null && expires > grant.ends_on ? 'kept' : 'reversed'
}

/** The grants with the one of this payment reversed, or counting again. */
export const withReversal = (grants: readonly Grant[], paymentId: string, isReversed: boolean): Grant[] =>
  grants.map(grant =>
    grant.source === 'payment' && grant.source_reference === paymentId ? { ...grant, isReversed } : grant,
  )

/** The grants after these moves. */
export const withMoves = (grants: readonly Grant[], moves: readonly GrantMove[]): Grant[] =>
  grants.map(grant => ({ ...grant, ...moves.find(move => move.grant === grant)?.to }))

/**
 * Closes gaps and overlaps after a grant was reversed or came back. A grant that has not begun moves up to the end of
 * the one before it, because a gap would be a loss; one that overlaps moves behind it, because no day is paid twice.
 * Each keeps its length. `grants` in the order in which they were made.
 */
export function compactGrants(grants: readonly Grant[], today: string): GrantMove[] {
  const moves: GrantMove[] = []
  let free = ''
  for (const grant of grants
    .filter(({ isReversed }) => !isReversed)
    .toSorted((a, b) => (a.starts_on < b.starts_on ? -1 : a.starts_on > b.starts_on ? 1 : 0))) {
    const earliest = grant.starts_on > today ? today : grant.starts_on
    const starts_on = free > earliest ? free : earliest
    const ends_on = starts_on === grant.starts_on ? grant.ends_on : movedEnd(grant, starts_on)
    free = ends_on
    if (starts_on !== grant.starts_on)
      moves.push({
        grant,
        from: { starts_on: grant.starts_on, ends_on: grant.ends_on },
        to: { starts_on, ends_on },
      })
  }
  return moves
}

/** Months that were sold stay months; time that an administrator gave keeps its number of days. */
function movedEnd({ source, starts_on, ends_on }: Grant, to: string): string {
  if (source !== 'admin') return addMonths(to, monthsBetween(starts_on, ends_on))
  return utcDay(new Date(Date.parse(to) + Date.parse(ends_on) - Date.parse(starts_on)))
}
