import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { makeAuthenticator } from '../../../tests/authenticator.ts'
import { createDesigner, testPassword } from '../../../tests/factories.ts'
import {
  type Client,
  refusal,
  startTestServer,
  type TestServer,
  untilWindowLasts,
} from '../../../tests/server.ts'
import { clearOld } from '../../jobs/housekeeping.ts'
import { readEverything } from './queries.ts'

const hour = 60 * 60_000
const day = 24 * hour

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'http://colophon.localhost' })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('limit_count').execute()
})

const address = {
  phone: '212-555-0123',
  streetAddress: '1 Quoin Street',
  suite: '',
  addressLocality: 'Lawrence',
  addressRegion: 'KS',
  postalCode: '66044',
  country: 'US',
}

async function member() {
  const designer = await createDesigner(server.db)
  const client = await server.signIn(designer)
  const change = (email: string, overrides: object = { current_password: testPassword }) =>
    client.call(api.account.updateContactInfo, { ...address, email, ...overrides })
  return { ...designer, client, change, newEmail: `new-${designer.email}` }
}
type Member = Awaited<ReturnType<typeof member>>

const emailOf = async ({ designer_id }: Member) =>
  (
    await server.db
      .selectFrom('designer')
      .where('designer_id', '=', designer_id)
      .select('email')
      .executeTakeFirstOrThrow()
  ).email

const mailsTo = (to: string, kind: string) =>
  server.db
    .selectFrom('mail')
    .where('to_address', '=', to)
    .where('kind', '=', kind)
    .select(['text', 'html', 'token_until'])
    .orderBy('created_at')
    .execute()

/** The token of the newest mail to that address. */
async function tokenTo(to: string, kind: 'email-confirm' | 'email-change') {
  const mail = (await mailsTo(to, kind)).at(-1)!
  const url = new URL(/^http.*$/m.exec(mail.text)![0])
  expect(url.origin + url.pathname).toBe(
    `http://colophon.localhost/${kind === 'email-confirm' ? 'confirm-email' : 'restore-email'}`,
  )
  return url.searchParams.get('token')!
}

const confirm = (token: string) => server.visit().call(api.account.confirmEmail, { token })
const restore = (token: string) => server.visit().call(api.account.restoreEmail, { token })
const canSignIn = (username: string, password = testPassword) =>
  server
    .visit()
    .call(api.auth.login, { username, password })
    .then(() => true)
    .catch(() => false)

async function addPasskey(client: Client) {
  const authenticator = makeAuthenticator(server.services.publicUrl)
  const { challenge } = await client.call(api.factors.passkeyOptions, {})
  const credential = authenticator.register(challenge)
  await client.call(api.factors.addPasskey, { name: 'Phone', password: testPassword, credential })
  return authenticator
}

const wrongPasskey = {
  status: 400,
  body: { errors: { current_password: 'That passkey doesn’t open this account.' } },
}
const expired = { status: 400, body: { code: 'link_expired' } }
const used = { status: 400, body: { code: 'link_used' } }
const taken = { status: 409, body: { errors: { email: 'Email is already in use' } } }

describe('a request to change the email address', () => {
  test.each([{}, { current_password: '' }, { current_password: 'Wrong-Horse-1!' }])(
    'with %j is refused at the password, and nothing is written',
    async overrides => {
      const one = await member()
      expect(await refusal(one.change(one.newEmail, overrides))).toMatchObject({
        status: 400,
        body: { errors: { current_password: 'Current password is incorrect.' } },
      })
      expect(await one.client.call(api.account.contactInfo, {})).toMatchObject({
        email: one.email,
        pending_email: null,
        city: '',
      })
      expect(await mailsTo(one.newEmail, 'email-confirm')).toEqual([])
      expect(await mailsTo(one.email, 'email-change')).toEqual([])
    },
  )

  test('is begun by a passkey that is a day old in place of the password, once for each challenge', async () => {
    const one = await member()
    const authenticator = await addPasskey(one.client)
    const young = await one.client.call(api.factors.challenge, {})
    expect(
      await refusal(one.change(one.newEmail, { credential: authenticator.assert(young.challenge) })),
    ).toMatchObject({
      status: 400,
      body: { errors: { current_password: expect.stringContaining('less than a day ago') } },
    })
    server.clock.aheadMs = day + 1000
    const { challenge } = await one.client.call(api.factors.challenge, {})
    const credential = authenticator.assert(challenge)
    expect(await one.change(one.newEmail, { credential })).toMatchObject({
      email: one.email,
      pending_email: one.newEmail,
      city: 'Lawrence',
    })
    await confirm(await tokenTo(one.newEmail, 'email-confirm'))
    expect(await emailOf(one)).toBe(one.newEmail)
    expect(await refusal(one.change(`again-${one.email}`, { credential }))).toMatchObject(wrongPasskey)
  })

  test('is refused with another account’s passkey, one that was removed, or an answer to no challenge of ours', async () => {
    const [one, other] = [await member(), await member()]
    const [own, foreign] = [await addPasskey(one.client), await addPasskey(other.client)]
    const { challenge } = await one.client.call(api.factors.challenge, {})
    for (const credential of [foreign.assert(challenge), own.assert('bm9uZSBvZiBvdXJz')])
      expect(await refusal(one.change(one.newEmail, { credential }))).toMatchObject(wrongPasskey)
    const { passkeys } = await one.client.call(api.factors.find, {})
    await one.client.call(api.factors.removePasskey, { passkey_id: passkeys[0]!.passkey_id })
    const next = await one.client.call(api.factors.challenge, {})
    expect(await refusal(one.change(one.newEmail, { credential: own.assert(next.challenge) }))).toMatchObject(
      wrongPasskey,
    )
    // The call itself must carry the passkey's answer: a freshly confirmed session is not enough.
    await addPasskey(one.client)
    expect((await refusal(one.change(one.newEmail, {}))).status).toBe(400)
    expect(await one.client.call(api.account.contactInfo, {})).toMatchObject({
      email: one.email,
      pending_email: null,
      city: '',
    })
    expect(await mailsTo(one.newEmail, 'email-confirm')).toEqual([])
  })

  test('shares its limit of ten wrong passwords with the other calls that need one', async () => {
    await untilWindowLasts(900)
    const one = await member()
    const wrong = { current_password: 'Wrong-Horse-1!' }
    for (let i = 0; i < 10; i++) expect((await refusal(one.change(one.newEmail, wrong))).status).toBe(400)
    expect((await refusal(one.change(one.newEmail))).status).toBe(429)
    const closing = one.client.call(api.auth.closeAccount, { password: testPassword })
    expect((await refusal(closing)).status).toBe(429)
  })

  test('keeps the old address until the link is opened; other fields change at once', async () => {
    const one = await member()
    const saved = await one.change(one.newEmail)
    expect(saved).toMatchObject({ email: one.email, pending_email: one.newEmail, city: 'Lawrence' })
    expect(await one.client.call(api.account.contactInfo, {})).toEqual(saved)
    expect([await canSignIn(one.newEmail), await canSignIn(one.email)]).toEqual([false, true])
  })

  test('does not let the new address reset the password: that mail goes to the old one only', async () => {
    const one = await member()
    await one.change(one.newEmail)
    for (const username of [one.newEmail, one.username])
      await server.visit().call(api.auth.forgotPassword, { username })
    expect(await mailsTo(one.newEmail, 'password-reset')).toEqual([])
    expect(await mailsTo(one.email, 'password-reset')).toHaveLength(1)
  })

  test('mails a link to each address, and stores only hashes of the 32-byte tokens', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const tokens = [
      await tokenTo(one.newEmail, 'email-confirm'),
      await tokenTo(one.email, 'email-change'),
    ].map(token => Buffer.from(token, 'base64url'))
    for (const token of tokens) expect(token).toHaveLength(32)
    const rows = await server.db
      .selectFrom('email_change')
      .where('designer_id', '=', one.designer_id)
      .select(['confirm_hash', 'restore_hash'])
      .execute()
    expect(rows).toHaveLength(1)
    for (const kept of Object.values(rows[0]!))
      for (const token of tokens) expect(kept.equals(token)).toBe(false)
    const [toNew] = await mailsTo(one.newEmail, 'email-confirm')
    const [toOld] = await mailsTo(one.email, 'email-change')
    expect((toNew!.token_until!.getTime() - Date.now()) / hour).toBeCloseTo(24, 1)
    expect((toOld!.token_until!.getTime() - Date.now()) / day).toBeCloseTo(7, 1)
    for (const body of [toOld!.text, toOld!.html]) expect(body).toContain(one.newEmail)
  })

  test('replaces an earlier one, whose link becomes invalid', async () => {
    const one = await member()
    await one.change(`first-${one.email}`)
    const first = await tokenTo(`first-${one.email}`, 'email-confirm')
    expect(await one.change(one.newEmail)).toMatchObject({ pending_email: one.newEmail })
    expect(await refusal(confirm(first))).toMatchObject(expired)
    expect(await confirm(await tokenTo(one.newEmail, 'email-confirm'))).toEqual({ email: one.newEmail })
  })

  test('is withdrawn by saving the old address, without a password', async () => {
    const one = await member()
    await one.change(one.newEmail)
    expect(await one.change(one.email, {})).toMatchObject({ email: one.email, pending_email: null })
    expect(await refusal(confirm(await tokenTo(one.newEmail, 'email-confirm')))).toMatchObject(expired)
    expect(await emailOf(one)).toBe(one.email)
  })

  test('for the pending address changes nothing; with the password it sends a new link', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const first = await tokenTo(one.newEmail, 'email-confirm')
    expect(await one.change(one.newEmail, { addressLocality: 'Lyon' })).toMatchObject({
      city: 'Lyon',
      pending_email: one.newEmail,
    })
    expect(await mailsTo(one.newEmail, 'email-confirm')).toHaveLength(1)
    await one.change(one.newEmail)
    expect(await refusal(confirm(first))).toMatchObject(expired)
    await confirm(await tokenTo(one.newEmail, 'email-confirm'))
    expect(await emailOf(one)).toBe(one.newEmail)
  })

  test('for another account’s address is refused in upper and lower case', async () => {
    const [one, other] = [await member(), await member()]
    expect(await refusal(one.change(other.email.toUpperCase()))).toMatchObject(taken)
    expect(await one.client.call(api.account.contactInfo, {})).toMatchObject({
      email: one.email,
      pending_email: null,
      city: '',
    })
  })

  test('is limited to five an hour, refused ones included; other fields are not limited', async () => {
    await untilWindowLasts(3600)
    const [one, other] = [await member(), await member()]
    for (let i = 0; i < 3; i++) await one.change(`${i}-${one.email}`)
    for (let i = 0; i < 2; i++) expect((await refusal(one.change(other.email))).status).toBe(409)
    expect((await refusal(one.change(`9-${one.email}`))).status).toBe(429)
    for (let i = 0; i < 6; i++) await one.change(`2-${one.email}`, {})
    await other.change(other.newEmail)
    server.clock.aheadMs = hour
    await one.change(one.newEmail)
  })
})

describe('confirming a new email address', () => {
  test('activates it, and voids links mailed to the old one', async () => {
    const one = await member()
    await one.change(one.newEmail)
    await server.visit().call(api.auth.forgotPassword, { username: one.username })
    expect(await confirm(await tokenTo(one.newEmail, 'email-confirm'))).toEqual({ email: one.newEmail })
    expect(await one.client.call(api.account.contactInfo, {})).toMatchObject({
      email: one.newEmail,
      pending_email: null,
    })
    expect([await canSignIn(one.newEmail), await canSignIn(one.email)]).toEqual([true, false])
    const links = await server.db
      .selectFrom('password_reset')
      .where('designer_id', '=', one.designer_id)
      .select('designer_id')
      .execute()
    expect(links).toEqual([])
  })

  test('works once, and a second time says that the link was used', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const token = await tokenTo(one.newEmail, 'email-confirm')
    const both = await Promise.allSettled([confirm(token), confirm(token)])
    expect(both.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(confirm(token))).toMatchObject(used)
  })

  test('is not done by a GET', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const tokens = {
      'confirm-email': await tokenTo(one.newEmail, 'email-confirm'),
      'restore-email': await tokenTo(one.email, 'email-change'),
    }
    for (const [path, token] of Object.entries(tokens)) {
      const url = `/api/auth/${path}?token=${token}`
      expect((await server.visit().send({ method: 'GET', url })).statusCode).toBe(404)
    }
    expect(await emailOf(one)).toBe(one.email)
    expect(await one.client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
  })

  test('is possible for 24 hours', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const token = await tokenTo(one.newEmail, 'email-confirm')
    server.clock.aheadMs = day
    expect(await refusal(confirm(token))).toMatchObject(expired)
    expect(await one.client.call(api.account.contactInfo, {})).toMatchObject({ pending_email: null })
    server.clock.aheadMs = day - 60_000
    await confirm(token)
  })

  test('is refused if the address was taken in between; of two concurrent requests for one address one succeeds', async () => {
    const [one, two] = [await member(), await member()]
    await one.change(one.newEmail)
    const first = await tokenTo(one.newEmail, 'email-confirm')
    await two.change(one.newEmail)
    const second = await tokenTo(one.newEmail, 'email-confirm')
    const both = await Promise.allSettled([confirm(first), confirm(second)])
    expect(both.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = both[0]!.status === 'rejected' ? first : second
    expect(await refusal(confirm(lost))).toMatchObject(taken)
  })

  test('with an unknown token is refused, and attempts are limited', async () => {
    await untilWindowLasts(900)
    expect(await refusal(confirm('x'.repeat(43)))).toMatchObject(expired)
    for (let i = 0; i < 29; i++) await refusal(confirm(`x${i}`))
    expect((await refusal(confirm('x'))).status).toBe(429)
  })
})

describe('restoring the old email address', () => {
  test('ends every session and the password, and lets the owner set a new one', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const token = await tokenTo(one.email, 'email-change')
    await confirm(await tokenTo(one.newEmail, 'email-confirm'))
    const link = await restore(token)
    expect(link.designer_id).toBe(one.designer_id)
    expect(await emailOf(one)).toBe(one.email)
    expect(await one.client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
    // The person who requested the change knew the password.
    expect(await canSignIn(one.username)).toBe(false)
    await server.visit().call(api.auth.resetPassword, { ...link, new_password: 'Another-Horse-2!' })
    expect(await canSignIn(one.email, 'Another-Horse-2!')).toBe(true)
    expect(await mailsTo(one.newEmail, 'email-put-back')).toHaveLength(1)
    expect(await refusal(restore(token))).toMatchObject(used)
  })

  test('stops a change that is still pending', async () => {
    const one = await member()
    await one.change(one.newEmail)
    await restore(await tokenTo(one.email, 'email-change'))
    expect(await refusal(confirm(await tokenTo(one.newEmail, 'email-confirm')))).toMatchObject(expired)
    expect(await emailOf(one)).toBe(one.email)
    expect(await mailsTo(one.newEmail, 'email-put-back')).toEqual([])
  })

  test('undoes every later change and voids their links', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const owners = await tokenTo(one.email, 'email-change')
    await confirm(await tokenTo(one.newEmail, 'email-confirm'))
    await one.change(`third-${one.email}`)
    const thiefs = await tokenTo(one.newEmail, 'email-change')
    await confirm(await tokenTo(`third-${one.email}`, 'email-confirm'))
    await restore(owners)
    expect(await emailOf(one)).toBe(one.email)
    expect(await refusal(restore(thiefs))).toMatchObject(used)
  })

  test('works after the change was withdrawn or replaced, for seven days', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const token = await tokenTo(one.email, 'email-change')
    await one.change(one.email, {})
    server.clock.aheadMs = 7 * day
    expect(await refusal(restore(token))).toMatchObject(expired)
    server.clock.aheadMs = 7 * day - 60_000
    await clearOld(server.db, server.services.now())
    await restore(token)
  })

  test('is refused if the address was taken in between', async () => {
    const one = await member()
    await one.change(one.newEmail)
    const token = await tokenTo(one.email, 'email-change')
    await confirm(await tokenTo(one.newEmail, 'email-confirm'))
    await createDesigner(server.db, { email: one.email.toUpperCase() })
    expect(await refusal(restore(token))).toMatchObject(taken)
    expect(await emailOf(one)).toBe(one.newEmail)
  })
})

test('email changes are in the archive of a member’s data, and are deleted with the account or after a week', async () => {
  const [one, other] = [await member(), await member()]
  for (const each of [one, other]) await each.change(each.newEmail)
  expect((await readEverything(server.db, one.designer_id)).email_changes).toMatchObject([
    { old_email: one.email, new_email: one.newEmail, state: 'waiting' },
  ])
  const token = await tokenTo(one.email, 'email-change')
  await server.db.updateTable('mail').set({ status: 'sent' }).execute()
  await one.client.call(api.auth.closeAccount, { password: testPassword })
  expect(await refusal(restore(token))).toMatchObject(expired)
  const rows = () => server.db.selectFrom('email_change').select('designer_id').execute()
  expect((await rows()).map(row => row.designer_id)).not.toContain(one.designer_id)
  expect(await mailsTo(one.newEmail, 'email-confirm')).toEqual([])
  await clearOld(server.db, new Date(Date.now() + 8 * day))
  expect(await rows()).toEqual([])
})
