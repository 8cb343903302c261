import { sql } from 'kysely'
import { plans, utcDay } from '../../../shared/rules/plan.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import type { Services } from '../../services.ts'
import { mailMember } from './mails.ts'

/** Days before an end at which a reminder is sent; each covers those up to the next. */
const renewalNotices = [30, 7]
const expiryNotices = [30, 7, 1]
/** An end this long ago is not reported any more. */
const oldNewsDays = 7
/** When the provider retries after a failed payment. */
const triesDays = 14

/** Sends reminders: payments of the yearly plan, and ends of memberships that do not renew. Once each. */
export async function remindMembers({ db, now, publicUrl }: Pick<Services, 'db' | 'now' | 'publicUrl'>) {
  const at = now()
  const day = (ahead: number) => utcDay(new Date(+at + ahead * dayMs))
  const daysUntil = (when: string) => Math.round((Date.parse(when) - Date.parse(day(0))) / dayMs)
  const noticeFor = (notices: number[], days: number) => notices.findLast(notice => days <= notice)

  const renewing = await db
    .selectFrom('subscription')
    .where('status', '=', 'active')
    .where('plan', '=', 'yearly')
    .where('cancel_requested_at', 'is', null)
    // A payment due after a failed one is the provider's retry, which the mail about the failure announced.
    .where(
      sql<boolean>`not exists (select from payment where payment.subscription_id = subscription.subscription_id
        and payment.status = 'declined' and payment.paid_at > ${new Date(+at - triesDays * dayMs)})`,
    )
    .where('next_billing_time', '>', at)
    .where('next_billing_time', '<=', new Date(+at + Math.max(...renewalNotices) * dayMs))
    .select(['designer_id', 'next_billing_time'])
    .$narrowType<{ next_billing_time: Date }>()
    .execute()
  for (const { designer_id, next_billing_time } of renewing) {
    const on = utcDay(next_billing_time)
    const days = noticeFor(renewalNotices, daysUntil(on))
    if (days !== undefined)
      await mailMember(db, { publicUrl }, designer_id, {
        kind: 'renewal-reminder',
        on,
        days,
        cents: plans.yearly.cents,
      })
  }

  const ending = await db
    .selectFrom('membership')
    .where('subscription_id', 'is', null)
    // A member whose last payment was charged back is not invited back, but is reminded when other paid time ends.
    .where(sql<boolean>`(not is_revoked or member_expire >= ${day(0)}::date)`)
    .where(
      sql<boolean>`member_expire between ${day(-oldNewsDays)}::date and ${day(Math.max(...expiryNotices))}::date`,
    )
    .select(['designer_id', 'member_expire'])
    .select(
      sql<number>`(select max(ends_on - starts_on) from membership_grant g where g.designer_id = membership.designer_id
        and g.ends_on = membership.member_expire and g.reversed_at is null)`.as('term_days'),
    )
    .execute()
  for (const { designer_id, member_expire, term_days } of ending) {
    if (designer_id === null || member_expire === null) continue
    const left = daysUntil(member_expire)
    // A member who has just been granted a month is not told at once that it ends.
    const days = noticeFor(
      expiryNotices.filter(notice => notice * 2 <= term_days),
      left,
    )
    if (left >= 0 && days === undefined) continue
    await mailMember(
      db,
      { publicUrl },
      designer_id,
      left < 0 || days === undefined
        ? { kind: 'membership-expired', member_expire }
        : { kind: 'membership-expiring', member_expire, days },
    )
  }
}
