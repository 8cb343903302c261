import { api } from '../../shared/api.ts'
import { CallError, type CallRequest, type CallResponse, makeCall } from '../../shared/endpoint.ts'
import { forgetAnswers, takeAnswer } from './answers.ts'

type Send = (request: CallRequest) => Promise<CallResponse>

/** Calls the server: `call(api.logos.like, { logo_id, state: 1 })`. Rejects with CallError; status 0 is no answer. */
export const call = makeCall(withFreshToken(sendOnce))

/** A way of sending that sends again when the token belonged to a session that has ended, here or in another tab. */
export function withFreshToken(send: Send): Send {
  return async request => {
    const answer = await send(request)
    if (request.method === 'GET' || !isStaleToken(answer)) return answer
    // Any GET brings the right one.
    await sendOnce({ method: 'GET', url: api.auth.check.path, signal: request.signal })
    return send(request)
  }
}

export const csrfToken = () => readCookie('csrftoken')

export const noAnswer = () => new CallError(0, { error: 'The gallery could not be reached.' })

async function sendOnce({ method, url, body, signal, keepalive }: CallRequest): Promise<CallResponse> {
  const answer = method === 'GET' ? takeAnswer(url) : forgetAnswers()
  if (answer) return { status: 200, body: answer }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['X-CSRFToken'] = csrfToken()
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
    return {
      status: response.status,
      body: await response.json().catch(() => undefined),
      retryAfter: Number(response.headers.get('retry-after')),
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer()
  }
}

function isStaleToken({ status, body }: CallResponse) {
  return status === 403 && (body as { code?: unknown } | undefined)?.code === 'csrf'
}

function readCookie(name: string) {
  const pair = document.cookie.split('; ').find(cookie => cookie.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : ''
}
