import * as api from '../../../shared/api.ts'
import { CallError, type CallRequest, type CallResponse, makeCall } from '../../../shared/endpoint.ts'
import { forgetEmbeddedAnswers, takeEmbeddedAnswer } from './embedded-answers.ts'

type Send = (request: CallRequest) => Promise<CallResponse>

/** Calls the server: `call(api.logos.like, { logo_id, state: 1 })`. Rejects with CallError; status 0 is no answer. */
export const call = makeCall(withFreshToken(sendOnce))

let confirmIdentity = async () => false

/** Sets the function that asks the member to confirm who they are, before an act of weight is repeated. */
export function setConfirmIdentity(confirm: typeof confirmIdentity) {
  confirmIdentity = confirm
}

/**
 * Wraps `send`: repeats a request once when its CSRF token belonged to a session that has ended, here or in another tab,
 * and when the member has confirmed an act of weight.
 */
export function withFreshToken(send: Send): Send {
  return async request => {
    const answer = await send(request)
    const code = answer.status === 403 && (answer.body as { code?: unknown } | undefined)?.code
    if (code === 'csrf') {
      // Any GET sets the current token.
      await sendOnce({ method: 'GET', url: api.auth.check.path, signal: request.signal })
    } else if (code !== 'confirm' || !(await confirmIdentity())) return answer
    return send(request)
  }
}

/** On https the cookie has the `__Host-` prefix, which keeps other hosts from setting it. */
export const csrfToken = () => readCookie('__Host-csrftoken') || readCookie('csrftoken')

export const noAnswer = () => new CallError(0, { error: 'We couldn’t reach the gallery.' })

async function sendOnce({ method, url, body, signal, keepalive }: CallRequest): Promise<CallResponse> {
  const answer = method === 'GET' ? takeEmbeddedAnswer(url) : forgetEmbeddedAnswers()
  if (answer) return { status: 200, body: answer }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    if (method !== 'GET') {
      // A visitor's page is shared and sets no cookie.
      if (!csrfToken()) await sendOnce({ method: 'GET', url: api.auth.check.path, signal })
      headers['X-CSRFToken'] = csrfToken()
    }
    const response = await fetch(url, {
      method,
      headers,
      body: JSON.stringify(body),
      signal,
      keepalive,
    })
    // A proxy may answer with HTML: the body is unusable, the status is not.
    return {
      status: response.status,
      statusText: response.statusText,
      body: await response.json().catch(() => undefined),
      retryAfter: Number(response.headers.get('retry-after')),
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer()
  }
}

function readCookie(name: string) {
  const pair = document.cookie.split('; ').find(cookie => cookie.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : ''
}
