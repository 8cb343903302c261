import { api } from '../../shared/api.ts'
import { CallError } from '../../shared/endpoint.ts'
import { call } from './call.ts'

const mostPerPage = 5
const told = new Set<string>()

/** Each fault once, and a few at most. */
export function sendError(error: unknown) {
  // An answer that was not what one hoped for is no fault of the page's.
  if (error instanceof CallError || (error instanceof DOMException && error.name === 'AbortError')) return
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // Says only that a size was set while sizes were being read; the browser goes on.
  if (/^ResizeObserver loop/.test(message) || told.has(message) || told.size >= mostPerPage) return
  told.add(message)
  const stack = error instanceof Error ? error.stack : undefined
  // Nobody is helped by a message about a message.
  call(api.clientErrors.report, {
    message: message.slice(0, 500),
    stack: stack?.slice(0, 4000),
    url: location.pathname.slice(0, 500),
  }).catch(() => {})
}
