import { useEffect } from 'react'
import { createBrowserRouter, Navigate, useLocation, useNavigate } from 'react-router'
import { ChunkErrorPage } from './domain/page/ChunkError.tsx'
import { showToast } from './lib/toast/toast.ts'
import ErrorPage from './pages/ErrorPage.tsx'
import ExplorePage from './pages/ExplorePage.tsx'
import Layout from './pages/Layout.tsx'
import Root from './pages/Root.tsx'

/**
 * Explore is in the first download. The table of the other pages, whose file names would take 2 kB of it, is loaded once
 * the browser is idle or the first of them is opened (lazy route discovery); the server preloads it with such a page.
 */
export function makeRouter() {
  let areRoutesLoaded = false
  return createBrowserRouter(
    [
      {
        id: 'root',
        element: <Root />,
        errorElement: <ErrorPage />,
        children: [
          {
            id: 'layout',
            element: <Layout />,
            children: [
              { index: true, element: <ExplorePage /> },
              { path: 'fresh/:page?', element: <ExplorePage /> },
              { path: '*', element: <UnknownPage areRoutesLoaded={() => areRoutesLoaded} /> },
            ],
          },
        ],
      },
    ],
    {
      async patchRoutesOnNavigation({ path, patch, signal }) {
        // The router asks for a page of Explore, too, because its number might be the name of another page.
        if (areRoutesLoaded || /^\/fresh\/[^/]+\/?$/.test(path)) return
        // A failure leaves the address to UnknownPage.
        const routes = await import('./routes.tsx').catch(() => undefined)
        // After an abort, by another navigation, `patch` does nothing.
        if (!routes || signal.aborted) return
        patch('root', routes.bareRoutes)
        patch('layout', routes.layoutRoutes)
        areRoutesLoaded = true
      },
    },
  )
}

/** An address that no route matches: it redirects to Explore, unless the other routes did not load. */
function UnknownPage({ areRoutesLoaded }: { areRoutesLoaded: () => boolean }) {
  const location = useLocation()
  const navigate = useNavigate()
  if (areRoutesLoaded()) return <ToExplore />
  return <ChunkErrorPage onRetry={() => navigate(location, { replace: true })} />
}

function ToExplore() {
  useEffect(() => {
    showToast('That page doesn’t exist.')
  }, [])
  return <Navigate to="/" replace />
}
