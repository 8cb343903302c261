import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { makeBreaker } from './breaker.ts'

/** The provider refused: `issue` is its word for why, `debugId` what its support asks for. */
export class ProviderRefusal extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string, debugId: string) {
    super(`The payment provider answered ${status} ${issue} (debug id ${debugId || 'none'})`)
    this.name = 'ProviderRefusal'
    this.status = status
    this.issue = issue
  }
}

/** The provider gave no usable answer: what was asked for may or may not have happened. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

export type PayPalAccess = {
  baseUrl: string
  clientId: string
  clientSecret: string
  /** How requests get there: the network's, or the sandbox's own. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** All tries of one call together, in milliseconds; the pause after the first; and how long a dead provider rests. */
  timeoutMs?: number
  pauseMs?: number
  breakMs?: number
}

type Call = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: unknown; requestId?: string }

const maxAttempts = 3
/** The circuit breaker opens after so many calls in a row without an answer. */
const failuresToBreak = 5

/** The provider's REST API with its token, retries with backoff, a deadline and a circuit breaker. */
export class PayPalClient {
  readonly #access: PayPalAccess
  readonly #timeoutMs: number
  readonly #pauseMs: number
  readonly #breaker: ReturnType<typeof makeBreaker>
  #token: Promise<{ value: string; refreshAt: number }> | undefined

  constructor(access: PayPalAccess) {
    const { timeoutMs = 15_000, pauseMs = 200, breakMs = 30_000 } = access
    this.#access = access
    this.#timeoutMs = timeoutMs
    this.#pauseMs = pauseMs
    this.#breaker = makeBreaker(failuresToBreak, breakMs)
  }

  /**
   * Makes a call and retries it with exponential backoff while its outcome is not known: a POST repeats its request id,
   * so that it is one act however often it arrives. Throws ProviderRefusal or ProviderUnreachable.
   */
  async ask(call: Call): Promise<unknown> {
    if (!this.#breaker.mayTry()) throw new ProviderUnreachable('The payment provider is left alone for now')
    const signal = AbortSignal.timeout(this.#timeoutMs)
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await this.#attempt(call, signal)
        if (response.status === 429 || response.status >= 500)
          throw new ProviderUnreachable(`The payment provider answered ${response.status}`)
        const text = await response.text()
        this.#breaker.succeeded()
        if (response.ok) return text ? JSON.parse(text) : undefined
        throw refusalOf(response.status, text)
      } catch (error) {
        if (error instanceof ProviderRefusal) throw error
        if (attempt < maxAttempts && !signal.aborted) {
          await sleep(2 ** (attempt - 1) * this.#pauseMs * (0.5 + Math.random()))
          if (!signal.aborted) continue
        }
        this.#breaker.failed()
        throw error instanceof ProviderUnreachable
          ? error
          : new ProviderUnreachable('The payment provider sent no usable answer', { cause: error })
      }
    }
  }

  /** The text at an address of the provider's, without credentials. */
  async fetchText(url: string): Promise<string> {
    const response = await this.#send(url, { method: 'GET' }, AbortSignal.timeout(this.#timeoutMs))
    if (!response.ok) throw new ProviderUnreachable(`No certificate: ${response.status}`)
    return response.text()
  }

  async #attempt(call: Call, signal: AbortSignal): Promise<Response> {
    const response = await this.#request(call, signal)
    if (response.status !== 401) return response
    // The token expired sooner than it was said to.
    this.#token = undefined
    return this.#request(call, signal)
  }

  async #request(call: Call, signal: AbortSignal): Promise<Response> {
    return this.#send(
      this.#access.baseUrl + call.path,
      {
        method: call.method,
        headers: {
          authorization: `Bearer ${await this.#bearer(signal)}`,
          accept: 'application/json',
          prefer: 'return=representation',
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...(call.requestId && { 'paypal-request-id': call.requestId }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      },
      signal,
    )
  }

  /** One token for all calls; concurrent callers share one request for it. */
  async #bearer(signal: AbortSignal): Promise<string> {
    const held = this.#token
    const token = await held?.catch(() => undefined)
    if (token && Date.now() < token.refreshAt) return token.value
    if (!this.#token || this.#token === held) this.#token = this.#fetchToken(signal)
    const mine = this.#token
    try {
      return (await mine).value
    } catch (error) {
      if (this.#token === mine) this.#token = undefined
      throw error
    }
  }

  async #fetchToken(signal: AbortSignal) {
    const { baseUrl, clientId, clientSecret } = this.#access
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const response = await this.#send(
      `${baseUrl}/v1/oauth2/token`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      signal,
    )
    if (response.status === 401) throw new ProviderRefusal(401, 'invalid_client', '')
    if (!response.ok) throw new ProviderUnreachable(`The payment provider answered ${response.status}`)
    const { access_token, expires_in } = z
      .object({ access_token: z.string(), expires_in: z.number() })
      .parse(await response.json())
    return { value: access_token, refreshAt: Date.now() + expires_in * 900 }
  }

  async #send(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await this.#access.fetch(url, { ...init, redirect: 'error', signal })
    } catch (error) {
      throw new ProviderUnreachable('The payment provider does not answer', { cause: error })
    }
  }
}

function refusalOf(status: number, text: string): ProviderRefusal {
  let body: { name?: string; error?: string; debug_id?: string; details?: { issue?: string }[] } = {}
  try {
    body = JSON.parse(text)
  } catch {
    // A page of some proxy's.
  }
  return new ProviderRefusal(
    status,
    body.details?.[0]?.issue ?? body.name ?? body.error ?? 'UNKNOWN',
    body.debug_id ?? '',
  )
}
