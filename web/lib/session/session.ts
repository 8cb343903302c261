import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Session } from '../../../shared/api/auth.ts'
import * as api from '../../../shared/api.ts'
import { call } from '../api/call.ts'
import { readStored, writeStored } from '../storage/storage.ts'

export const noAnswerText = 'Error: Could not connect to authorization server.'
const mirrorKey = 'isAuthenticated'
const againMs = 4000

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call(api.auth.check, {}, { signal }),
  staleTime: 5 * 60_000,
  meta: { error: noAnswerText },
})

/**
 * The session; null for a visitor; undefined while it loads. When loading fails, a browser that was signed in stays
 * undefined instead of becoming a visitor, and the call is repeated.
 */
export function useSession(): Session | null | undefined {
  const { data, isError } = useQuery(sessionQuery)
  if (data) return data.isAuthenticated ? data : null
  return isError && !wasSignedIn() ? null : undefined
}

/** Whether the server can save nothing for a moment; asked again until it can. */
export const useSavingWaits = () => useQuery(sessionQuery).data?.saving_waits === true

/** Whether this browser was signed in when the session was last known. */
export const wasSignedIn = () => readStored(mirrorKey) === 'true'

/** Sets the session and resets every other query: cached data belong to one viewer. */
export function enterSession(queryClient: QueryClient, session: Session) {
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const reset = () => queryClient.resetQueries({ predicate: query => query.queryKey[0] !== 'session' })
  // Render the visitor's page first: queries for members would otherwise run once more, and be refused.
  if (session.isAuthenticated) void reset()
  else setTimeout(reset)
}

/**
 * Mirrors the session into localStorage and follows other tabs: signing out there ends it here, signing in there
 * leaves the login page here.
 */
export function useSessionMirror() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state: { status, data } }) =>
      (data?.saving_waits || (status === 'error' && !data && wasSignedIn())) && againMs,
    refetchOnWindowFocus: ({ state }) => !state.data && wasSignedIn(),
  })

  useEffect(() => {
    if (data) writeStored(mirrorKey, String(data.isAuthenticated))
  }, [data])

  useEffect(() => {
    const follow = async (event: StorageEvent) => {
      if (event.key !== mirrorKey || event.newValue === event.oldValue) return
      const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
      if (!session) return
      enterSession(queryClient, session)
      const onLogin = pathname === '/login'
      if (session.isAuthenticated && onLogin) navigate('/')
      if (!session.isAuthenticated && !onLogin && !pathname.startsWith('/designers')) navigate('/login')
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [navigate, pathname, queryClient])
}

/** The redirect after signing in: a path of this site, else home. Rejects what a browser could resolve to another host. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next) && !next.startsWith('/login') ? next : '/'
}

/** The login page's address, redirecting back to `path`. */
export const loginPath = (path: string) => `/login?next=${encodeURIComponent(path)}`
