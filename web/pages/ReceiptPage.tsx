import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { receiptQuery } from '../features/membership/queries.ts'
import { Receipt } from '../features/membership/Receipt.tsx'
import { paymentSettingsQuery } from '../lib/payment-settings.ts'
import { statusOf } from '../lib/query-client.ts'
import { loginPath, useSession } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { CounterPage } from '../ui/CounterPage.tsx'
import { NotArrived } from '../ui/NotArrived.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './ReceiptPage.module.css'

const membership = '/account/membership'

/** One payment on paper, for whoever paid it. */
export default function ReceiptPage() {
  const session = useSession()
  const { pathname } = useLocation()
  const { receiptId = '' } = useParams()
  if (session === undefined) return <CounterPage title="Receipt">{null}</CounterPage>
  if (session === null) return <Navigate to={loginPath(pathname)} replace />
  return <Sheet receiptId={receiptId} />
}

function Sheet({ receiptId }: { receiptId: string }) {
  const { data: receipt, error, refetch } = useQuery(receiptQuery(receiptId))
  const { data: settings } = useQuery(paymentSettingsQuery)
  const isUnknown = !receipt && (statusOf(error) === 404 || statusOf(error) === 400)
  return (
    <CounterPage
      title={isUnknown ? 'Receipt' : `Receipt ${receiptId}`}
      ribbon={receipt && settings?.isTest && 'Payments are a test here: no money moved.'}
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
          <Notice
            title="There is no such receipt"
            action={
              <ButtonLink kind="primary" to={membership}>
                Your payments
              </ButtonLink>
            }
          >
            All of your own are listed with your membership.
          </Notice>
        )}
        {!receipt && error && !isUnknown && (
          <NotArrived what="Your receipt" error={error} onAgain={() => refetch()} />
        )}
      </div>
    </CounterPage>
  )
}
