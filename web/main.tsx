import './tokens.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { freshQuery } from './features/logos/queries.ts'
import { trackReaderPosition } from './first-screen/keep-reader-position.ts'
import { makeQueryClient } from './lib/api/query-client.ts'
import { onIdle } from './lib/browser/on-idle.ts'
import { reportError } from './lib/loading/report-error.ts'
import type { RoutePrefetch } from './lib/loading/route-prefetch.ts'
import { setNavigator } from './lib/navigation/navigate.ts'
import { sessionQuery } from './lib/session/session.ts'
import { makeRouter } from './router.tsx'

/** After that the page says itself that something is slow. */
const longestReadingMs = 2000

const queryClient = makeQueryClient()

addEventListener('error', event => reportError(event.error ?? event.message))
addEventListener('unhandledrejection', event => reportError(event.reason))
onIdle(goOnBeside)

// Asked before React has drawn anything: the first screen waits for the answers, not for the drawing. What came along
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

/** Where the code for what goes on beside the page does not arrive, it is asked for again once one is online again. */
function goOnBeside() {
  import('./lib/loading/background.ts').then(
    it => it.startBackground(queryClient),
    () => addEventListener('online', goOnBeside, { once: true }),
  )
}

/** Until the page's own code is there, and its data, what came with it stands in its place. */
async function begin() {
  const root = document.getElementById('root')!
  for (const { route, params } of router.state.matches)
    reading.push((route.handle as RoutePrefetch | undefined)?.(queryClient, params))
  if (root.hasChildNodes())
    await Promise.race([Promise.all(reading), new Promise(enough => setTimeout(enough, longestReadingMs))])
  setTimeout(() => {
    trackReaderPosition()
    // Drawn in slices: as one piece it would keep a phone from scrolling.
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
