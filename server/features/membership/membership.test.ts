import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { addMonths, utcDay } from '../../../shared/rules/plan.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner } from '../../../tests/factories.ts'
import {
  begin,
  confirm,
  expectTimeEqualsMoney,
  grantsOf,
  join,
  makeUser,
  newPassword,
  resetPayments,
  workOff,
} from '../../../tests/payments.ts'
import { refusal, startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'
import { createGiftCards, voidGiftCard } from '../gift-cards/queries.ts'
import { redeemGiftCard } from './redeem-gift-card.ts'
import { remindMembers } from './remind-members.ts'
import { settlePayment } from './settle-payment.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => resetPayments(server))
afterAll(() => server.close())

const now = () => new Date(Date.now() + server.clock.aheadMs)
const today = () => utcDay(now())

async function makeCard(term_months: 1 | 12 = 12, overrides: { expires_at?: Date } = {}) {
  const [card] = await createGiftCards(server.db, server.services.secret, {
    count: 1,
    term_months,
    note: '',
    expires_at: overrides.expires_at ?? null,
    now: now(),
  })
  return card!.code
}

/** The newest card with these last characters. */
const cardOf = (code: string) =>
  server.db
    .selectFrom('gift_card')
    .where('last4', '=', code.slice(-4))
    .orderBy('gift_card_id', 'desc')
    .select(['gift_card_id', 'last4'])
    .executeTakeFirstOrThrow()

async function mailsTo(email: string) {
  const rows = await server.db
    .selectFrom('mail')
    .where('to_address', '=', email)
    .orderBy('created_at')
    .select('kind')
    .execute()
  return rows.map(r => r.kind).toSorted()
}

describe('joining', () => {
  const checked = (overrides: Parameters<typeof makeUser>[0]) =>
    server.visit().call(api.membership.validateRegistration, { user: makeUser(overrides), isNew: true })

  test.each([
    'admin',
    'Support',
    'post-master',
    'web.master',
    'no-reply',
    'constructor',
    '__proto__',
    'Colophon',
  ])('the username %s is reserved', async username => {
    const { status, body } = await refusal(checked({ username }))
    const reserved = 'This username is reserved. Please choose another.'
    expect([status, body.errors]).toEqual([400, { username: reserved }])
  })

  test('a username needs a letter or a digit', async () => {
    for (const username of ['...', '_-_', '---'])
      expect((await refusal(checked({ username }))).body.errors).toEqual({
        username: 'Username must contain a letter or a digit.',
      })
  })

  test('a common password is refused before anything is bought, in each way of paying', async () => {
    const user = makeUser({ password: 'Password123!' })
    const visitor = server.visit()
    const gift_card_code = await makeCard()
    for (const call of [
      () => visitor.call(api.membership.validateRegistration, { user, isNew: true }),
      () => visitor.call(api.membership.createIntent, { user, isNew: true }),
      () => visitor.call(api.membership.giftCard, { user, isNew: true, gift_card_code }),
    ]) {
      const { status, body } = await refusal(call())
      expect([status, body.errors]).toEqual([400, { password: 'Password is too common.' }])
    }
  })

  test.each([
    ['the same', 'Ada Lindqvist'],
    ['in other case, with other blanks', 'ADA  lindqvist.'],
    ['with an accent', 'Ádà Lindqvist'],
    ['with Cyrillic letters', '\u0410d\u0430 Lindqvist'],
    ['with Greek letters', '\u0391da Lindqv\u03b9st'],
    ['with I for l', 'Ada Iindqvist'],
    ['in full-width letters', 'Ａｄａ Lindqvist'],
  ])('a company that is %s as another’s gets a warning and is accepted', async (_how, company) => {
    await createDesigner(server.db, { company: 'Ada Lindqvist' })
    expect(await checked({ company })).toEqual({
      success: true,
      warnings: { company: 'Another designer is called this, too.' },
    })
  })

  test('a company like the gallery’s name gets a warning; one with its own name does not', async () => {
    expect((await checked({ company: 'C0l\u043ephon' })).warnings).toEqual({
      company: 'This looks like the name of the gallery itself.',
    })
    expect(await checked({ company: 'Lindqvist & Daughters 世界' })).toEqual({ success: true })
    expect(await checked({ company: '日本' })).toEqual({ success: true })
  })

  test('thirty checks an hour from one address tell whether an email is taken; joining itself is not limited', async () => {
    await server.db.deleteFrom('limit_count').execute()
    const { email } = await createDesigner(server.db)
    for (let i = 0; i < 30; i++)
      expect((await refusal(checked({ email }))).body.errors).toEqual({ email: 'Email is already in use' })
    expect(await checked({ email })).toEqual({ success: true })
    const { username } = await createDesigner(server.db)
    expect((await refusal(checked({ username }))).body.errors).toEqual({
      username: 'Username is already taken',
    })
    const purchase = server
      .visit()
      .call(api.membership.createIntent, { user: makeUser({ email }), isNew: true })
    expect((await refusal(purchase)).body.errors).toEqual({ email: 'Email is already in use' })
    await server.db.deleteFrom('limit_count').execute()
  })

  test('only an approved payment makes an account that can sign in', async () => {
    const user = makeUser({ country: 'C2' })
    const client = server.visit()
    expect(await client.call(api.membership.validateRegistration, { user, isNew: true })).toEqual({
      success: true,
    })
    const id = await begin(client, { user, affiliate: 'printers-guild' })
    const login = () =>
      server.visit().call(api.auth.login, { username: user.username, password: newPassword })
    expect((await refusal(login())).status).toBe(401)
    await server.sandbox.approve(id)
    const ends = addMonths(today(), 12)
    expect(await confirm(client, id)).toEqual({ status: 'member', member_expire: ends })
    expect(await login()).toMatchObject({ isActive: true, subscriptionActive: true, subscriptionId: id })
    const row = await server.db
      .selectFrom('designer')
      .where('username', '=', user.username)
      .select(['designer_id', 'affiliate', 'country', 'city'])
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ affiliate: 'printers-guild', country: 'C2', city: 'Wichita' })
    expect(await grantsOf(server, row.designer_id)).toMatchObject([
      { source: 'payment', starts_on: today(), ends_on: ends, reversed_at: null },
    ])
    expect(await mailsTo(user.email)).toEqual(['welcome'])
  })

  test.each([
    ['is told that nothing was charged', 'CONTINUE', 'refused', 'Email is already in use', 'APPROVED'],
    [
      'is told that what was charged comes back',
      'SUBSCRIBE_NOW',
      'charged',
      'Email is already in use. You’ve been charged; support will refund you.',
      'CANCELLED',
    ],
  ])('an email address that was taken in between %s', async (_, user_action, code, error, atProvider) => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await createDesigner(server.db, { email: user.email })
    await server.sandbox.tamper(id, { user_action })
    await server.sandbox.approve(id)
    const { status, body } = await refusal(confirm(client, id))
    expect([status, body.error, body.code]).toEqual([409, error, code])
    // A subscription that is only approved cannot be cancelled; it is never activated.
    expect((await server.sandbox.find(id))!.status).toBe(atProvider)
  })

  test('each wrong field gets its own error', async () => {
    const user = makeUser({
      username: 'a b',
      password: 'short',
      email: 'nobody',
      company: ' ',
      phone: 'none',
    })
    const { status, body } = await refusal(
      server.visit().call(api.membership.validateRegistration, { user, isNew: true }),
    )
    expect(status).toBe(400)
    expect(body.errors).toEqual({
      username: 'Username must be 3 to 30 letters, digits, dots, underscores or hyphens.',
      password:
        'Password must be between 8 and 20 characters long, containing: one uppercase letter, one lowercase letter, one number, and one special character.',
      email: 'Email is not valid',
      company: 'Company is required',
      phone: 'Phone is required',
    })
  })

  test('every field that is missing or looks empty gets an error', async () => {
    const required = {
      username: 'Username is required',
      password: 'Password is required',
      first_name: 'First Name is required',
      last_name: 'Last Name is required',
      company: 'Company is required',
      email: 'Email is required',
      phone: 'Phone is required',
      address1: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      zip: 'ZIP is required',
      country: 'Country is required',
    }
    const ask = async (user: object) =>
      (
        await refusal(
          server.visit().call(api.membership.validateRegistration, { user: user as never, isNew: true }),
        )
      ).body
    expect((await ask({})).errors).toEqual(required)
    const hidden = { first_name: '\u200b\u200b', company: '\u00ad', city: '\u2800', state: '\u2060\ufeff' }
    expect((await ask({ ...makeUser(), ...hidden })).errors).toEqual({
      first_name: required.first_name,
      company: required.company,
      city: required.city,
      state: required.state,
    })
  })

  test('taken names are reported in upper and lower case', async () => {
    const { username, email } = await createDesigner(server.db)
    const user = makeUser({ username: username.toUpperCase(), email: email.toUpperCase() })
    const { status, body } = await refusal(
      server.visit().call(api.membership.validateRegistration, { user, isNew: true }),
    )
    expect(status).toBe(400)
    expect(body.errors).toEqual({ username: 'Username is already taken', email: 'Email is already in use' })
    expect((await refusal(begin(server.visit(), { user }))).body.errors).toEqual(body.errors)
  })

  test('a purchase in progress stores no password', async () => {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    const { registration } = await server.db
      .selectFrom('checkout_intent')
      .where('subscription_id', '=', id)
      .select('registration')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(registration)).not.toContain(newPassword)
    expect((registration as { password_hash: string }).password_hash).toMatch(/^\$argon2id\$/)
  })

  test('a payment that fails leaves no account behind', async () => {
    const user = makeUser()
    const id = await begin(server.visit(), { user })
    await server.sandbox.setWallet(id, false)
    await server.sandbox.approve(id)
    expect(await settlePayment(server.services, id)).toMatchObject({ status: 'refused', money: 'untouched' })
    server.clock.aheadMs = 20 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, id)
    const found = await server.db
      .selectFrom('designer')
      .where('username', '=', user.username)
      .select('designer_id')
      .execute()
    expect(found).toEqual([])
  })
})

describe('a member', () => {
  test('who has lapsed renews from today; one who renews early, from the end', async () => {
    const lapsed = await createDesigner(server.db, { membership: 'lapsed' })
    const client = await server.signIn(lapsed)
    expect(await client.call(api.membership.checkoutInfo, {})).toMatchObject({ email: lapsed.email })
    const id = await begin(client, { isMonthly: true })
    await server.sandbox.approve(id)
    expect(await confirm(client, id)).toEqual({ status: 'member', member_expire: addMonths(today(), 1) })
    expect(await client.call(api.auth.check, {})).toMatchObject({ isActive: true })

    const early = await createDesigner(server.db)
    const other = await server.signIn(early)
    const { member_expire } = await other.call(api.membership.checkoutInfo, {})
    const later = await begin(other)
    await server.sandbox.approve(later)
    expect(await confirm(other, later)).toEqual({ status: 'member', member_expire })
    expect((await server.sandbox.find(later))!.transactions).toEqual([])
    server.clock.aheadMs = 366 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, later)
    const grants = await grantsOf(server, early.designer_id)
    expect(grants.at(-1)).toMatchObject({ starts_on: member_expire, ends_on: addMonths(member_expire!, 12) })
    await expectTimeEqualsMoney(server, later)
  })

  test('who has a subscription cannot buy another', async () => {
    const { designer_id } = await join(server)
    const member = await server.signIn({ designer_id })
    expect(await refusal(begin(member))).toMatchObject({ status: 409, body: { code: 'already_subscribed' } })
    const code = await makeCard()
    const redeem = member.call(api.membership.giftCard, { gift_card_code: code })
    expect((await refusal(redeem)).status).toBe(409)
  })

  test('is charged every month, counted from the first day, and gets a receipt', async () => {
    const { designer_id, subscriptionID, user } = await join(server, { isMonthly: true })
    const first = today()
    for (let month = 1; month <= 3; month++) {
      server.clock.aheadMs = Date.parse(`${addMonths(first, month)}T12:00:00Z`) - Date.now()
      await server.sandbox.bill()
      await server.sandbox.flush()
      await workOff(server)
    }
    expect((await grantsOf(server, designer_id)).map(g => g.ends_on)).toEqual(
      [1, 2, 3, 4].map(n => addMonths(first, n)),
    )
    expect(await mailsTo(user.email)).toEqual([
      'renewal-receipt',
      'renewal-receipt',
      'renewal-receipt',
      'welcome',
    ])
    expect((await server.sandbox.find(subscriptionID))!.transactions).toHaveLength(4)
  })

  test('whose payment fails has two weeks of grace while the provider retries, and does not get that time twice', async () => {
    const { designer_id, subscriptionID, user } = await join(server, { isMonthly: true })
    const [due, next] = [1, 2].map(months => addMonths(today(), months)) as [string, string]
    const at = (days: number) => {
      server.clock.aheadMs = Date.parse(`${due}T12:00:00Z`) + days * dayMs - Date.now()
    }
    await server.sandbox.setWallet(subscriptionID, false)
    at(1)
    await server.sandbox.bill()
    await settlePayment(server.services, subscriptionID)
    const state = async () =>
      (await (await server.signIn({ designer_id })).call(api.membership.find, {})).state
    expect(await state()).toBe('grace')
    await server.sandbox.setWallet(subscriptionID, true)
    at(5)
    await server.sandbox.bill()
    await settlePayment(server.services, subscriptionID)
    expect(await state()).toBe('current')
    expect((await grantsOf(server, designer_id)).at(-1)).toMatchObject({
      starts_on: due,
      ends_on: next,
    })
    expect(await mailsTo(user.email)).toContain('payment-failed')
  })

  test('whose subscription the provider suspended is told, and a new purchase ends it first', async () => {
    const { designer_id, subscriptionID, user } = await join(server)
    await server.sandbox.setWallet(subscriptionID, false)
    server.clock.aheadMs = 380 * dayMs
    await server.sandbox.bill()
    await settlePayment(server.services, subscriptionID)
    const member = await server.signIn({ designer_id })
    expect(await member.call(api.membership.find, {})).toMatchObject({
      state: 'lapsed',
      subscriptionActive: false,
      is_suspended: true,
    })
    expect(await mailsTo(user.email)).toContain('subscription-suspended')
    const id = await begin(member)
    expect((await server.sandbox.find(subscriptionID))!.status).toBe('CANCELLED')
    await server.sandbox.approve(id)
    expect(await confirm(member, id)).toMatchObject({ status: 'member' })
    await expectTimeEqualsMoney(server, id)
  })

  test('who cancels keeps the paid time, and can return with the other plan', async () => {
    const { designer_id, subscriptionID, user } = await join(server)
    const member = await server.signIn({ designer_id })
    const ends = addMonths(today(), 12)
    expect(await member.call(api.membership.cancel, { subscriptionId: subscriptionID })).toEqual({
      subscriptionId: subscriptionID,
      status: 'cancelled',
      member_expire: ends,
    })
    expect(await member.call(api.auth.check, {})).toMatchObject({ isActive: true, subscriptionActive: false })
    expect(await mailsTo(user.email)).toContain('subscription-cancelled')
    const monthly = await begin(member, { isMonthly: true })
    expect((await server.sandbox.find(monthly))!.start_time).toBe(`${ends}T10:00:00Z`)
  })

  test('who cancels while the provider is down is told so, and it is cancelled later', async () => {
    const { designer_id, subscriptionID } = await join(server)
    const member = await server.signIn({ designer_id })
    server.sandbox.faults.push({ match: 'POST */cancel', times: 3, effect: 'status:500' })
    const answer = await member.call(api.membership.cancel, { subscriptionId: subscriptionID })
    expect(answer.status).toBe('cancelling')
    await settlePayment(server.services, subscriptionID)
    await settlePayment(server.services, subscriptionID)
    expect(await member.call(api.membership.find, {})).toMatchObject({ subscriptionActive: false })
  })

  test('loses access with a chargeback at once, and regains it when the dispute is won', async () => {
    const { designer_id, subscriptionID, user } = await join(server)
    const [sale] = (await server.sandbox.find(subscriptionID))!.transactions
    await server.sandbox.reverse(sale!.id)
    await server.sandbox.flush()
    await workOff(server)
    const member = await server.signIn({ designer_id })
    expect(await member.call(api.membership.find, {})).toMatchObject({
      state: 'revoked',
      subscriptionActive: false,
    })
    expect((await server.sandbox.find(subscriptionID))!.status).toBe('CANCELLED')
    expect(await mailsTo(user.email)).toContain('payment-returned')
    await server.sandbox.dispute(sale!.id, 'won')
    await server.sandbox.flush()
    await workOff(server)
    expect(await member.call(api.membership.find, {})).toMatchObject({ state: 'current' })
    await expectTimeEqualsMoney(server, subscriptionID)
  })

  test('loses the time that was refunded; a partial refund is left to an administrator', async () => {
    const whole = await join(server)
    const part = await join(server)
    const saleOf = async (id: string) => (await server.sandbox.find(id))!.transactions[0]!.id
    await server.sandbox.refund(await saleOf(whole.subscriptionID))
    await server.sandbox.refund(await saleOf(part.subscriptionID), 10_00)
    await server.sandbox.flush()
    await workOff(server)
    const ends = async (id: number) => (await grantsOf(server, id)).filter(g => !g.reversed_at).length
    expect([await ends(whole.designer_id), await ends(part.designer_id)]).toEqual([0, 1])
    const flags = await server.db
      .selectFrom('ledger_audit')
      .where('designer_id', '=', part.designer_id)
      .where('needs_attention', '=', true)
      .select('what')
      .execute()
    expect(flags).toEqual([{ what: 'partial refund' }])
  })

  test('has provisional access for three days while the first payment is pending, once', async () => {
    const user = makeUser()
    const client = server.visit()
    const id = await begin(client, { user })
    await server.sandbox.approve(id)
    server.sandbox.faults.push({ match: 'GET */transactions', times: 1, effect: 'stale' })
    const answer = await confirm(client, id)
    expect(answer).toEqual({ status: 'member', member_expire: null })
    const row = await server.db
      .selectFrom('designer')
      .where('username', '=', user.username)
      .select('designer_id')
      .executeTakeFirstOrThrow()
    const member = await server.signIn(row)
    expect(await member.call(api.membership.find, {})).toMatchObject({ state: 'provisional' })
    await settlePayment(server.services, id)
    expect(await member.call(api.membership.find, {})).toMatchObject({ state: 'current' })
  })

  test('whose payment notification was lost is updated by opening the membership page', async () => {
    const { designer_id } = await join(server)
    server.clock.aheadMs = 366 * dayMs
    const member = await server.signIn({ designer_id })
    await server.sandbox.bill()
    await server.sandbox.dropWaiting()
    expect(await member.call(api.membership.find, {})).toMatchObject({ state: 'current' })
  })

  test('is reminded of payments and ends, once each', async () => {
    const yearly = await join(server)
    const ending = await createDesigner(server.db)
    for (const daysBefore of [40, 30, 29, 7, 6, 1, 0, -1, -2]) {
      server.clock.aheadMs = (365 - daysBefore) * dayMs
      await remindMembers(server.services)
    }
    expect((await mailsTo(yearly.user.email)).filter(k => k === 'renewal-reminder')).toHaveLength(2)
    expect(await mailsTo(ending.email)).toEqual([
      'membership-expired',
      'membership-expiring',
      'membership-expiring',
      'membership-expiring',
    ])
  })

  test('who closed the account gets no more mail', async () => {
    const { designer_id, subscriptionID } = await join(server)
    const client = await server.signIn({ designer_id })
    await client.call(api.membership.cancel, { subscriptionId: subscriptionID })
    const [sale] = (await server.sandbox.find(subscriptionID))!.transactions
    await client.call(api.auth.closeAccount, { password: newPassword })
    for (const daysBefore of [30, 1, -1]) {
      server.clock.aheadMs = (365 - daysBefore) * dayMs
      await remindMembers(server.services)
    }
    await server.sandbox.refund(sale!.id)
    await settlePayment(server.services, subscriptionID)
    expect(await mailsTo(`closed:${designer_id}`)).toEqual([])
  })
})

describe('a gift card', () => {
  test('opens an account with its own term and not that of the plan sent', async () => {
    const user = makeUser()
    const code = await makeCard(1)
    const client = server.visit()
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const order = { user, isNew: true, isMonthly: false, gift_card_code: typed }
    expect(await client.call(api.membership.giftCard, order)).toEqual({
      success: true,
      member_expire: addMonths(today(), 1),
    })
    const session = await client.call(api.auth.login, { username: user.username, password: newPassword })
    expect(session).toMatchObject({ isActive: true, subscriptionActive: false })
  })

  test('ignores the registration of a signed-in member, and reads it for a new account', async () => {
    const { password: _, ...registration } = makeUser()
    const member = await server.signIn(await createDesigner(server.db))
    const order = { user: registration, affiliate: null, gift_card_code: await makeCard() }
    expect(await member.call(api.membership.giftCard, order)).toMatchObject({ success: true })
    const unknown = server.visit().call(api.membership.giftCard, {
      user: registration,
      isNew: true,
      gift_card_code: await makeCard(),
    })
    const { status, body } = await refusal(unknown)
    expect([status, body.errors]).toEqual([400, { password: expect.any(String) }])
  })

  test('extends a running membership', async () => {
    const member = await server.signIn(await createDesigner(server.db))
    const { member_expire } = await member.call(api.membership.find, {})
    const answer = await member.call(api.membership.giftCard, { gift_card_code: await makeCard() })
    expect(answer.member_expire).toBe(addMonths(member_expire!, 12))
    expect(await member.call(api.membership.find, {})).toMatchObject({
      source: 'gift_card',
      state: 'current',
    })
  })

  test('gets the same answer for every invalid number, and leaves no account', async () => {
    const used = await makeCard()
    const redeemer = await createDesigner(server.db)
    await redeemGiftCard(server.services, used, redeemer)
    const voided = await makeCard()
    const { gift_card_id } = await cardOf(voided)
    expect(await voidGiftCard(server.db, gift_card_id, now())).toBe(voided.slice(-4))
    const expired = await makeCard(12, { expires_at: new Date(Date.now() - 1000) })
    const user = makeUser()
    for (const gift_card_code of [used, voided, expired, '0000-0000-0000-0000', 'x']) {
      const call = server.visit().call(api.membership.giftCard, { user, isNew: true, gift_card_code })
      const { status, body } = await refusal(call)
      expect([status, body.error]).toEqual([400, 'This gift card number isn’t valid or has been used.'])
    }
    const found = await server.db
      .selectFrom('designer')
      .where('username', '=', user.username)
      .select('designer_id')
      .execute()
    expect(found).toEqual([])
  })

  test('is limited to twenty guesses an hour from one address', async () => {
    await untilWindowLasts(3600)
    const member = await server.signIn(await createDesigner(server.db))
    const statuses = []
    for (let i = 0; i < 22; i++)
      statuses.push(
        (await refusal(member.call(api.membership.giftCard, { gift_card_code: '0000-0000-0000-0000' })))
          .status,
      )
    expect(statuses.filter(s => s === 400)).toHaveLength(20)
    expect(statuses.slice(20)).toEqual([429, 429])
  })

  test('sent a hundred times at once is redeemed once', async () => {
    const code = await makeCard()
    const designers = await Promise.all(
      Array.from({ length: 10 }, () => createDesigner(server.db, { membership: 'none' })),
    )
    const tries = Array.from({ length: 100 }, (_, i) =>
      redeemGiftCard(server.services, code, designers[i % 10]!),
    )
    const results = await Promise.allSettled(tries)
    expect(results.filter(r => r.status === 'fulfilled')).toHaveLength(1)
    const ids = designers.map(d => d.designer_id)
    const grants = await server.db
      .selectFrom('membership_grant')
      .where('designer_id', 'in', ids)
      .select('grant_id')
      .execute()
    expect(grants).toHaveLength(1)
  })

  test('is voided once, on record, and never after it was redeemed', async () => {
    const [unused, redeemed] = [await cardOf(await makeCard()), await makeCard()]
    await redeemGiftCard(server.services, redeemed, await createDesigner(server.db))
    const tries = Array.from({ length: 5 }, () => voidGiftCard(server.db, unused.gift_card_id, now()))
    expect((await Promise.all(tries)).filter(Boolean)).toEqual([unused.last4])
    for (const id of [(await cardOf(redeemed)).gift_card_id, 999_999])
      expect(await voidGiftCard(server.db, id, now())).toBeUndefined()
    const trail = await server.db
      .selectFrom('ledger_audit')
      .where('what', '=', 'gift card voided')
      .where('detail', '@>', JSON.stringify({ gift_card_id: unused.gift_card_id }))
      .select(['needs_attention'])
      .execute()
    expect(trail).toEqual([{ needs_attention: false }])
  })

  test('is never stored in plain text', async () => {
    const code = await makeCard()
    const rows = await server.db.selectFrom('gift_card').select(['code_hmac', 'last4', 'note']).execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })
})

test('an audit record of the ledger cannot be changed', async () => {
  await join(server)
  await expect(server.db.updateTable('ledger_audit').set({ what: 'nothing' }).execute()).rejects.toThrow(
    'only ever added',
  )
  await expect(server.db.deleteFrom('ledger_audit').execute()).rejects.toThrow('only ever added')
})
