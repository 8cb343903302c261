import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { formatReceiptNumber } from '../../shared/rules/receipt-number.ts'
import { paymentSettingsQuery } from '../domain/joining/payment-settings.ts'
import { CheckoutLayout } from '../domain/page/CheckoutLayout.tsx'
import { receiptQuery } from '../features/membership/queries.ts'
import { Receipt } from '../features/membership/Receipt.tsx'
import { statusOf } from '../lib/api/query-client.ts'
import { loginPath, useSession } from '../lib/session/session.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './ReceiptPage.module.css'

const membership = '/account/membership'

/** The receipt of one payment, for its payer. */
export default function ReceiptPage() {
  const session = useSession()
  const { pathname } = useLocation()
  const { receiptId = '' } = useParams()
  if (session === undefined) return <CheckoutLayout title="Receipt">{null}</CheckoutLayout>
  if (session === null) return <Navigate to={loginPath(pathname)} replace />
  return <Sheet receiptId={receiptId} />
}

function Sheet({ receiptId }: { receiptId: string }) {
  const { data: receipt, error, refetch } = useQuery(receiptQuery(receiptId))
  const { data: settings } = useQuery(paymentSettingsQuery)
  const isUnknown = !receipt && (statusOf(error) === 404 || statusOf(error) === 400)
  return (
    <CheckoutLayout
      title={isUnknown ? 'Receipt' : `Receipt ${formatReceiptNumber(receiptId)}`}
      ribbon={receipt && settings?.isTest && 'This is a test: no money moved.'}
      end={<Link to={membership}>Your membership</Link>}
    >
      <div className={styles.page}>
        {(receipt || !error) && <Receipt receiptId={receiptId} receipt={receipt} />}
        {receipt && (
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => print()}>
              <Printer size={18} aria-hidden />
              Print or save
            </Button>
          </div>
        )}
        {isUnknown && (
          <EmptyState
            title="Receipt not found"
            action={
              <ButtonLink kind="primary" to={membership}>
                Your payments
              </ButtonLink>
            }
          >
            All of your receipts are listed with your membership.
          </EmptyState>
        )}
        {!receipt && error && !isUnknown && (
          <LoadError what="Your receipt" error={error} onRetry={() => refetch()} />
        )}
      </div>
    </CheckoutLayout>
  )
}
