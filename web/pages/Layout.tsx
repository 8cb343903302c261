import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { Header } from '../features/shell/Header.tsx'

// For members only, and so in nobody else's first bytes.
const HeaderSearch = lazy(() => import('../features/search/HeaderSearch.tsx'))

export default function Layout() {
  return (
    <>
      <Header
        search={
          <Suspense>
            <HeaderSearch />
          </Suspense>
        }
      />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
