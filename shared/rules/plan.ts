import { graceDays } from './membership.ts'
import { dayMs } from './time.ts'

/** The plans. Days are UTC days written `YYYY-MM-DD`; amounts are cents. */
export const planNames = ['yearly', 'monthly'] as const
export type Plan = (typeof planNames)[number]

export const currency = 'USD'
export const plans: Record<Plan, { cents: number; months: number }> = {
  yearly: { cents: 100_00, months: 12 },
  monthly: { cents: 10_00, months: 1 },
}

export const planOf = (isMonthly: boolean): Plan => (isMonthly ? 'monthly' : 'yearly')

/** '$100.00' */
export const formatCents = (cents: number) => `$${(cents / 100).toFixed(2)}`

export const utcDay = (instant: Date) => instant.toISOString().slice(0, 10)

/** The same day of another month, or that month's last: 31 January plus one month is 28 (or 29) February. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return utcDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))))
}

/** Whole calendar months from one day to another; for a period that `addMonths` made, its length. */
export const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** When a membership bought now begins: at the end of the present one, if that is in the future. */
export function startOfPlan(memberExpire: string | null, now: Date): { starts_on: string; isLater: boolean } {
  const today = utcDay(now)
  return memberExpire !== null && memberExpire > today
    ? { starts_on: memberExpire, isLater: true }
    : { starts_on: today, isLater: false }
}

/** The next payment of a plan that begins on this day. */
export const renewalOf = (startsOn: string, plan: Plan) => addMonths(startsOn, plans[plan].months)

/**
 * Full periods from `anchor` to `day`: 0 before the first is over. Counted from the anchor, so that month ends do not
 * drift.
 */
function periodsBetween(anchor: string, day: string, months: number): number {
  let periods = 0
  while (addMonths(anchor, (periods + 1) * months) <= day) periods++
  return periods
}

/**
 * The time that one payment buys. The first payment of a subscription sets its anchor: the later of the day it was
 * paid and the last paid day. Every other payment covers the period it is due in, counted from the anchor even when
 * paid late, but never time that is paid for already: then it covers the period after that. A payment that arrives
 * after the provider's own retries, when the membership is over, counts as a first one again: it buys no past time.
 */
export function paidPeriod(
  plan: Plan,
  facts: { anchor: string | null; paidOn: string; memberExpire: string | null },
): { anchor: string; starts_on: string; ends_on: string } {
  const { months } = plans[plan]
  const { paidOn, memberExpire } = facts
  if (facts.anchor === null) {
    const anchor = memberExpire !== null && memberExpire > paidOn ? memberExpire : paidOn
    return { anchor, starts_on: anchor, ends_on: addMonths(anchor, months) }
  }
  const due = addMonths(facts.anchor, periodsBetween(facts.anchor, paidOn, months) * months)
  const starts_on = memberExpire !== null && memberExpire > due ? memberExpire : due
  const isNewBeginning =
    starts_on < paidOn && Date.parse(paidOn) - Date.parse(memberExpire ?? due) > graceDays * dayMs
  if (isNewBeginning) return { anchor: paidOn, starts_on: paidOn, ends_on: addMonths(paidOn, months) }
  const periods = periodsBetween(facts.anchor, starts_on, months)
  // Time from another source (a gift card, an administrator) moved the start off the anchor's days, so the anchor
  // starts again there.
  if (addMonths(facts.anchor, periods * months) !== starts_on)
    return { anchor: starts_on, starts_on, ends_on: addMonths(starts_on, months) }
  return { anchor: facts.anchor, starts_on, ends_on: addMonths(facts.anchor, (periods + 1) * months) }
}
