import { randomUUID } from 'node:crypto'
import { currency, type Plan, planNames, plans } from '../../../shared/rules/plan.ts'
import { done, iso, json, letters, notThere, refuse } from './answers.ts'
import type { SandboxStore } from './store.ts'

// What is set up at the provider before anything is sold: products, plans and webhooks.

export const sandboxPlanIds: Record<Plan, string> = {
  yearly: 'P-COLOPHONYEARLY000000000',
  monthly: 'P-COLOPHONMONTHLY00000000',
}
export const sandboxWebhookId = '8COLOPHON0SANDBOX'

/** What a subscription to a plan costs. */
export type Terms = {
  cents: number
  /** How long one payment is for. */
  months: number
  /** Failed cycles after which a subscription is suspended; 0: never. */
  threshold: number
}

type Money = { currency_code: string; value: string }
type PlanBody = {
  id: string
  product_id: string
  name: string
  status: 'CREATED' | 'ACTIVE' | 'INACTIVE'
  billing_cycles: {
    tenure_type: string
    sequence: number
    total_cycles: number
    frequency: { interval_unit: string; interval_count?: number }
    pricing_scheme: { fixed_price: Money }
  }[]
  payment_preferences: {
    auto_bill_outstanding?: boolean
    payment_failure_threshold?: number
    setup_fee?: Money
  }
  create_time: string
}
type ProductBody = { id: string; name: string; type: string; create_time: string }
type WebhookBody = { id: string; url: string; event_types: { name: string }[] }
type Patch = { op?: string; path?: string; value?: unknown }[]

const monthsOf: Record<string, number | undefined> = { MONTH: 1, YEAR: 12 }
const builtIn = new Map(
  planNames.map(plan => [
    sandboxPlanIds[plan],
    { ...plans[plan], threshold: plan === 'yearly' ? 1 : 2 } satisfies Terms,
  ]),
)

/** Of a plan that is there from the beginning. */
export const builtInTerms = (planId: string): Terms | undefined => builtIn.get(planId)

const builtInPlan = (planId: string, terms: Terms): PlanBody => ({
  id: planId,
  product_id: 'PROD-COLOPHON',
  name: terms.months === 12 ? 'yearly' : 'monthly',
  status: 'ACTIVE',
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      frequency: { interval_unit: terms.months === 12 ? 'YEAR' : 'MONTH', interval_count: 1 },
      // Amounts of a plan come with one decimal where that is enough.
      pricing_scheme: { fixed_price: { currency_code: currency, value: (terms.cents / 100).toFixed(1) } },
    },
  ],
  payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: terms.threshold },
  create_time: '2026-01-01T00:00:00Z',
})

/** What may be reported: more than we listen to, as at the provider. */
const eventTypes = [
  ...['CREATED', 'ACTIVATED', 'UPDATED', 'SUSPENDED', 'CANCELLED', 'EXPIRED', 'RE-ACTIVATED'].map(
    name => `BILLING.SUBSCRIPTION.${name}`,
  ),
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
  ...['COMPLETED', 'DENIED', 'PENDING', 'REFUNDED', 'REVERSED'].map(name => `PAYMENT.SALE.${name}`),
  ...['COMPLETED', 'DENIED', 'PENDING', 'REFUNDED', 'REVERSED'].map(name => `PAYMENT.CAPTURE.${name}`),
  ...['CREATED', 'UPDATED', 'RESOLVED'].map(name => `CUSTOMER.DISPUTE.${name}`),
  'BILLING.PLAN.CREATED',
  'CATALOG.PRODUCT.CREATED',
  'INVOICING.INVOICE.PAID',
]
const patchable = {
  product: /^\/(description|category|image_url|home_url)$/,
  plan: /^\/(name|description|payment_preferences\/(auto_bill_outstanding|payment_failure_threshold|setup_fee|setup_fee_failure_action)|taxes\/percentage)$/,
  webhook: /^\/(url|event_types)$/,
}

type Kind = keyof typeof patchable

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of routes, one after the other
export function catalogue(
  memory: Pick<SandboxStore, 'read' | 'write' | 'remove' | 'list'>,
  clock: () => Promise<Date>,
  ownWebhookUrl: string,
) {
  async function findPlan(id: string): Promise<PlanBody | undefined> {
    const terms = builtInTerms(id)
    return terms ? builtInPlan(id, terms) : memory.read<PlanBody>('plan', id)
  }

  /** The plan's, while something may be sold on it. */
  async function termsOf(planId: string): Promise<Terms | undefined> {
    const plan = await findPlan(planId)
    const cycle = plan?.billing_cycles.find(each => each.tenure_type === 'REGULAR')
    if (plan?.status !== 'ACTIVE' || !cycle) return undefined
    const { interval_unit, interval_count = 1 } = cycle.frequency
    return {
      cents: Math.round(Number(cycle.pricing_scheme.fixed_price.value) * 100),
      months: (monthsOf[interval_unit] ?? 1) * interval_count,
      threshold: plan.payment_preferences.payment_failure_threshold ?? 0,
    }
  }

  async function createProduct(body: Partial<ProductBody>, requestId: string): Promise<Response> {
    if (!body.name || !['PHYSICAL', 'DIGITAL', 'SERVICE'].includes(body.type ?? ''))
      return refuse(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
    const id = body.id ?? `PROD-${letters(`product ${requestId}`, 17)}`
    const existing = await memory.read<ProductBody>('product', id)
    if (existing)
      return body.id
        ? refuse(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_RESOURCE_IDENTIFIER')
        : json(200, existing)
    const product = { ...body, id, create_time: iso(await clock()) }
    await memory.write('product', id, product)
    return json(201, product)
  }

  async function createPlan(body: Partial<PlanBody>, requestId: string): Promise<Response> {
    const { product_id = '', name, billing_cycles = [], payment_preferences } = body
    if (!product_id || !name || !billing_cycles.length || !payment_preferences)
      return refuse(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
    if (!billing_cycles.every(cycle => monthsOf[cycle.frequency?.interval_unit] !== undefined))
      return refuse(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE')
    if (!(await memory.read('product', product_id))) return notThere()
    const id = `P-${letters(`plan ${requestId}`, 24)}`
    const existing = await memory.read<PlanBody>('plan', id)
    if (existing) return json(200, existing)
    const plan: PlanBody = {
      ...body,
      id,
      product_id,
      name,
      billing_cycles,
      status: body.status ?? 'ACTIVE',
      // Unless it is said, what was not paid is added to the next payment.
      payment_preferences: { auto_bill_outstanding: true, ...payment_preferences },
      create_time: iso(await clock()),
    }
    await memory.write('plan', id, plan)
    return json(201, plan)
  }

  async function createWebhook(body: Partial<WebhookBody>): Promise<Response> {
    const { url = '', event_types = [] } = body
    if (!/^https:\/\//.test(url) || !event_types.length || !event_types.every(isKnown))
      return refuse(400, 'VALIDATION_ERROR', 'INVALID_REQUEST')
    if ((await listWebhooks()).some(webhook => webhook.url === url))
      return refuse(400, 'WEBHOOK_URL_ALREADY_EXISTS', '')
    const webhook: WebhookBody = { id: letters(`webhook ${randomUUID()}`, 17), url, event_types }
    await memory.write('webhook', webhook.id, webhook)
    return json(201, webhook)
  }

  const isKnown = ({ name }: { name: string }) => name === '*' || eventTypes.includes(name)

  /** The site's own is there from the beginning. It is the only one that messages are sent to. */
  async function listWebhooks(): Promise<WebhookBody[]> {
    const own = { id: sandboxWebhookId, url: ownWebhookUrl, event_types: [{ name: '*' }] }
    return [own, ...(await memory.list<WebhookBody>('webhook'))]
  }

  async function patch(kind: Kind, id: string, operations: Patch): Promise<Response> {
    const thing = await memory.read<Record<string, unknown>>(kind, id)
    if (!thing) return notThere()
    for (const { op, path = '', value } of operations) {
      if (op !== 'replace' || !patchable[kind].test(path))
        return refuse(422, 'UNPROCESSABLE_ENTITY', 'INVALID_PATCH_OPERATION')
      const [first, second] = path.slice(1).split('/') as [string, string | undefined]
      thing[first] = second ? { ...(thing[first] as object), [second]: value } : value
    }
    await memory.write(kind, id, thing)
    return kind === 'webhook' ? json(200, thing) : done()
  }

  async function setStatus(id: string, verb: string): Promise<Response> {
    const plan = await memory.read<PlanBody>('plan', id)
    if (!plan) return notThere()
    const status = verb === 'activate' ? 'ACTIVE' : 'INACTIVE'
    if (plan.status === status) return refuse(422, 'UNPROCESSABLE_ENTITY', 'PLAN_STATUS_INVALID')
    await memory.write('plan', id, { ...plan, status })
    return done()
  }

  /** The answer to a call about any of these; undefined to every other call. */
  async function answer(
    request: Request,
    path: string,
    query: URLSearchParams,
  ): Promise<Response | undefined> {
    const found =
      /^\/v1\/(catalogs\/products|billing\/plans|notifications\/webhooks)(?:\/([\w-]+))?(?:\/(activate|deactivate))?$/.exec(
        path,
      )
    if (path === '/v1/notifications/webhooks-event-types' && request.method === 'GET')
      return json(200, {
        event_types: eventTypes.map(name => ({ name, description: name, status: 'ENABLED' })),
      })
    if (!found) return undefined
    const [, collection, id, verb] = found as unknown as [
      string,
      string,
      string | undefined,
      string | undefined,
    ]
    const kind =
      collection === 'billing/plans' ? 'plan' : collection === 'catalogs/products' ? 'product' : 'webhook'
    const requestId = request.headers.get('paypal-request-id') ?? randomUUID()
    const body = async <T>() => (await request.json()) as T
    switch (`${request.method} ${kind}${id ? ' one' : ''}${verb ? ' act' : ''}`) {
      case 'POST product':
        return createProduct(await body(), requestId)
      case 'POST plan':
        return createPlan(await body(), requestId)
      case 'POST webhook':
        return createWebhook(await body())
      case 'POST plan one act':
        return setStatus(id!, verb!)
      case 'PATCH product one':
      case 'PATCH plan one':
      case 'PATCH webhook one':
        return patch(kind, id!, await body())
      case 'DELETE webhook one':
        if (!(await memory.read('webhook', id!))) return notThere()
        await memory.remove('webhook', id!)
        return done()
      case 'GET product':
        return json(200, { products: await memory.list<ProductBody>('product'), links: [] })
      case 'GET product one':
        return one(await memory.read('product', id!))
      case 'GET plan one':
        return one(await findPlan(id!))
      case 'GET plan': {
        const all = [
          ...[...builtIn].map(([planId, terms]) => builtInPlan(planId, terms)),
          ...(await memory.list<PlanBody>('plan')),
        ].filter(plan => [null, plan.product_id].includes(query.get('product_id')))
        const size = Math.min(Number(query.get('page_size') ?? 10), 20)
        const skip = (Math.max(Number(query.get('page') ?? 1), 1) - 1) * size
        return json(200, { plans: all.slice(skip, skip + size), links: [] })
      }
      case 'GET webhook':
        return json(200, { webhooks: await listWebhooks() })
      case 'GET webhook one':
        return one((await listWebhooks()).find(webhook => webhook.id === id))
      default:
        return notThere()
    }
  }

  return { answer, termsOf }
}

const one = (found: unknown) => (found ? json(200, found) : notThere())
