import { Client, Environment, SubscriptionsController } from '@paypal/paypal-server-sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/server.ts'
import { loadPayPalAccess } from '../config.ts'
import { type Payments, payPal } from './payments.ts'
import { type PayPalAccess, PayPalClient } from './paypal-client.ts'
import { sandboxCredentials } from './paypal-sandbox/identity.ts'
import { setUpPayPal } from './paypal-setup.ts'

const webhookUrl = 'https://gallery.example/api/payments/webhook'
const productId = 'COLOPHON-MEMBERSHIP'

let server: TestServer
let address: string
let provider: PayPalClient
beforeAll(async () => {
  server = await startTestServer()
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('payment_sandbox').where('kind', 'in', ['product', 'plan', 'webhook']).execute()
  provider = clientOf()
})

/** How the stand-in is reached over the network. */
const accessTo = (onCall: (call: string) => void): PayPalAccess => ({
  baseUrl: `${address}/__paypal`,
  ...sandboxCredentials,
  pauseMs: 5,
  fetch: (url, init) => {
    onCall(`${init.method} ${new URL(url).pathname.replace('/__paypal', '')}`)
    return fetch(url, init)
  },
})

const clientOf = (onCall: (call: string) => void = () => {}) => new PayPalClient(accessTo(onCall))

/** Sells by the plans that were set up. */
const shopOf = (planIds: Payments['planIds']) =>
  payPal({
    ...accessTo(() => {}),
    button: server.services.payments.button,
    planIds,
    webhookId: '',
    certificates: { prefix: '', subject: '' },
    returnUrl: 'https://gallery.example/checkout',
    brandName: () => 'Colophon',
  })

const get = async <T>(path: string) => (await provider.ask({ method: 'GET', path })) as T

/** PayPal's own client, on the stand-in. */
function theirClient() {
  class Redirected extends Client {
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const make = super.getRequestBuilderFactory()
      return (method, path) => {
        const builder = make(method, path)
        builder.interceptRequest(request => ({
          ...request,
          url: request.url.replace(/^https:\/\/[^/]+/, `${address}/__paypal`),
        }))
        return builder
      }
    }
  }
  return new SubscriptionsController(
    new Redirected({
      clientCredentialsAuthCredentials: {
        oAuthClientId: sandboxCredentials.clientId,
        oAuthClientSecret: sandboxCredentials.clientSecret,
      },
      environment: Environment.Sandbox,
    }),
  )
}

test('the set-up sells a membership at our prices', async () => {
  const { planIds, webhookId } = await setUpPayPal(provider, webhookUrl)
  const plans = theirClient()
  const seen = await plans.getBillingPlan(planIds.yearly)
  expect(seen.result).toMatchObject({
    productId,
    status: 'ACTIVE',
    billingCycles: [
      {
        tenureType: 'REGULAR',
        totalCycles: 0,
        frequency: { intervalUnit: 'YEAR' },
        pricingScheme: { fixedPrice: { currencyCode: 'USD', value: '100.00' } },
      },
    ],
    paymentPreferences: { autoBillOutstanding: false, paymentFailureThreshold: 1 },
  })
  expect(await get(`/v1/catalogs/products/${productId}`)).toMatchObject({ type: 'SERVICE' })
  expect(await get(`/v1/notifications/webhooks/${webhookId}`)).toMatchObject({ url: webhookUrl })

  for (const [plan, cents] of [
    ['yearly', 10_000],
    ['monthly', 1000],
  ] as const) {
    // It sells nothing on a plan that is not ours.
    const shop = shopOf(planIds)
    const { id } = await shop.createSubscription({
      intentId: crypto.randomUUID(),
      plan,
      startsAt: undefined,
    })
    await server.sandbox.approve(id)
    await shop.activate(id)
    const now = Date.now()
    const [sale] = await shop.listTransactions(id, new Date(now - 86_400_000), new Date(now + 86_400_000))
    expect(sale).toMatchObject({ cents, currency: 'USD', status: 'COMPLETED' })
    const { nextBillingAt } = (await shop.findSubscription(id))!
    expect((+nextBillingAt! - now) / 86_400_000).toBeGreaterThan(plan === 'yearly' ? 363 : 27)
  }
})

test('running it again creates and changes nothing', async () => {
  const first = await setUpPayPal(provider, webhookUrl)
  const calls: string[] = []
  const again = clientOf(call => calls.push(call))
  expect(await setUpPayPal(again, webhookUrl)).toEqual(first)
  expect(calls.filter(call => !call.startsWith('GET ') && !call.endsWith('/oauth2/token'))).toEqual([])
  expect((await theirClient().listBillingPlans({ productId })).result.plans).toHaveLength(2)
})

test('a lost answer creates nothing twice', async () => {
  for (const match of [
    'POST /v1/catalogs/products',
    'POST /v1/billing/plans',
    'POST /v1/notifications/webhooks',
  ])
    server.sandbox.faults.push({ match, times: 1, effect: 'lost_answer' })
  await setUpPayPal(provider, webhookUrl)
  server.sandbox.faults.length = 0
  expect((await theirClient().listBillingPlans({ productId })).result.plans).toHaveLength(2)
})

test('a plan changed by hand is corrected, one that was deactivated is activated', async () => {
  const { planIds } = await setUpPayPal(provider, webhookUrl)
  const plans = theirClient()
  await plans.patchBillingPlan({
    id: planIds.yearly,
    body: [{ op: 'replace', path: '/payment_preferences/auto_bill_outstanding', value: true }] as never,
  })
  await plans.deactivateBillingPlan(planIds.monthly)
  const order = { intentId: crypto.randomUUID(), startsAt: undefined }
  for (const plan of ['yearly', 'monthly'] as const)
    await expect(shopOf(planIds).createSubscription({ ...order, plan })).rejects.toThrow('PLAN_IS_NOT_OURS')
  expect(await setUpPayPal(provider, webhookUrl)).toMatchObject({ planIds })
  expect((await plans.getBillingPlan(planIds.yearly)).result.paymentPreferences?.autoBillOutstanding).toBe(
    false,
  )
  expect((await plans.getBillingPlan(planIds.monthly)).result.status).toBe('ACTIVE')
})

test.each([
  ['at another price', '"100.00"', '"80.00"'],
  ['that ends some day', '"total_cycles":0', '"total_cycles":12'],
  ['to which taxes are added', '"product_id"', '"taxes":{"percentage":"8.5","inclusive":false},"product_id"'],
  ['without a fixed price', /"pricing_scheme":\{.*?\}\}/, '"pricing_scheme":{"pricing_model":"TIERED"}'],
  ['without any price', /,"pricing_scheme":\{.*?\}\}|"pricing_scheme":\{.*?\}\},/, ''],
])('a plan %s is left alone, and another one created', async (_, ours, theirs) => {
  const { planIds } = await setUpPayPal(provider, webhookUrl)
  const row = await server.db
    .selectFrom('payment_sandbox')
    .where('kind', '=', 'plan')
    .where('id', '=', planIds.yearly)
    .select('value')
    .executeTakeFirstOrThrow()
  const before = JSON.stringify(row.value)
  const after = before.replace(ours, theirs)
  expect(after).not.toBe(before)
  await server.db
    .updateTable('payment_sandbox')
    .set({ value: after })
    .where('id', '=', planIds.yearly)
    .execute()
  const later = await setUpPayPal(provider, webhookUrl)
  expect(later.planIds.monthly).toBe(planIds.monthly)
  expect(later.planIds.yearly).not.toBe(planIds.yearly)
})

test('a webhook with missing events gets all of them; one of another site is left alone', async () => {
  const other = await setUpPayPal(provider, 'https://elsewhere.example/api/payments/webhook')
  const { webhookId } = await setUpPayPal(provider, webhookUrl)
  expect(webhookId).not.toBe(other.webhookId)
  const path = `/v1/notifications/webhooks/${webhookId}`
  type Webhook = { event_types: { name: string }[] }
  const before = await get<Webhook>(path)
  const names = before.event_types.map(({ name }) => name)
  expect(names).toContain('PAYMENT.SALE.COMPLETED')
  expect(names).toContain('CUSTOMER.DISPUTE.RESOLVED')
  expect(names).not.toContain('INVOICING.INVOICE.PAID')
  await provider.ask({
    method: 'PATCH',
    path,
    body: [{ op: 'replace', path: '/event_types', value: [{ name: 'PAYMENT.SALE.COMPLETED' }] }],
  })
  expect((await setUpPayPal(provider, webhookUrl)).webhookId).toBe(webhookId)
  expect(await get<Webhook>(path)).toEqual(before)
})

test('the sandbox refuses what the provider refuses', async () => {
  const product = { id: productId, name: 'x', type: 'SERVICE' }
  const post = (path: string, body: unknown) =>
    provider.ask({ method: 'POST', path, requestId: crypto.randomUUID(), body })
  await post('/v1/catalogs/products', product)
  await expect(post('/v1/catalogs/products', product)).rejects.toThrow('DUPLICATE_RESOURCE_IDENTIFIER')
  await expect(post('/v1/billing/plans', { product_id: productId })).rejects.toThrow(
    'MISSING_REQUIRED_PARAMETER',
  )
  await expect(
    post('/v1/notifications/webhooks', { url: 'http://gallery.example/', event_types: [{ name: '*' }] }),
  ).rejects.toThrow('400')
  const renamed = [{ op: 'replace', path: '/name', value: 'y' }]
  await expect(
    provider.ask({ method: 'PATCH', path: `/v1/catalogs/products/${productId}`, body: renamed }),
  ).rejects.toThrow('INVALID_PATCH_OPERATION')
})

test('the set-up needs a URL that the provider can reach, and credentials', () => {
  const access = {
    PUBLIC_URL: 'https://gallery.example',
    PAYPAL_CLIENT_ID: 'a',
    PAYPAL_CLIENT_SECRET: 'b',
    PAYPAL_ENVIRONMENT: 'sandbox',
  }
  expect(loadPayPalAccess(access)).toMatchObject({ publicUrl: 'https://gallery.example' })
  expect(() => loadPayPalAccess({ ...access, PUBLIC_URL: 'http://gallery.example' })).toThrow('https')
  for (const name of Object.keys(access))
    expect(() => loadPayPalAccess({ ...access, [name]: undefined })).toThrow(`Setting ${name}`)
})
