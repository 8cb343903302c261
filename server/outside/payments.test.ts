import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ApiError,
  ApplicationContextUserAction,
  Client,
  Environment,
  SubscriptionsController,
} from '@paypal/paypal-server-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/server.ts'
import { intentIdOf, payPal } from './payments.ts'
import { ProviderUnreachable } from './paypal-client.ts'
import { makeCertificate } from './paypal-sandbox/certificate.ts'
import { sandboxCredentials, sandboxPlanIds } from './paypal-sandbox/identity.ts'
import { centsOf, judgePlan } from './paypal-schemas.ts'
import { isGenuine, readTransmission, signedText } from './webhook-signature.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => {
  server.sandbox.faults.length = 0
})

const intent = () => crypto.randomUUID()

describe('amounts', () => {
  test.each([
    ['100.0', 10_000],
    ['100.00', 10_000],
    ['-14.99', 1499],
    ['0.1', 10],
    ['7', 700],
  ])('%s is %i cents', (value, cents) => expect(centsOf(value)).toBe(cents))

  test.each(['', '1e3', '1.005', 'NaN', '1,00', ' 1'])('%j is not an amount', value =>
    expect(() => centsOf(value)).toThrow(RangeError),
  )
})

test('only our own custom ids name an intent', () => {
  const id = intent()
  expect(intentIdOf(`co1.${id}`)).toBe(id)
  for (const other of ['', id, `co2.${id}`, `co1.${id} `, `co1.${id.toUpperCase()}x`])
    expect(intentIdOf(other)).toBeUndefined()
})

describe('a plan matches our terms', () => {
  const cycle = {
    tenure_type: 'REGULAR',
    total_cycles: 0,
    frequency: { interval_unit: 'YEAR', interval_count: 1 },
    pricing_scheme: { fixed_price: { currency_code: 'USD', value: '100.0' } },
  }
  const isOurs = (plan: object, overrides: object = {}) =>
    judgePlan('yearly', {
      id: 'P-1',
      status: 'ACTIVE',
      billing_cycles: [{ ...cycle, ...overrides }],
      payment_preferences: { auto_bill_outstanding: false },
      ...plan,
    }).isBilledAsOurs

  test.each([
    ['as we make it', {}],
    ['with taxes in the price', { taxes: { percentage: '8.5', inclusive: true } }],
    ['with no taxes at all', { taxes: { percentage: '0.0', inclusive: false } }],
  ])('%s', (_, plan) => expect(isOurs(plan)).toBe(true))

  test.each([
    ['taxes are added to the price', { taxes: { percentage: '8.5', inclusive: false } }, {}],
    ['it ends after a year', {}, { total_cycles: 1 }],
    ['it does not say when it ends, which is after one', {}, { total_cycles: undefined }],
    ['it has no price', {}, { pricing_scheme: undefined }],
    ['it has tiers of prices', {}, { pricing_scheme: { pricing_model: 'TIERED', tiers: [] } }],
    ['it has no cycle', { billing_cycles: [] }, {}],
  ])('not when %s', (_, plan, overrides) => expect(isOurs(plan, overrides)).toBe(false))
})

describe('the client', () => {
  const order = () => ({ intentId: intent(), plan: 'yearly' as const, startsAt: undefined })

  test('requests one token, however many calls come at once', async () => {
    let tokens = 0
    const { services, sandbox } = server
    const client = payPal({
      baseUrl: 'http://localhost:3000/__paypal',
      button: services.payments.button,
      ...sandboxCredentials,
      planIds: sandboxPlanIds,
      webhookId: 'x',
      certificates: { prefix: '', subject: '' },
      returnUrl: '',
      brandName: () => '',
      fetch: (url, init) => {
        if (url.endsWith('/v1/oauth2/token')) tokens++
        return sandbox.fetch(url, init)
      },
    })
    await Promise.all(Array.from({ length: 20 }, () => client.findSubscription('I-NOBODY')))
    expect(tokens).toBe(1)
  })

  test('sells nothing at another price than ours', async () => {
    const { services, sandbox } = server
    let requestCount = 0
    const client = payPal({
      baseUrl: 'http://localhost:3000/__paypal',
      button: services.payments.button,
      ...sandboxCredentials,
      planIds: { ...sandboxPlanIds, yearly: sandboxPlanIds.monthly },
      webhookId: 'x',
      certificates: { prefix: '', subject: '' },
      returnUrl: '',
      brandName: () => '',
      fetch: (url, init) => {
        if (url.endsWith('/subscriptions')) requestCount++
        return sandbox.fetch(url, init)
      },
    })
    await expect(client.createSubscription(order())).rejects.toThrow('PLAN_IS_NOT_OURS')
    expect(requestCount).toBe(0)
  })

  test('returns undefined for what does not exist', async () => {
    expect(await server.services.payments.findSubscription('I-NOBODY')).toBeUndefined()
  })

  test('times out on a provider that hangs, opens its breaker, and closes it again later', async () => {
    let requestCount = 0
    const client = payPal({
      baseUrl: 'http://silent.invalid',
      button: server.services.payments.button,
      ...sandboxCredentials,
      planIds: sandboxPlanIds,
      webhookId: 'x',
      certificates: { prefix: '', subject: '' },
      returnUrl: '',
      brandName: () => '',
      timeoutMs: 60,
      fetch: (_url, init) => {
        requestCount++
        return new Promise((_, reject) =>
          init.signal!.addEventListener('abort', () => reject(init.signal!.reason)),
        )
      },
    })
    const started = performance.now()
    for (let i = 0; i < 5; i++)
      await expect(client.createSubscription(order())).rejects.toThrow(ProviderUnreachable)
    expect(performance.now() - started).toBeLessThan(10_000)
    const before = requestCount
    await expect(client.createSubscription(order())).rejects.toThrow('left alone')
    expect(requestCount).toBe(before)
  })
})

describe('a message of the provider', () => {
  const subject = 'messageverificationcerts.sandbox.paypal.com'

  const { key, certificate } = makeCertificate(subject)
  const body = Buffer.from('{}')
  /** A message to us, signed at that time. */
  function transmit(time: string) {
    const text = signedText({ id: 'a', time }, 'WH-OURS', body)
    return {
      id: 'a',
      time,
      certUrl: '',
      signature: sign('RSA-SHA256', Buffer.from(text), key).toString('base64'),
    }
  }

  test.each([
    ['a certificate for another name', { subject: 'messageverificationcerts.paypal.com' }],
    ['another webhook', { webhookId: 'WH-OTHER' }],
    ['a time long past', { now: new Date(Date.now() + 5 * 86_400_000) }],
    ['a time to come', { now: new Date(Date.now() - 3_600_000) }],
    ['another body', { body: Buffer.from('{ }') }],
  ])('is rejected with %s', (_, change) => {
    const now = new Date()
    const transmission = transmit(now.toISOString())
    const by = { webhookId: 'WH-OURS', certificate, subject, now }
    expect(isGenuine(body, transmission, by)).toBe(true)
    const { body: other = body, ...rest } = change as { body?: Buffer }
    expect(isGenuine(other, transmission, { ...by, ...rest })).toBe(false)
  })

  test.each([
    ['four days', 4 * 86_400_000, true],
    ['a moment more than four days', 4 * 86_400_000 + 1, false],
    ['minus five minutes', -5 * 60_000, true],
    ['a moment less than minus five minutes', -5 * 60_000 - 1, false],
  ])('of an age of %s (%i ms) is accepted: %s', (_, age, isBelieved) => {
    const now = new Date()
    const transmission = transmit(now.toISOString())
    const by = { webhookId: 'WH-OURS', certificate, subject, now: new Date(+now + age) }
    expect(isGenuine(body, transmission, by)).toBe(isBelieved)
  })

  test.each(['', 'yesterday', '2026-13-01T00:00:00Z'])('of the time %j is rejected', time => {
    const by = { webhookId: 'WH-OURS', certificate, subject, now: new Date() }
    expect(isGenuine(body, transmit(time), by)).toBe(false)
  })

  test('needs each of its headers exactly once, and the one algorithm', () => {
    const headers = {
      'paypal-transmission-id': 'a',
      'paypal-transmission-time': 'b',
      'paypal-transmission-sig': 'c',
      'paypal-cert-url': 'd',
      'paypal-auth-algo': 'SHA256withRSA',
    }
    expect(readTransmission(headers)).toEqual({ id: 'a', time: 'b', signature: 'c', certUrl: 'd' })
    for (const name of Object.keys(headers))
      expect(readTransmission({ ...headers, [name]: undefined })).toBeUndefined()
    expect(readTransmission({ ...headers, 'paypal-auth-algo': 'none' })).toBeUndefined()
    expect(readTransmission({ ...headers, 'paypal-transmission-id': ['a', 'b'] })).toBeUndefined()
  })

  // Messages that PayPal really signed may not be kept in this repository; a developer may have some beside the checkout.
  const vectors = readVectors()
  test.skipIf(!vectors.length)('signed by PayPal is accepted, and with one byte changed rejected', () => {
    for (const vector of vectors) {
      const transmission = readTransmission({ 'paypal-cert-url': 'none', ...vector.headers })!
      const body = Buffer.from(vector.body)
      const subjects = [subject, 'messageverificationcerts.paypal.com']
      const by = {
        webhookId: vector.webhook_id,
        certificate: vector.cert_pem,
        now: new Date(transmission.time),
      }
      expect(subjects.map(s => isGenuine(body, transmission, { ...by, subject: s })).toSorted()).toEqual([
        false,
        true,
      ])
      body[10]! ^= 1
      expect(subjects.some(s => isGenuine(body, transmission, { ...by, subject: s }))).toBe(false)
    }
  })
})

type Vector = { webhook_id: string; headers: Record<string, string>; body: string; cert_pem: string }

function readVectors(): Vector[] {
  const folder = process.env.COLOPHON_FIXTURES ?? join(import.meta.dirname, '../../../shared/design/fixtures')
  try {
    return JSON.parse(readFileSync(join(folder, 'paypal-signed-vectors.json'), 'utf8')).vectors
  } catch {
    return []
  }
}

describe("PayPal's own client drives the sandbox", () => {
  /** Everything it sends to PayPal goes to us. */
  class Redirected extends Client {
    origin = ''
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const make = super.getRequestBuilderFactory()
      return (method, path) => {
        const builder = make(method, path)
        builder.interceptRequest(request => ({
          ...request,
          url: request.url.replace(/^https:\/\/[^/]+/, this.origin),
        }))
        return builder
      }
    }
  }

  test('from creation to cancellation, in its own types', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const client = new Redirected({
      clientCredentialsAuthCredentials: {
        oAuthClientId: sandboxCredentials.clientId,
        oAuthClientSecret: sandboxCredentials.clientSecret,
      },
      environment: Environment.Sandbox,
    })
    client.origin = `${address}/__paypal`
    const subscriptions = new SubscriptionsController(client)
    const order = {
      prefer: 'return=representation',
      paypalRequestId: intent(),
      body: {
        planId: sandboxPlanIds.yearly,
        customId: 'theirs',
        applicationContext: {
          returnUrl: 'http://localhost:3000/checkout',
          cancelUrl: 'http://localhost:3000/checkout',
          userAction: ApplicationContextUserAction.Continue,
        },
      },
    }
    const created = await subscriptions.createSubscription(order as never)
    expect(created.statusCode).toBe(201)
    const id = created.result.id!
    const replayed = await subscriptions.createSubscription(order as never)
    expect([replayed.statusCode, replayed.result.id]).toEqual([200, id])
    await expect(subscriptions.activateSubscription({ id, body: { reason: 'x' } })).rejects.toMatchObject({
      statusCode: 422,
    })
    await server.sandbox.approve(id)
    expect((await subscriptions.activateSubscription({ id, body: { reason: 'x' } })).statusCode).toBe(204)
    const active = await subscriptions.getSubscription({ id })
    expect(active.result).toMatchObject({ id, status: 'ACTIVE', planId: sandboxPlanIds.yearly })
    expect(active.result.billingInfo?.lastPayment?.amount).toEqual({ currencyCode: 'USD', value: '100.0' })
    const { result } = await subscriptions.listSubscriptionTransactions({
      id,
      startTime: new Date(Date.now() - 86_400_000).toISOString(),
      endTime: new Date(Date.now() + 86_400_000).toISOString(),
    })
    expect(result.transactions).toMatchObject([
      { status: 'COMPLETED', amountWithBreakdown: { grossAmount: { value: '100.00' } } },
    ])
    expect((await subscriptions.cancelSubscription({ id, body: { reason: 'x' } })).statusCode).toBe(204)
    await expect(subscriptions.cancelSubscription({ id, body: { reason: 'x' } })).rejects.toBeInstanceOf(
      ApiError,
    )
    await expect(subscriptions.getSubscription({ id: 'I-NOBODY' })).rejects.toMatchObject({ statusCode: 404 })
  })
})

describe("the sandbox's scripts", () => {
  test('v5 is loaded for subscriptions only', async () => {
    const load = async (query: string) =>
      (await server.visit().send({ method: 'GET', url: `/__paypal/sdk/js?${query}` })).body
    expect(await load('client-id=sandbox-client&vault=true')).toContain('version: ')
    expect(await load('client-id=sandbox-client')).toContain('Must pass vault=true for intent=subscription')
    expect(await load('client-id=other&vault=true')).toContain('client-id not recognized')
  })

  test('fault switches work for this machine only', async () => {
    const send = (headers: Record<string, string>, remoteAddress: string) =>
      server.app.inject({
        method: 'POST',
        url: '/__paypal/__sandbox/state',
        headers,
        remoteAddress,
        payload: '{}',
      })
    const program = { 'content-type': 'application/json' }
    expect((await send(program, '127.0.0.1')).statusCode).toBe(200)
    expect((await send(program, '203.0.113.9')).statusCode).toBe(404)
    expect((await send({ 'content-type': 'text/plain' }, '127.0.0.1')).statusCode).toBe(404)
  })
})
