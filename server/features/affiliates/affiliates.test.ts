import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { begin, confirm, join, makeUser, resetPayments, workOff } from '../../../tests/payments.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { createGiftCards } from '../gift-cards/queries.ts'
import { settlePayment } from '../membership/settle-payment.ts'
import { createAffiliate, listAffiliates } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => resetPayments(server))
afterAll(() => server.close())

let made = 0
async function makeCode(owner?: { username: string }) {
  const { username } = owner ?? (await createDesigner(server.db))
  const code = `Guild-${++made}`
  expect(await createAffiliate(server.db, { code, username, now: new Date() })).toBeUndefined()
  return code
}

const countsOf = async (code: string) => {
  const found = (await listAffiliates(server.db)).find(a => a.code === code)
  return found && [found.joined, found.paid, found.reversed]
}

/** A new member who joins with this code and pays. */
async function joinWith(affiliate: string, overrides: Parameters<typeof makeUser>[0] = {}) {
  const client = server.visit()
  const user = makeUser(overrides)
  const subscriptionID = await begin(client, { user, affiliate })
  await server.sandbox.approve(subscriptionID)
  expect(await confirm(client, subscriptionID)).toMatchObject({ status: 'member' })
  return { user, subscriptionID }
}

test('a referrer is credited once, for the first payment only', async () => {
  const code = await makeCode()
  const { subscriptionID } = await joinWith(code.toLowerCase())
  expect(await countsOf(code)).toEqual([1, 1, 0])
  server.clock.aheadMs = 366 * 86_400_000
  await server.sandbox.bill()
  await settlePayment(server.services, subscriptionID)
  await settlePayment(server.services, subscriptionID)
  expect((await server.sandbox.find(subscriptionID))!.transactions).toHaveLength(2)
  expect(await countsOf(code)).toEqual([1, 1, 0])
})

test('a credit is reversed with its payment, and restored with it', async () => {
  const code = await makeCode()
  const { subscriptionID } = await joinWith(code)
  const [sale] = (await server.sandbox.find(subscriptionID))!.transactions
  const hear = async () => {
    await server.sandbox.flush()
    await workOff(server)
    return countsOf(code)
  }
  await server.sandbox.reverse(sale!.id)
  expect(await hear()).toEqual([1, 0, 1])
  await server.sandbox.dispute(sale!.id, 'won')
  expect(await hear()).toEqual([1, 1, 0])
  const other = await joinWith(code)
  await server.sandbox.refund((await server.sandbox.find(other.subscriptionID))!.transactions[0]!.id)
  expect(await hear()).toEqual([2, 1, 1])
})

test('an unknown code is stored as it came, without credit or error', async () => {
  const { user } = await joinWith('nobodys-code')
  const row = await server.db
    .selectFrom('designer')
    .where('username', '=', user.username)
    .select(['designer_id', 'affiliate'])
    .executeTakeFirstOrThrow()
  expect(row.affiliate).toBe('nobodys-code')
  const credits = server.db.selectFrom('affiliate_credit').where('designer_id', '=', row.designer_id)
  expect(await credits.select('code').execute()).toEqual([])
})

test('members cannot refer themselves: not by the same mailbox, nor by the same wallet', async () => {
  const owner = await join(server)
  const code = await makeCode(owner.user)
  const [name, host] = owner.user.email.split('@')
  await joinWith(code, { email: `${name}+again@${host}` })
  expect(await countsOf(code)).toEqual([1, 0, 0])

  const client = server.visit()
  const subscriptionID = await begin(client, { user: makeUser(), affiliate: code })
  const { payer_id } = await server.db
    .selectFrom('subscription')
    .where('subscription_id', '=', owner.subscriptionID)
    .select('payer_id')
    .executeTakeFirstOrThrow()
  await server.sandbox.tamper(subscriptionID, { payer_id })
  await server.sandbox.approve(subscriptionID)
  await confirm(client, subscriptionID)
  expect(await countsOf(code)).toEqual([2, 0, 0])

  await joinWith(code)
  expect(await countsOf(code)).toEqual([3, 1, 0])
})

test('a gift card brings no credit, the first payment after it does', async () => {
  const code = await makeCode()
  const user = makeUser()
  const [card] = await createGiftCards(server.db, server.services.secret, {
    count: 1,
    term_months: 1,
    note: '',
    expires_at: null,
    now: new Date(),
  })
  const client = server.visit()
  const order = { user, isNew: true, affiliate: code, gift_card_code: card!.code }
  await client.call(api.membership.giftCard, order)
  expect(await countsOf(code)).toEqual([1, 0, 0])
  const { designer_id } = await server.db
    .selectFrom('designer')
    .where('username', '=', user.username)
    .select('designer_id')
    .executeTakeFirstOrThrow()
  server.clock.aheadMs = 40 * 86_400_000
  const member = await server.signIn({ designer_id })
  const id = await begin(member)
  await server.sandbox.approve(id)
  await confirm(member, id)
  expect(await countsOf(code)).toEqual([1, 1, 0])
})

test('a code is made once, for an existing member', async () => {
  const { username } = await createDesigner(server.db)
  const make = (code: string, of = username) =>
    createAffiliate(server.db, { code, username: of, now: new Date() })
  expect(await make('a b')).toMatch('2 to 40')
  expect(await make('printers', 'nobody-there')).toMatch('no member nobody-there')
  expect(await make('Printers', username.toUpperCase())).toBeUndefined()
  expect(await make('printers')).toMatch('exists already')
})
