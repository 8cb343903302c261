import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { addMonths, utcDay } from '../../../shared/rules/plan.ts'
import { formatReceiptNumber } from '../../../shared/rules/receipt-number.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { begin, confirm, join, newPassword, resetPayments, workOff } from '../../../tests/payments.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { settlePayment } from './settle-payment.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    SELLER: 'Colophon Press LLC; 12 Main Street ;Wichita, KS 67202',
    SUPPORT_EMAIL: 'support@colophon.example',
  })
})
afterEach(() => resetPayments(server))
afterAll(() => server.close())

/** A new member who has just joined, signed in. */
async function member(order: { isMonthly?: boolean } = {}) {
  const joined = await join(server, order)
  const client = await server.signIn(joined)
  const { data } = await client.call(api.membership.payments, {})
  return { ...joined, client, receipt_id: data[0]!.receipt_id!, saleId: await saleOf(joined.subscriptionID) }
}

const saleOf = async (subscriptionID: string) =>
  (await server.sandbox.find(subscriptionID))!.transactions[0]!.id

/** Moves the clock to the next payment; the session is renewed, because it would have ended. */
async function aMonthLater(designer_id: number) {
  server.clock.aheadMs += 32 * 86_400_000
  await server.sandbox.bill()
  await deliver()
  return server.signIn({ designer_id })
}

async function deliver() {
  await server.sandbox.flush()
  await workOff(server)
}

/** The texts of the mails of a kind to a member. */
async function mailsTo(email: string, kind: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('mail')
    .where('to_address', '=', email)
    .where('kind', '=', kind)
    .select('text')
    .execute()
  return rows.map(row => row.text)
}

/** Deletes what a restored backup would lack of a later member: everything but the account. */
async function forgetPaymentsOf(designer_id: number) {
  for (const table of ['affiliate_credit', 'membership_grant', 'payment', 'subscription'] as const)
    await server.db.deleteFrom(table).where('designer_id', '=', designer_id).execute()
}

test('a payment found again after a restore keeps its receipt number, even if others were numbered in the meantime', async () => {
  const first = await member()
  const second = await member()
  expect(String(first.receipt_id)).toMatch(
    new RegExp(`^${utcDay(server.services.now()).slice(2).replaceAll('-', '')}\\d{6}$`),
  )
  for (const { designer_id } of [first, second]) await forgetPaymentsOf(designer_id)
  const { receipt_id } = await member()
  expect([first.receipt_id, second.receipt_id]).not.toContain(receipt_id)
  for (const { subscriptionID, client, receipt_id } of [second, first]) {
    await settlePayment(server.services, subscriptionID)
    const { data } = await client.call(api.membership.payments, {})
    expect(data).toMatchObject([{ receipt_id }])
  }
})

test('two payments of a day whose ids hash alike get two numbers', async () => {
  const { designer_id, subscriptionID } = await member()
  const digits = (id: string) =>
    Number.parseInt(createHash('md5').update(id).digest('hex').slice(0, 8), 16) % 1_000_000
  const ids = Map.groupBy(
    Array.from({ length: 5000 }, (_, i) => `SALE-${i}`),
    digits,
  )
  const [alike] = ids.values().filter(found => found.length > 1)
  const [one, other] = alike!
  for (const payment_id of [one!, other!])
    await server.db
      .insertInto('payment')
      .values({
        payment_id,
        designer_id,
        subscription_id: subscriptionID,
        amount_cents: 10_000,
        currency: 'USD',
        status: 'completed',
        paid_at: new Date('2027-02-03T23:59:59Z'),
        created_at: new Date(),
      })
      .execute()
  const rows = await server.db
    .selectFrom('payment')
    .where('payment_id', 'in', [one!, other!])
    .orderBy('receipt_id')
    .select('receipt_id')
    .execute()
  const number = 270_203_000_000 + digits(one!)
  expect(rows.map(row => row.receipt_id)).toEqual([number, number + 1])
})

test('a member without payments gets an empty list', async () => {
  const client = await server.signIn(await createDesigner(server.db))
  expect(await client.call(api.membership.payments, {})).toEqual({ data: [], count: 0 })
})

test('a receipt names seller, buyer, goods, period and way of paying', async () => {
  const { user, client, receipt_id, saleId } = await member()
  const today = utcDay(server.services.now())
  expect(await client.call(api.membership.payments, {})).toEqual({
    data: [
      {
        receipt_id,
        paid_at: expect.stringContaining(today),
        plan: 'yearly',
        amount_cents: 10_000,
        currency: 'USD',
        refunded_cents: 0,
        status: 'completed',
      },
    ],
    count: 1,
  })
  const { first_name, last_name, company, address1, address2, city, state, zip, country } = user
  expect(await client.call(api.membership.receipt, { receipt_id })).toEqual({
    receipt_id,
    payment_id: saleId,
    paid_at: expect.stringContaining(today),
    plan: 'yearly',
    amount_cents: 10_000,
    currency: 'USD',
    refunded_cents: 0,
    status: 'completed',
    period: { starts_on: today, ends_on: addMonths(today, 12) },
    refunds: [],
    reversed_at: null,
    payer: { first_name, last_name, company, address1, address2, city, state, zip, country },
    seller: ['Colophon Press LLC', '12 Main Street', 'Wichita, KS 67202'],
    contact: 'support@colophon.example',
  })
})

test('a receipt keeps the address of its time; the next one has the new address', async () => {
  const { designer_id, subscriptionID, receipt_id } = await member({ isMonthly: true })
  await server.db
    .updateTable('designer')
    .set({ city: 'Tulsa' })
    .where('designer_id', '=', designer_id)
    .execute()
  const later = await aMonthLater(designer_id)
  const { data } = await later.call(api.membership.payments, {})
  expect(data.map(payment => payment.plan)).toEqual(['monthly', 'monthly'])
  expect(data[1]!.receipt_id).toBe(receipt_id)
  const cities = data.map(async payment => {
    const { payer } = await later.call(api.membership.receipt, { receipt_id: payment.receipt_id! })
    return payer.city
  })
  expect(await Promise.all(cities)).toEqual(['Tulsa', 'Wichita'])
  expect((await server.sandbox.find(subscriptionID))!.transactions).toHaveLength(2)
})

test('only the buyer sees a receipt, also when lapsed', async () => {
  const { client, designer_id, receipt_id } = await member()
  const otherMembers = [
    await server.signIn(await createDesigner(server.db)),
    await server.signIn(await createDesigner(server.db, { role: 'admin' })),
  ]
  for (const stranger of otherMembers)
    expect(await refusal(stranger.call(api.membership.receipt, { receipt_id }))).toEqual({
      status: 404,
      body: { error: 'Receipt not found.' },
    })
  expect((await refusal(server.visit().call(api.membership.receipt, { receipt_id }))).status).toBe(401)
  for (const unknown of [receipt_id + 100_000, 999_999_999_999_999])
    expect((await refusal(client.call(api.membership.receipt, { receipt_id: unknown }))).status).toBe(404)

  await server.db
    .updateTable('membership_grant')
    .set({ starts_on: '2020-01-01', ends_on: '2021-01-01' })
    .where('designer_id', '=', designer_id)
    .execute()
  await server.db
    .updateTable('subscription')
    .set({ status: 'cancelled' })
    .where('designer_id', '=', designer_id)
    .execute()
  expect(await client.call(api.auth.check, {})).toMatchObject({ isActive: false })
  expect(await client.call(api.membership.receipt, { receipt_id })).toMatchObject({ receipt_id })
  expect(await client.call(api.membership.payments, {})).toMatchObject({ count: 1 })
  expect(await client.call(api.membership.checkoutInfo, {})).toMatchObject({ is_revoked: false })
})

test('a payment that was not completed is listed without a receipt', async () => {
  const { designer_id, subscriptionID } = await member({ isMonthly: true })
  await server.sandbox.setWallet(subscriptionID, false)
  const later = await aMonthLater(designer_id)
  const { data } = await later.call(api.membership.payments, {})
  expect(data[0]).toMatchObject({ status: 'declined', receipt_id: null })
  const { receipt_id } = await server.db
    .selectFrom('payment')
    .where('designer_id', '=', designer_id)
    .where('status', '=', 'declined')
    .select('receipt_id')
    .executeTakeFirstOrThrow()
  expect((await refusal(later.call(api.membership.receipt, { receipt_id }))).status).toBe(404)
})

test('a partial refund is shown with its amount and day, however often it is reported', async () => {
  const { client, receipt_id, saleId } = await member()
  const refund_id = await server.sandbox.refund(saleId, 2500)
  await server.sandbox.flush({ copies: 3 })
  await workOff(server)
  expect(await client.call(api.membership.receipt, { receipt_id })).toMatchObject({
    status: 'partially_refunded',
    refunded_cents: 2500,
    refunds: [
      { refund_id, amount_cents: 2500, refunded_at: expect.stringContaining(utcDay(server.services.now())) },
    ],
  })
  const { data } = await client.call(api.membership.payments, {})
  expect(data).toMatchObject([{ status: 'partially_refunded', refunded_cents: 2500, receipt_id }])
})

test('a full refund whose message was lost is still shown', async () => {
  const { client, user, receipt_id, saleId, subscriptionID } = await member()
  await server.sandbox.refund(saleId)
  await server.sandbox.dropWaiting()
  await settlePayment(server.services, subscriptionID)
  expect(await client.call(api.membership.receipt, { receipt_id })).toMatchObject({
    status: 'refunded',
    refunded_cents: 10_000,
    refunds: [],
  })
  expect(await mailsTo(user.email, 'payment-returned')).toEqual([
    expect.stringContaining(`/receipt/${receipt_id}`),
  ])
})

test('a payment reversed in a dispute shows the date', async () => {
  const { client, receipt_id, saleId } = await member()
  await server.sandbox.reverse(saleId)
  await deliver()
  expect(await client.call(api.membership.receipt, { receipt_id })).toMatchObject({
    status: 'reversed',
    refunded_cents: 0,
    reversed_at: expect.stringContaining('T'),
  })
  // Checkout shows why the member was redirected.
  expect(await client.call(api.membership.checkoutInfo, {})).toMatchObject({ is_revoked: true })
})

test('the mails about a payment name its receipt and link to it', async () => {
  const { user, designer_id, receipt_id } = await member({ isMonthly: true })
  const [welcome] = await mailsTo(user.email, 'welcome')
  expect(welcome).toMatch(new RegExp(`Receipt:?\\s+${formatReceiptNumber(receipt_id)}\\b`))
  expect(welcome).toContain(`http://localhost:3000/receipt/${receipt_id}`)
  const later = await aMonthLater(designer_id)
  const { data } = await later.call(api.membership.payments, {})
  const [renewal] = await mailsTo(user.email, 'renewal-receipt')
  expect(renewal).toContain(`http://localhost:3000/receipt/${data[0]!.receipt_id}`)
})

test('closing the account deletes the buyer’s name and keeps the sale', async () => {
  const user = await member()
  await user.client.call(api.membership.cancel, { subscriptionId: user.subscriptionID })
  await user.client.call(api.auth.closeAccount, { password: newPassword })
  const row = await server.db
    .selectFrom('payment')
    .where('designer_id', '=', user.designer_id)
    .select(['payer', 'amount_cents', 'receipt_id'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ payer: null, amount_cents: 10_000, receipt_id: user.receipt_id })
})

test('a member who pays again gets a receipt for each payment', async () => {
  const person = await createDesigner(server.db, { membership: 'lapsed', country: 'SE', city: 'Lund' })
  const client = await server.signIn(person)
  const subscriptionID = await begin(client, { isMonthly: true })
  await server.sandbox.approve(subscriptionID)
  await confirm(client, subscriptionID)
  const { data } = await client.call(api.membership.payments, {})
  const { payer } = await client.call(api.membership.receipt, { receipt_id: data[0]!.receipt_id! })
  expect(payer).toMatchObject({ city: 'Lund', country: 'SE', company: person.company })
})
