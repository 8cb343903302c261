import { api } from '../../shared/api.ts'
import { CallError, type CallRequest, type CallResponse, makeCall } from '../../shared/endpoint.ts'

/** Calls the server: `call(api.logos.like, { logo_id, state: 1 })`. Rejects with CallError; status 0 is no answer. */
export const call = makeCall(send)

async function send(request: CallRequest): Promise<CallResponse> {
  const answer = await sendOnce(request)
  if (request.method === 'GET' || !isStaleToken(answer)) return answer
  // The token belongs to a session that has ended, here or in another tab. Any GET brings the right one.
  await sendOnce({ method: 'GET', url: api.auth.check.path, signal: request.signal })
  return sendOnce(request)
}

async function sendOnce({ method, url, body, signal, keepalive }: CallRequest): Promise<CallResponse> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['X-CSRFToken'] = readCookie('csrftoken')
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      signal,
      keepalive,
    })
    // A proxy's HTML page is no usable answer, but its status still says something.
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, { error: 'The gallery could not be reached.' })
  }
}

function isStaleToken({ status, body }: CallResponse) {
  return status === 403 && (body as { code?: unknown } | undefined)?.code === 'csrf'
}

function readCookie(name: string) {
  const pair = document.cookie.split('; ').find(cookie => cookie.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : ''
}
