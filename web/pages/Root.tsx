import { useQuery } from '@tanstack/react-query'
import { Suspense, useLayoutEffect } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { SaveDialogContext } from '../domain/logos/save-dialog.ts'
import { ChunkErrorDialog } from '../domain/page/ChunkError.tsx'
import { lazyWithRetry } from '../lib/loading/lazy-with-retry.tsx'
import { restoreReaderPosition } from '../lib/navigation/keep-reader-position.ts'
import { scrollKeyOf } from '../lib/navigation/scroll-key.ts'
import {
  sessionQuery,
  useSavingWaits,
  useSession,
  useSessionMirror,
  wasSignedIn,
} from '../lib/session/session.ts'
import { Toasts } from '../ui/messages/Toasts.tsx'
import styles from './Root.module.css'

const SaveDialog = lazyWithRetry(() => import('../features/collections/SaveDialog.tsx'), ChunkErrorDialog)

/** Elements common to all pages. */
export default function Root() {
  useSessionMirror()
  const { state } = useNavigation()
  useLayoutEffect(restoreReaderPosition, [])
  return (
    <>
      {/* Shown while the next page's code loads, if that takes long. */}
      {state !== 'idle' && <div className={styles.progress} />}
      <SavingWaits />
      <SaveDialogContext value={SaveDialog}>
        <Guarded />
      </SaveDialogContext>
      <Toasts />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  )
}

function SavingWaits() {
  return (
    useSavingWaits() && (
      <p className={styles.waits} role="alert">
        We can’t save anything for a moment. You can go on looking around, and nothing you’ve typed is lost.
      </p>
    )
  )
}

/** Paths open to a lapsed member: paying, and help with it. */
const openToAll =
  /^\/(checkout|receipt\/\w+|account\/membership|contact|faq|terms|\w+-(email|password|reset))\/?$/

/** Redirects lapsed members to checkout. Pages handle visitors themselves. */
function Guarded() {
  const session = useSession()
  const { errorUpdateCount } = useQuery(sessionQuery)
  const { pathname } = useLocation()
  // Restore the position only once the session is known: the viewer may have changed. A failed call counts as known.
  if (session === undefined && wasSignedIn() && errorUpdateCount === 0 && !openToAll.test(pathname))
    return null
  // Jurors and staff need no membership to work.
  const isLapsed = session?.memberType === 'Member' && !session.isActive
  if (isLapsed && !openToAll.test(pathname)) return <Navigate to="/checkout" replace />
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  )
}
