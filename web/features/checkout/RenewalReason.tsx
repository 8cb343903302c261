import { Link } from 'react-router'
import { formatDate } from '../../../shared/rules/format.ts'
import { utcDay } from '../../../shared/rules/plan.ts'
import styles from './Checkout.module.css'

/** Why a member is asked to pay, and what the payment does. */
export function RenewalReason({
  isActive,
  memberExpire,
  isRevoked,
}: {
  isActive: boolean
  memberExpire: string | null
  isRevoked: boolean
}) {
  if (isActive)
    return memberExpire && memberExpire >= utcDay(new Date()) ? (
      <p className={styles.why}>
        Your membership runs until {formatDate(memberExpire)}. What you pay for now is added to it.
      </p>
    ) : null
  if (isRevoked)
    return (
      <p className={styles.why}>
        One of your payments was reversed, and the time it paid for ended with it. If that wasn’t intended,{' '}
        <Link to="/contact">contact support</Link>.
      </p>
    )
  return (
    <p className={styles.why}>
      {memberExpire
        ? `Your membership expired on ${formatDate(memberExpire)}.`
        : 'You have no paid membership at the moment.'}{' '}
      Choose a plan to renew and pick up where you left off.
    </p>
  )
}
