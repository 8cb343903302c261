import type { Plan } from '../../shared/rules/plan.ts'
import { hourMs } from '../../shared/rules/time.ts'
import { type PayPalAccess, PayPalClient, ProviderRefusal } from './paypal-client.ts'
import {
  changedSubscriptionsBody,
  eventBody,
  eventsBody,
  judgePlan,
  type ProviderEvent,
  type ProviderSubscription,
  type ProviderTransaction,
  type SubscriptionStatus,
  subscriptionOf,
  transactionsOf,
} from './paypal-schemas.ts'
import { isGenuine, type Transmission } from './webhook-signature.ts'

/** What the browser needs to show the provider's button. */
type PaymentButton = {
  isTest: boolean
  driver: 'v6' | 'v5'
  scriptUrl: string
  /** Where members look after their payments at the provider. */
  manageUrl: string
}

export type PayPalSettings = PayPalAccess & {
  button: PaymentButton
  planIds: Record<Plan, string>
  webhookId: string
  /** Where its certificates may lie, and the name they must bear. */
  certificates: { prefix: string; subject: string }
  /** Where the buyer comes back to. */
  returnUrl: string
  /** As the provider's pages name us. */
  brandName: () => string
}

type Order = { intentId: string; plan: Plan; startsAt: Date | undefined }

/** The payment provider. Every method that asks it throws ProviderRefusal or ProviderUnreachable. */
export type Payments = {
  clientId: string
  button: PaymentButton
  planIds: Record<Plan, string>
  /** Creates a subscription that is not charged before `activate`. The same intent creates the same one. */
  createSubscription(order: Order): Promise<ProviderSubscription>
  findSubscription(id: string): Promise<ProviderSubscription | undefined>
  /** Charges an approved subscription, once. */
  activate(id: string): Promise<void>
  /** Ends it for good; idempotent. */
  cancel(id: string, reason: string): Promise<void>
  listTransactions(id: string, from: Date, to: Date): Promise<ProviderTransaction[]>
  /** Ids and custom ids of our plans' subscriptions whose status changed since. */
  listChangedSubscriptions(since: Date): Promise<{ id: string; custom_id: string }[]>
  /** What was reported since, whether or not it reached us. */
  listEvents(since: Date, until: Date): Promise<ProviderEvent[]>
  /** The event in these bytes, when the provider really sent them to us; undefined otherwise. */
  readWebhook(body: Buffer, transmission: Transmission, now: Date): Promise<ProviderEvent | undefined>
}

/** How long a plan's price that was checked is relied on. */
const priceCheckMs = hourMs
const maxPages = 500
const maxCertificates = 20

export function payPal(settings: PayPalSettings): Payments {
  const client = new PayPalClient(settings)
  const checkPrice = makePriceCheck(client, settings)
  const certificates = new Map<string, Promise<string>>()
  return {
    clientId: settings.clientId,
    button: settings.button,
    planIds: settings.planIds,
    async createSubscription(order) {
      await checkPrice(order.plan)
      return createSubscription(client, settings, order)
    },
    findSubscription: id => findSubscription(client, id),
    activate: id => act(client, id, { verb: 'activate', reason: 'Approved by the buyer', done: 'ACTIVE' }),
    cancel: (id, reason) =>
      act(client, id, { verb: 'cancel', reason: reason.slice(0, 128), done: 'CANCELLED' }),
    listTransactions: (id, from, to) => listTransactions(client, id, from, to),
    listChangedSubscriptions: since => listChangedSubscriptions(client, settings.planIds, since),
    listEvents: (since, until) => listEvents(client, since, until),
    readWebhook: (body, transmission, now) =>
      readWebhook(client, settings, certificates, { body, transmission, now }),
  }
}

const subscriptionPath = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`

/** A check that refuses to sell at another price than ours, because what was paid then would buy nothing. */
function makePriceCheck(client: PayPalClient, { planIds }: Pick<PayPalSettings, 'planIds'>) {
  const checkedAt = new Map<Plan, number>()
  return async (plan: Plan) => {
    const before = checkedAt.get(plan)
    if (before !== undefined && Date.now() < before + priceCheckMs) return
    const path = `/v1/billing/plans/${encodeURIComponent(planIds[plan])}`
    const found = judgePlan(plan, await client.ask({ method: 'GET', path }))
    const isOurs = found.isActive && found.isBilledAsOurs && !found.addsUnpaid && !found.hasSetupFee
    if (!isOurs) throw new ProviderRefusal(409, 'PLAN_IS_NOT_OURS', '')
    checkedAt.set(plan, Date.now())
  }
}

async function createSubscription(
  client: PayPalClient,
  { planIds, brandName, returnUrl }: PayPalSettings,
  { intentId, plan, startsAt }: Order,
): Promise<ProviderSubscription> {
  return subscriptionOf(
    await client.ask({
      method: 'POST',
      path: '/v1/billing/subscriptions',
      requestId: intentId,
      body: {
        plan_id: planIds[plan],
        custom_id: customIdOf(intentId),
        ...(startsAt && { start_time: startsAt.toISOString().replace(/\.\d+Z/, 'Z') }),
        application_context: {
          brand_name: brandName(),
          shipping_preference: 'NO_SHIPPING',
          user_action: 'CONTINUE',
          return_url: returnUrl,
          cancel_url: returnUrl,
        },
      },
    }),
  )
}

async function findSubscription(client: PayPalClient, id: string): Promise<ProviderSubscription | undefined> {
  try {
    return subscriptionOf(await client.ask({ method: 'GET', path: subscriptionPath(id) }))
  } catch (error) {
    if (error instanceof ProviderRefusal && error.status === 404) return undefined
    throw error
  }
}

/** Acts on a subscription. Where that is refused, it may have been done before: then its status says so. */
async function act(
  client: PayPalClient,
  id: string,
  { verb, reason, done }: { verb: 'activate' | 'cancel'; reason: string; done: SubscriptionStatus },
): Promise<void> {
  try {
    await client.ask({
      method: 'POST',
      path: `${subscriptionPath(id)}/${verb}`,
      body: { reason },
      requestId: `${verb}-${id}`,
    })
  } catch (error) {
    const isDone = async () => (await findSubscription(client, id))?.status === done
    if (!(error instanceof ProviderRefusal) || !(await isDone())) throw error
  }
}

async function listTransactions(client: PayPalClient, id: string, from: Date, to: Date) {
  const window = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() })
  return transactionsOf(
    await client.ask({ method: 'GET', path: `${subscriptionPath(id)}/transactions?${window}` }),
  )
}

async function listChangedSubscriptions(client: PayPalClient, planIds: Record<Plan, string>, since: Date) {
  const pageSize = 20
  const found: { id: string; custom_id: string }[] = []
  for (let page = 1; page <= maxPages; page++) {
    const query = new URLSearchParams({
      plan_ids: Object.values(planIds).join(','),
      status_updated_after: since.toISOString(),
      page_size: String(pageSize),
      page: String(page),
    })
    const body = await client.ask({ method: 'GET', path: `/v1/billing/subscriptions?${query}` })
    const { subscriptions } = changedSubscriptionsBody.parse(body ?? {})
    found.push(...subscriptions)
    if (subscriptions.length < pageSize) break
  }
  return found
}

async function listEvents(client: PayPalClient, since: Date, until: Date): Promise<ProviderEvent[]> {
  const query = new URLSearchParams({
    start_time: since.toISOString(),
    end_time: until.toISOString(),
    page_size: '300',
  })
  const events: ProviderEvent[] = []
  let path: string | undefined = `/v1/notifications/webhooks-events?${query}`
  for (let page = 1; path && page <= maxPages; page++) {
    const body = eventsBody.parse((await client.ask({ method: 'GET', path })) ?? {})
    events.push(...body.events)
    const next: string | undefined = body.links.find(link => link.rel === 'next')?.href
    // Its path only: an answer does not decide which host we ask.
    path = next && /\/v1\/notifications\/webhooks-events\?.*$/.exec(next)?.[0]
  }
  return events
}

async function readWebhook(
  client: PayPalClient,
  { certificates: { prefix, subject }, webhookId }: PayPalSettings,
  certificates: Map<string, Promise<string>>,
  { body, transmission, now }: { body: Buffer; transmission: Transmission; now: Date },
): Promise<ProviderEvent | undefined> {
  const { certUrl } = transmission
  if (!certUrl.startsWith(prefix) || !/^CERT-[A-Za-z0-9_-]+$/.test(certUrl.slice(prefix.length))) return
  const certificate = await cached(certificates, certUrl, () => client.fetchText(certUrl))
  if (!isGenuine(body, transmission, { webhookId, certificate, subject, now })) return
  try {
    return eventBody.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return
  }
}

/** The value kept under this key, or the one that `load` gives; a failure is not kept. */
async function cached(cache: Map<string, Promise<string>>, key: string, load: () => Promise<string>) {
  let value = cache.get(key)
  if (!value) {
    if (cache.size >= maxCertificates) cache.clear()
    value = load()
    cache.set(key, value)
  }
  return value.catch(error => {
    cache.delete(key)
    throw error
  })
}

/** How a subscription names the intent it was created for. */
const customIdOf = (intentId: string) => `co1.${intentId}`
export const intentIdOf = (customId: string) =>
  /^co1\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(customId)?.[1]
