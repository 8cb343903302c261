import { sql } from 'kysely'
import { plans, utcDay } from '../../../shared/rules/plan.ts'
import type { Services } from '../../services.ts'
import { mailMember } from './mails.ts'

const dayMs = 86_400_000

/** Days ahead at which somebody is told; each covers those up to the next. */
const renewalNotices = [30, 7]
const expiryNotices = [30, 7, 1]
/** An end this long ago is no news. */
const oldNewsDays = 7

/** Tells members what comes: payments of the yearly plan, and ends of memberships that do not renew. Once each. */
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
    .where('next_billing_time', '>', at)
    .where('next_billing_time', '<=', new Date(+at + renewalNotices[0]! * dayMs))
    .select(['designer_id', 'next_billing_time'])
    .execute()
  for (const { designer_id, next_billing_time } of renewing) {
    const on = utcDay(next_billing_time!)
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
    .where(sql<boolean>`member_expire between ${day(-oldNewsDays)}::date and ${day(expiryNotices[0]!)}::date`)
    .select(['designer_id', 'member_expire'])
    .execute()
  for (const { designer_id, member_expire } of ending) {
    if (designer_id === null || member_expire === null) continue
    const left = daysUntil(member_expire)
    const days = noticeFor(expiryNotices, left)
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
