import './tokens.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { freshQuery } from './features/logos/queries.ts'
import { setWay } from './lib/go.ts'
import { makeQueryClient } from './lib/query-client.ts'
import { reportError } from './lib/report-error.ts'
import { sessionQuery } from './lib/session.ts'
import { whenIdle } from './lib/when-idle.ts'
import { makeRouter, type ReadAhead } from './router.tsx'

const queryClient = makeQueryClient()

addEventListener('error', event => reportError(event.error ?? event.message))
addEventListener('unhandledrejection', event => reportError(event.reason))
whenIdle(() => void import('./lib/background.ts').then(it => it.startBackground(queryClient)).catch(() => {}))

// Asked before React has drawn anything: the first screen waits for the answers, not for the drawing. What came along
// with the page is there when it begins.
void queryClient.prefetchQuery(sessionQuery)
if (location.pathname === '/') void queryClient.prefetchInfiniteQuery(freshQuery(1))

const router = makeRouter()
setWay(path => router.navigate(path))
if (router.state.initialized) begin()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    begin()
  })
}

/** Until the page's own code is there, what came with it stands in its place. */
function begin() {
  for (const { route, params } of router.state.matches)
    (route.handle as ReadAhead | undefined)?.(queryClient, params)
  setTimeout(() =>
    // Drawn in slices: as one piece it would keep a phone from scrolling.
    startTransition(() =>
      createRoot(document.getElementById('root')!).render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    ),
  )
}
