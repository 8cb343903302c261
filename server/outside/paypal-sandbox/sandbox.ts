import { randomUUID, sign, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addMonths, currency, type Plan, plans, utcDay } from '../../../shared/rules/plan.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { signedText } from '../webhook-signature.ts'
import { digits, done, iso, json, letters, notThere, refuse } from './answers.ts'
import { builtInTerms, catalogue, sandboxPlanIds, sandboxWebhookId, type Terms } from './catalogue.ts'
import { makeCertificate } from './certificate.ts'
import { approvalPage, closingPage, manualPage, sandboxAssets } from './pages.ts'

// A payment provider of our own, for tests and demonstrations: the paths, answers, states, delays and signed
// messages of the real one, and no money. It remembers in the database and keeps its own clock ahead of ours when told.

export { sandboxPlanIds, sandboxWebhookId }

const subject = 'messageverificationcerts.sandbox.paypal.com'
export const sandboxCredentials = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' }
export const sandboxCertificates = (baseUrl: string) => ({
  prefix: `${baseUrl}/v1/notifications/certs/`,
  subject,
})
const dayMs = 86_400_000
/** Of a page of messages; fewer than the provider's 300, so that pages are turned in tests too. */
const mostEvents = 20

type Status = 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED'
type Transaction = {
  id: string
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  cents: number
  time: string
}
/** What is remembered of a subscription; `resourceOf` shows it as the provider does. */
type Subscription = {
  id: string
  plan_id: string
  /** Of a plan that is not there from the beginning, as they were then. */
  terms?: Terms
  status: Status
  custom_id: string
  quantity: string
  plan_overridden: boolean
  user_action: string
  return_url: string
  cancel_url: string
  ba_token: string
  start_time: string
  create_time: string
  update_time: string
  /** The day its cycles are counted from; set when it becomes active. */
  anchor?: string
  cycles: number
  next_billing_time?: string
  /** Tries of the present cycle that failed. */
  failed_tries: number
  failed_payments: number
  last_failed_time?: string
  /** The buyer; somebody new unless it is said that it is a known one. */
  payer_id?: string
  /** Whether the buyer's wallet pays what comes. */
  pays: boolean
  transactions: Transaction[]
}
export type SandboxEvent = {
  envelope: { id: string; create_time: string; event_type: string } & Record<string, unknown>
  delivered: boolean
}
type Kind = 'subscription' | 'event' | 'key' | 'clock' | 'product' | 'plan' | 'webhook'

/** How a call goes wrong: `match` is `METHOD /path` with `*` for anything. */
type Fault = {
  match: string
  times: number
  effect:
    | `status:${number}`
    | 'timeout'
    | 'reset'
    | `slow:${number}`
    | 'stale'
    | 'token_expired'
    | 'lost_answer'
}
/** How messages go wrong on their way. */
export type Delivery = {
  /** Or which of those that wait is first, second, … */
  order?: 'given' | 'reversed' | readonly number[]
  copies?: number
  tamper?: 'bad_signature' | 'wrong_webhook_id' | 'reencode'
}

export type SandboxSettings = {
  db: Db
  now: () => Date
  /** Where it is reached, without a trailing slash. */
  baseUrl: string
  /** Takes a message to our webhook and answers its status. */
  deliver: (headers: Record<string, string>, body: string) => Promise<number>
  /** Messages leave by themselves so many milliseconds after what they tell; without it, when `flush` is called. */
  deliverAfterMs?: number
  onError?: (error: unknown) => void
}

export type PaymentSandbox = ReturnType<typeof paymentSandbox>

export function paymentSandbox(settings: SandboxSettings) {
  const { db, baseUrl } = settings
  const resourceOf = (s: Subscription) => describe(s, baseUrl)
  const faults: Fault[] = []
  /** What a stale read still shows. */
  const before = new Map<string, Subscription>()
  const tokens = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()

  // Memory ------------------------------------------------------------------------------------------------------

  async function read<T>(on: Db, kind: Kind, id: string): Promise<T | undefined> {
    const row = await on
      .selectFrom('payment_sandbox')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .select('value')
      .executeTakeFirst()
    return row?.value as T | undefined
  }

  async function write(on: Db, kind: Kind, id: string, value: unknown) {
    const json = JSON.stringify(value)
    await on
      .insertInto('payment_sandbox')
      .values({ kind, id, value: json })
      .onConflict(c => c.columns(['kind', 'id']).doUpdateSet({ value: json }))
      .execute()
  }

  async function list<T>(kind: Kind): Promise<T[]> {
    const rows = await db
      .selectFrom('payment_sandbox')
      .where('kind', '=', kind)
      .orderBy('created_at')
      .orderBy('id')
      .select('value')
      .execute()
    return rows.map(r => r.value as T)
  }

  /** Changes one subscription, alone; the events go out after the change is kept. */
  async function change<T>(
    id: string,
    work: (s: Subscription, emit: Emit, now: Date) => T,
  ): Promise<T | undefined> {
    const now = await clock()
    const result = await transaction(db, async trx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${id}`}, 0))`.execute(trx)
      const s = await read<Subscription>(trx, 'subscription', id)
      if (!s) return undefined
      const old = structuredClone(s)
      const emitted: Omit<SandboxEvent['envelope'], 'id'>[] = []
      const emit: Emit = (event_type, resource_type, resource) =>
        emitted.push({
          event_version: '1.0',
          create_time: iso(now),
          resource_type,
          event_type,
          resource,
          links: [],
        })
      const value = work(s, emit, now)
      await write(trx, 'subscription', id, s)
      for (const event of emitted) {
        const envelope = { ...event, id: `WH-${digits(randomUUID(), 17)}` }
        await write(trx, 'event', envelope.id, { envelope, delivered: false })
      }
      if (JSON.stringify(old) !== JSON.stringify(s)) before.set(id, old)
      return { value, emitted: emitted.length }
    })
    if (result?.emitted) scheduleFlush()
    return result?.value
  }

  async function clock(): Promise<Date> {
    const ahead = (await read<{ ms: number }>(db, 'clock', 'ahead'))?.ms ?? 0
    return new Date(settings.now().getTime() + ahead)
  }

  /** What is sold, and who is told. */
  const offers = catalogue(
    {
      read: (kind, id) => read(db, kind, id),
      write: (kind, id, value) => write(db, kind, id, value),
      list,
      async remove(kind, id) {
        await db.deleteFrom('payment_sandbox').where('kind', '=', kind).where('id', '=', id).execute()
      },
    },
    clock,
    `${new URL(baseUrl).origin}/api/payments/webhook`,
  )

  /** One key per installation: what it signed stays good. */
  async function signingKey() {
    const known = await read<{ key: string; certificate: string }>(db, 'key', 'CERT-local')
    if (known) return known
    await db
      .insertInto('payment_sandbox')
      .values({
        kind: 'key',
        id: 'CERT-local',
        value: JSON.stringify(makeCertificate(subject)),
      })
      .onConflict(c => c.columns(['kind', 'id']).doNothing())
      .execute()
    return (await read<{ key: string; certificate: string }>(db, 'key', 'CERT-local'))!
  }

  // Billing -----------------------------------------------------------------------------------------------------

  /** Charges the buyer for the present cycle. */
  function charge(s: Subscription, emit: Emit, at: Date) {
    const terms = termsOf(s)
    const transaction: Transaction = {
      id: digits(`${s.id} ${s.transactions.length}`, 17),
      status: s.pays ? 'COMPLETED' : 'DECLINED',
      cents: terms.cents,
      time: iso(at),
    }
    s.transactions.push(transaction)
    s.update_time = iso(at)
    if (s.pays) {
      s.cycles++
      s.failed_tries = 0
      s.next_billing_time = billingTime(s.anchor!, terms, s.cycles)
      emit('PAYMENT.SALE.COMPLETED', 'sale', saleOf(s, transaction))
      return
    }
    s.last_failed_time = iso(at)
    s.failed_tries++
    emit('BILLING.SUBSCRIPTION.PAYMENT.FAILED', 'subscription', resourceOf(s))
    if (s.failed_tries <= 2) {
      s.next_billing_time = iso(new Date(+at + 5 * dayMs))
      return
    }
    s.failed_tries = 0
    s.failed_payments++
    s.cycles++
    s.next_billing_time = billingTime(s.anchor!, terms, s.cycles)
    if (terms.threshold > 0 && s.failed_payments >= terms.threshold) setStatus(s, 'SUSPENDED', emit, at)
  }

  function setStatus(s: Subscription, status: Status, emit: Emit, at: Date) {
    s.status = status
    s.update_time = iso(at)
    const names: Partial<Record<Status, string>> = {
      ACTIVE: 'ACTIVATED',
      SUSPENDED: 'SUSPENDED',
      CANCELLED: 'CANCELLED',
      EXPIRED: 'EXPIRED',
    }
    if (names[status]) emit(`BILLING.SUBSCRIPTION.${names[status]}`, 'subscription', resourceOf(s))
  }

  function activate(s: Subscription, emit: Emit, now: Date) {
    const starts = new Date(s.start_time)
    setStatus(s, 'ACTIVE', emit, now)
    s.anchor = utcDay(starts > now ? starts : now)
    if (starts > now) s.next_billing_time = billingTime(s.anchor, termsOf(s), 0)
    else charge(s, emit, now)
  }

  /** Charges whatever has fallen due by the clock. */
  async function bill() {
    const now = await clock()
    const due = await db
      .selectFrom('payment_sandbox')
      .where('kind', '=', 'subscription')
      .where(sql<string>`value ->> 'status'`, '=', 'ACTIVE')
      .where(sql<string>`value ->> 'next_billing_time'`, '<=', iso(now))
      .select('id')
      .execute()
    for (const { id } of due)
      await change(id, (s, emit, until) => {
        while (s.status === 'ACTIVE' && s.next_billing_time && new Date(s.next_billing_time) <= until)
          charge(s, emit, new Date(s.next_billing_time))
      })
  }

  // Messages ----------------------------------------------------------------------------------------------------

  function scheduleFlush() {
    if (settings.deliverAfterMs === undefined) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void flush().catch(error => settings.onError?.(error))
    }, settings.deliverAfterMs)
    timers.add(timer)
  }

  async function waitingEvents(): Promise<SandboxEvent[]> {
    return (await list<SandboxEvent>('event')).filter(e => !e.delivered)
  }

  /** Sends what waits; what our side does not take (anything but 2xx) waits on. */
  async function flush(delivery: Delivery = {}) {
    const { order = 'given' } = delivery
    const given = await waitingEvents()
    const waiting =
      order === 'given' ? given : order === 'reversed' ? given.toReversed() : order.map(i => given[i]!)
    for (let copy = 0; copy < (delivery.copies ?? 1); copy++)
      for (const event of waiting) {
        const status = await sendEvent(event, delivery.tamper)
        if (status >= 200 && status < 300)
          await write(db, 'event', event.envelope.id, { ...event, delivered: true })
      }
  }

  async function sendEvent({ envelope }: SandboxEvent, tamper?: Delivery['tamper']): Promise<number> {
    const { key } = await signingKey()
    const body = JSON.stringify(envelope)
    const transmission = { id: randomUUID(), time: iso(settings.now()) }
    const text = signedText(
      transmission,
      tamper === 'wrong_webhook_id' ? 'SOMEBODY0ELSES' : sandboxWebhookId,
      Buffer.from(body),
    )
    const signature = sign('RSA-SHA256', Buffer.from(text), key)
    if (tamper === 'bad_signature') signature[10]! ^= 1
    return settings.deliver(
      {
        'content-type': 'application/json',
        'paypal-transmission-id': transmission.id,
        'paypal-transmission-time': transmission.time,
        'paypal-transmission-sig': signature.toString('base64'),
        'paypal-cert-url': `${baseUrl}/v1/notifications/certs/CERT-local`,
        'paypal-auth-algo': 'SHA256withRSA',
      },
      tamper === 'reencode' ? JSON.stringify(envelope, null, 2) : body,
    )
  }

  // Calls -------------------------------------------------------------------------------------------------------

  async function createSubscription(request: Request): Promise<Response> {
    const body = (await request.json()) as Record<string, unknown> & {
      application_context?: Record<string, string>
    }
    const requestId = request.headers.get('paypal-request-id')
    const id = `I-${letters(`subscription ${requestId ?? randomUUID()}`, 12)}`
    const known = await read<Subscription>(db, 'subscription', id)
    if (known) return json(200, resourceOf(known))
    const plan_id = String(body.plan_id)
    const terms = await offers.termsOf(plan_id)
    if (!terms) return notThere()
    const now = await clock()
    if (body.start_time !== undefined && !(Date.parse(String(body.start_time)) > +now))
      return refuse(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE')
    const context = body.application_context ?? {}
    const s: Subscription = {
      id,
      plan_id,
      ...(!builtInTerms(plan_id) && { terms }),
      status: 'APPROVAL_PENDING',
      custom_id: String(body.custom_id ?? ''),
      quantity: String(body.quantity ?? '1'),
      plan_overridden: body.plan !== undefined,
      user_action: context.user_action ?? 'SUBSCRIBE_NOW',
      return_url: context.return_url ?? '',
      cancel_url: context.cancel_url ?? '',
      ba_token: `BA-${letters(`token ${id}`, 17)}`,
      start_time: typeof body.start_time === 'string' ? body.start_time : iso(now),
      create_time: iso(now),
      update_time: iso(now),
      cycles: 0,
      failed_tries: 0,
      failed_payments: 0,
      pays: true,
      transactions: [],
    }
    await db
      .insertInto('payment_sandbox')
      .values({ kind: 'subscription', id, value: JSON.stringify(s) })
      .onConflict(c => c.columns(['kind', 'id']).doNothing())
      .execute()
    await change(id, (created, emit) =>
      emit('BILLING.SUBSCRIPTION.CREATED', 'subscription', resourceOf(created)),
    )
    return json(201, resourceOf((await read<Subscription>(db, 'subscription', id))!))
  }

  async function actOn(id: string, verb: string): Promise<Response> {
    const answer = await change(id, (s, emit, now) => {
      if (verb === 'activate' && s.status === 'APPROVED') activate(s, emit, now)
      else if (verb === 'activate' && s.status === 'SUSPENDED') {
        s.failed_payments = 0
        setStatus(s, 'ACTIVE', emit, now)
      } else if (verb === 'suspend' && s.status === 'ACTIVE') setStatus(s, 'SUSPENDED', emit, now)
      else if (verb === 'cancel' && ['ACTIVE', 'SUSPENDED'].includes(s.status)) {
        s.next_billing_time = undefined
        setStatus(s, 'CANCELLED', emit, now)
      } else return refuse(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID')
      return done()
    })
    return answer ?? notThere()
  }

  async function look(id: string, stale: boolean): Promise<Subscription | undefined> {
    return (stale ? before.get(id) : undefined) ?? read<Subscription>(db, 'subscription', id)
  }

  async function answer(request: Request, stale: boolean): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length)
    const asset = sandboxAssets[path]
    if (asset && request.method === 'GET') {
      const refusal = path === '/sdk/js' ? scriptProblem(url.searchParams) : undefined
      return new Response(refusal ?? asset.text, {
        headers: { 'content-type': asset.type, 'cache-control': 'no-store' },
      })
    }
    if (path === '/v1/notifications/certs/CERT-local')
      return new Response((await signingKey()).certificate, {
        headers: { 'content-type': 'application/x-pem-file' },
      })
    if (path === '/myaccount/autopay') return html(manualPage(await list<Subscription>('subscription')))
    if (path === '/webapps/billing/subscriptions') return approval(request, url)
    if (path === '/v1/oauth2/token') return grantToken(request)

    if (!tokens.has((request.headers.get('authorization') ?? '').replace(/^Bearer /, '')))
      return refuse(401, 'AUTHENTICATION_FAILURE', 'TOKEN_INVALID')
    await bill()
    try {
      return await api(request, url, path, stale)
    } catch (error) {
      if (error instanceof SyntaxError) return refuse(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON')
      throw error
    }
  }

  async function api(request: Request, url: URL, path: string, stale: boolean): Promise<Response> {
    const call = `${request.method} ${path}`
    const query = url.searchParams
    if (call === 'POST /v1/billing/subscriptions') return createSubscription(request)
    if (call === 'GET /v1/billing/subscriptions') {
      const since = query.get('status_updated_after') ?? ''
      const ids = query.get('plan_ids')?.split(',')
      const size = Math.min(Number(query.get('page_size') ?? 10), 20)
      const skip = (Math.max(Number(query.get('page') ?? 1), 1) - 1) * size
      const found = (await list<Subscription>('subscription')).filter(
        s => s.update_time >= since.slice(0, 19) && (!ids || ids.includes(s.plan_id)),
      )
      return json(200, { subscriptions: found.slice(skip, skip + size).map(resourceOf), links: [] })
    }
    if (call === 'GET /v1/notifications/webhooks-events') {
      const [from, to] = [query.get('start_time') ?? '', query.get('end_time') ?? '9']
      const events = (await list<SandboxEvent>('event'))
        .map(e => e.envelope)
        .filter(e => e.create_time >= from.slice(0, 19) && e.create_time <= to)
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
    const resent = /^POST \/v1\/notifications\/webhooks-events\/([\w-]+)\/resend$/.exec(call)
    if (resent) {
      const event = await read<SandboxEvent>(db, 'event', resent[1]!)
      if (!event) return notThere()
      await sendEvent(event)
      return json(202, event.envelope)
    }
    if (call === 'POST /v1/notifications/verify-webhook-signature') return verification(await request.text())
    const offered = await offers.answer(request, path, query)
    if (offered) return offered
    const one = /^(GET|POST) \/v1\/billing\/subscriptions\/([\w-]+)(?:\/(\w+))?$/.exec(call)
    if (one) {
      const [, method, id, rest] = one as unknown as [string, string, string, string | undefined]
      if (method === 'POST' && rest && ['activate', 'suspend', 'cancel'].includes(rest))
        return actOn(id, rest)
      const s = method === 'GET' ? await look(id, stale) : undefined
      if (s && !rest) return json(200, resourceOf(s))
      if (s && rest === 'transactions') {
        const [from, to] = [query.get('start_time'), query.get('end_time')]
        if (!from || !to) return refuse(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
        const inWindow = s.transactions.filter(t => t.time >= from.slice(0, 19) && t.time <= to)
        return json(200, { transactions: inWindow.map(transactionOf), links: [] })
      }
    }
    const refunded = /^POST \/v2\/payments\/captures\/([\w-]+)\/refund$/.exec(call)
    if (refunded) {
      const given = (await request.json().catch(() => ({}))) as { amount?: { value: string } }
      const cents = given.amount ? Math.round(Number(given.amount.value) * 100) : undefined
      const done = await refund(refunded[1]!, cents)
      return done ? json(201, { id: done, status: 'COMPLETED' }) : notThere()
    }
    return notThere()
  }

  async function grantToken(request: Request): Promise<Response> {
    const expected = Buffer.from(
      `Basic ${Buffer.from(`${sandboxCredentials.clientId}:${sandboxCredentials.clientSecret}`).toString('base64')}`,
    )
    const given = Buffer.from(request.headers.get('authorization') ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
    const token = `A21${randomUUID()}`
    tokens.add(token)
    return json(200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: 32_400,
      scope: 'https://uri.paypal.com/services/subscriptions',
      app_id: 'APP-SANDBOX',
    })
  }

  /** The provider's second way of proof: it is given the message back. */
  async function verification(text: string): Promise<Response> {
    const given = JSON.parse(text) as { webhook_id?: string; webhook_event?: { id?: string } }
    const known = given.webhook_event?.id && (await read(db, 'event', given.webhook_event.id))
    const isRight = given.webhook_id === sandboxWebhookId && known !== undefined && known !== ''
    return json(200, { verification_status: isRight ? 'SUCCESS' : 'FAILURE' })
  }

  // The buyer ---------------------------------------------------------------------------------------------------

  async function approval(request: Request, url: URL): Promise<Response> {
    const baToken = url.searchParams.get('ba_token')
    const s = (await list<Subscription>('subscription')).find(
      other => other.ba_token === baToken || other.id === baToken,
    )
    if (!s) return html(closingPage({ type: 'error', message: 'There is no such payment.' }), 404)
    if (request.method === 'GET') {
      if (s.status !== 'APPROVAL_PENDING')
        return html(closingPage({ type: 'approved', subscriptionId: s.id, payerId: payerOf(s) }))
      return html(approvalPage({ terms: termsOf(s), startsAt: s.start_time, token: s.ba_token }))
    }
    const outcome = new URLSearchParams(await request.text()).get('outcome')
    if (outcome === 'approve') {
      await approve(s.id)
      return html(closingPage({ type: 'approved', subscriptionId: s.id, payerId: payerOf(s) }, s.return_url))
    }
    if (outcome === 'silent') {
      await approve(s.id)
      return html(closingPage({ type: 'silent' }))
    }
    if (outcome === 'decline') return html(closingPage({ type: 'error', message: 'INSTRUMENT_DECLINED' }))
    return html(closingPage({ type: 'cancelled', subscriptionId: s.id }, s.cancel_url))
  }

  /** The buyer says yes. */
  async function approve(id: string) {
    await change(id, (s, emit, now) => {
      if (s.status !== 'APPROVAL_PENDING') return
      s.status = 'APPROVED'
      s.update_time = iso(now)
      if (s.user_action === 'SUBSCRIBE_NOW') activate(s, emit, now)
    })
  }

  const saleHolder = async (saleId: string) =>
    (await list<Subscription>('subscription')).find(s => s.transactions.some(t => t.id === saleId))

  /** Gives money back, all of it unless said; the id of the refund. */
  async function refund(saleId: string, cents?: number): Promise<string | undefined> {
    const holder = await saleHolder(saleId)
    if (!holder) return
    return change(holder.id, (s, emit, now) => {
      const sale = s.transactions.find(t => t.id === saleId)!
      const isPart = cents !== undefined && cents < sale.cents
      sale.status = isPart ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
      s.update_time = iso(now)
      const id = digits(`refund ${saleId} ${cents ?? ''}`, 17)
      emit('PAYMENT.SALE.REFUNDED', 'refund', {
        id,
        sale_id: saleId,
        state: 'completed',
        amount: { total: `-${dollars(cents ?? sale.cents)}`, currency },
      })
      return id
    })
  }

  /** The buyer's bank takes the money back. */
  async function reverse(saleId: string) {
    const holder = await saleHolder(saleId)
    if (!holder) return
    await change(holder.id, (s, emit, now) => {
      const sale = s.transactions.find(t => t.id === saleId)!
      sale.status = 'REFUNDED'
      s.update_time = iso(now)
      emit('PAYMENT.SALE.REVERSED', 'sale', {
        id: digits(`reversal ${saleId}`, 17),
        sale_id: saleId,
        state: 'completed',
        amount: { total: `-${dollars(sale.cents)}`, currency },
      })
    })
  }

  /** A dispute about a sale opens, or ends: for us, or withdrawn by the buyer, the money is back. */
  async function dispute(saleId: string, stage: 'created' | keyof typeof disputeOutcomes) {
    const holder = await saleHolder(saleId)
    if (!holder) return
    await change(holder.id, (s, emit, now) => {
      const sale = s.transactions.find(t => t.id === saleId)!
      if (stage === 'won' || stage === 'withdrawn') sale.status = 'COMPLETED'
      s.update_time = iso(now)
      emit(`CUSTOMER.DISPUTE.${stage === 'created' ? 'CREATED' : 'RESOLVED'}`, 'dispute', {
        dispute_id: `PP-D-${digits(saleId, 5)}`,
        disputed_transactions: [{ seller_transaction_id: saleId }],
        ...(stage !== 'created' && {
          dispute_outcome: { outcome_code: disputeOutcomes[stage] },
        }),
      })
    })
  }

  /** Moves the provider's clock ahead; what falls due is charged. */
  async function advance(ms: number) {
    const ahead = (await read<{ ms: number }>(db, 'clock', 'ahead'))?.ms ?? 0
    await write(db, 'clock', 'ahead', { ms: ahead + ms })
    await bill()
  }

  const setWallet = (id: string, pays: boolean) =>
    change(id, s => {
      s.pays = pays
    })

  // The door ----------------------------------------------------------------------------------------------------

  /** Answers as the provider would: with the faults that were asked for. */
  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const call = `${request.method} ${url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length)}`
    const fault = faults.find(f => f.times > 0 && matches(f.match, call))
    if (!fault) return answer(request, false)
    fault.times--
    const [effect, figure] = fault.effect.split(':') as [string, string | undefined]
    switch (effect) {
      case 'status':
        return refuse(Number(figure), figure === '429' ? 'RATE_LIMIT_REACHED' : 'INTERNAL_SERVER_ERROR', '')
      case 'reset':
        throw new TypeError('fetch failed')
      case 'timeout':
        return new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        )
      case 'slow':
        await sleep(Number(figure))
        return answer(request, false)
      case 'token_expired':
        tokens.clear()
        return answer(request, false)
      case 'lost_answer':
        await answer(request, false)
        throw new TypeError('fetch failed')
      default:
        return answer(request, true)
    }
  }

  /** The control calls of a running server, for journeys in a browser. */
  async function control(what: string, given: Record<string, unknown>): Promise<unknown> {
    const [id, sale] = [String(given.subscription ?? ''), String(given.sale ?? '')]
    switch (what) {
      case 'clock':
        return advance(Number(given.advance_ms))
      case 'wallet':
        return setWallet(id, given.pays === true)
      case 'approve':
        return approve(id)
      case 'refund':
        return refund(sale, given.cents === undefined ? undefined : Number(given.cents))
      case 'reverse':
        return reverse(sale)
      case 'dispute':
        return dispute(sale, given.stage as Parameters<typeof dispute>[1])
      case 'fault':
        return faults.push(given as Fault)
      case 'mend':
        return faults.splice(0).length
      case 'flush':
        return flush(given as Delivery)
      case 'state':
        return { subscriptions: await list('subscription'), events: await list('event') }
      default:
        return undefined
    }
  }

  return {
    handle,
    /** As `fetch`, without a network. */
    fetch: (url: string, init: RequestInit) => handle(new Request(url, init)),
    control,
    faults,
    approve,
    refund,
    reverse,
    dispute,
    advance,
    bill,
    setWallet,
    flush,
    waitingEvents,
    find: (id: string) => read<Subscription>(db, 'subscription', id),
    list: () => list<Subscription>('subscription'),
    /** Messages that never arrive. */
    async dropWaiting() {
      for (const event of await waitingEvents())
        await write(db, 'event', event.envelope.id, { ...event, delivered: true })
    },
    /** Changes what is remembered, as a cheating buyer or a bug of the provider's would. */
    tamper: (id: string, with_: Partial<Subscription>) => change(id, s => void Object.assign(s, with_)),
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const disputeOutcomes = {
  won: 'RESOLVED_SELLER_FAVOUR',
  lost: 'RESOLVED_BUYER_FAVOUR',
  withdrawn: 'CANCELED_BY_BUYER',
  paid_out: 'RESOLVED_WITH_PAYOUT',
}

type Emit = (event: string, resourceType: string, resource: unknown) => void

// What the provider's answers look like ------------------------------------------------------------------------

const dollars = (cents: number) => (cents / 100).toFixed(2)
/** Amounts of a subscription come with one decimal where that is enough. */
const shortDollars = (cents: number) => (cents % 10 ? dollars(cents) : (cents / 100).toFixed(1))
/** The provider bills in the morning. */
const billingTime = (anchor: string, { months }: Terms, cycles: number) =>
  `${addMonths(anchor, cycles * months)}T10:00:00Z`
const termsOf = (s: Subscription) => s.terms ?? builtInTerms(s.plan_id)!
const payerOf = (s: Subscription) => s.payer_id ?? letters(`payer ${s.id}`, 13)

function describe(s: Subscription, baseUrl: string) {
  const amount = (cents: number) => ({ currency_code: currency, value: shortDollars(cents) })
  const paid = s.transactions.findLast(t => t.status !== 'DECLINED')
  const wasActive = s.anchor !== undefined
  return {
    id: s.id,
    plan_id: s.plan_id,
    status: s.status,
    status_update_time: s.update_time,
    start_time: s.start_time,
    quantity: s.quantity,
    shipping_amount: amount(0),
    custom_id: s.custom_id,
    plan_overridden: s.plan_overridden,
    create_time: s.create_time,
    update_time: s.update_time,
    ...(s.status !== 'APPROVAL_PENDING' && {
      subscriber: {
        email_address: 'buyer@example.com',
        payer_id: payerOf(s),
        name: { given_name: 'Test', surname: 'Buyer' },
      },
    }),
    ...(wasActive && {
      billing_info: {
        outstanding_balance: amount(0),
        cycle_executions: [
          {
            tenure_type: 'REGULAR',
            sequence: 1,
            cycles_completed: s.cycles,
            cycles_remaining: 0,
            current_pricing_scheme_version: 1,
            total_cycles: 0,
          },
        ],
        ...(paid && { last_payment: { amount: amount(paid.cents), time: paid.time } }),
        ...(s.next_billing_time && { next_billing_time: s.next_billing_time }),
        failed_payments_count: s.failed_payments + (s.failed_tries ? 1 : 0),
        ...(s.last_failed_time && {
          last_failed_payment: {
            amount: amount(termsOf(s).cents),
            time: s.last_failed_time,
            reason_code: 'PAYMENT_DENIED',
            ...(s.next_billing_time && { next_payment_retry_time: s.next_billing_time }),
          },
        }),
      },
    }),
    links: [
      ...(s.status === 'APPROVAL_PENDING'
        ? [
            {
              href: `${baseUrl}/webapps/billing/subscriptions?ba_token=${s.ba_token}`,
              rel: 'approve',
              method: 'GET',
            },
          ]
        : []),
      { href: `${baseUrl}/v1/billing/subscriptions/${s.id}`, rel: 'self', method: 'GET' },
    ],
  }
}

const transactionOf = (t: Transaction) => ({
  id: t.id,
  status: t.status,
  amount_with_breakdown: {
    gross_amount: { currency_code: currency, value: dollars(t.cents) },
    fee_amount: { currency_code: currency, value: dollars(398) },
    net_amount: { currency_code: currency, value: dollars(t.cents - 398) },
  },
  payer_name: { given_name: 'Test', surname: 'Buyer' },
  payer_email: 'buyer@example.com',
  time: t.time,
})

const saleOf = (s: Subscription, t: Transaction) => ({
  id: t.id,
  state: 'completed',
  billing_agreement_id: s.id,
  amount: { total: dollars(t.cents), currency, details: { subtotal: dollars(t.cents) } },
  payment_mode: 'INSTANT_TRANSFER',
  transaction_fee: { value: '3.98', currency },
  create_time: t.time,
  update_time: t.time,
})

/** What the provider's older script says when it is loaded wrongly. */
function scriptProblem(query: URLSearchParams): string | undefined {
  const problem =
    query.get('client-id') !== sandboxCredentials.clientId
      ? "SDK Validation error: 'client-id not recognized for either production or sandbox'"
      : query.get('vault') !== 'true'
        ? "SDK Validation error: 'Must pass vault=true for intent=subscription'"
        : undefined
  return problem && `throw new Error(${JSON.stringify(problem)})`
}

const html = (text: string, status = 200) =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // As the provider's own page: the window that opened it must stay reachable.
      'cross-origin-opener-policy': 'unsafe-none',
    },
  })
/** `*` stands for anything. */
const matches = (pattern: string, call: string) =>
  new RegExp(`^${pattern.replace(/[.?+^$()[\]{}|\\]/g, '\\$&').replace(/\*/g, '.*')}$`).test(call)

/** Lets the sandbox remember a subscription that began before it did: for demonstration content. */
export async function rememberSubscription(
  db: Db,
  given: {
    id: string
    plan: Plan
    begun: Date
    payment: { status: Transaction['status']; at: Date }
    nextPayment: Date
  },
) {
  const s: Subscription = {
    id: given.id,
    plan_id: sandboxPlanIds[given.plan],
    status: 'ACTIVE',
    custom_id: '',
    quantity: '1',
    plan_overridden: false,
    user_action: 'CONTINUE',
    return_url: '',
    cancel_url: '',
    ba_token: `BA-${letters(`token ${given.id}`, 17)}`,
    start_time: iso(given.begun),
    create_time: iso(given.begun),
    update_time: iso(given.begun),
    anchor: utcDay(given.begun),
    cycles: 1,
    next_billing_time: iso(given.nextPayment),
    failed_tries: 0,
    failed_payments: 0,
    pays: true,
    transactions: [
      {
        id: digits(`${given.id} 0`, 17),
        status: given.payment.status,
        cents: plans[given.plan].cents,
        time: iso(given.payment.at),
      },
    ],
  }
  await db
    .insertInto('payment_sandbox')
    .values({ kind: 'subscription', id: s.id, value: JSON.stringify(s) })
    .onConflict(c => c.columns(['kind', 'id']).doNothing())
    .execute()
}
