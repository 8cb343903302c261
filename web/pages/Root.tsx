import { Outlet, ScrollRestoration } from 'react-router'
import { useSessionMirror } from '../lib/session.ts'
import { Toasts } from '../ui/Toasts.tsx'

/** What every page has, whatever its layout. */
export default function Root() {
  useSessionMirror()
  return (
    <>
      <Outlet />
      <Toasts />
      <ScrollRestoration />
    </>
  )
}
