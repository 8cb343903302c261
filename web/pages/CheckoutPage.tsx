import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import type { Session } from '../../shared/api/auth.ts'
import { product } from '../../shared/product.ts'
import { countries } from '../../shared/rules/countries.ts'
import { formatDate } from '../../shared/rules/format.ts'
import { type Plan, utcDay } from '../../shared/rules/plan.ts'
import { AccountSummary, SummarySkeleton } from '../features/checkout/AccountSummary.tsx'
import { readApproved } from '../features/checkout/approved.ts'
import { GiftCardForm } from '../features/checkout/GiftCardForm.tsx'
import type { Order } from '../features/checkout/order.ts'
import { PlanChoice } from '../features/checkout/PlanChoice.tsx'
import { ProviderPayment } from '../features/checkout/ProviderPayment.tsx'
import { checkoutInfoQuery } from '../features/checkout/queries.ts'
import { useSettling } from '../features/checkout/settle.ts'
import { paymentSettingsQuery } from '../lib/payment-settings.ts'
import { refreshSession } from '../lib/refresh-session.ts'
import { type Applicant, forgetDraft, readPassword } from '../lib/registration.ts'
import { useSession } from '../lib/session.ts'
import { useSignOut } from '../lib/sign-in.ts'
import { showToast } from '../lib/toast.ts'
import { useUnsentWork } from '../lib/unsent-work.ts'
import { Button } from '../ui/Button.tsx'
import { CounterPage } from '../ui/CounterPage.tsx'
import { Segments } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './CheckoutPage.module.css'

/** Paying: to become a member, to be one again, to stay one. */
export default function CheckoutPage() {
  const session = useSession()
  // Once paid, what this page would do with the new state of things does not matter any more.
  const [isDone, setIsDone] = useState(false)
  if (session === undefined || isDone) return <CounterPage title="Checkout">{null}</CounterPage>
  if (session === null) return <NewMember onDone={() => setIsDone(true)} />
  if (session.subscriptionActive) return <Navigate to="/account/membership" replace />
  return <KnownMember session={session} onDone={() => setIsDone(true)} />
}

/** Somebody who comes from Join. What was typed there travels in the router's state, the password in memory. */
function NewMember({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { user?: Applicant; affiliate?: string } | null }
  const [password] = useState(readPassword)
  const user = state?.user
  // An approved payment is seen through, even where the rest was lost with a reload.
  if (!user || (!password && !readApproved())) return <Navigate to="/join" replace />
  return (
    <Counter
      account={user}
      memberExpire={null}
      payer={{ isNew: true, user: { ...user, password }, affiliate: state.affiliate }}
      change={<Link to="/join">Change your details</Link>}
      end={<Link to="/join">Back to Join</Link>}
      onPaid={() => {
        onDone()
        forgetDraft()
        showToast(`Welcome to ${product.name}. Sign in with your new account.`, 'success')
        navigate('/login', { replace: true })
      }}
    />
  )
}

function KnownMember({ session, onDone }: { session: Session; onDone: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutateAsync: signOut } = useSignOut()
  const { data: info, isError, refetch } = useQuery(checkoutInfoQuery)
  const leave = async () => {
    // A visitor without anything to pay for would be sent to Join.
    onDone()
    await signOut().catch(() => {})
    navigate('/', { replace: true })
  }
  const end = (
    <>
      {session.username}
      <button type="button" onClick={leave}>
        Log Out
      </button>
    </>
  )
  if (isError && !info)
    return (
      <CounterPage title="Checkout" end={end}>
        <h1 className={styles.title} tabIndex={-1}>
          Checkout
        </h1>
        <Notice
          title="Your account did not arrive"
          action={
            <Button kind="primary" onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          The gallery did not answer as it should. Nothing was charged.
        </Notice>
      </CounterPage>
    )
  return (
    <Counter
      account={info}
      memberExpire={info?.member_expire ?? null}
      payer={{ isNew: false }}
      why={
        info && (
          <Why isActive={session.isActive} memberExpire={info.member_expire} isRevoked={info.is_revoked} />
        )
      }
      end={end}
      onPaid={async memberExpire => {
        onDone()
        await refreshSession(queryClient).catch(() => {})
        showToast(
          memberExpire
            ? `Thank you. Your membership runs until ${formatDate(memberExpire)}.`
            : 'Thank you. You are a member.',
          'success',
        )
        navigate('/login', { replace: true })
      }}
    />
  )
}

/** Why a member is here, and what to do about it. */
function Why({
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
        A payment of yours was taken back, and the time it had paid for ended with it. If that was not meant,{' '}
        <Link to="/contact">contact support</Link>.
      </p>
    )
  return (
    <p className={styles.why}>
      {memberExpire
        ? `Your membership ended on ${formatDate(memberExpire)}.`
        : 'Nothing is paid for at the moment.'}{' '}
      Choose a plan to go on: your logos, collections and followers are as you left them.
    </p>
  )
}

const methodNames = { paypal: 'PayPal or credit card', gift_card: 'Gift card' }

function Counter({
  account,
  memberExpire,
  payer,
  why,
  change,
  end,
  onPaid,
}: {
  account: Omit<Applicant, 'username'> | undefined
  memberExpire: string | null
  payer: Omit<Order, 'isMonthly'>
  why?: React.ReactNode
  change?: React.ReactNode
  end: React.ReactNode
  onPaid: (memberExpire: string | null) => void
}) {
  const [plan, setPlan] = useState<Plan>('yearly')
  const [giftCode, setGiftCode] = useState('')
  const { register, control } = useForm({ defaultValues: { method: 'paypal' } })
  const method = useWatch({ control, name: 'method' })
  const [isBusy, setIsBusy] = useState(false)
  const { data: settings } = useQuery(paymentSettingsQuery)
  const { settling, settle, look, startAgain } = useSettling(onPaid, isBusy)
  const isSettling = settling.at !== 'none'
  // A new member's password is in memory alone.
  useUnsentWork(payer.isNew === true || isBusy || isSettling || giftCode !== '')
  const order = { ...payer, isMonthly: plan === 'monthly' }
  const title = plan === 'monthly' ? 'Renew' : 'Checkout'

  return (
    <CounterPage
      title={title}
      ribbon={settings?.isTest && 'Payments are a test here: no money moves.'}
      end={end}
    >
      <header className={styles.head}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {why}
      </header>
      <div className={styles.columns} data-settling={isSettling || undefined}>
        {account ? (
          <AccountSummary account={account}>{isSettling ? undefined : change}</AccountSummary>
        ) : (
          <SummarySkeleton />
        )}
        <div className={styles.pay}>
          {!isSettling && (
            <>
              <PlanChoice
                plan={plan}
                memberExpire={memberExpire}
                renews={method === 'paypal'}
                disabled={isBusy || !account}
                onChoose={setPlan}
              />
              <Segments
                label="Pay with"
                options={['paypal', 'gift_card']}
                names={methodNames}
                disabled={isBusy}
                {...register('method')}
              />
            </>
          )}
          {account && (method === 'paypal' || isSettling) && (
            <ProviderPayment
              order={order}
              country={account.country}
              memberExpire={memberExpire}
              settling={settling}
              onApprove={settle}
              onClosed={look}
              onStartAgain={startAgain}
              onBusy={setIsBusy}
            />
          )}
          {account && method === 'gift_card' && !isSettling && (
            <GiftCardForm order={order} code={giftCode} onCode={setGiftCode} onDone={onPaid} />
          )}
        </div>
      </div>
      {!isSettling && <Countries />}
    </CounterPage>
  )
}

/** Where the provider is not allowed. */
function Countries() {
  return (
    <details className={styles.countries}>
      <summary>Countries that do not allow PayPal</summary>
      <p>
        Members in countries marked with ** must <Link to="/contact">contact support</Link> to renew. Gift
        cards work everywhere.
      </p>
      <ul>
        {countries
          .filter(country => !country.provider)
          .map(({ code, name }) => (
            <li key={code}>{name} **</li>
          ))}
      </ul>
    </details>
  )
}
