import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import type { Session } from '../../shared/api/auth.ts'
import { formatDate } from '../../shared/rules/format.ts'
import { type Applicant, forgetDraft, readPassword } from '../domain/joining/join-draft.ts'
import { CheckoutLayout } from '../domain/page/CheckoutLayout.tsx'
import { readApproved } from '../features/checkout/approved.ts'
import { Checkout, CheckoutLoadError } from '../features/checkout/Checkout.tsx'
import { checkoutInfoQuery } from '../features/checkout/queries.ts'
import { RenewalReason } from '../features/checkout/RenewalReason.tsx'
import { refreshSession } from '../lib/session/refresh-session.ts'
import { useSession } from '../lib/session/session.ts'
import { useSignOut } from '../lib/session/sign-in.ts'
import { site } from '../lib/site.ts'
import { showToast } from '../lib/toast/toast.ts'

/** Checkout, for applicants and for members who renew. */
export default function CheckoutPage() {
  const session = useSession()
  // The payment changes the session, which must not redirect this page.
  const [isDone, setIsDone] = useState(false)
  if (session === undefined || isDone) return <CheckoutLayout title="Checkout">{null}</CheckoutLayout>
  if (session === null) return <NewMember onDone={() => setIsDone(true)} />
  if (session.subscriptionActive) return <Navigate to="/account/membership" replace />
  return <KnownMember session={session} onDone={() => setIsDone(true)} />
}

/** An applicant who comes from Join: their input is in the router's state, the password in memory only. */
function NewMember({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { user?: Applicant; affiliate?: string } | null }
  const [password] = useState(readPassword)
  const user = state?.user
  // An approved payment is completed even if a reload has lost the password.
  if (!user || (!password && !readApproved())) return <Navigate to="/join" replace />
  return (
    <Checkout
      account={user}
      memberExpire={null}
      payer={{ isNew: true, user: { ...user, password }, affiliate: state.affiliate }}
      change={<Link to="/join">Change your details</Link>}
      end={<Link to="/join">Back to Join</Link>}
      onPaid={() => {
        onDone()
        forgetDraft()
        showToast(`Welcome to ${site().site_name}. Log in with your new account.`, 'success')
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
    // Before signing out: a visitor on this page is redirected to Join.
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
  if (isError && !info) return <CheckoutLoadError end={end} onRetry={refetch} />
  return (
    <Checkout
      account={info}
      memberExpire={info?.member_expire ?? null}
      payer={{ isNew: false }}
      reason={
        info && (
          <RenewalReason
            isActive={session.isActive}
            memberExpire={info.member_expire}
            isRevoked={info.is_revoked}
          />
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
