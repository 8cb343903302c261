import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Payment } from '../../../shared/api/membership.ts'
import { formatDate, formatNumber } from '../../../shared/rules/format.ts'
import { formatCents } from '../../../shared/rules/plan.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './Payments.module.css'
import { planTitles } from './plan-titles.ts'
import { paymentsQuery } from './queries.ts'

/** A year of monthly payments; the rest is shown on demand. */
const few = 12

/** The member's payments, each with its receipt. */
export default function Payments() {
  const headingId = useId()
  const { data, isError, refetch } = useQuery(paymentsQuery)
  const [isAll, setIsAll] = useState(false)
  const payments = data?.data
  return (
    <section className={styles.payments} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Payments
      </h2>
      {payments?.length === 0 && (
        <p className={styles.text}>None yet. Your payments and receipts will appear here.</p>
      )}
      {payments && payments.length > 0 && (
        <ul className={styles.list}>
          {payments.slice(0, isAll ? undefined : few).map(payment => (
            <Row key={payment.receipt_id ?? payment.paid_at} payment={payment} />
          ))}
        </ul>
      )}
      {payments && payments.length > few && !isAll && (
        <Button onClick={() => setIsAll(true)}>Show all {formatNumber(payments.length)} payments</Button>
      )}
      {!payments && !isError && (
        <div className={styles.list} role="status" aria-label="Loading">
          <span className={styles.blank} />
          <span className={styles.blank} />
        </div>
      )}
      {!payments && isError && (
        <>
          <p className={styles.text}>Your payments didn’t load.</p>
          <Button onClick={() => refetch()}>Try again</Button>
        </>
      )}
    </section>
  )
}

function Row({ payment }: { payment: Payment }) {
  const { paid_at, plan, amount_cents, receipt_id } = payment
  const day = formatDate(paid_at)
  const state = stateOf(payment)
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        {planTitles[plan]} membership
        {state && <span className={styles.state}>{state}</span>}
      </p>
      <p className={styles.day}>
        <time dateTime={paid_at}>{day}</time>
      </p>
      <p className={styles.amount}>{formatCents(amount_cents)}</p>
      {receipt_id !== null && (
        <Link className={styles.link} to={`/receipt/${receipt_id}`}>
          Receipt<span className="visually-hidden"> of {day}</span>
        </Link>
      )}
    </li>
  )
}

/** The payment's state; empty if it was paid and nothing else happened. */
function stateOf({ status, refunded_cents }: Payment) {
  switch (status) {
    case 'completed':
      return undefined
    case 'pending':
      return 'On its way'
    case 'declined':
      return 'Couldn’t be collected'
    case 'reversed':
      return 'Reversed in a dispute'
    case 'refunded':
      return 'Refunded'
    case 'partially_refunded':
      return refunded_cents ? `${formatCents(refunded_cents)} refunded` : 'Refunded in part'
  }
}
