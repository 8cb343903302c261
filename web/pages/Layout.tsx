import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Header } from '../features/shell/Header.tsx'
import { lazyOptional } from '../lib/loading/lazy-optional.ts'
import { loginPath } from '../lib/session/session.ts'

// For members only, so it is not part of the first download.
const HeaderSearch = lazyOptional(() => import('../features/search/HeaderSearch.tsx'))

/** When the chunk does not load, a full page load may succeed. */
const LoginForm = lazyOptional(() =>
  import('../features/auth/LoginForm.tsx').then(
    ({ LoginForm }) => ({ default: LoginForm }),
    () => {
      location.assign(loginPath(location.pathname + location.search))
      return new Promise<never>(() => {})
    },
  ),
)

/** The header with what other features put into it. */
export const SiteHeader = () => (
  <Header
    search={
      <Suspense>
        <HeaderSearch />
      </Suspense>
    }
    loginForm={<LoginForm />}
  />
)

export default function Layout() {
  return (
    <>
      <SiteHeader />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
