import './tokens.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { freshQuery } from './features/logos/queries.ts'
import { setWay } from './lib/go.ts'
import { makeQueryClient } from './lib/query-client.ts'
import { reportError } from './lib/report-error.ts'
import { sessionQuery } from './lib/session.ts'
import { whenIdle } from './lib/when-idle.ts'
import { makeRouter } from './router.tsx'

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
setTimeout(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
