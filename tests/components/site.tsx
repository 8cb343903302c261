import { format } from 'node:util'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider } from 'react-router/dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { defaultWords } from '../../shared/site-defaults.ts'
import { fillIn, pageWordsOf } from '../../shared/site-words.ts'
import { makeQueryClient } from '../../web/lib/api/query-client.ts'
import { setNavigator } from '../../web/lib/navigation/navigate.ts'
import { sessionQuery } from '../../web/lib/session/session.ts'
import { setSite } from '../../web/lib/site.ts'
import { dismissToast, toastStore } from '../../web/lib/toast/toast.ts'
import { makeRouter } from '../../web/router.tsx'
import { startTestServer, type TestServer } from '../server.ts'
import { FetchRequest } from './fetch-request.ts'

/** What answers a call. `forward` asks the server. */
type Reply = (call: {
  forward: () => Promise<Response>
  body: unknown
  query: URLSearchParams
  signal: AbortSignal | undefined
}) => Response | Promise<Response>

export type TestSite = ReturnType<typeof testSite>

// The default of a second is too short: on a busy machine a worker's first page takes longer to compile. What is hidden is
// computed from styles, which tests do not load.
configure({ asyncUtilTimeout: 60_000, defaultHidden: true })

/** happy-dom has no event streams: pages hear no news. */
class SilentEventSource extends EventTarget {
  close() {}
}
globalThis.EventSource ??= SilentEventSource as unknown as typeof EventSource

/** happy-dom does not know the element; browsers do. */
const unknownElement = /^The tag <search> is unrecognized/

/**
 * The site without a browser: its pages, router, cache and calls in happy-dom, over the application with a database of
 * its own. Called once in a test file; `server` and `db` are there once its tests run. A test fails on an error in the
 * console, on an error that a page reports, and on an answer of 500 or above that the test has not asked for.
 */
export function testSite(env: Record<string, string> = {}) {
  let server: TestServer
  /** The cookies, with those that scripts cannot read. */
  const jar: Record<string, string> = {}
  let replies: { call: string; reply: Reply }[] = []
  let close = () => {}
  /** How many pages have been left. The answers to their calls do not arrive. */
  let left = 0
  /** The calls of the API since the page was opened: method and path. */
  const calls: string[] = []

  let complaints: string[] = []
  let expected: RegExp[] = []

  let fetchBefore: typeof fetch

  beforeAll(async () => {
    fetchBefore = globalThis.fetch
    server = await startTestServer(env)
    setSite(pageWordsOf(fillIn(defaultWords), 0, new Date()))
  })
  afterAll(() => {
    globalThis.fetch = fetchBefore
    return server.close()
  })
  beforeEach(() => {
    complaints = []
    expected = []
    vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
      const text = format(...said)
      if (!unknownElement.test(text)) complaints.push(`console: ${text}`)
    })
  })
  afterEach(() => {
    leave()
    becomeVisitor()
    sessionStorage.clear()
    replies = []
    expect(expected.filter(pattern => !complaints.some(text => pattern.test(text)))).toEqual([])
    expect(complaints.filter(text => !expected.some(pattern => pattern.test(text)))).toEqual([])
  })

  /** Forgets the session, as another browser would. */
  function becomeVisitor() {
    for (const name of Object.keys(jar)) setCookie(name, '')
    localStorage.clear()
  }

  function setCookie(name: string, value: string, isHidden = false) {
    if (value) jar[name] = value
    else delete jar[name]
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    if (!isHidden) document.cookie = `${name}=${value}; path=/${value ? '' : '; max-age=0'}`
  }

  async function fetchFromApp(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { pathname, search, searchParams: query } = new URL(String(input), location.href)
    const method = init.method ?? 'GET'
    const call = `${method} ${pathname}`
    calls.push(call)
    if (call === 'POST /api/client-errors') complaints.push(`reported: ${init.body}`)
    const page = left
    const forward = async () => {
      const answer = await server.app.inject({
        method: method as 'GET',
        url: pathname + search,
        headers: init.headers as Record<string, string>,
        cookies: jar,
        ...(init.body != null && { payload: init.body as string }),
      })
      if (answer.statusCode >= 500) complaints.push(`answer ${answer.statusCode}: ${call}`)
      init.signal?.throwIfAborted()
      if (page !== left) throw new TypeError('Failed to fetch')
      for (const { name, value, httpOnly } of answer.cookies) setCookie(name, value, httpOnly)
      const hasBody = ![204, 304].includes(answer.statusCode)
      return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
        status: answer.statusCode,
        statusText: answer.statusMessage,
        headers: answer.headers as Record<string, string>,
      })
    }
    const found = replies.findLast(each => each.call === call)
    if (!found) return forward()
    const body = init.body && JSON.parse(init.body as string)
    return found.reply({ forward, body, query, signal: init.signal ?? undefined })
  }

  /** Closes the page, as another address in the browser's bar would. Storage and cookies stay. */
  function leave() {
    close()
    close = () => {}
    for (const { id } of toastStore.read()) dismissToast(id)
    left += 1
    calls.length = 0
  }

  /** Loads an address as a new page; returns the user before it. */
  function open(path: string, state: unknown = null) {
    leave()
    globalThis.fetch = fetchFromApp
    vi.stubGlobal('XMLHttpRequest', FetchRequest)
    history.replaceState(state, '', path)
    const queryClient = makeQueryClient()
    const router = makeRouter()
    setNavigator(to => router.navigate(to))
    let isClosed = false
    // The server sends the session with a page, so that it is known from the first screen on.
    const begin = async () => {
      await queryClient.prefetchQuery(sessionQuery)
      if (isClosed) return
      render(
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>,
      )
    }
    // Rendered once the first page's code has loaded, as in web/main.tsx.
    let stop = () => {}
    if (router.state.initialized) void begin()
    else
      stop = router.subscribe(({ initialized }) => {
        if (!initialized) return
        stop()
        void begin()
      })
    close = () => {
      stop()
      isClosed = true
      cleanup()
      router.dispose()
      queryClient.clear()
    }
    const user = userEvent.setup({ delay: null })
    return {
      ...user,
      /** Waits until what is pressed is enabled. */
      async click(element: Element) {
        await waitFor(() => {
          expect(element.matches(':disabled, [aria-disabled="true"]')).toBe(false)
        })
        await user.click(element)
      },
    }
  }

  return {
    get server() {
      return server
    },
    get db() {
      return server.db
    },
    calls,
    open,
    /** Loads the address again; the history's state stays. */
    reload: () => open(location.pathname + location.search, history.state),
    becomeVisitor,
    /** Signs this designer in; returns a client with the same session. */
    async signIn(designer: { designer_id: number }) {
      const client = await server.signIn(designer)
      for (const [name, value] of Object.entries(client.jar)) setCookie(name, value, !/csrf/.test(name))
      return client
    },
    /** Ends the session without the page's knowledge. */
    endSession() {
      delete jar.session
    },
    /** Declares the errors that the test expects. Each has to occur; any other one fails it. */
    expectFailures: (patterns: RegExp[]) => void expected.push(...patterns),
    /** Answers a call ("POST /api/contact") in place of the server, until what it returns is called or the test ends. */
    answer(call: string, reply: Reply) {
      const entry = { call, reply }
      replies.push(entry)
      return () => {
        replies = replies.filter(each => each !== entry)
      }
    },
  }
}

/** A reply for `answer`: the connection breaks. */
export const lost: Reply = () => Promise.reject(new TypeError('Failed to fetch'))
