import { useQuery } from '@tanstack/react-query'
import { Suspense, useLayoutEffect } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { restorePlace } from '../lib/frame.ts'
import { part } from '../lib/part.tsx'
import { placeOf } from '../lib/place.ts'
import { SaveDialogContext } from '../lib/save-dialog.ts'
import { sessionQuery, useSession, useSessionMirror, wasSignedIn } from '../lib/session.ts'
import { MissingDialog } from '../ui/Missing.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import styles from './Root.module.css'

const SaveDialog = part(() => import('../features/collections/SaveDialog.tsx'), MissingDialog)

/** What every page has, whatever its layout. */
export default function Root() {
  useSessionMirror()
  const { state } = useNavigation()
  useLayoutEffect(restorePlace, [])
  return (
    <>
      {/* The next page's code is on its way: seen only when that takes long. */}
      {state !== 'idle' && <div className={styles.progress} />}
      <SaveDialogContext value={SaveDialog}>
        <Guarded />
      </SaveDialogContext>
      <Toasts />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}

/** What a member may open whose membership has ended: paying, and what helps with it. */
const openToAll =
  /^\/(checkout|receipt\/\w+|account\/membership|contact|faq|terms|forgot-password|password-reset)\/?$/

/** The page, unless a membership that has ended leads to checkout instead. Visitors are the pages' own business. */
function Guarded() {
  const session = useSession()
  const { errorUpdateCount } = useQuery(sessionQuery)
  const { pathname } = useLocation()
  // Whoever was here before may not see this page any more. No answer at all is no reason to show nothing for ever.
  if (session === undefined && wasSignedIn() && errorUpdateCount === 0 && !openToAll.test(pathname))
    return null
  if (session && !session.isActive && !openToAll.test(pathname)) return <Navigate to="/checkout" replace />
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  )
}
