import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { call } from '../api/call.ts'

const mostPerPage = 5
const reported = new Set<string>()

/** Reports an error of this page to the server: each message once, at most five per page. */
export function sendError(error: unknown) {
  // A failed call and an aborted request are no defects of the page.
  if (error instanceof CallError || (error instanceof DOMException && error.name === 'AbortError')) return
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // Harmless: a ResizeObserver callback changed a size; the browser delivers the rest in the next frame.
  if (/^ResizeObserver loop/.test(message) || reported.has(message) || reported.size >= mostPerPage) return
  reported.add(message)
  const stack = error instanceof Error ? error.stack : undefined
  // A failed report is not reported.
  call(api.clientErrors.report, {
    message: message.slice(0, 500),
    stack: stack?.slice(0, 4000),
    url: location.pathname.replace(/^\/client\/.*/, '/client/…').slice(0, 500),
  }).catch(() => {})
}
