import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../../../shared/endpoint.ts'
import { countries } from '../../../shared/rules/countries.ts'
import { countryName, formatDate } from '../../../shared/rules/format.ts'
import { formatCents, planOf, plans, startOfPlan } from '../../../shared/rules/plan.ts'
import { paymentSettingsQuery } from '../../domain/joining/payment-settings.ts'
import { site } from '../../lib/site.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { readApproved } from './approved.ts'
import { type Order, transactionFailed } from './order.ts'
import { PaymentButton } from './PaymentButton.tsx'
import styles from './ProviderPayment.module.css'
import { useCreateIntent } from './queries.ts'
import type { SettlementStatus } from './settlement.ts'

type Props = {
  order: Order
  country: string
  memberExpire: string | null
  settlement: SettlementStatus
  onApprove: (subscriptionID: string, orderID?: string) => void
  /** The provider's window was closed without a result. */
  onClosed: (subscriptionID: string) => void
  /** Called by the button that starts again after a failed payment. */
  onStartAgain: () => void
  /** Called when the provider's window opens or closes: while it is open the plan must not change. */
  onBusy: (isBusy: boolean) => void
}

/** Pays at the provider: the button, and the outcome. */
export function ProviderPayment(props: Props) {
  const { settlement, country } = props
  if (settlement.at !== 'none') return <Outcome {...props} />
  const here = countries.find(({ code }) => code === country)
  if (here && !here.provider)
    return (
      <div className={styles.panel}>
        <p>
          PayPal doesn’t take payments from {countryName(here.code)} **. A gift card works everywhere; or{' '}
          <Link to="/contact">contact support</Link> to pay another way.
        </p>
      </div>
    )
  return <Pay {...props} />
}

/** The provider's button and what it reports. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each outcome has markup of its own
function Pay({ order, memberExpire, onApprove, onClosed, onBusy }: Props) {
  const { data: settings, error, refetch } = useQuery(paymentSettingsQuery)
  const { mutateAsync: createIntent } = useCreateIntent()
  const [isOpen, setIsOpen] = useState(false)
  const [problem, setProblem] = useState<ReactNode>()
  const [loads, setLoads] = useState(0)
  // The subscription of the latest click, or that its failure has been shown.
  const attempt = useRef<{ subscriptionID?: string; isTold?: boolean }>({})
  const setBusy = (isBusy: boolean) => {
    setIsOpen(isBusy)
    onBusy(isBusy)
  }
  const stop = (why: ReactNode) => {
    setBusy(false)
    setProblem(why)
  }

  const createSubscription = async () => {
    setProblem(undefined)
    setBusy(true)
    attempt.current = {}
    try {
      const { subscriptionID } = await createIntent(order)
      attempt.current.subscriptionID = subscriptionID
      return subscriptionID
    } catch (error) {
      attempt.current.isTold = true
      stop(whyNot(error, order.isNew === true))
      throw error
    }
  }

  if (error)
    return (
      <div className={styles.panel}>
        <Alert>
          {error instanceof CallError && error.status > 0 ? error.body.error : 'PayPal didn’t load.'}{' '}
          <button type="button" onClick={() => refetch()}>
            Try again
          </button>
        </Alert>
      </div>
    )
  return (
    <div className={styles.panel}>
      <Due isMonthly={order.isMonthly === true} memberExpire={memberExpire} />
      {settings ? (
        <PaymentButton
          key={loads}
          settings={settings}
          disabled={isOpen}
          createSubscription={createSubscription}
          onApprove={(subscriptionID, orderID) => {
            setBusy(false)
            onApprove(subscriptionID, orderID)
          }}
          onCancel={() => {
            stop(
              'You closed PayPal’s window. If you approved the payment, this page continues in a moment; if not, nothing was charged.',
            )
            if (attempt.current.subscriptionID) onClosed(attempt.current.subscriptionID)
          }}
          onError={reason => {
            if (attempt.current.isTold) return
            stop(
              reason === 'script' ? (
                <>
                  PayPal didn’t load. You may be offline, or a browser extension may be blocking it.{' '}
                  <button
                    type="button"
                    onClick={() => {
                      setProblem(undefined)
                      setLoads(loads + 1)
                    }}
                  >
                    Try again
                  </button>
                </>
              ) : reason === 'blocked' ? (
                'Your browser blocked PayPal’s window. Allow pop-ups for this page, then try again.'
              ) : (
                transactionFailed
              ),
            )
          }}
        />
      ) : (
        <span className={styles.waiting} role="status" aria-label="Loading" />
      )}
      {problem ? (
        <Alert>{problem}</Alert>
      ) : (
        <p className={styles.quiet} role="status">
          {isOpen
            ? 'Approve the payment in PayPal’s window. This page continues automatically.'
            : 'PayPal opens in a new window; cards work, too. Cancel any time and keep what you’ve paid for.'}
        </p>
      )}
    </div>
  )
}

/** The amount and date of the charge. */
function Due({ isMonthly, memberExpire }: { isMonthly: boolean; memberExpire: string | null }) {
  const { starts_on, isLater } = startOfPlan(memberExpire, new Date())
  return (
    <dl className={styles.due}>
      <div>
        <dt>{isLater ? `Due on ${formatDate(starts_on)}` : 'Due today'}</dt>
        <dd>{formatCents(plans[planOf(isMonthly)].cents)}</dd>
      </div>
      {isLater && (
        <div>
          <dt>Due today</dt>
          <dd>{formatCents(0)}</dd>
        </div>
      )}
    </dl>
  )
}

/** The progress of an approved payment until the membership has started. */
function Outcome({ settlement, onApprove, onStartAgain }: Props) {
  const approved = readApproved()
  const again = approved && (
    <Button kind="primary" onClick={() => onApprove(approved)}>
      Check again
    </Button>
  )
  if (settlement.at === 'asking')
    return (
      <div className={styles.panel} role="status">
        <p className={styles.outcome}>Confirming your payment…</p>
        <p className={styles.quiet}>
          {settlement.isSlow
            ? 'PayPal has your approval and is still processing it. This can take a minute; you don’t need to do anything.'
            : 'Please keep this page open for a moment.'}
        </p>
        <span className={styles.progress} />
      </div>
    )
  if (settlement.at === 'refused')
    return (
      <div className={styles.panel}>
        <Alert>
          Transaction completed but registration failed. Please contact {site().site_name}'s{' '}
          <Link to="/contact">support</Link>.
        </Alert>
        <p>
          {settlement.because.replace(/[^.]$/, '$&.')}
          {settlement.money === 'untouched' && ' Nothing was charged.'}
        </p>
        {settlement.money !== 'elsewhere' ? (
          <Button onClick={onStartAgain}>Start again</Button>
        ) : (
          (again ?? <ButtonLink to="/contact">Contact support</ButtonLink>)
        )}
      </div>
    )
  return (
    <div className={styles.panel}>
      {settlement.at === 'unanswered' ? (
        <Alert>{transactionFailed}</Alert>
      ) : (
        <Alert>PayPal is taking longer than usual to process your payment.</Alert>
      )}
      <p className={styles.quiet}>
        PayPal has your approval, and your membership follows automatically, usually within a minute. Checking
        again never charges you twice.
      </p>
      {again}
    </div>
  )
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <p className={styles.alert} role="alert">
      {children}
    </p>
  )
}

/** The reason why the payment could not begin. */
function whyNot(error: unknown, isNew: boolean): ReactNode {
  const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
  if (!body || status === 0) return transactionFailed
  if (body.code === 'already_subscribed')
    return (
      <>
        {body.error} <Link to="/account/membership">See your membership</Link>
      </>
    )
  const faults = Object.values(body.errors ?? {})
  if (!isNew || !faults.length) return body.error
  return (
    <>
      {faults.join(' ')} <Link to="/join">Change your details</Link>
    </>
  )
}
