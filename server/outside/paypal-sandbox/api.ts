import { randomUUID, timingSafeEqual } from 'node:crypto'
import { done, iso, json, letters, notThere, refuse } from './answers.ts'
import { act, type Verb, verbs } from './billing.ts'
import { builtInTerms, type catalogue } from './catalogue.ts'
import { sandboxCredentials, sandboxWebhookId } from './identity.ts'
import type { Memory, SandboxEvent } from './memory.ts'
import type { Messages } from './messages.ts'
import { describe, transactionOf } from './representation.ts'
import type { SandboxStore } from './store.ts'
import { newSubscription, type Subscription } from './subscription.ts'

/** Length of a page of messages: less than the provider's 300, so that tests turn pages, too. */
const mostEvents = 20
const pageSize = 20

type Parts = {
  store: SandboxStore
  memory: Memory
  messages: Messages
  offers: ReturnType<typeof catalogue>
  buyer: { refund(saleId: string, cents?: number): Promise<string | undefined> }
  /** The sandbox's address, without a trailing slash. */
  baseUrl: string
}

/** The provider's REST API. */
export class Api {
  readonly #parts: Parts
  readonly #tokens = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  expireTokens() {
    this.#tokens.clear()
  }

  /** Issues an access token for our credentials. */
  grantToken(request: Request): Response {
    const { clientId, clientSecret } = sandboxCredentials
    const expected = Buffer.from(`Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
    const received = Buffer.from(request.headers.get('authorization') ?? '')
    if (received.length !== expected.length || !timingSafeEqual(received, expected))
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
    const token = `A21${randomUUID()}`
    this.#tokens.add(token)
    return json(200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: 32_400,
      scope: 'https://uri.paypal.com/services/subscriptions',
      app_id: 'APP-SANDBOX',
    })
  }

  /** Answers a call with an access token; `isStale`: reads show what was there before the last change. */
  async answer(request: Request, path: string, query: URLSearchParams, isStale: boolean): Promise<Response> {
    if (!this.#tokens.has((request.headers.get('authorization') ?? '').replace(/^Bearer /, '')))
      return refuse(401, 'AUTHENTICATION_FAILURE', 'TOKEN_INVALID')
    await this.#parts.memory.bill()
    try {
      return (
        (await this.#answerNotifications(request, path, query)) ??
        (await this.#parts.offers.answer(request, path, query)) ??
        (await this.#answerSubscriptions(request, path, query, isStale)) ??
        (await this.#answerRefund(request, path)) ??
        notThere()
      )
    } catch (error) {
      if (error instanceof SyntaxError) return refuse(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON')
      throw error
    }
  }

  async #answerNotifications(
    request: Request,
    path: string,
    query: URLSearchParams,
  ): Promise<Response | undefined> {
    const call = `${request.method} ${path}`
    if (call === 'GET /v1/notifications/webhooks-events') return this.#listEvents(query)
    if (call === 'POST /v1/notifications/verify-webhook-signature') return this.#verify(await request.text())
    const [, id] = /^POST \/v1\/notifications\/webhooks-events\/([\w-]+)\/resend$/.exec(call) ?? []
    if (!id) return undefined
    const event = await this.#parts.store.read<SandboxEvent>('event', id)
    if (!event) return notThere()
    await this.#parts.messages.send(event)
    return json(202, event.envelope)
  }

  async #listEvents(query: URLSearchParams): Promise<Response> {
    const { store, baseUrl } = this.#parts
    const [from, to] = [query.get('start_time') ?? '', query.get('end_time') ?? '9']
    const events = (await store.list<SandboxEvent>('event'))
      .map(event => event.envelope)
      .filter(event => event.create_time >= from.slice(0, 19) && event.create_time <= to)
    const size = Math.min(Number(query.get('page_size') ?? 10), mostEvents)
    const start = Number(query.get('next_page_token') ?? 0)
    const next = new URLSearchParams(query)
    next.set('next_page_token', String(start + size))
    const links =
      start + size < events.length
        ? [{ href: `${baseUrl}/v1/notifications/webhooks-events?${next}`, rel: 'next', method: 'GET' }]
        : []
    return json(200, { events: events.slice(start, start + size), count: events.length, links })
  }

  /** The provider's second way to verify a message: it is posted back. */
  async #verify(text: string): Promise<Response> {
    const posted = JSON.parse(text) as { webhook_id?: string; webhook_event?: { id?: string } }
    const id = posted.webhook_event?.id
    const isRight =
      posted.webhook_id === sandboxWebhookId &&
      id !== undefined &&
      (await this.#parts.store.read('event', id)) !== undefined
    return json(200, { verification_status: isRight ? 'SUCCESS' : 'FAILURE' })
  }

  async #answerSubscriptions(
    request: Request,
    path: string,
    query: URLSearchParams,
    isStale: boolean,
  ): Promise<Response | undefined> {
    const { memory, baseUrl } = this.#parts
    const call = `${request.method} ${path}`
    if (call === 'POST /v1/billing/subscriptions') return this.#create(request)
    if (call === 'GET /v1/billing/subscriptions') return this.#list(query)
    const [, id, rest] = /^\/v1\/billing\/subscriptions\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (!id) return undefined
    const verb = verbs.find(each => each === rest)
    if (request.method === 'POST' && verb) return this.#act(id, verb)
    if (request.method !== 'GET') return undefined
    const s = await (isStale ? memory.findStale(id) : memory.find(id))
    if (s && !rest) return json(200, describe(s, baseUrl))
    if (s && rest === 'transactions') return listTransactions(s, query)
  }

  async #create(request: Request): Promise<Response> {
    const { memory, offers, baseUrl } = this.#parts
    const body = (await request.json()) as Record<string, unknown> & {
      application_context?: Record<string, string>
    }
    const requestId = request.headers.get('paypal-request-id')
    const id = `I-${letters(`subscription ${requestId ?? randomUUID()}`, 12)}`
    const existing = await memory.find(id)
    if (existing) return json(200, describe(existing, baseUrl))
    const plan_id = String(body.plan_id)
    const terms = await offers.termsOf(plan_id)
    if (!terms) return notThere()
    const now = await memory.clock()
    if (body.start_time !== undefined && !(Date.parse(String(body.start_time)) > +now))
      return refuse(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE')
    const context = body.application_context ?? {}
    const s: Subscription = {
      ...newSubscription(id),
      plan_id,
      ...(!builtInTerms(plan_id) && { terms }),
      status: 'APPROVAL_PENDING',
      custom_id: String(body.custom_id ?? ''),
      quantity: String(body.quantity ?? '1'),
      plan_overridden: body.plan !== undefined,
      user_action: context.user_action ?? 'SUBSCRIBE_NOW',
      return_url: context.return_url ?? '',
      cancel_url: context.cancel_url ?? '',
      start_time: typeof body.start_time === 'string' ? body.start_time : iso(now),
      create_time: iso(now),
      update_time: iso(now),
    }
    await memory.add(s)
    await memory.change(id, (_, emit) => emit('BILLING.SUBSCRIPTION.CREATED', 'subscription'))
    return json(201, describe((await memory.find(id)) ?? s, baseUrl))
  }

  async #list(query: URLSearchParams): Promise<Response> {
    const { memory, baseUrl } = this.#parts
    const since = query.get('status_updated_after') ?? ''
    const ids = query.get('plan_ids')?.split(',')
    const size = Math.min(Number(query.get('page_size') ?? 10), pageSize)
    const skip = (Math.max(Number(query.get('page') ?? 1), 1) - 1) * size
    const found = (await memory.list()).filter(
      s => s.update_time >= since.slice(0, 19) && (!ids || ids.includes(s.plan_id)),
    )
    return json(200, {
      subscriptions: found.slice(skip, skip + size).map(s => describe(s, baseUrl)),
      links: [],
    })
  }

  async #act(id: string, verb: Verb): Promise<Response> {
    const isAllowed = await this.#parts.memory.change(id, (s, emit, now) => act(s, verb, emit, now))
    if (isAllowed === undefined) return notThere()
    return isAllowed ? done() : refuse(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID')
  }

  async #answerRefund(request: Request, path: string): Promise<Response | undefined> {
    const [, saleId] =
      /^POST \/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(`${request.method} ${path}`) ?? []
    if (!saleId) return undefined
    const body = (await request.json().catch(() => ({}))) as { amount?: { value: string } }
    const cents = body.amount ? Math.round(Number(body.amount.value) * 100) : undefined
    const id = await this.#parts.buyer.refund(saleId, cents)
    return id ? json(201, { id, status: 'COMPLETED' }) : notThere()
  }
}

function listTransactions(s: Subscription, query: URLSearchParams): Response {
  const [from, to] = [query.get('start_time'), query.get('end_time')]
  if (!from || !to) return refuse(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
  const inWindow = s.transactions.filter(t => t.time >= from.slice(0, 19) && t.time <= to)
  return json(200, { transactions: inWindow.map(transactionOf), links: [] })
}
