import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { makeAuthenticator } from '../../../tests/authenticator.ts'
import { createDesigner, testPassword as password } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('limit_count').execute()
})

const newPassword = 'Proof-Sheet-9!'
const address = {
  phone: '212-555-0123',
  streetAddress: '1 Quoin Street',
  suite: '',
  addressLocality: 'Lawrence',
  addressRegion: 'KS',
  postalCode: '66044',
  country: 'US',
}
type Account = Awaited<ReturnType<typeof createDesigner>>

/** A browser that has signed in with the password, as a stranger could who knows it. */
async function logIn({ username }: Account, typed = password) {
  const client = server.visit()
  const answer = await client.call(api.auth.login, { username, password: typed })
  return { client, answer }
}

async function addPasskey(client: Client, proof: object = { password }) {
  const authenticator = makeAuthenticator(server.services.publicUrl)
  const { challenge } = await client.call(api.factors.passkeyOptions, {})
  const credential = authenticator.register(challenge)
  const factors = await client.call(api.factors.addPasskey, { name: 'Phone', credential, ...proof })
  return { authenticator, factors }
}

async function setUpApp(client: Client, proof: object = { password }) {
  const { secret } = await client.call(api.factors.beginTotp, proof)
  const totp = new TOTP({ secret })
  // A code is accepted once, so the clock advances by one step before each. The server accepts a code one step late, too.
  const nextCode = () => {
    server.clock.aheadMs += 30_000
    return totp.generate({ timestamp: server.services.now().getTime() })
  }
  await client.call(api.factors.confirmTotp, { code: nextCode() })
  return { nextCode }
}

async function signInByPasskey({ assert }: ReturnType<typeof makeAuthenticator>) {
  const client = server.visit()
  const { challenge } = await client.call(api.factors.challenge, {})
  return client.call(api.factors.signInWithPasskey, { credential: assert(challenge) })
}

const lettersTo = (to: string, kind: string) =>
  server.db
    .selectFrom('mail')
    .where('to_address', '=', to)
    .where('kind', '=', kind)
    .select(['text', 'subject'])
    .orderBy('created_at')
    .execute()

/** The token of a link in the newest letter of this kind. */
async function tokenIn(to: string, kind: string, path: string) {
  const letters = await lettersTo(to, kind)
  const url = new URL(/^http.*$/m.exec(letters.at(-1)!.text)![0])
  expect(url.pathname).toBe(path)
  return url.searchParams.get('token')!
}
const undoToken = ({ email }: Account) => tokenIn(email, 'factors-changed', '/undo-factor')
const undo = (token: string) => server.visit().call(api.account.undoFactor, { token })

const isSignedIn = async (client: Client) => (await client.call(api.auth.check, {})).isAuthenticated

/**
 * Sets a new password with the link's token. Expects that its owner can sign in, and that a stranger with the `old`
 * credentials cannot.
 */
async function expectOwnerIn(
  owner: Account,
  link: { designer_id: number; token: string },
  stranger: { client: Client; authenticator: ReturnType<typeof makeAuthenticator> },
) {
  await server.visit().call(api.auth.resetPassword, {
    designer_id: link.designer_id,
    token: link.token,
    new_password: newPassword,
  })
  expect((await logIn(owner, newPassword)).answer).toMatchObject({ isAuthenticated: true })
  expect(await isSignedIn(stranger.client)).toBe(false)
  expect((await refusal(logIn(owner))).status).toBe(401)
  expect((await refusal(signInByPasskey(stranger.authenticator))).status).toBe(401)
  const { email } = await server.db
    .selectFrom('designer')
    .where('designer_id', '=', owner.designer_id)
    .select('email')
    .executeTakeFirstOrThrow()
  expect(email).toBe(owner.email)
}

test('a session copied right after signing in adds no factor without the password', async () => {
  const account = await createDesigner(server.db)
  const owner = await logIn(account)
  const thief = server.visit()
  Object.assign(thief.jar, owner.client.jar)
  const attempts = async () => {
    const authenticator = makeAuthenticator(server.services.publicUrl)
    for (const proof of [
      {},
      { password: 'Wrong-Horse-1!' },
      { code: '000000' },
      { code: 'AAAA-AAAA-AAAA' },
    ]) {
      // The limits of wrong proofs would refuse the later ones.
      await server.db.deleteFrom('limit_count').execute()
      const { challenge } = await thief.call(api.factors.passkeyOptions, {})
      const credential = authenticator.register(challenge)
      const added = thief.call(api.factors.addPasskey, { name: 'Mine', credential, ...proof })
      expect([proof, [400, 403].includes((await refusal(added)).status)]).toEqual([proof, true])
      for (const call of [api.factors.beginTotp, api.factors.renewRecovery])
        expect([400, 403]).toContain((await refusal(thief.call(call, proof))).status)
    }
    expect((await refusal(thief.call(api.factors.confirmTotp, { code: '000000' }))).status).toBeGreaterThan(
      399,
    )
    const { challenge } = await thief.call(api.factors.challenge, {})
    const proof = makeAuthenticator(server.services.publicUrl).assert(challenge)
    const { challenge: next } = await thief.call(api.factors.passkeyOptions, {})
    const byOwn = { name: 'Mine', credential: authenticator.register(next), proof }
    expect((await refusal(thief.call(api.factors.addPasskey, byOwn))).status).toBe(400)
  }
  await attempts()
  const none = await refusal(addPasskey(thief, {}))
  expect(none).toMatchObject({ status: 400, body: { errors: { password: expect.any(String) } } })
  expect(await owner.client.call(api.factors.find, {})).toEqual({ passkeys: [], totp: 0, recovery_left: 0 })
  await setUpApp(owner.client)
  await attempts()
  expect(await owner.client.call(api.factors.find, {})).toMatchObject({ passkeys: [], totp: 1 })
})

test('a further factor needs one that is there, or the password in a session that was confirmed by one lately', async () => {
  const account = await createDesigner(server.db)
  const first = await logIn(account)
  const { nextCode } = await setUpApp(first.client)
  // A session that no factor has confirmed, such as one that was opened before the app was set up.
  const client = await server.signIn(account)
  expect(await refusal(addPasskey(client))).toMatchObject({ status: 403, body: { code: 'confirm' } })
  await addPasskey(client, { code: nextCode() })
  const other = await server.signIn(account)
  await other.call(api.factors.confirm, { code: nextCode() })
  expect(await refusal(addPasskey(other, {}))).toMatchObject({
    status: 400,
    body: { errors: { password: expect.any(String) } },
  })
  const { factors } = await addPasskey(other)
  expect(factors.passkeys).toHaveLength(2)
  server.clock.aheadMs += 16 * 60_000
  expect(await refusal(addPasskey(other))).toMatchObject({ status: 403, body: { code: 'confirm' } })
})

test('the link in the letter about a factor leaves the owner in and the stranger out, after any later change by the stranger', async () => {
  const account = await createDesigner(server.db)
  const thief = (await logIn(account)).client
  const { authenticator } = await addPasskey(thief)
  const token = await undoToken(account)
  await setUpApp(thief)
  const theirs = `thief-${account.email}`
  await thief.call(api.account.updateContactInfo, {
    ...address,
    email: theirs,
    current_password: password,
  })
  await server.visit().call(api.account.confirmEmail, {
    token: await tokenIn(theirs, 'email-confirm', '/confirm-email'),
  })
  await thief.call(api.auth.updatePassword, { old_password: password, new_password: 'Thieves-Own-1!' })
  const link = await undo(token)
  expect(link.removed).toEqual(['passkey “Phone”', 'authenticator app', 'recovery codes'])
  await expectOwnerIn(account, link, { client: thief, authenticator })
  expect((await refusal(logIn(account, 'Thieves-Own-1!'))).status).toBe(401)
  await server.visit().call(api.auth.forgotPassword, { username: theirs })
  expect(await lettersTo(theirs, 'password-reset')).toEqual([])
  expect((await lettersTo(account.email, 'account-taken-back'))[0]!.text).toContain('passkey “Phone”')
})

test('the link in the old mailbox leaves the owner in and the stranger out, with a factor added before the change', async () => {
  const account = await createDesigner(server.db)
  const owner = await logIn(account)
  await addPasskey(owner.client)
  // The owner's own passkey is older than what a stranger could have added lately.
  await server.db
    .updateTable('passkey')
    .set({ created_at: new Date(Date.now() - 30 * dayMs), name: 'Old' })
    .where('designer_id', '=', account.designer_id)
    .execute()
  const thief = owner.client
  const { authenticator } = await addPasskey(thief)
  await setUpApp(thief)
  await thief.call(api.account.updateContactInfo, {
    ...address,
    email: `thief-${account.email}`,
    current_password: password,
  })
  await addPasskey(thief)
  const token = await tokenIn(account.email, 'email-change', '/restore-email')
  const link = await server.visit().call(api.account.restoreEmail, { token })
  expect(link.removed.sort()).toEqual([
    'authenticator app',
    'passkey “Phone”',
    'passkey “Phone”',
    'recovery codes',
  ])
  const { passkeys } = await (await server.signIn(account)).call(api.factors.find, {})
  expect(passkeys.map(({ name }) => name)).toEqual(['Old'])
  await server.visit().call(api.auth.resetPassword, {
    designer_id: link.designer_id,
    token: link.token,
    new_password: newPassword,
  })
  expect((await logIn(account, newPassword)).answer.factors).toEqual(['passkey'])
  expect((await refusal(signInByPasskey(authenticator))).status).toBe(401)
  expect(await isSignedIn(thief)).toBe(false)
})

test('a new password by mail removes the factors of the last seven days and says so; one by the old password removes none', async () => {
  const account = await createDesigner(server.db)
  const thief = (await logIn(account)).client
  const { authenticator } = await addPasskey(thief)
  await thief.call(api.auth.updatePassword, { old_password: password, new_password: 'Thieves-Own-1!' })
  expect((await thief.call(api.factors.find, {})).passkeys).toHaveLength(1)
  await server.visit().call(api.auth.forgotPassword, { username: account.username })
  const token = await tokenIn(account.email, 'password-reset', '/password-reset')
  await expectOwnerIn(account, { designer_id: account.designer_id, token }, { client: thief, authenticator })
  const letters = await lettersTo(account.email, 'password-changed')
  expect(letters.at(-1)!.text).toContain('passkey “Phone”')
})

test('the link works once, also for two at once, for seven days, and not for a foreign or empty token', async () => {
  const account = await createDesigner(server.db)
  const { client } = await logIn(account)
  await addPasskey(client)
  const token = await undoToken(account)
  const outcomes = await Promise.allSettled([undo(token), undo(token)])
  expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  const expired = { status: 400, body: { code: 'link_expired' } }
  for (const each of [token, 'x']) expect(await refusal(undo(each))).toMatchObject(expired)
  expect((await refusal(undo(''))).status).toBe(400)

  const late = await createDesigner(server.db)
  const theirs = (await logIn(late)).client
  await addPasskey(theirs)
  const lateToken = await undoToken(late)
  server.clock.aheadMs = 7 * dayMs + 1000
  expect(await refusal(undo(lateToken))).toMatchObject(expired)
  server.clock.aheadMs = 7 * dayMs - 60_000
  expect((await undo(lateToken)).removed).toEqual(['passkey “Phone”'])
})

test('staff whose last factor is removed by the link are sent to set one up', async () => {
  const admin = await createDesigner(server.db, {
    role: 'admin',
    membership: 'none',
    has_demo_password: false,
  })
  const { client } = await logIn(admin)
  await addPasskey(client)
  const link = await undo(await undoToken(admin))
  await server.visit().call(api.auth.resetPassword, {
    designer_id: link.designer_id,
    token: link.token,
    new_password: newPassword,
  })
  const again = await logIn(admin, newPassword)
  expect(again.answer).toMatchObject({ isAuthenticated: true })
  const desk = await again.client.send({ method: 'GET', url: '/api/admin/books' })
  expect([desk.statusCode, desk.json().code]).toEqual([403, 'factor_required'])
})

test('closing an account needs a session that was confirmed lately', async () => {
  const account = await createDesigner(server.db)
  const { client } = await logIn(account)
  const { nextCode } = await setUpApp(client)
  server.clock.aheadMs += 16 * 60_000
  const close = () => client.call(api.auth.closeAccount, { password })
  expect(await refusal(close())).toMatchObject({ status: 403, body: { code: 'confirm' } })
  await client.call(api.factors.confirm, { code: nextCode() })
  await close()
  expect(await isSignedIn(client)).toBe(false)
})
