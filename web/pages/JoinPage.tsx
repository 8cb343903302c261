import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { formatCents, plans } from '../../shared/rules/plan.ts'
import { bindAffiliate } from '../domain/joining/affiliate.ts'
import { CheckoutLayout } from '../domain/page/CheckoutLayout.tsx'
import { JoinForm } from '../features/join/JoinForm.tsx'
import { useSession } from '../lib/session/session.ts'
import { site } from '../lib/site.ts'
import styles from './JoinPage.module.css'

/** Creating an account in two stages, before checkout. */
export default function JoinPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [affiliate] = useState(() => bindAffiliate(query.get('aff')))
  if (session) return <Navigate to="/checkout" replace />

  return (
    <CheckoutLayout
      title="Join"
      end={
        <>
          Already a member? <Link to="/login">Log in</Link>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.offer}>
          <h1 className={styles.title} tabIndex={-1}>
            Join {site().site_name}
          </h1>
          <p className={styles.lead}>
            {site().tagline}. Show your work where designers look, and enter every book with it.
          </p>
          <dl className={styles.facts}>
            <div>
              <dt>Your logos</dt>
              <dd>Unlimited uploads</dd>
            </div>
            <div>
              <dt>The book</dt>
              <dd>Every upload enters the next {site().series_name}</dd>
            </div>
            <div>
              <dt>The jury</dt>
              <dd>Eight to ten designers; three score each logo</dd>
            </div>
            <div>
              <dt>The gallery</dt>
              <dd>All of it, searchable, without advertising</dd>
            </div>
          </dl>
          <p className={styles.price}>
            <strong>{formatCents(plans.yearly.cents)}</strong> a year
            <span>
              or {formatCents(plans.monthly.cents)} a month. Cancel any time and keep what you’ve paid for.
            </span>
          </p>
        </div>
        <JoinForm onValid={user => navigate('/checkout', { state: { user, affiliate } })} />
      </div>
    </CheckoutLayout>
  )
}
