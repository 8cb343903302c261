import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Header } from '../features/shell/Header.tsx'

export default function Layout() {
  return (
    <>
      <Header />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
