import { sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { addMonths, utcDay } from '../../../shared/rules/plan.ts'
import { createDesigner, testPassword } from '../../../tests/factories.ts'
import {
  begin,
  confirm,
  deliveries,
  expectTimeEqualsMoney,
  grantsOf,
  join,
  makeUser,
  resetPayments,
  workOff,
} from '../../../tests/payments.ts'
import { memoryStore } from '../../../tests/sandbox-store.ts'
import {
  type Client,
  refusal,
  startTestServer,
  type TestServer,
  untilNotBusy,
} from '../../../tests/server.ts'
import { payPal } from '../../outside/payments.ts'
import {
  sandboxCertificates,
  sandboxCredentials,
  sandboxPlanIds,
  sandboxWebhookId,
} from '../../outside/paypal-sandbox/identity.ts'
import { signedText } from '../../outside/webhook-signature.ts'
import { settleFresh } from './reconcile.ts'
import { settlePayment } from './settle-payment.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { store: memoryStore() })
})
afterEach(() => resetPayments(server))
afterAll(() => server.close())

const accountsOf = (username: string) =>
  server.db.selectFrom('designer').where('username', '=', username).select('designer_id').execute()

/** Exactly one account, and exactly one paid period. */
async function expectOneMember(username: string) {
  const accounts = await accountsOf(username)
  expect(accounts).toHaveLength(1)
  const { paid_at } = await server.db
    .selectFrom('payment')
    .where('designer_id', '=', accounts[0]!.designer_id)
    .select('paid_at')
    .executeTakeFirstOrThrow()
  const ends = addMonths(utcDay(paid_at), 12)
  const grants = await grantsOf(server, accounts[0]!.designer_id)
  expect(grants.filter(g => !g.reversed_at)).toMatchObject([{ source: 'payment', ends_on: ends }])
  await expectTimeEqualsMoney(server)
}

/** The buyer approves in a way that charges at once, before we activate. */
const approveAndPay = async (id: string) => {
  await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW' })
  await server.sandbox.approve(id)
}

describe.each(Object.entries(deliveries))('with %s', (_, deliver) => {
  test('a browser lost after the approval still makes a member', async () => {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    await server.sandbox.approve(id)
    await settleFresh(server.services, error => expect(error).toBeUndefined())
    await deliver(server)
    await expectOneMember(user.username)
  })

  test('the browser reports first, then the messages', async () => {
    const { user } = await join(server)
    await deliver(server)
    await expectOneMember(user.username)
  })

  test('the messages come first, then the browser reports', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await approveAndPay(id)
    await deliver(server)
    await confirm(client, id)
    await expectOneMember(user.username)
  })

  test('browser and messages report twenty times at once', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.approve(id)
    // On a busy machine the last ones wait for the others longer than a statement may take, and are sent again.
    const told = Array.from({ length: 20 }, () => untilNotBusy(() => confirm(client, id)))
    await Promise.all([...told, deliver(server)])
    await deliver(server)
    await expectOneMember(user.username)
    expect((await server.sandbox.find(id))!.transactions).toHaveLength(1)
  })

  test('a lost answer to the creation leaves one subscription', async () => {
    const user = makeUser()
    const client = server.visit()
    server.sandbox.faults.push({ match: 'POST /v1/billing/subscriptions', times: 2, effect: 'lost_answer' })
    const before = (await server.sandbox.list()).length
    const id = await begin(client, { user })
    expect(await server.sandbox.list()).toHaveLength(before + 1)
    await server.sandbox.approve(id)
    await confirm(client, id)
    await deliver(server)
    await expectOneMember(user.username)
  })

  test('a lost answer to the cancellation still cancels, and the paid time stays', async () => {
    const { user, designer_id, subscriptionID } = await join(server)
    server.sandbox.faults.push({ match: 'POST */cancel', times: 3, effect: 'lost_answer' })
    const member = await server.signIn({ designer_id })
    await member.call(api.membership.cancel, { subscriptionId: subscriptionID })
    await deliver(server)
    expect((await server.sandbox.find(subscriptionID))!.status).toBe('CANCELLED')
    expect(await member.call(api.membership.find, {})).toMatchObject({
      state: 'current',
      subscriptionActive: false,
      nextBillingTime: null,
    })
    await expectOneMember(user.username)
  })

  test('the provider answers with an older state', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.approve(id)
    server.sandbox.faults.push({ match: `GET /v1/billing/subscriptions/${id}`, times: 2, effect: 'stale' })
    await confirm(client, id)
    server.sandbox.faults.push({ match: `GET /v1/billing/subscriptions/${id}*`, times: 2, effect: 'stale' })
    await deliver(server)
    await deliver(server)
    await expectOneMember(user.username)
  })

  test('a completed payment is reported twice', async () => {
    const { user, subscriptionID } = await join(server)
    await deliver(server)
    await server.sandbox.flush({ copies: 2 })
    await settlePayment(server.services, subscriptionID)
    await deliver(server)
    await expectOneMember(user.username)
  })

  test('a refund is reported before its payment', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.approve(id)
    await confirm(client, id)
    const [sale] = (await server.sandbox.find(id))!.transactions
    await server.sandbox.refund(sale!.id)
    await server.sandbox.flush({ order: 'reversed' })
    await deliver(server)
    await settlePayment(server.services, id)
    const [account] = await accountsOf(user.username)
    expect((await grantsOf(server, account!.designer_id)).filter(g => !g.reversed_at)).toEqual([])
    await expectTimeEqualsMoney(server)
  })

  test('the provider’s token expires in between', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.approve(id)
    server.sandbox.faults.push({ match: 'POST */activate', times: 1, effect: 'token_expired' })
    server.sandbox.faults.push({ match: 'GET */transactions', times: 1, effect: 'token_expired' })
    await confirm(client, id)
    await deliver(server)
    await expectOneMember(user.username)
  })

  test('the provider answers 429 repeatedly', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.approve(id)
    server.sandbox.faults.push({ match: 'GET *', times: 2, effect: 'status:429' })
    server.sandbox.faults.push({ match: 'POST */activate', times: 2, effect: 'status:429' })
    await confirm(client, id)
    await deliver(server)
    await expectOneMember(user.username)
  })
})

const permutations = (list: number[]): number[][] =>
  list.length < 2
    ? [list]
    : list.flatMap(first => permutations(list.filter(n => n !== first)).map(rest => [first, ...rest]))

test('the messages created, activated, paid and cancelled give the same result in all 24 orders', async () => {
  for (const order of permutations([0, 1, 2, 3])) {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    await approveAndPay(id)
    await server.services.payments.cancel(id, 'no more')
    expect(await server.sandbox.waitingEvents()).toHaveLength(4)
    await server.sandbox.flush({ order })
    await workOff(server)
    const [account] = await accountsOf(user.username)
    const { status } = await server.db
      .selectFrom('subscription')
      .where('subscription_id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow()
    expect([order, status]).toEqual([order, 'cancelled'])
    expect(await grantsOf(server, account!.designer_id)).toHaveLength(1)
    await server.db.deleteFrom('limit_count').execute()
  }
  await expectTimeEqualsMoney(server)
})

test('the same messages twenty times at once are one payment', async () => {
  const user = makeUser()
  const id = await begin(server.visit(), { user })
  await approveAndPay(id)
  await Promise.all(Array.from({ length: 20 }, () => server.sandbox.flush()))
  await workOff(server)
  await expectOneMember(user.username)
})

describe('attempts to cheat', () => {
  test("another's subscription does not count as one's own", async () => {
    const victim = makeUser()
    const theirs = await begin(server.visit(), { user: victim })
    await server.sandbox.approve(theirs)
    expect((await refusal(confirm(server.visit(), theirs))).status).toBe(409)
    const member = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    expect((await refusal(confirm(member, theirs))).status).toBe(409)
    expect(await accountsOf(victim.username)).toEqual([])
    expect((await server.sandbox.find(theirs))!.transactions).toEqual([])
  })

  test('one subscription is one purchase, however often it is reported', async () => {
    const { client, subscriptionID, designer_id } = await join(server)
    for (let i = 0; i < 3; i++) await confirm(client, subscriptionID)
    expect(await grantsOf(server, designer_id)).toHaveLength(1)
    const [intent] = await server.db
      .selectFrom('checkout_intent')
      .where('subscription_id', '=', subscriptionID)
      .select(['state', 'registration'])
      .execute()
    expect(intent).toEqual({ state: 'settled', registration: null })
  })

  test('a subscription that we did not create is unknown', async () => {
    expect((await refusal(confirm(server.visit(), 'I-MADE0UP'))).status).toBe(404)
  })

  test.each([
    ['another plan', { plan_id: 'P-COLOPHONMONTHLY00000000' }],
    ['a price of its own', { plan_overridden: true }],
    ['more than one', { quantity: '2' }],
    ['another custom id', { custom_id: 'co1.00000000-0000-4000-8000-000000000000' }],
    ['a start far ahead', { start_time: '2037-01-01T00:00:00Z' }],
  ])('a subscription with %s makes no member and is not charged', async (_, tampered) => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.tamper(id, tampered)
    await server.sandbox.approve(id)
    const { status } = await refusal(confirm(client, id))
    expect([404, 409]).toContain(status)
    expect(await accountsOf(user.username)).toEqual([])
    expect((await server.sandbox.find(id))!.transactions).toEqual([])
  })

  test('a payment of another amount buys nothing, and support is told', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await approveAndPay(id)
    const paid = (await server.sandbox.find(id))!.transactions
    await server.sandbox.tamper(id, { transactions: paid.map(t => ({ ...t, cents: 100 })) })
    await confirm(client, id)
    const [account] = await accountsOf(user.username)
    expect(await grantsOf(server, account!.designer_id)).toEqual([])
    const flags = await server.db
      .selectFrom('ledger_audit')
      .where('subscription_id', '=', id)
      .where('needs_attention', '=', true)
      .select('what')
      .execute()
    expect(flags).toEqual([{ what: 'a payment of another amount' }])
    await server.sandbox.tamper(id, { transactions: paid.map(t => ({ ...t, status: 'REFUNDED' as const })) })
  })

  test.each([
    ['another currency', '/transactions', '"USD"', '"JPY"'],
    ['a cycle on trial', '/subscriptions/', '"REGULAR"', '"TRIAL"'],
  ])('a subscription with %s buys nothing, and support is told', async (_, path, ours, theirs) => {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    await approveAndPay(id)
    const payments = payPal({
      baseUrl: 'http://localhost:3000/__paypal',
      button: server.services.payments.button,
      ...sandboxCredentials,
      planIds: sandboxPlanIds,
      webhookId: sandboxWebhookId,
      certificates: sandboxCertificates('http://localhost:3000/__paypal'),
      returnUrl: '',
      brandName: () => '',
      async fetch(url, init) {
        const answer = await server.sandbox.fetch(url, init)
        if (!url.includes(path) || !answer.body) return answer
        return new Response((await answer.text()).replaceAll(ours, theirs), answer)
      },
    })
    await settlePayment({ ...server.services, payments }, id)
    const [account] = await accountsOf(user.username)
    expect(account ? await grantsOf(server, account.designer_id) : []).toEqual([])
    const flags = await server.db
      .selectFrom('ledger_audit')
      .where('subscription_id', '=', id)
      .where('needs_attention', '=', true)
      .select('what')
      .execute()
    expect(flags).toHaveLength(1)
    const [sale] = (await server.sandbox.find(id))!.transactions
    await server.sandbox.refund(sale!.id)
  })

  test('a subscription that is not approved yet is not charged and reported as pending', async () => {
    const client = server.visit()
    const id = await begin(client, { user: makeUser() })
    expect(await confirm(client, id)).toEqual({ status: 'confirming', member_expire: null })
    expect((await server.sandbox.find(id))!.transactions).toEqual([])
  })

  test('of two purchases of one member approved at once one is charged', async () => {
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const member = await server.signIn(designer)
    const ids = [await begin(member), await begin(member)]
    for (const id of ids) await server.sandbox.approve(id)
    await Promise.allSettled(ids.map(id => settlePayment(server.services, id)))
    for (const id of ids) await settlePayment(server.services, id)
    const charged = await Promise.all(ids.map(async id => (await server.sandbox.find(id))!))
    expect(charged.map(s => s.transactions.length).toSorted()).toEqual([0, 1])
    expect(charged.map(s => s.status).toSorted()).toEqual(['ACTIVE', 'APPROVED'])
    await expectTimeEqualsMoney(server)
  })

  test('of two new members with the same names approved at once one is charged', async () => {
    const user = makeUser()
    const clients = [server.visit(), server.visit()]
    const ids = [await begin(clients[0]!, { user }), await begin(clients[1]!, { user })]
    for (const id of ids) await server.sandbox.approve(id)
    await Promise.allSettled(ids.map(id => settlePayment(server.services, id)))
    for (const id of ids) await settlePayment(server.services, id)
    const charged = await Promise.all(
      ids.map(async id => (await server.sandbox.find(id))!.transactions.length),
    )
    expect(charged.toSorted()).toEqual([0, 1])
    await expectOneMember(user.username)
  })

  test("cancelling another's subscription is a 404", async () => {
    const { subscriptionID } = await join(server)
    const other = await server.signIn(await createDesigner(server.db))
    const { status } = await refusal(other.call(api.membership.cancel, { subscriptionId: subscriptionID }))
    expect(status).toBe(404)
    expect((await server.sandbox.find(subscriptionID))!.status).toBe('ACTIVE')
  })

  test.each(['bad_signature', 'wrong_webhook_id', 'reencode'] as const)(
    'a message with %s is refused and changes nothing',
    async tamper => {
      const id = await begin(server.visit(), { user: makeUser() })
      await approveAndPay(id)
      await server.sandbox.flush({ tamper })
      const kept = await server.db
        .selectFrom('webhook_event')
        .where('body', '@>', `{"resource":{"id":"${id}"}}`)
        .select('event_id')
        .execute()
      expect(kept).toEqual([])
      expect((await server.sandbox.waitingEvents()).length).toBeGreaterThan(0)
    },
  )

  test('a message that is too old is refused, one that is merely late is accepted', async () => {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    await approveAndPay(id)
    const sent = new Date()
    const stored = await server.sandboxMemory.list<{ key: string }>('key')
    expect(stored).toHaveLength(1)
    const { key } = stored[0]!
    const [event] = await server.sandbox.waitingEvents()
    const payload = JSON.stringify(event!.envelope)
    const transmission = { id: 'a', time: sent.toISOString() }
    const text = signedText(transmission, sandboxWebhookId, Buffer.from(payload))
    const arrive = async (lateMs: number) => {
      server.clock.aheadMs = +sent + lateMs - Date.now()
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: {
          'content-type': 'application/json',
          'paypal-transmission-id': transmission.id,
          'paypal-transmission-time': transmission.time,
          'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(text), key).toString('base64'),
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': 'http://localhost:3000/__paypal/v1/notifications/certs/CERT-local',
        },
        payload,
      })
      const { kept } = await server.db
        .selectFrom('webhook_event')
        .where('event_id', '=', event!.envelope.id)
        .select(e => e.fn.countAll<number>().as('kept'))
        .executeTakeFirstOrThrow()
      return [statusCode, kept]
    }
    expect(await arrive(4 * 86_400_000 + 1000)).toEqual([400, 0])
    expect(await arrive(-6 * 60_000)).toEqual([400, 0])
    expect(await arrive(4 * 86_400_000 - 60_000)).toEqual([200, 1])
    await workOff(server)
    expect(await accountsOf(user.username)).toHaveLength(1)
  })

  test('a message whose certificate has another host is refused', async () => {
    const statuses = []
    for (const url of [
      'https://evil.example/v1/notifications/certs/CERT-local',
      'http://localhost:3000/__paypal/v1/notifications/certs/../CERT-local',
      'http://localhost:3000/__paypal/v1/notifications/certs/CERT-local?x=1',
    ]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: {
          'content-type': 'application/json',
          'paypal-transmission-id': 'a',
          'paypal-transmission-time': new Date().toISOString(),
          'paypal-transmission-sig': 'AAAA',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': url,
        },
        payload: '{}',
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([400, 400, 400])
  })

  test('nothing is sold while the provider is down', async () => {
    server.sandbox.faults.push({ match: '*', times: 100, effect: 'status:500' })
    const { status } = await refusal(begin(server.visit(), { user: makeUser() }))
    expect(status).toBe(503)
    server.sandbox.faults.length = 0
  })
})

describe('a member who closes the account', () => {
  const close = (client: Client) => client.call(api.auth.closeAccount, { password: testPassword })
  const trailOf = (designer_id: number) =>
    server.db
      .selectFrom('ledger_audit')
      .where('designer_id', '=', designer_id)
      .select(['what', 'needs_attention'])
      .orderBy('audit_id')
      .execute()
  async function expectNothingSold(designer_id: number, id: string) {
    const subscriptions = await server.db
      .selectFrom('subscription')
      .where('designer_id', '=', designer_id)
      .select('subscription_id')
      .execute()
    expect(subscriptions).toEqual([])
    expect((await grantsOf(server, designer_id)).filter(g => g.source === 'payment')).toEqual([])
    // Cancelled or, if the provider cannot cancel it, never activated.
    expect((await server.sandbox.find(id))!.status).toMatch(/^(CANCELLED|APPROVED)$/)
    expect(await trailOf(designer_id)).toContainEqual(expect.objectContaining({ needs_attention: true }))
  }

  test('is not charged for an earlier purchase', async () => {
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const client = await server.signIn(designer)
    const id = await begin(client)
    await close(client)
    await server.sandbox.approve(id)
    const settled = await settlePayment(server.services, id)
    expect(settled.status).toBe('refused')
    expect((await server.sandbox.find(id))!.transactions).toEqual([])
    await expectNothingSold(designer.designer_id, id)
  })

  test('is not charged for a concurrent purchase', async () => {
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const client = await server.signIn(designer)
    const id = await begin(client)
    await close(client)
    // As if it had been written just after the account was closed.
    await server.db
      .updateTable('checkout_intent')
      .set({ state: 'open', refused_because: null })
      .where('subscription_id', '=', id)
      .execute()
    await server.sandbox.approve(id)
    await settlePayment(server.services, id)
    expect((await server.sandbox.find(id))!.transactions).toEqual([])
    await expectNothingSold(designer.designer_id, id)
  })

  test('keeps it closed when a payment is made later: the payment is cancelled, and support is told', async () => {
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const client = await server.signIn(designer)
    const id = await begin(client)
    await close(client)
    await approveAndPay(id)
    for (let twice = 0; twice < 2; twice++)
      expect((await settlePayment(server.services, id)).status).toBe('refused')
    await expectNothingSold(designer.designer_id, id)
    expect(await trailOf(designer.designer_id)).toEqual([
      { what: 'purchase ended with the account', needs_attention: false },
      { what: 'paid, but the account is closed: refund it', needs_attention: true },
    ])
  })

  test('waits while a payment is being completed', async () => {
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const client = await server.signIn(designer)
    const id = await begin(client)
    await server.db
      .updateTable('checkout_intent')
      .set({ state: 'settling' })
      .where('subscription_id', '=', id)
      .execute()
    expect(await refusal(close(client))).toMatchObject({ status: 409, body: { code: 'payment_settling' } })
    expect(await client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
  })
})
