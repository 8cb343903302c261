import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { currency, type Plan, plans } from '../../shared/rules/plan.ts'
import { makeBreaker } from './breaker.ts'
import { isGenuine, type Transmission } from './webhook-signature.ts'

// The payment provider over its REST API. Of its answers only the little we use is parsed; the rest is ignored, and a
// status we do not know stays a string that no rule accepts.

const money = z.object({ currency_code: z.string(), value: z.string() })

const subscriptionBody = z.object({
  id: z.string(),
  status: z.string(),
  plan_id: z.string(),
  custom_id: z.string().default(''),
  quantity: z.string().default('1'),
  plan_overridden: z.boolean().default(false),
  start_time: z.string().optional(),
  create_time: z.string(),
  update_time: z.string().optional(),
  status_update_time: z.string().optional(),
  subscriber: z.object({ payer_id: z.string().default('') }).optional(),
  billing_info: z
    .object({
      next_billing_time: z.string().optional(),
      failed_payments_count: z.number().default(0),
      cycle_executions: z.array(z.object({ tenure_type: z.string() })).default([]),
    })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

const transactionsBody = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        amount_with_breakdown: z.object({ gross_amount: money }),
        time: z.string(),
      }),
    )
    .default([]),
})

const planBody = z.object({
  id: z.string(),
  status: z.string(),
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      total_cycles: z.number().default(1),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
      pricing_scheme: z.optional(z.object({ fixed_price: z.optional(money) })),
    }),
  ),
  taxes: z.object({ percentage: z.string(), inclusive: z.boolean().default(true) }).optional(),
  payment_preferences: z
    .object({ auto_bill_outstanding: z.boolean().default(true), setup_fee: money.optional() })
    .optional(),
})

const monthsOf = (frequency: { interval_unit: string; interval_count: number }) =>
  ({ MONTH: 1, YEAR: 12 })[frequency.interval_unit]! * frequency.interval_count

/** What the provider says of a plan, compared with what we sell by that name. */
export function judgePlan(plan: Plan, body: unknown) {
  const { id, status, billing_cycles, taxes, payment_preferences } = planBody.parse(body)
  const [cycle] = billing_cycles
  const price = cycle?.pricing_scheme?.fixed_price
  return {
    id,
    isActive: status === 'ACTIVE',
    /** One regular cycle at our price and of our length: what nothing changes afterwards. */
    isBilledAsOurs:
      billing_cycles.length === 1 &&
      cycle?.tenure_type === 'REGULAR' &&
      cycle.total_cycles === 0 &&
      (taxes === undefined || taxes.inclusive || Number(taxes.percentage) === 0) &&
      price?.currency_code === currency &&
      centsOf(price.value) === plans[plan].cents &&
      monthsOf(cycle.frequency) === plans[plan].months,
    /** What was not paid is added to the next payment: of $200 nobody could say what it buys. */
    addsUnpaid: payment_preferences?.auto_bill_outstanding !== false,
    hasSetupFee: centsOf(payment_preferences?.setup_fee?.value ?? '0') !== 0,
  }
}

const eventBody = z.looseObject({ id: z.string(), event_type: z.string() })

const eventsBody = z.object({
  events: z.array(eventBody).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

export type ProviderSubscription = {
  id: string
  /** APPROVAL_PENDING, APPROVED, ACTIVE, SUSPENDED, CANCELLED, EXPIRED; or one we have never heard of. */
  status: string
  planId: string
  customId: string
  /** Bought as our plan stands: one of it, at its price, without a trial. */
  isPlain: boolean
  startsAt: Date | undefined
  createdAt: Date
  updatedAt: Date
  nextBillingAt: Date | undefined
  failedPayments: number
  payerId: string
  approveUrl: string
}

export type ProviderTransaction = { id: string; status: string; cents: number; currency: string; time: Date }

export type ProviderEvent = z.output<typeof eventBody>

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

/** What the browser needs to show the provider's button. */
type PaymentButton = {
  isTest: boolean
  driver: 'v6' | 'v5'
  scriptUrl: string
  /** Where members look after their payments at the provider. */
  manageUrl: string
}

export type PayPalSettings = {
  baseUrl: string
  /** Undefined where nothing can be paid. */
  button: PaymentButton | undefined
  clientId: string
  clientSecret: string
  planIds: Record<Plan, string>
  webhookId: string
  /** Where its certificates may lie, and the name they must bear. */
  certificates: { prefix: string; subject: string }
  /** Where the buyer comes back to. */
  returnUrl: string
  brandName: string
  /** How requests get there: the network's, or the sandbox's own. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** All tries of one call together, in milliseconds; the pause after the first; and how long a dead provider rests. */
  timeoutMs?: number
  pauseMs?: number
  breakMs?: number
}

export type Payments = ReturnType<typeof payPal>

const tries = 3
/** After so many calls in a row without an answer, none is made for a while. */
const breakAfter = 5
/** A plan's price is looked at this often before anything is sold at it. */
const priceGoodMs = 3_600_000

/** A client of the provider's REST API. Every method throws ProviderRefusal or ProviderUnreachable. */
export function payPal(settings: PayPalSettings) {
  const { baseUrl, timeoutMs = 15_000, pauseMs = 200, breakMs = 30_000 } = settings
  let token: Promise<{ value: string; refreshAt: number }> | undefined
  const breaker = makeBreaker(breakAfter, breakMs)
  const certificates = new Map<string, Promise<string>>()
  const prices = new Map<Plan, number>()

  async function send(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await settings.fetch(url, { ...init, redirect: 'error', signal })
    } catch (error) {
      throw new ProviderUnreachable('The payment provider does not answer', { cause: error })
    }
  }

  async function fetchToken(signal: AbortSignal) {
    const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const response = await send(
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

  /** One token for all calls; asked for once however many wait for it. */
  async function bearer(signal: AbortSignal): Promise<string> {
    const held = token
    const known = await held?.catch(() => undefined)
    if (known && Date.now() < known.refreshAt) return known.value
    if (!token || token === held) token = fetchToken(signal)
    const mine = token
    try {
      return (await mine).value
    } catch (error) {
      if (token === mine) token = undefined
      throw error
    }
  }

  type Call = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: unknown; requestId?: string }

  async function attempt(call: Call, signal: AbortSignal): Promise<Response> {
    const request = async () =>
      send(
        baseUrl + call.path,
        {
          method: call.method,
          headers: {
            authorization: `Bearer ${await bearer(signal)}`,
            accept: 'application/json',
            prefer: 'return=representation',
            ...(call.body !== undefined && { 'content-type': 'application/json' }),
            ...(call.requestId && { 'paypal-request-id': call.requestId }),
          },
          ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        },
        signal,
      )
    const response = await request()
    if (response.status !== 401) return response
    // The token expired sooner than it was said to.
    token = undefined
    return request()
  }

  /**
   * Makes a call, again when its outcome is not known: a POST repeats its request id, so that it is one act however often
   * it arrives. A provider that is down is not asked for a while.
   */
  async function ask(call: Call): Promise<unknown> {
    if (!breaker.mayTry()) throw new ProviderUnreachable('The payment provider is left alone for now')
    const signal = AbortSignal.timeout(timeoutMs)
    for (let n = 1; ; n++) {
      try {
        const response = await attempt(call, signal)
        if (response.status === 429 || response.status >= 500)
          throw new ProviderUnreachable(`The payment provider answered ${response.status}`)
        const text = await response.text()
        breaker.succeeded()
        if (response.ok) return text ? JSON.parse(text) : undefined
        throw refusalOf(response.status, text)
      } catch (error) {
        if (error instanceof ProviderRefusal) throw error
        if (n < tries && !signal.aborted) {
          await sleep(2 ** (n - 1) * pauseMs * (0.5 + Math.random()))
          if (!signal.aborted) continue
        }
        breaker.failed()
        throw error instanceof ProviderUnreachable
          ? error
          : new ProviderUnreachable('The payment provider sent no usable answer', { cause: error })
      }
    }
  }

  /** Refuses to sell at another price than ours: what was paid then would buy nothing. */
  async function checkPrice(plan: Plan) {
    const checked = prices.get(plan)
    if (checked !== undefined && Date.now() < checked + priceGoodMs) return
    const path = `/v1/billing/plans/${encodeURIComponent(settings.planIds[plan])}`
    const found = judgePlan(plan, await ask({ method: 'GET', path }))
    const isOurs = found.isActive && found.isBilledAsOurs && !found.addsUnpaid && !found.hasSetupFee
    if (!isOurs) throw new ProviderRefusal(409, 'PLAN_IS_NOT_OURS', '')
    prices.set(plan, Date.now())
  }

  async function isStatus(id: string, status: string): Promise<boolean> {
    return (await findSubscription(id))?.status === status
  }

  async function findSubscription(id: string): Promise<ProviderSubscription | undefined> {
    try {
      return subscriptionOf(
        await ask({ method: 'GET', path: `/v1/billing/subscriptions/${encodeURIComponent(id)}` }),
      )
    } catch (error) {
      if (error instanceof ProviderRefusal && error.status === 404) return undefined
      throw error
    }
  }

  /** Acts on a subscription; where that is refused, it may have been done before. */
  async function act(id: string, verb: 'activate' | 'cancel', reason: string, done: string) {
    try {
      await ask({
        method: 'POST',
        path: `/v1/billing/subscriptions/${encodeURIComponent(id)}/${verb}`,
        body: { reason },
        requestId: `${verb}-${id}`,
      })
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || !(await isStatus(id, done))) throw error
    }
  }

  async function fetchCertificate(url: string): Promise<string> {
    const response = await send(url, { method: 'GET' }, AbortSignal.timeout(timeoutMs))
    if (!response.ok) throw new ProviderUnreachable(`No certificate: ${response.status}`)
    return response.text()
  }

  return {
    clientId: settings.clientId,
    button: settings.button,
    planIds: settings.planIds,

    /** Any other call, for setting up. A POST needs a request id, to be one act however often it arrives. */
    ask,

    /** Creates a subscription that is not charged before `activate`. The same intent creates the same one. */
    async createSubscription(order: { intentId: string; plan: Plan; startsAt: Date | undefined }) {
      await checkPrice(order.plan)
      return subscriptionOf(
        await ask({
          method: 'POST',
          path: '/v1/billing/subscriptions',
          requestId: order.intentId,
          body: {
            plan_id: settings.planIds[order.plan],
            custom_id: customIdOf(order.intentId),
            ...(order.startsAt && { start_time: order.startsAt.toISOString().replace(/\.\d+Z/, 'Z') }),
            application_context: {
              brand_name: settings.brandName,
              shipping_preference: 'NO_SHIPPING',
              user_action: 'CONTINUE',
              return_url: settings.returnUrl,
              cancel_url: settings.returnUrl,
            },
          },
        }),
      )
    },

    findSubscription,

    /** Charges an approved subscription, once. */
    activate: (id: string) => act(id, 'activate', 'Approved by the buyer', 'ACTIVE'),

    /** Ends it for good; idempotent. */
    cancel: (id: string, reason: string) => act(id, 'cancel', reason.slice(0, 128), 'CANCELLED'),

    async listTransactions(id: string, from: Date, to: Date): Promise<ProviderTransaction[]> {
      const window = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() })
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/transactions?${window}`
      return transactionsBody.parse(await ask({ method: 'GET', path })).transactions.map(t => ({
        id: t.id,
        status: t.status,
        cents: centsOf(t.amount_with_breakdown.gross_amount.value),
        currency: t.amount_with_breakdown.gross_amount.currency_code,
        time: new Date(t.time),
      }))
    },

    /** Ids and custom ids of our plans' subscriptions whose status changed since. */
    async listChangedSubscriptions(since: Date): Promise<{ id: string; custom_id: string }[]> {
      const found: { id: string; custom_id: string }[] = []
      for (let page = 1; page <= 500; page++) {
        const query = new URLSearchParams({
          plan_ids: Object.values(settings.planIds).join(','),
          status_updated_after: since.toISOString(),
          page_size: '20',
          page: String(page),
        })
        const { subscriptions } = z
          .object({
            subscriptions: z
              .array(z.object({ id: z.string(), custom_id: z.string().default('') }))
              .default([]),
          })
          .parse((await ask({ method: 'GET', path: `/v1/billing/subscriptions?${query}` })) ?? {})
        found.push(...subscriptions)
        if (subscriptions.length < 20) break
      }
      return found
    },

    /** What was reported since, whether or not it reached us. */
    async listEvents(since: Date, until: Date): Promise<ProviderEvent[]> {
      const query = new URLSearchParams({
        start_time: since.toISOString(),
        end_time: until.toISOString(),
        page_size: '300',
      })
      const events: ProviderEvent[] = []
      let path: string | undefined = `/v1/notifications/webhooks-events?${query}`
      for (let page = 1; path && page <= 500; page++) {
        const body = eventsBody.parse((await ask({ method: 'GET', path })) ?? {})
        events.push(...body.events)
        const next: string | undefined = body.links.find(link => link.rel === 'next')?.href
        // Its path only: an answer does not decide which host we ask.
        path = next && /\/v1\/notifications\/webhooks-events\?.*$/.exec(next)?.[0]
      }
      return events
    },

    /** The event in these bytes, when the provider really sent them to us; undefined otherwise. */
    async readWebhook(
      body: Buffer,
      transmission: Transmission,
      now: Date,
    ): Promise<ProviderEvent | undefined> {
      const { prefix, subject } = settings.certificates
      const { certUrl } = transmission
      if (!certUrl.startsWith(prefix) || !/^CERT-[A-Za-z0-9_-]+$/.test(certUrl.slice(prefix.length))) return
      if (!certificates.has(certUrl)) {
        if (certificates.size >= 20) certificates.clear()
        certificates.set(certUrl, fetchCertificate(certUrl))
      }
      const certificate = await certificates.get(certUrl)!.catch(error => {
        certificates.delete(certUrl)
        throw error
      })
      if (!isGenuine(body, transmission, { webhookId: settings.webhookId, certificate, subject, now })) return
      try {
        return eventBody.parse(JSON.parse(body.toString('utf8')))
      } catch {
        return
      }
    },
  }
}

/** How a subscription names the intent it was created for. */
const customIdOf = (intentId: string) => `co1.${intentId}`
export const intentIdOf = (customId: string) =>
  /^co1\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(customId)?.[1]

/** '100.0' and '-100.00' are 10000; more than two decimals are no dollars. */
export function centsOf(value: string): number {
  const match = /^-?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(value)
  if (!match) throw new RangeError(`${value} is no amount`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

function subscriptionOf(body: unknown): ProviderSubscription {
  const s = subscriptionBody.parse(body)
  const date = (text: string | undefined) => (text ? new Date(text) : undefined)
  const createdAt = new Date(s.create_time)
  return {
    id: s.id,
    status: s.status,
    planId: s.plan_id,
    customId: s.custom_id,
    isPlain:
      !s.plan_overridden &&
      s.quantity === '1' &&
      (s.billing_info?.cycle_executions ?? []).every(c => c.tenure_type === 'REGULAR'),
    startsAt: date(s.start_time),
    createdAt,
    updatedAt: new Date(
      Math.max(+createdAt, +(date(s.status_update_time) ?? 0), +(date(s.update_time) ?? 0)),
    ),
    nextBillingAt: date(s.billing_info?.next_billing_time),
    failedPayments: s.billing_info?.failed_payments_count ?? 0,
    payerId: s.subscriber?.payer_id ?? '',
    approveUrl: s.links.find(link => link.rel === 'approve')?.href ?? '',
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
