import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { Header } from '../features/shell/Header.tsx'
import { optional } from '../lib/optional.ts'
import { loginPath } from '../lib/session.ts'

// For members only, and so not in everybody's first bytes.
const HeaderSearch = optional(() => import('../features/search/HeaderSearch.tsx'))

/** Where its code does not arrive, the whole page may. */
const LoginForm = lazy(() =>
  import('../features/auth/LoginForm.tsx').then(
    ({ LoginForm }) => ({ default: LoginForm }),
    () => {
      location.assign(loginPath(location.pathname + location.search))
      return new Promise<never>(() => {})
    },
  ),
)

export default function Layout() {
  return (
    <>
      <Header
        search={
          <Suspense>
            <HeaderSearch />
          </Suspense>
        }
        loginForm={<LoginForm />}
      />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
