import * as z from 'zod'
import { currency, type Plan, planNames, plans } from '../../shared/rules/plan.ts'
import { siteWords } from '../lib/site-words.ts'
import { type PayPalClient, ProviderRefusal } from './paypal-client.ts'
import { judgePlan } from './paypal-schemas.ts'

// What must exist at the provider before anything can be sold. Each step looks first, so that it may be repeated: after a
// failure, after a change of our prices, or to check that everything is in place.

/** An id of our own: by it the product is found again. */
const productId = 'COLOPHON-MEMBERSHIP'
/** The events of subscriptions and of their payments. */
const listenedTo = /^(BILLING\.SUBSCRIPTION|PAYMENT\.SALE|PAYMENT\.CAPTURE|CUSTOMER\.DISPUTE)\./
/** As many plans as one page of the provider's list holds. */
const pageSize = 20

type Provider = Pick<PayPalClient, 'ask'>

/** Makes or corrects the product, both plans and the webhook, and returns their ids. Idempotent. */
export async function setUpPayPal(
  provider: Provider,
  webhookUrl: string,
): Promise<{ planIds: Record<Plan, string>; webhookId: string }> {
  await setUpProduct(provider)
  const planIds = { yearly: '', monthly: '' }
  for (const plan of planNames) planIds[plan] = await setUpPlan(provider, plan)
  return { planIds, webhookId: await setUpWebhook(provider, webhookUrl) }
}

/** What is not at the provider as the settings say, in sentences; changes nothing. */
export async function judgeSetup(
  provider: Provider,
  { planIds, webhookId }: { planIds: Record<Plan, string>; webhookId: string },
  webhookUrl: string,
): Promise<string[]> {
  const problems: string[] = []
  const find = (path: string) =>
    provider
      .ask({ method: 'GET', path })
      .catch(passOver(refusal => refusal.status === 404 || refusal.status === 400))
  for (const plan of planNames) {
    const body = await find(`/v1/billing/plans/${planIds[plan]}`)
    const judged = body ? judgePlan(plan, body) : undefined
    if (!judged) problems.push(`There is no ${plan} plan ${planIds[plan]}.`)
    else if (!judged.isActive || !judged.isBilledAsOurs || judged.addsUnpaid || judged.hasSetupFee)
      problems.push(`The ${plan} plan ${planIds[plan]} is not active, or is billed differently.`)
  }
  const body = await find(`/v1/notifications/webhooks/${webhookId}`)
  const webhook = z.object({ url: z.string() }).safeParse(body)
  if (!webhook.success) problems.push(`There is no webhook ${webhookId}.`)
  else if (webhook.data.url !== webhookUrl)
    problems.push(`The webhook ${webhookId} sends to ${webhook.data.url}.`)
  return problems
}

async function setUpProduct(provider: Provider) {
  const path = '/v1/catalogs/products'
  const body = {
    id: productId,
    name: `${siteWords().site_name} membership`,
    type: 'SERVICE',
    category: 'SOFTWARE',
  }
  const isThere = await provider
    .ask({ method: 'GET', path: `${path}/${productId}` })
    .catch(passOver(refusal => refusal.status === 404))
  if (isThere) return
  // There already: the answer to the first try was lost.
  await provider
    .ask({ method: 'POST', path, requestId: productId, body })
    .catch(passOver(refusal => refusal.issue === 'DUPLICATE_RESOURCE_IDENTIFIER'))
}

/** Ignores this refusal; every other failure stays one. */
const passOver = (isIt: (refusal: ProviderRefusal) => boolean) => (error: unknown) => {
  if (!(error instanceof ProviderRefusal && isIt(error))) throw error
}

/** Corrects and activates a plan that is billed as ours; creates one where there is none. */
async function setUpPlan(provider: Provider, plan: Plan): Promise<string> {
  const path = '/v1/billing/plans'
  const judged = []
  for (const id of await listPlans(provider))
    judged.push(judgePlan(plan, await provider.ask({ method: 'GET', path: `${path}/${id}` })))
  const ours = judged.filter(each => each.isBilledAsOurs)
  const found = ours.find(each => each.isActive) ?? ours[0]
  if (!found)
    return judgePlan(
      plan,
      await provider.ask({
        method: 'POST',
        path,
        requestId: `${productId}-${plan}-${plans[plan].cents}-${judged.length}`,
        body: bodyOf(plan),
      }),
    ).id
  const one = `${path}/${found.id}`
  const mends = [
    ...(found.addsUnpaid ? [replace('/payment_preferences/auto_bill_outstanding', false)] : []),
    ...(found.hasSetupFee ? [replace('/payment_preferences/setup_fee', amountOf(0))] : []),
  ]
  if (mends.length) await provider.ask({ method: 'PATCH', path: one, body: mends })
  if (!found.isActive)
    await provider.ask({ method: 'POST', path: `${one}/activate`, requestId: `activate-${found.id}` })
  return found.id
}

const replace = (path: string, value: unknown) => ({ op: 'replace', path, value })

async function listPlans(provider: Provider): Promise<string[]> {
  const listed = z.object({ plans: z.array(z.object({ id: z.string() })).default([]) })
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({
      product_id: productId,
      page_size: String(pageSize),
      page: String(page),
    })
    const found = listed.parse(
      (await provider.ask({ method: 'GET', path: `/v1/billing/plans?${query}` })) ?? {},
    ).plans
    ids.push(...found.map(plan => plan.id))
    if (found.length < pageSize) return ids
  }
}

const amountOf = (cents: number) => ({ currency_code: currency, value: (cents / 100).toFixed(2) })

const bodyOf = (plan: Plan) => ({
  product_id: productId,
  name: `${siteWords().site_name} membership, ${plan}`,
  status: 'ACTIVE',
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      // No last cycle.
      total_cycles: 0,
      frequency: { interval_unit: plan === 'yearly' ? 'YEAR' : 'MONTH', interval_count: 1 },
      pricing_scheme: { fixed_price: amountOf(plans[plan].cents) },
    },
  ],
  payment_preferences: {
    auto_bill_outstanding: false,
    // Suspended after one failed year or two failed months.
    payment_failure_threshold: plan === 'yearly' ? 1 : 2,
  },
})

async function setUpWebhook(provider: Provider, url: string): Promise<string> {
  const webhook = z.object({
    id: z.string(),
    url: z.string(),
    event_types: z.array(z.object({ name: z.string() })).default([]),
  })
  const path = '/v1/notifications/webhooks'
  const { event_types } = z
    .object({ event_types: z.array(z.object({ name: z.string() })) })
    .parse(await provider.ask({ method: 'GET', path: `${path}-event-types` }))
  const wanted = event_types.filter(({ name }) => listenedTo.test(name)).map(({ name }) => ({ name }))
  const find = async () => {
    const { webhooks } = z
      .object({ webhooks: z.array(webhook).default([]) })
      .parse((await provider.ask({ method: 'GET', path })) ?? {})
    return webhooks.find(each => each.url === url)
  }
  const existing = await find()
  if (!existing) {
    const body = { url, event_types: wanted }
    const made = await provider
      .ask({ method: 'POST', path, requestId: url, body })
      .catch(passOver(refusal => refusal.issue === 'WEBHOOK_URL_ALREADY_EXISTS'))
    return webhook.parse(made ?? (await find())).id
  }
  const heard = new Set(existing.event_types.map(({ name }) => name))
  if (!heard.has('*') && wanted.some(({ name }) => !heard.has(name)))
    await provider.ask({
      method: 'PATCH',
      path: `${path}/${existing.id}`,
      body: [replace('/event_types', wanted)],
    })
  return existing.id
}
