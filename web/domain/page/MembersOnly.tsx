import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath, useSession } from '../../lib/session/session.ts'
import { Page } from './Page.tsx'

/** A page for members. Visitors are redirected to sign in and back; nothing is shown while the session is unknown. */
export function MembersOnly({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session === undefined) return <Page title={title}>{null}</Page>
  if (session === null) return <Navigate to={loginPath(pathname + search)} replace />
  return children
}
