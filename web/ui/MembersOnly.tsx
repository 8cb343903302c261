import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath, useSession } from '../lib/session.ts'
import { ButtonLink } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Page } from './Page.tsx'

/** A page for current members. Visitors are sent to sign in and come back; nothing is shown while that is unknown. */
export function MembersOnly({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session === undefined) return <Page title={title}>{null}</Page>
  if (session === null) return <Navigate to={loginPath(pathname + search)} replace />
  if (session.isActive) return children
  return (
    <Page title={title}>
      <h1 className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      <Notice
        title="This page is for current members"
        action={
          <ButtonLink to="/" kind="primary">
            See what is fresh
          </ButtonLink>
        }
      >
        Your membership is not current at the moment. As soon as it is renewed, everything is as you left it.
      </Notice>
    </Page>
  )
}
