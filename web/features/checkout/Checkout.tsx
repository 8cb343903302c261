import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Plan } from '../../../shared/rules/plan.ts'
import { bindAffiliate } from '../../domain/joining/affiliate.ts'
import type { Applicant } from '../../domain/joining/join-draft.ts'
import { paymentSettingsQuery } from '../../domain/joining/payment-settings.ts'
import { CheckoutLayout } from '../../domain/page/CheckoutLayout.tsx'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments } from '../../ui/controls/Field.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { AccountSummary, SummarySkeleton } from './AccountSummary.tsx'
import styles from './Checkout.module.css'
import { ExcludedCountries } from './ExcludedCountries.tsx'
import { GiftCardForm } from './GiftCardForm.tsx'
import type { Order } from './order.ts'
import { PlanChoice } from './PlanChoice.tsx'
import { ProviderPayment } from './ProviderPayment.tsx'
import { useSettlement } from './settlement.ts'

const methodNames = { paypal: 'PayPal or credit card', gift_card: 'Gift card' }

type Account = Omit<Applicant, 'username'>

type Props = {
  /** The buyer, for the summary; undefined while loading. */
  account: Account | undefined
  memberExpire: string | null
  payer: Omit<Order, 'isMonthly'>
  /** Why the buyer is here. */
  reason?: ReactNode
  /** A link to change the account's details. */
  change?: ReactNode
  /** Shown opposite the wordmark. */
  end: ReactNode
  onPaid: (memberExpire: string | null) => void
}

/** The checkout of one buyer: account, plan, and one of two ways to pay. */
export function Checkout({ account, memberExpire, payer, reason, change, end, onPaid }: Props) {
  const [plan, setPlan] = useState<Plan>('yearly')
  const [isBusy, setIsBusy] = useState(false)
  const { register, control } = useForm({ defaultValues: { method: 'paypal' } })
  const method = useWatch({ control, name: 'method' })
  const { data: settings } = useQuery(paymentSettingsQuery)
  const settling = useSettlement(onPaid, isBusy)
  const isSettling = settling.settlement.at !== 'none'
  // A new member's password is only in memory.
  useUnsentWork(payer.isNew === true || isBusy || isSettling)
  const title = plan === 'monthly' ? 'Renew' : 'Checkout'

  return (
    <CheckoutLayout title={title} ribbon={settings?.isTest && 'This is a test: no money moves.'} end={end}>
      <Head title={title} reason={reason} beginsMonthly={plan === 'monthly' && payer.isNew === true} />
      <div className={styles.columns}>
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
                disabled={isBusy || !account}
                {...register('method')}
              />
            </>
          )}
          {account && (
            <Payment
              account={account}
              method={method}
              order={{ ...payer, isMonthly: plan === 'monthly' }}
              memberExpire={memberExpire}
              settling={settling}
              onPaid={onPaid}
              onBusy={setIsBusy}
            />
          )}
        </div>
      </div>
      {!isSettling && <ExcludedCountries />}
    </CheckoutLayout>
  )
}

type HeadProps = {
  title: string
  reason: ReactNode
  /** A new membership that is paid by the month. */
  beginsMonthly: boolean
}

/** The heading, why the buyer is here, and what is due later. */
const Head = ({ title, reason, beginsMonthly }: HeadProps) => (
  <header className={styles.head}>
    <h1 className={styles.title} tabIndex={-1}>
      {title}
    </h1>
    {reason}
    {beginsMonthly && (
      <p className={styles.why}>Your membership starts today and renews every month until you cancel it.</p>
    )}
  </header>
)

type PaymentProps = Pick<ComponentProps<typeof ProviderPayment>, 'order' | 'memberExpire' | 'onBusy'> & {
  account: Account
  method: string
  settling: ReturnType<typeof useSettlement>
  onPaid: (memberExpire: string | null) => void
}

/** The chosen way to pay. A payment that is being settled is shown with every choice. */
function Payment({ account, method, order, memberExpire, settling, onPaid, onBusy }: PaymentProps) {
  const { settlement, settle, look, startAgain } = settling
  const isSettling = settlement.at !== 'none'
  const [giftCode, setGiftCode] = useState('')
  useUnsentWork(giftCode !== '')
  if (method === 'paypal' || isSettling)
    return (
      <ProviderPayment
        order={order}
        country={account.country}
        memberExpire={memberExpire}
        settlement={settlement}
        onApprove={settle}
        onClosed={look}
        onStartAgain={startAgain}
        onBusy={onBusy}
      />
    )
  return (
    <GiftCardForm
      order={order.isNew ? order : { ...order, user: account, affiliate: bindAffiliate(null) ?? null }}
      code={giftCode}
      onCode={setGiftCode}
      onDone={onPaid}
    />
  )
}

/** The checkout whose account did not load. */
export function CheckoutLoadError({ end, onRetry }: { end: ReactNode; onRetry: () => unknown }) {
  return (
    <CheckoutLayout title="Checkout" end={end}>
      <h1 className={styles.title} tabIndex={-1}>
        Checkout
      </h1>
      <EmptyState
        title="We couldn’t load your account"
        action={
          <Button kind="primary" onClick={() => onRetry()}>
            Try again
          </Button>
        }
      >
        Something went wrong on our side. Nothing was charged.
      </EmptyState>
    </CheckoutLayout>
  )
}
