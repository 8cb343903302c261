import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { countries } from '../../../shared/rules/countries.ts'
import { addMonths, utcDay } from '../../../shared/rules/plan.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { untilBlocked } from '../../../tests/database-locks.ts'
import { createDesigner, testPassword } from '../../../tests/factories.ts'
import {
  begin,
  confirm,
  expectTimeEqualsMoney,
  grantsOf,
  makeUser,
  resetPayments,
  workOff,
} from '../../../tests/payments.ts'
import { memoryStore } from '../../../tests/sandbox-store.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { siteWords } from '../../lib/site-words.ts'
import { payPal } from '../../outside/payments.ts'
import {
  sandboxCertificates,
  sandboxCredentials,
  sandboxPlanIds,
  sandboxWebhookId,
} from '../../outside/paypal-sandbox/identity.ts'
import { createGiftCards } from '../gift-cards/queries.ts'
import { mailAttention } from './mails.ts'
import { reconcile, settleFresh } from './reconcile.ts'
import { redeemGiftCard } from './redeem-gift-card.ts'
import { remindMembers } from './remind-members.ts'
import { settlePayment } from './settle-payment.ts'

// Cases in which purchases meet each other, a gift card, a change of address, or a chargeback.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { store: memoryStore() })
})
afterEach(() => resetPayments(server))
afterAll(() => server.close())

const quiet = () => {}

/** The services with some of the provider's calls replaced. */
const withPayments = (overrides: Partial<TestServer['services']['payments']>) => ({
  ...server.services,
  payments: { ...server.services.payments, ...overrides },
})
const isSilent = { listTransactions: async () => [] }

async function memberWhoHas(membership: 'none' | 'lapsed' | 'active') {
  const designer = await createDesigner(server.db, { membership })
  return { ...designer, client: await server.signIn(designer) }
}

async function buy(client: Client, isMonthly = false) {
  const id = await begin(client, { isMonthly })
  await server.sandbox.approve(id)
  await settlePayment(server.services, id)
  await server.sandbox.dropWaiting()
  return id
}

const accountsOf = (username: string) =>
  server.db.selectFrom('designer').where('username', '=', username).select('designer_id').execute()

const intentOf = (subscriptionId: string) =>
  server.db
    .selectFrom('checkout_intent')
    .where('subscription_id', '=', subscriptionId)
    .select(['state', 'refused_because'])
    .executeTakeFirstOrThrow()

const saleOf = async (id: string) => (await server.sandbox.find(id))!.transactions[0]!.id

async function mailsTo(email: string) {
  const rows = await server.db.selectFrom('mail').where('to_address', '=', email).select('kind').execute()
  return rows.map(row => row.kind)
}

const flagsOf = async (subscriptionId: string) =>
  (
    await server.db
      .selectFrom('ledger_audit')
      .where('subscription_id', '=', subscriptionId)
      .where('needs_attention', '=', true)
      .select('what')
      .execute()
  ).map(row => row.what)

async function makeCard(term_months: 1 | 12 = 12) {
  const order = { count: 1, term_months, note: '', expires_at: null, now: new Date() }
  const [card] = await createGiftCards(server.db, server.services.secret, order)
  return card!.code
}

test('of two purchases of a member that are settled at once, with their steps interleaved, one is charged', async () => {
  const { client, designer_id } = await memberWhoHas('lapsed')
  const ids = [await begin(client), await begin(client)] as const
  for (const id of ids) await server.sandbox.approve(id)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const [atFirst, atSecond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const one = settlePayment(
    withPayments({
      async listTransactions(...args) {
        const found = await server.services.payments.listTransactions(...args)
        atFirst.resolve()
        await first.promise
        return found
      },
    }),
    ids[0],
  )
  await atFirst.promise
  // The other has looked for a running subscription and found none yet.
  let held: object | undefined
  const holding: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node)
      if (!held && node.kind === 'SelectQueryNode' && text.includes('"suspended"')) held = queryId
      return node
    },
    async transformResult({ result, queryId }) {
      if (queryId === held) {
        atSecond.resolve()
        await second.promise
      }
      return result
    },
  }
  const other = settlePayment({ ...server.services, db: server.db.withPlugin(holding) }, ids[1])
  await Promise.race([atSecond.promise, other])
  expect(held).toBeDefined()
  first.resolve()
  await untilBlocked(server.db, one)
  second.resolve()
  await Promise.all([one, other])
  const charged = await Promise.all(ids.map(async id => (await server.sandbox.find(id))!.transactions.length))
  expect(charged).toEqual([1, 0])
  expect(await grantsOf(server, designer_id)).toHaveLength(2)
  await expectTimeEqualsMoney(server, ids[1])
})

describe('a first payment', () => {
  test('that is declined opens no account', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.setWallet(id, false)
    await server.sandbox.approve(id)
    const { status, body } = await refusal(confirm(client, id))
    expect([status, body.code, body.error]).toEqual([
      409,
      'refused',
      'The payment provider declined the payment. Please try another way to pay.',
    ])
    expect(await accountsOf(user.username)).toEqual([])
    expect(await mailsTo(user.email)).toEqual([])
    expect((await server.sandbox.find(id))!.status).toBe('CANCELLED')
    expect((await intentOf(id)).state).toBe('refused')
  })

  test('that is declined leaves a lapsed member lapsed, who can try again', async () => {
    const { client } = await memberWhoHas('lapsed')
    const id = await begin(client)
    await server.sandbox.setWallet(id, false)
    await server.sandbox.approve(id)
    expect((await refusal(confirm(client, id))).body.code).toBe('refused')
    expect(await client.call(api.membership.find, {})).toMatchObject({
      state: 'lapsed',
      subscriptionActive: false,
    })
    expect((await server.sandbox.find(id))!.status).toBe('CANCELLED')
    await buy(client)
    expect(await client.call(api.membership.find, {})).toMatchObject({ state: 'current' })
  })

  test('that was refunded before we saw it opens no account, and the buyer is told of the refund', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.approve(id)
    await server.services.payments.activate(id)
    await server.sandbox.refund(await saleOf(id))
    for (let n = 0; n < 2; n++) {
      const { status, body } = await refusal(confirm(client, id))
      expect([status, body.code, body.error]).toEqual([
        409,
        'refunded',
        'The payment was reversed before your membership began. Your payment has been returned to you.',
      ])
    }
    expect(await accountsOf(user.username)).toEqual([])
    expect((await server.sandbox.find(id))!.status).toBe('CANCELLED')
  })

  test('that is still pending gives provisional membership', async () => {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    await server.sandbox.approve(id)
    await server.services.payments.activate(id)
    const { transactions } = (await server.sandbox.find(id))!
    await server.sandbox.tamper(id, { transactions: transactions.map(t => ({ ...t, status: 'PENDING' })) })
    expect(await settlePayment(server.services, id)).toMatchObject({ status: 'member' })
    await server.sandbox.tamper(id, { transactions })
    await settlePayment(server.services, id)
    await expectTimeEqualsMoney(server, id)
  })
})

describe('the email address of a purchase in progress', () => {
  test('cannot become that of another account', async () => {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    await server.sandbox.approve(id)
    const { client, designer_id } = await memberWhoHas('active')
    const before = await client.call(api.account.contactInfo, {})
    const change = (email: string) =>
      client.call(api.account.updateContactInfo, {
        email,
        phone: '212-555-0123',
        streetAddress: '1 Quoin Street',
        suite: '',
        addressLocality: 'Lawrence',
        addressRegion: 'KS',
        postalCode: '66044',
        country: 'US',
        current_password: testPassword,
      })
    let refused: Awaited<ReturnType<typeof refusal>> | undefined
    await settlePayment(
      withPayments({
        async activate(subscriptionId) {
          await server.services.payments.activate(subscriptionId)
          refused = await refusal(change(user.email.toUpperCase()))
        },
      }),
      id,
    )
    expect(refused).toMatchObject({ status: 409, body: { errors: { email: 'Email is already in use' } } })
    expect(await accountsOf(user.username)).toHaveLength(1)
    // The same address in another spelling is the account's own.
    await change(before.email.toUpperCase())
    expect(designer_id).toBeGreaterThan(0)
  })

  test('taken by another account refunds a buyer, who is told of the refund', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW' })
    await server.sandbox.approve(id)
    await createDesigner(server.db, { email: user.email })
    for (let n = 0; n < 2; n++) {
      const { status, body } = await refusal(confirm(client, id))
      expect([status, body.code]).toEqual([409, 'charged'])
      expect(body.error).toMatch(/refund/)
    }
    expect((await server.sandbox.find(id))!.transactions).toHaveLength(1)
  })

  test('a buyer who has been refunded is told of the refund', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW' })
    await server.sandbox.approve(id)
    await createDesigner(server.db, { email: user.email })
    expect((await refusal(confirm(client, id))).body.code).toBe('charged')
    await server.sandbox.refund(await saleOf(id))
    const { body } = await refusal(confirm(client, id))
    expect([body.code, body.error]).toEqual([
      'refunded',
      'Email is already in use. Your payment has been returned to you.',
    ])
  })

  test('a buyer who paid another amount is told of the refund, and so is support', async () => {
    const client = server.visit()
    const id = await begin(client, { user: makeUser() })
    await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW' })
    await server.sandbox.approve(id)
    const { transactions } = (await server.sandbox.find(id))!
    await server.sandbox.tamper(id, { transactions: transactions.map(t => ({ ...t, cents: 90_00 })) })
    await server.services.payments.cancel(id, 'no more')
    for (let n = 0; n < 2; n++) expect((await refusal(confirm(client, id))).body.code).toBe('charged')
    expect(await flagsOf(id)).toEqual(['purchase refused'])
  })

  test('a buyer who paid for something else than was ordered is told of the refund', async () => {
    const client = server.visit()
    const id = await begin(client, { user: makeUser() })
    await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW', quantity: '2' })
    await server.sandbox.approve(id)
    expect((await refusal(confirm(client, id))).body.code).toBe('charged')
  })
})

test('a member who has paid before gets provisional membership, too', async () => {
  const designer = await memberWhoHas('none')
  const first = await buy(designer.client, true)
  await designer.client.call(api.membership.cancel, { subscriptionId: first })
  server.clock.aheadMs = 100 * dayMs
  const client = await server.signIn(designer)
  const id = await begin(client)
  await server.sandbox.approve(id)
  await settlePayment(withPayments(isSilent), id)
  expect((await findState(client)).state).toBe('provisional')
  await settlePayment(server.services, id)
  expect((await findState(client)).state).toBe('current')
})

/** The state that the page shows without asking the provider. */
async function findState(client: ReturnType<TestServer['visit']>) {
  await server.db
    .updateTable('subscription')
    .set({ checked_at: new Date(Date.now() + 999 * dayMs) })
    .execute()
  return client.call(api.membership.find, {})
}

test('a subscription that was approved and never charged needs no cancellation at the provider', async () => {
  const user = makeUser()
  const client = server.visit()
  const id = await begin(client, { user })
  await createDesigner(server.db, { email: user.email })
  await server.sandbox.approve(id)
  for (let n = 0; n < 2; n++)
    expect(await refusal(confirm(client, id))).toMatchObject({
      status: 409,
      body: { code: 'refused', error: 'Email is already in use' },
    })
  expect((await server.sandbox.find(id))!.status).toBe('APPROVED')
  await settleFresh(server.services, error => expect(error).toBeUndefined())
})

test.each([
  ['in the order it happened', 'sent'],
  ['the end of it first', 'reversed'],
] as const)('a dispute that is won restores what a refund had reversed, reported %s', async (_, order) => {
  const { client, designer_id } = await memberWhoHas('none')
  const id = await buy(client)
  const sale = await saleOf(id)
  await server.sandbox.reverse(sale)
  await settlePayment(server.services, id)
  await server.sandbox.dispute(sale, 'won')
  await server.sandbox.flush({ order })
  await workOff(server)
  const [grant] = await grantsOf(server, designer_id)
  expect(grant!.reversed_at).toBeNull()
  await expectTimeEqualsMoney(server, id)
})

test('a dispute that is won grants what the payment had not bought before', async () => {
  const { client, designer_id } = await memberWhoHas('none')
  const id = await begin(client)
  await server.sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW' })
  await server.sandbox.approve(id)
  const { transactions } = (await server.sandbox.find(id))!
  // Pending when we looked; the message of its completion was lost.
  await server.sandbox.tamper(id, { transactions: transactions.map(t => ({ ...t, status: 'PENDING' })) })
  await settlePayment(server.services, id)
  await server.sandbox.dropWaiting()
  const sale = await saleOf(id)
  await server.sandbox.reverse(sale)
  await server.sandbox.flush()
  await workOff(server)
  expect(await grantsOf(server, designer_id)).toEqual([])
  await server.sandbox.dispute(sale, 'won')
  await server.sandbox.flush()
  await workOff(server)
  expect(await grantsOf(server, designer_id)).toMatchObject([{ source_reference: sale, reversed_at: null }])
  await expectTimeEqualsMoney(server, id)
})

describe('a dispute that ends', () => {
  /** A member whose payment was charged back, with the message processed. */
  async function takenBack() {
    const { client, designer_id } = await memberWhoHas('none')
    const id = await buy(client)
    const sale = await saleOf(id)
    await server.sandbox.reverse(sale)
    await server.sandbox.flush()
    await workOff(server)
    return { client, designer_id, id, sale }
  }
  const unsaid = 'a dispute ended, and it is not said for whom'

  test('withdrawn by the buyer restores the time', async () => {
    const { client, designer_id, id, sale } = await takenBack()
    expect((await findState(client)).state).toBe('revoked')
    await server.sandbox.dispute(sale, 'withdrawn')
    await server.sandbox.flush()
    await workOff(server)
    expect((await grantsOf(server, designer_id)).map(grant => grant.reversed_at)).toEqual([null])
    expect((await findState(client)).state).toBe('current')
    expect(await flagsOf(id)).not.toContain(unsaid)
    await expectTimeEqualsMoney(server, id)
  })

  test.each([
    ['paid_out', [unsaid]],
    ['lost', []],
  ] as const)('as %s changes nothing, and an undecided one is flagged for support', async (stage, told) => {
    const { client, id, sale } = await takenBack()
    const before = await flagsOf(id)
    await server.sandbox.dispute(sale, stage)
    await server.sandbox.flush({ copies: 2 })
    await workOff(server)
    expect((await flagsOf(id)).slice(before.length)).toEqual(told)
    expect((await findState(client)).state).toBe('revoked')
  })

  test('about a payment that was never reversed changes nothing', async () => {
    const { client } = await memberWhoHas('none')
    const id = await buy(client)
    await server.sandbox.dispute(await saleOf(id), 'paid_out')
    await server.sandbox.flush()
    await workOff(server)
    expect(await flagsOf(id)).toEqual([])
    expect((await findState(client)).state).toBe('current')
  })
})

describe('a chargeback reverses the time of its own payment only', () => {
  /** A member whose first payment of a plan was charged back, after so many days and `inBetween`. */
  async function chargedBack(isMonthly: boolean, days: number, inBetween?: (id: number) => Promise<unknown>) {
    const designer = await memberWhoHas('none')
    const id = await buy(designer.client, isMonthly)
    server.clock.aheadMs = days * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, id)
    if (inBetween) {
      await server.services.payments.cancel(id, 'no more')
      await settlePayment(server.services, id)
      await inBetween(designer.designer_id)
    }
    await server.sandbox.dropWaiting()
    const sale = await saleOf(id)
    await server.sandbox.reverse(sale)
    await server.sandbox.flush()
    await workOff(server)
    return { ...designer, client: await server.signIn(designer), id, sale }
  }
  const today = () => utcDay(server.services.now())
  const timeOf = async (designer_id: number) =>
    (await grantsOf(server, designer_id))
      .filter(grant => !grant.reversed_at)
      .map(({ source, starts_on, ends_on }) => [source, starts_on, ends_on])

  test('a member whose next payment stands stays a member to its end', async () => {
    const { client, designer_id } = await chargedBack(true, 32)
    const [[, , ends_on], ...more] = (await timeOf(designer_id)) as [string[]]
    expect(more).toEqual([])
    expect(await client.call(api.membership.find, {})).toMatchObject({
      state: 'current',
      member_expire: ends_on,
      subscriptionActive: false,
    })
    expect(await client.call(api.membership.checkoutInfo, {})).toMatchObject({ member_expire: ends_on })
    server.clock.aheadMs += 40 * dayMs
    const later = await server.signIn({ designer_id })
    expect(await later.call(api.membership.find, {})).toMatchObject({ state: 'revoked' })
    const next = await buy(later)
    expect((await server.sandbox.find(next))!.transactions).toHaveLength(1)
    expect((await timeOf(designer_id)).at(-1)).toEqual(['payment', today(), addMonths(today(), 12)])
  })

  test('a gift card that has not begun moves up, with its length unchanged', async () => {
    const code = await makeCard(1)
    const { client, designer_id, id, sale } = await chargedBack(false, 60, designer_id =>
      redeemGiftCard(server.services, code, { designer_id }),
    )
    expect(await timeOf(designer_id)).toEqual([['gift_card', today(), addMonths(today(), 1)]])
    expect(await client.call(api.membership.find, {})).toMatchObject({
      state: 'current',
      source: 'gift_card',
    })
    // Time that was charged back and not paid again stays reversed, also for another card.
    await redeemGiftCard(server.services, await makeCard(1), { designer_id })
    const aMonthAfter = (day: string) => addMonths(day, 1)
    expect((await timeOf(designer_id)).at(-1)).toEqual([
      'gift_card',
      aMonthAfter(today()),
      // Not two months after today: where February has ended the first one, that would be a later day of the month.
      aMonthAfter(aMonthAfter(today())),
    ])
    // The dispute is won: the grants are contiguous again.
    const begun = today()
    server.clock.aheadMs += 10 * dayMs
    await server.sandbox.dispute(sale, 'won')
    await server.sandbox.flush()
    await workOff(server)
    const [first, ...cards] = (await timeOf(designer_id)) as [string, string, string][]
    expect(first![0]).toBe('payment')
    expect(cards).toEqual([
      ['gift_card', first![2], aMonthAfter(first![2])],
      ['gift_card', aMonthAfter(first![2]), aMonthAfter(aMonthAfter(first![2]))],
    ])
    expect(begun < first![2]).toBe(true)
    await expectTimeEqualsMoney(server, id)
  })

  test('a gift card that had begun stays', async () => {
    const code = await makeCard(12)
    const { designer_id } = await chargedBack(true, 3, async designer_id => {
      server.clock.aheadMs = 40 * dayMs
      await redeemGiftCard(server.services, code, { designer_id })
      server.clock.aheadMs = 50 * dayMs
    })
    const begun = utcDay(new Date(Date.now() + 40 * dayMs))
    expect(await timeOf(designer_id)).toEqual([['gift_card', begun, addMonths(begun, 12)]])
    server.clock.aheadMs = 400 * dayMs
    const later = await server.signIn({ designer_id })
    expect(await later.call(api.membership.find, {})).toMatchObject({ state: 'current' })
  })

  // Two grants in a row, of which one crosses the end of a month.
  test.each([14, 28])('%i days of an administrator move up, with their number unchanged', async days => {
    const whenOver = (day: string) => utcDay(new Date(Date.parse(day) + days * dayMs))
    const { designer_id, id, sale } = await chargedBack(false, 60, async designer_id => {
      for (let n = 0; n < 2; n++) {
        const starts_on = (await timeOf(designer_id)).at(-1)![2]!
        await server.db
          .insertInto('membership_grant')
          .values({
            designer_id,
            source: 'admin',
            source_reference: randomUUID(),
            starts_on,
            ends_on: whenOver(starts_on),
          })
          .execute()
      }
    })
    const lastsFrom = (day: string) => [
      ['admin', day, whenOver(day)],
      ['admin', whenOver(day), whenOver(whenOver(day))],
    ]
    expect(await timeOf(designer_id)).toEqual(lastsFrom(today()))
    await server.sandbox.dispute(sale, 'won')
    await server.sandbox.flush()
    await workOff(server)
    const [first, ...overrides] = await timeOf(designer_id)
    expect([first![0], overrides]).toEqual(['payment', lastsFrom(first![2]!)])
    expect((await server.sandbox.find(id))!.status).toBe('CANCELLED')
  })

  test('who pays again becomes a member once the payment is seen', async () => {
    const { client } = await chargedBack(false, 30)
    const id = await begin(client)
    await server.sandbox.approve(id)
    await server.services.payments.activate(id)
    const { transactions } = (await server.sandbox.find(id))!
    await server.sandbox.tamper(id, { transactions: [] })
    expect(await confirm(client, id)).toEqual({ status: 'confirming', member_expire: null })
    await server.sandbox.tamper(id, { transactions })
    expect(await confirm(client, id)).toEqual({
      status: 'member',
      member_expire: addMonths(today(), 12),
    })
  })

  test('a later purchase moves behind the restored time when the dispute is won, and its subscription continues from there', async () => {
    const { designer_id, id, sale } = await chargedBack(false, 30)
    const next = await buy(await server.signIn({ designer_id }), true)
    await server.sandbox.dispute(sale, 'won')
    await server.sandbox.flush()
    await workOff(server)
    const [first, second] = (await timeOf(designer_id)) as [string, string, string][]
    expect(second).toEqual(['payment', first![2], addMonths(first![2], 1)])
    server.clock.aheadMs += 32 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, next)
    expect((await timeOf(designer_id)).at(-1)).toEqual([
      'payment',
      addMonths(first![2], 1),
      addMonths(first![2], 2),
    ])
    for (const each of [id, next]) await expectTimeEqualsMoney(server, each)
  })
})

test('a purchase without an outcome is given up after three days, and blocks nothing', async () => {
  const { client } = await memberWhoHas('none')
  const id = await begin(client)
  await server.sandbox.approve(id)
  server.sandbox.faults.push({ match: 'POST */activate', times: 9, effect: 'status:403' })
  await settlePayment(server.services, id)
  server.sandbox.faults.length = 0
  await server.sandboxMemory.remove('subscription', id)
  server.clock.aheadMs = 2 * dayMs
  await reconcile(server.services, 'full', quiet)
  expect((await intentOf(id)).state).toBe('settling')
  server.clock.aheadMs = 3.2 * dayMs
  await reconcile(server.services, 'light', quiet)
  expect((await intentOf(id)).state).toBe('refused')
  expect(await flagsOf(id)).toEqual(['a purchase was given up'])
  await buy(client)
  expect(await client.call(api.membership.find, {})).toMatchObject({ state: 'current' })
})

test('a gift card is refused while a purchase is being charged', async () => {
  const { client, designer_id } = await memberWhoHas('none')
  const code = await makeCard()
  const id = await begin(client)
  await server.sandbox.approve(id)
  let refused: unknown
  await settlePayment(
    withPayments({
      async activate(subscriptionId) {
        await server.services.payments.activate(subscriptionId)
        refused = await redeemGiftCard(server.services, code, { designer_id }).catch(error => error)
      },
    }),
    id,
  )
  expect(refused).toMatchObject({ status: 409 })
  expect(await grantsOf(server, designer_id)).toHaveLength(1)
})

test('a flagged case is mailed to support once', async () => {
  const { client } = await memberWhoHas('none')
  const id = await buy(client)
  await server.sandbox.refund(await saleOf(id), 10_00)
  await settlePayment(server.services, id)
  for (let n = 0; n < 2; n++) await mailAttention(server.db, server.services)
  const told = await server.db
    .selectFrom('mail')
    .where('to_address', '=', siteWords().support_email)
    .where('text', 'like', `%${id}%`)
    .select(['kind', 'subject'])
    .execute()
  expect(told).toEqual([{ kind: 'ledger-attention', subject: 'Check: partial refund' }])
})

describe('the mails', () => {
  const textsTo = async (email: string, kind: string) =>
    (
      await server.db
        .selectFrom('mail')
        .where('to_address', '=', email)
        .where('kind', '=', kind)
        .orderBy('created_at')
        .select(['subject', 'text'])
        .execute()
    ).map(mail => `${mail.subject}: ${mail.text}`.replace(/\s+/g, ' '))

  test('about a chargeback name it, and announce no renewal', async () => {
    const designer = await memberWhoHas('none')
    const id = await buy(designer.client, true)
    server.clock.aheadMs = 32 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, id)
    await server.sandbox.dropWaiting()
    await server.sandbox.reverse(await saleOf(id))
    await server.sandbox.flush()
    await workOff(server)
    await remindMembers(server.services)
    const [returned, ...more] = await textsTo(designer.email, 'payment-returned')
    expect([returned?.slice(0, 25), more]).toEqual(['Your payment was reversed', []])
    const [cancelled] = await textsTo(designer.email, 'subscription-cancelled')
    expect(cancelled).not.toContain('stays yours')
    expect(await mailsTo(designer.email)).not.toContain('membership-expiring')
  })

  test('about a chargeback are sent even if it was first seen as a refund', async () => {
    const designer = await memberWhoHas('none')
    const id = await buy(designer.client, true)
    server.clock.aheadMs = 32 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, id)
    await server.sandbox.dropWaiting()
    await server.sandbox.reverse(await saleOf(id))
    await settlePayment(server.services, id)
    await server.sandbox.flush({ copies: 2 })
    await workOff(server)
    const subjects = (await textsTo(designer.email, 'payment-returned')).map(text => text.split(':')[0])
    expect(subjects).toEqual(['Your refund', 'Your payment was reversed'])
  })

  test('about a refund say that time has ended only if it has', async () => {
    const designer = await memberWhoHas('none')
    const id = await buy(designer.client, true)
    server.clock.aheadMs = 32 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, id)
    const [first, second] = (await server.sandbox.find(id))!.transactions
    await server.sandbox.refund(first!.id)
    await settlePayment(server.services, id)
    await server.sandbox.refund(second!.id)
    await settlePayment(server.services, id)
    const texts = await textsTo(designer.email, 'payment-returned')
    expect(texts.map(text => text.includes('has ended'))).toEqual([false, true])
  })

  test('announce no renewal while a payment fails', async () => {
    const designer = await memberWhoHas('none')
    const id = await buy(designer.client)
    await server.sandbox.setWallet(id, false)
    server.clock.aheadMs = 367 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, id)
    await remindMembers(server.services)
    expect(await mailsTo(designer.email)).toContain('payment-failed')
    expect(await mailsTo(designer.email)).not.toContain('renewal-reminder')
  })

  test('announce the end of a month only in its last week', async () => {
    const designer = await memberWhoHas('none')
    await redeemGiftCard(server.services, await makeCard(1), designer)
    const expiring = async (day: number) => {
      server.clock.aheadMs = day * dayMs
      await remindMembers(server.services)
      return (await mailsTo(designer.email)).filter(kind => kind === 'membership-expiring').length
    }
    expect([await expiring(1), await expiring(15), await expiring(25)]).toEqual([0, 0, 1])
    expect(await mailsTo(designer.email)).not.toContain('membership-expired')
  })
})

test('a cancellation that has not reached the provider yet is shown', async () => {
  const { client } = await memberWhoHas('none')
  const id = await buy(client)
  expect(await client.call(api.membership.find, {})).toMatchObject({ cancel_requested: false })
  server.sandbox.faults.push({ match: 'POST */cancel', times: 3, effect: 'status:500' })
  await client.call(api.membership.cancel, { subscriptionId: id })
  expect(await client.call(api.membership.find, {})).toMatchObject({
    subscriptionActive: true,
    cancel_requested: true,
  })
  server.sandbox.faults.length = 0
  for (let n = 0; n < 2; n++) await settleFresh(server.services, quiet)
  expect(await client.call(api.membership.find, {})).toMatchObject({ cancel_requested: false })
})

test('each open purchase is checked within minutes, however many there are', async () => {
  const { client } = await memberWhoHas('none')
  const id = await begin(client)
  await server.sandbox.approve(id)
  const { designer_id } = await createDesigner(server.db)
  await server.db
    .insertInto('checkout_intent')
    .values(
      Array.from({ length: 120 }, (_, n) => ({
        intent_id: randomUUID(),
        designer_id,
        plan: 'yearly' as const,
        amount_cents: 100_00,
        subscription_id: `I-OPEN${n}`,
        created_at: new Date(),
        expires_at: new Date(Date.now() + dayMs),
      })),
    )
    .execute()
  for (let n = 0; n < 2; n++) await settleFresh(server.services, quiet)
  expect((await intentOf(id)).state).toBe('settled')
  await server.db.deleteFrom('checkout_intent').where('designer_id', '=', designer_id).execute()
})

describe('a purchase is refused', () => {
  test('if the provider takes no payments', async () => {
    const { code } = countries.find(country => !country.provider)!
    const { status, body } = await refusal(begin(server.visit(), { user: makeUser({ country: code }) }))
    expect(status).toBe(409)
    expect(body.error).toMatch(/^PayPal doesn’t take payments from .*\. Please use a gift card\.$/)
    const member = await server.signIn(await createDesigner(server.db, { country: code }))
    expect((await refusal(begin(member))).status).toBe(409)
  })

  test('for a new account by a signed-in member', async () => {
    const { client } = await memberWhoHas('lapsed')
    expect((await refusal(begin(client, { user: makeUser() }))).status).toBe(409)
  })

  test('for a plan that adds unpaid amounts to the next payment', async () => {
    const { fetch } = server.sandbox
    const adding = payPal({
      baseUrl: 'http://localhost:3000/__paypal',
      button: server.services.payments.button,
      ...sandboxCredentials,
      planIds: sandboxPlanIds,
      webhookId: sandboxWebhookId,
      certificates: sandboxCertificates('http://localhost:3000/__paypal'),
      returnUrl: 'http://localhost:3000/checkout',
      brandName: () => 'Colophon',
      async fetch(url, init) {
        const answer = await fetch(url, init)
        if (!url.includes('/plans/')) return answer
        const text = (await answer.text()).replace(
          '"auto_bill_outstanding":false',
          '"auto_bill_outstanding":true',
        )
        return new Response(text, answer)
      },
    })
    const order = { intentId: randomUUID(), plan: 'yearly', startsAt: undefined } as const
    await expect(adding.createSubscription(order)).rejects.toThrow('PLAN_IS_NOT_OURS')
  })
})

test('behind a proxy that is not configured no one controls the sandbox; invalid input is refused', async () => {
  const ask = (url: string, headers: Record<string, string>, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `/__paypal${url}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  const state = '/__sandbox/state'
  const statuses = []
  for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'])
    statuses.push((await ask(state, { [header]: 'for=10.0.0.1' }, '{}')).statusCode)
  statuses.push((await ask(state, {}, '{}')).statusCode)
  statuses.push((await ask(state, {}, '{')).statusCode)
  expect(statuses).toEqual([404, 404, 404, 200, 400])
  const token = await server.sandbox.fetch('http://localhost:3000/__paypal/v1/oauth2/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(Object.values(sandboxCredentials).join(':')).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const bearer = { authorization: `Bearer ${access_token}` }
  for (const url of ['/v1/billing/subscriptions', '/v1/notifications/verify-webhook-signature'])
    expect((await ask(url, bearer, '{')).statusCode).toBe(400)
})
