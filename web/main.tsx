import './tokens.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { freshQuery } from './features/logos/queries.ts'
import { makeQueryClient } from './lib/api/query-client.ts'
import { onIdle } from './lib/browser/on-idle.ts'
import { reportError } from './lib/loading/report-error.ts'
import type { RoutePrefetch } from './lib/loading/route-prefetch.ts'
import { trackReaderPosition } from './lib/navigation/keep-reader-position.ts'
import { setNavigator } from './lib/navigation/navigate.ts'
import { sessionQuery } from './lib/session/session.ts'
import { makeRouter } from './router.tsx'

/** After this time, in ms, the page itself shows that loading is slow; later where an answer is too large to come with the page. */
const longestReadingMs = 2000
const longestFetchingMs = 30_000

const queryClient = makeQueryClient()

addEventListener('error', event => reportError(event.error ?? event.message))
addEventListener('unhandledrejection', event => reportError(event.reason))
onIdle(loadBackgroundWork)

// Requested before React's first render: the first screen waits for the answers, not for rendering. What was embedded
// with the page is there when it begins.
const reading: unknown[] = [queryClient.prefetchQuery(sessionQuery)]
if (location.pathname === '/') reading.push(queryClient.prefetchInfiniteQuery(freshQuery(1)))

const router = makeRouter()
setNavigator(path => router.navigate(path))
if (router.state.initialized) void begin()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    void begin()
  })
}

/** When the code for background work does not arrive, it is requested again once the browser is online. */
function loadBackgroundWork() {
  import('./background.ts').then(
    it => it.startBackground(queryClient),
    () => addEventListener('online', loadBackgroundWork, { once: true }),
  )
}

/** The server-rendered first screen stays until the page's code and data have loaded. */
async function begin() {
  const root = document.getElementById('root')!
  for (const { route, params } of router.state.matches)
    reading.push((route.handle as RoutePrefetch | undefined)?.(queryClient, params))
  if (root.hasChildNodes()) {
    const mostMs = document.querySelector('link[as=fetch]') ? longestFetchingMs : longestReadingMs
    await Promise.race([Promise.all(reading), new Promise(enough => setTimeout(enough, mostMs))])
  }
  setTimeout(() => {
    trackReaderPosition()
    // A transition renders in slices: one long task would block scrolling on a phone.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    )
  })
}
