import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Membership as MembershipRecord } from '../../../shared/api/membership.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { formatDate } from '../../../shared/rules/format.ts'
import { graceEnd, isMismatch } from '../../../shared/rules/membership.ts'
import { formatCents, type Plan, plans, utcDay } from '../../../shared/rules/plan.ts'
import { paymentSettingsQuery } from '../../domain/joining/payment-settings.ts'
import { site } from '../../lib/site.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import styles from './Membership.module.css'
import { planTitles } from './plan-titles.ts'
import { membershipQuery, useCancelSubscription } from './queries.ts'

/** The member's plan, its end, and the actions on it. */
export function Membership() {
  const { data: membership, isError, refetch } = useQuery(membershipQuery)
  if (isError && !membership)
    return (
      <section className={styles.membership}>
        <h2 className={styles.statement}>We couldn’t load your membership</h2>
        <p className={styles.text}>Something went wrong on our side. Nothing has changed.</p>
        <div className={styles.actions}>
          <Button kind="primary" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      </section>
    )
  if (!membership)
    return (
      <div className={styles.membership} role="status" aria-label="Loading">
        <span className={styles.bar} />
        <span className={styles.bar} />
        <span className={styles.bar} />
      </div>
    )
  const { member_expire, subscriptionId, subscriptionActive } = membership
  if (subscriptionActive && isMismatch({ member_expire, subscription_id: subscriptionId ?? '' }, new Date()))
    return <Mismatch membership={membership} />
  if (subscriptionActive && subscriptionId)
    return <AutoRenewing membership={membership} subscriptionId={subscriptionId} />
  return <NotRenewing membership={membership} />
}

/** The subscription is active at the provider, but the paid time is over. */
function Mismatch({ membership }: { membership: MembershipRecord }) {
  const { member_expire, subscriptionId, plan, state } = membership
  const end = member_expire ?? ''
  const isGrace = state === 'grace'
  return (
    <section className={styles.membership}>
      <h2 className={styles.statement}>Your subscription is active, but your membership has expired</h2>
      <p className={styles.text}>
        PayPal says your subscription is active, but {isGrace ? 'what you have paid for' : 'your membership'}{' '}
        ended on {formatDate(end)}.{' '}
        {state === 'revoked'
          ? takenBack
          : 'Usually the latest payment didn’t go through, and PayPal will try again within a few days.'}
        {isGrace && ` Until ${formatDate(graceEnd(end))} you keep full access in the meantime.`}
      </p>
      <ol className={styles.steps}>
        <li>
          <ManageLink>Check your latest payment at PayPal</ManageLink>. If it failed, update your card or
          account there; your membership follows automatically.
        </li>
        <li>
          If it went through, <Link to="/contact">email support</Link> with the subscription ID below, and we
          will put it right.
        </li>
      </ol>
      <Facts>
        {subscriptionId && <Fact name="Subscription ID">{subscriptionId}</Fact>}
        <Fact name={isGrace ? 'Paid until' : 'Membership expired'}>{formatDate(end)}</Fact>
        {plan && <Fact name="Plan">{planWords(plan)}</Fact>}
      </Facts>
      <div className={styles.actions}>
        <ManageLink isButton>Manage at PayPal</ManageLink>
        {subscriptionId && <Cancel membership={membership} subscriptionId={subscriptionId} />}
      </div>
    </section>
  )
}

type Renewing = { membership: MembershipRecord; subscriptionId: string }

function AutoRenewing({ membership, subscriptionId }: Renewing) {
  const { member_expire, nextBillingTime, plan, state, cancel_requested } = membership
  return (
    <section className={styles.membership}>
      <h2 className={styles.statement}>{renewingTitle(membership)}</h2>
      <Facts>
        {!cancel_requested && (
          <Fact name="Next automatic payment">
            {nextBillingTime ? formatDate(nextBillingTime) : 'PayPal hasn’t set the date yet'}
          </Fact>
        )}
        {plan && <Fact name="Plan">{planWords(plan)}</Fact>}
        {member_expire && <Fact name="Paid until">{formatDate(member_expire)}</Fact>}
        <Fact name="Subscription ID">{subscriptionId}</Fact>
      </Facts>
      {!cancel_requested && (
        <p className={styles.text}>
          {state === 'provisional' &&
            'PayPal is still processing your first payment. You have full access in the meantime. '}
          {state === 'revoked' && `${takenBack} `}
          {(state === 'lapsed' || state === 'revoked') &&
            'Your payment hasn’t arrived yet, or it was returned to you. The next one restores your access; if you’d rather not wait, cancel this subscription and start a new one. '}
          Payments are made by PayPal. <ManageLink>Review your subscription at PayPal</ManageLink> to change
          the card or account.
        </p>
      )}
      <div className={styles.actions}>
        <Cancel membership={membership} subscriptionId={subscriptionId} />
      </div>
    </section>
  )
}

function renewingTitle({ cancel_requested, state }: MembershipRecord) {
  if (cancel_requested) return 'Your automatic payments are being cancelled'
  if (state === 'provisional') return 'Your first payment is on its way'
  if (state === 'lapsed' || state === 'revoked') return 'You have a subscription, but nothing is paid'
  return 'Your membership renews automatically'
}

function NotRenewing({ membership }: { membership: MembershipRecord }) {
  const { member_expire, state, source } = membership
  const isOver = state === 'lapsed' || state === 'revoked'
  return (
    <section className={styles.membership}>
      <h2 className={styles.statement}>
        {isOver ? 'Your membership has expired' : 'Your membership won’t renew automatically'}
      </h2>
      {/* After a chargeback, the last paid day is not the day on which the membership ended. */}
      {state !== 'revoked' && (
        <Facts>
          <Fact name={isOver ? 'Expired' : 'Expires'}>
            {member_expire ? formatDate(member_expire) : 'The date is unavailable'}
          </Fact>
          {source && <Fact name="Paid by">{sourceWords[source]}</Fact>}
        </Facts>
      )}
      <p className={styles.text}>{notRenewingWords(membership)}</p>
      <div className={styles.actions}>
        <ButtonLink to="/checkout" kind="primary">
          Subscribe
        </ButtonLink>
        <ButtonLink to="/contact" kind="quiet">
          Contact support
        </ButtonLink>
      </div>
    </section>
  )
}

function notRenewingWords({ state, is_suspended }: MembershipRecord) {
  if (state === 'revoked') return `${takenBack} If that wasn’t intended, contact support.`
  const why = is_suspended ? 'PayPal couldn’t collect your fee and has stopped trying. ' : ''
  return state === 'lapsed'
    ? `${why}Renew and pick up where you left off.`
    : `${why}Renew any time before then; the new term is added to what you have, so you won’t lose a day.`
}

const takenBack = 'One of your payments was reversed, and the time it paid for ended with it.'

const sourceWords = {
  payment: 'PayPal',
  gift_card: 'Gift card',
  admin: `A gift from ${site().site_name}`,
}

const planWords = (plan: Plan) => `${planTitles[plan]}, ${formatCents(plans[plan].cents)}`

/** A link to the provider's page where members manage automatic payments. */
function ManageLink({ isButton, children }: { isButton?: boolean; children: ReactNode }) {
  const { data: settings } = useQuery(paymentSettingsQuery)
  return (
    <a
      className={isButton ? styles.manage : styles.link}
      href={settings?.manageUrl}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <ExternalLink size={14} aria-hidden />
      <span className="visually-hidden"> (opens in a new window)</span>
    </a>
  )
}

/** After a confirmation, ends the automatic payments and navigates to checkout, where a new plan can be started. */
function Cancel({ membership: { member_expire: memberExpire, cancel_requested }, subscriptionId }: Renewing) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: cancel, isPending, error } = useCancelSubscription()
  const cancelSubscription = async () => {
    setIsAsking(false)
    const answer = await cancel(subscriptionId).catch(() => undefined)
    if (!answer) return
    const { status, member_expire } = answer
    const paid =
      member_expire && isAhead(member_expire) ? ` You stay a member until ${formatDate(member_expire)}.` : ''
    showToast(
      status === 'cancelled'
        ? `Subscription cancelled.${paid}`
        : `We can’t reach PayPal right now. Your subscription will be cancelled as soon as we can.${paid}`,
      'success',
    )
    navigate('/checkout')
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)} disabled={isPending || cancel_requested}>
        {isPending || cancel_requested ? 'Cancelling…' : 'Cancel Subscription'}
      </Button>
      {cancel_requested && (
        <p className={styles.text} role="status">
          We can’t reach PayPal right now; we’ll cancel your subscription as soon as we can.
        </p>
      )}
      {error && (
        <p className={styles.alert} role="alert">
          {error instanceof CallError && error.status >= 400 && error.status < 500
            ? error.body.error
            : 'We couldn’t cancel your subscription just now. Please try again.'}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel your subscription?"
        cancel="Keep it"
        confirm="Cancel Subscription"
        onCancel={() => setIsAsking(false)}
        onConfirm={cancelSubscription}
      >
        You won’t be charged again.{' '}
        {memberExpire && isAhead(memberExpire)
          ? `You stay a member until ${formatDate(memberExpire)}, and can renew any time.`
          : 'You can renew any time.'}
      </ConfirmDialog>
    </>
  )
}

/** Whether the day is today or later. */
const isAhead = (day: string) => day >= utcDay(new Date())

function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
