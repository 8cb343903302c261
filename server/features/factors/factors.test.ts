import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { listEndpoints } from '../../../shared/endpoint.ts'
import { makeAuthenticator } from '../../../tests/authenticator.ts'
import { createDesigner, testPassword } from '../../../tests/factories.ts'
import { createOpenBook } from '../../../tests/judging.ts'
import {
  type Client,
  refusal,
  startTestServer,
  type TestServer,
  untilWindowLasts,
} from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const password = testPassword
const minuteMs = 60_000
type Account = Awaited<ReturnType<typeof createDesigner>>

const createStaff = (role: 'admin' | 'juror' = 'admin') =>
  createDesigner(server.db, { role, membership: 'none', has_demo_password: false })

/** Runs `act` at a later time, and sets the clock back. */
async function later<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  const before = server.clock.aheadMs
  server.clock.aheadMs += ms
  try {
    return await act()
  } finally {
    server.clock.aheadMs = before
  }
}

/** An app with this secret. A step may end before its code arrives: the server takes those beside it. */
function makeApp(secret: string) {
  const totp = new TOTP({ secret })
  return { codeIn: (ms: number) => totp.generate({ timestamp: server.services.now().getTime() + ms }) }
}

async function setUpTotp(client: Client) {
  const { secret, uri } = await client.call(api.factors.beginTotp, { password })
  const app = makeApp(secret)
  const { recovery_codes } = await client.call(api.factors.confirmTotp, { code: app.codeIn(0) })
  const { designerId } = await client.call(api.auth.check, {})
  // The code of this moment is used up: as if that had been earlier.
  await server.db.updateTable('totp').set({ last_step: 0 }).where('designer_id', '=', designerId).execute()
  return { app, uri, recovery_codes }
}

async function addPasskey(client: Client, name = 'Phone') {
  const authenticator = makeAuthenticator(server.services.publicUrl)
  const { challenge } = await client.call(api.factors.passkeyOptions, {})
  const factors = await client.call(api.factors.addPasskey, {
    name,
    password,
    credential: authenticator.register(challenge),
  })
  return { authenticator, factors }
}

const logIn = async ({ username }: Account, client = server.visit()) => ({
  client,
  answer: await client.call(api.auth.login, { username, password }),
})

const lettersTo = async ({ email }: Account) => {
  const rows = await server.db
    .selectFrom('mail')
    .where('to_address', '=', email)
    .where('kind', '=', 'factors-changed')
    .select('text')
    .execute()
  return rows.map(row => row.text).join('\n')
}

test('signing in with an authenticator app takes two steps, and the cookie of the first opens nothing', async () => {
  const account = await createDesigner(server.db)
  const { app, uri, recovery_codes } = await setUpTotp(await server.signIn(account))
  expect(uri).toMatch(/^otpauth:\/\/totp\/Colophon:.*algorithm=SHA1&digits=6&period=30/)
  expect(new Set(recovery_codes).size).toBe(10)
  const { client, answer } = await logIn(account)
  expect(answer).toMatchObject({ isAuthenticated: false, designerId: 0, factors: ['totp', 'recovery'] })
  expect((await refusal(client.call(api.factors.find, {}))).status).toBe(401)
  expect(await client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
  const session = await client.call(api.factors.signIn, { code: app.codeIn(0) })
  expect(session).toMatchObject({ isAuthenticated: true, designerId: account.designer_id })
  expect(await client.call(api.factors.find, {})).toEqual({ passkeys: [], totp: 1, recovery_left: 10 })
  expect(await lettersTo(account)).toContain('authenticator app was set up')
})

test('a code counts once, one step to either side of now, and not for another account', async () => {
  const account = await createDesigner(server.db)
  const { app } = await setUpTotp(await server.signIn(account))
  const { client } = await logIn(account)
  for (const code of [app.codeIn(-60_000), app.codeIn(90_000), '000000x', '12345'])
    expect((await refusal(client.call(api.factors.signIn, { code }))).status).toBe(401)
  const code = app.codeIn(0)
  expect(await client.call(api.factors.signIn, { code })).toMatchObject({ isAuthenticated: true })
  const again = await logIn(account)
  expect(await refusal(again.client.call(api.factors.signIn, { code }))).toMatchObject({
    status: 401,
    body: { errors: { code: expect.stringContaining('used already') } },
  })
  const other = await createDesigner(server.db)
  await setUpTotp(await server.signIn(other))
  const foreign = await logIn(other)
  expect((await refusal(foreign.client.call(api.factors.signIn, { code: app.codeIn(30_000) }))).status).toBe(
    401,
  )
})

test('the second step expires after five minutes, after its use, and after a new password', async () => {
  const account = await createDesigner(server.db)
  const own = await server.signIn(account)
  const { recovery_codes } = await setUpTotp(own)
  const [one = '', two = '', three = ''] = recovery_codes
  const expectOver = async (client: Client, code: string) =>
    expect(await refusal(client.call(api.factors.signIn, { code }))).toMatchObject({
      status: 401,
      body: { code: 'sign_in_expired' },
    })
  await expectOver(server.visit(), one)
  const late = await logIn(account)
  await later(5 * minuteMs + 1000, () => expectOver(late.client, one))
  const used = await logIn(account)
  const cookie = used.client.jar.half_sign_in!
  await used.client.call(api.factors.signIn, { code: two })
  const thief = server.visit()
  thief.jar.half_sign_in = cookie
  await expectOver(thief, three)
  const before = await logIn(account)
  const [old, changed] = [password, 'Proof-Sheet-9!']
  await own.call(api.auth.updatePassword, { old_password: old, new_password: changed })
  await expectOver(before.client, three)
})

test('a recovery code counts once, however it is typed and even if two use it at once', async () => {
  const account = await createDesigner(server.db)
  const { recovery_codes } = await setUpTotp(await server.signIn(account))
  const [code = '', other = ''] = recovery_codes
  const halves = await Promise.all([logIn(account), logIn(account)])
  const outcomes = await Promise.allSettled(
    halves.map(({ client }) =>
      client.call(api.factors.signIn, { code: code.toLowerCase().replaceAll('-', ' ') }),
    ),
  )
  expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  const { client } = await logIn(account)
  expect((await refusal(client.call(api.factors.signIn, { code }))).status).toBe(401)
  await client.call(api.factors.signIn, { code: other })
  expect(await client.call(api.factors.find, {})).toMatchObject({ recovery_left: 8 })
  expect(await lettersTo(account)).toContain('8 are left')
  const renewed = await client.call(api.factors.renewRecovery, { password })
  expect(renewed.recovery_codes).toHaveLength(10)
  const again = await logIn(account)
  const lost = refusal(again.client.call(api.factors.signIn, { code: recovery_codes[2] }))
  expect((await lost).status).toBe(401)
})

test('wrong codes count as failed sign-ins', async () => {
  await untilWindowLasts(900)
  const account = await createDesigner(server.db)
  const { app } = await setUpTotp(await server.signIn(account))
  const { client } = await logIn(account)
  for (let i = 0; i < 10; i += 1)
    expect((await refusal(client.call(api.factors.signIn, { code: '000000' }))).status).toBe(401)
  const refused = await refusal(client.call(api.factors.signIn, { code: app.codeIn(0) }))
  expect([401, 429]).toContain(refused.status)
  expect((await refusal(logIn(account))).status).toBe(429)
})

test('wrong codes from many addresses leave the owner’s device, session and passkey working, and send one letter', async () => {
  await untilWindowLasts(3600)
  const proxied = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, { databaseUrl: server.databaseUrl })
  try {
    const account = await createDesigner(server.db)
    // Signing in makes this a device that the account knows.
    const { client: own } = await logIn(account)
    const { app, recovery_codes } = await setUpTotp(own)
    const { authenticator } = await addPasskey(own)
    const device = own.jar.device!
    const guess = async (ip: string, body: object) => {
      const stranger = proxied.visit()
      const headers = { 'x-forwarded-for': ip }
      await stranger.send({ method: 'GET', url: '/api/auth/check', headers })
      const login = { username: account.username, password }
      await stranger.send({ method: 'POST', url: '/api/auth/login', body: login, headers })
      return (await stranger.send({ method: 'POST', url: '/api/auth/factor', body, headers })).statusCode
    }
    const statuses: number[] = []
    for (let i = 1; i <= 40; i++) statuses.push(await guess(`10.1.2.${i}`, { code: '000000' }))
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(30).fill(429)])
    // The right code is refused to a stranger, too: another answer would tell that it is right.
    expect(await guess('10.1.2.99', { code: app.codeIn(0) })).toBe(429)
    const letters = await server.db
      .selectFrom('mail')
      .where('to_address', '=', account.email)
      .where('kind', '=', 'codes-guessed')
      .select('text')
      .execute()
    expect(letters).toHaveLength(1)
    expect(letters[0]!.text).toContain('/forgot-password')

    await own.call(api.factors.confirm, { code: app.codeIn(0) })
    const known = server.visit()
    known.jar.device = device
    await logIn(account, known)
    expect(await known.call(api.factors.signIn, { code: app.codeIn(30_000) })).toMatchObject({
      isAuthenticated: true,
    })
    const elsewhere = await logIn(account)
    const { challenge } = await elsewhere.client.call(api.factors.challenge, {})
    await elsewhere.client.call(api.factors.signIn, { credential: authenticator.assert(challenge) })
    const { client } = await logIn(account)
    await client.call(api.factors.signIn, { code: recovery_codes[0]! })

    // A new password clears the count.
    await own.call(api.auth.updatePassword, { old_password: password, new_password: 'Proof-Sheet-9!' })
    const after = server.visit()
    await after.call(api.auth.login, { username: account.username, password: 'Proof-Sheet-9!' })
    expect((await refusal(after.call(api.factors.signIn, { code: '000000' }))).status).toBe(401)
  } finally {
    await proxied.close()
  }
})

test('strangers get ten codes in an hour, twenty in six and thirty in a day', async () => {
  const account = await createDesigner(server.db)
  await setUpTotp(await server.signIn(account))
  const startOfDay = Math.ceil(server.services.now().getTime() / 86_400_000) * 86_400_000
  const rightIn = (hours: number) => startOfDay + hours * 3_600_000 + 60_000 - server.services.now().getTime()
  let tries = 0
  for (const hours of [0, 1, 2, 6, 7, 12]) {
    await later(rightIn(hours), async () => {
      for (let i = 0; i < 12; i++) {
        // Only the limits of the account are looked at here.
        await server.db.deleteFrom('limit_count').where('key', 'like', 'sign-in:%').execute()
        const { client } = await logIn(account)
        const { status } = await refusal(client.call(api.factors.signIn, { code: '000000' }))
        if (status === 401) tries++
      }
    })
    const allowed = { 0: 10, 1: 20, 2: 20, 6: 30, 7: 30, 12: 30 }[hours]
    expect([hours, tries]).toEqual([hours, allowed])
  }
})

test('a passkey that names another account’s owner is refused', async () => {
  const [account, other] = [await createDesigner(server.db), await createDesigner(server.db)]
  const { authenticator } = await addPasskey(await server.signIn(account))
  const foreign = await (await server.signIn(other)).call(api.factors.passkeyOptions, {})
  const own = await (await server.signIn(account)).call(api.factors.passkeyOptions, {})
  const signIn = async (userHandle: string) => {
    const visitor = server.visit()
    const { challenge } = await visitor.call(api.factors.challenge, {})
    const { response, ...credential } = authenticator.assert(challenge)
    return visitor.call(api.factors.signInWithPasskey, {
      credential: { ...credential, response: { ...response, userHandle } },
    })
  }
  const handleOf = ({ user }: Record<string, unknown>) => (user as { id: string }).id
  expect((await refusal(signIn(handleOf(foreign)))).status).toBe(401)
  expect(await signIn(handleOf(own))).toMatchObject({ designerId: account.designer_id })
})

test('a passkey signs in by itself, as the second step, and confirms; each answer counts once', async () => {
  const account = await createDesigner(server.db)
  const { authenticator } = await addPasskey(await server.signIn(account))
  const client = server.visit()
  const { challenge, allowCredentials, rpId, userVerification } = await client.call(api.factors.challenge, {})
  expect({ allowCredentials, rpId, userVerification }).toEqual({
    allowCredentials: [],
    rpId: 'localhost',
    userVerification: 'required',
  })
  const credential = authenticator.assert(challenge)
  const session = await client.call(api.factors.signInWithPasskey, { credential })
  expect(session).toMatchObject({ isAuthenticated: true, designerId: account.designer_id })
  expect((await refusal(server.visit().call(api.factors.signInWithPasskey, { credential }))).status).toBe(401)

  const half = await logIn(account)
  expect(half.answer.factors).toEqual(['passkey'])
  const second = await half.client.call(api.factors.challenge, {})
  expect(second.allowCredentials).toMatchObject([{ id: credential.id }])
  const proof = authenticator.assert(second.challenge)
  expect(await half.client.call(api.factors.signIn, { credential: proof })).toMatchObject({
    isAuthenticated: true,
  })
  const third = await half.client.call(api.factors.challenge, {})
  await half.client.call(api.factors.confirm, { credential: authenticator.assert(third.challenge) })
  expect((await client.call(api.factors.find, {})).passkeys[0]!.last_used_at).toBeTypeOf('string')
})

test.each([
  ['from another origin', { origin: 'https://colophon.evil.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['without a verified user', { isVerified: false }],
])('a passkey is refused %s, in registering and in signing in', async (_, lies) => {
  const account = await createDesigner(server.db)
  const client = await server.signIn(account)
  const { authenticator } = await addPasskey(client)
  const { challenge } = await server.visit().call(api.factors.challenge, {})
  const credential = authenticator.assert(challenge, lies)
  expect((await refusal(server.visit().call(api.factors.signInWithPasskey, { credential }))).status).toBe(401)
  const options = await client.call(api.factors.passkeyOptions, {})
  const made = makeAuthenticator(server.services.publicUrl).register(options.challenge, lies)
  expect(
    await refusal(client.call(api.factors.addPasskey, { name: 'Phone', password, credential: made })),
  ).toMatchObject({
    status: 400,
    body: { errors: { credential: expect.any(String) } },
  })
})

test('a passkey is bound to the public address and not to the host that a request names', async () => {
  const client = await server.signIn(await createDesigner(server.db))
  const { body } = await client.send({
    method: 'POST',
    url: api.factors.passkeyOptions.path,
    body: {},
    headers: { host: 'evil.example' },
  })
  expect(JSON.parse(body)).toMatchObject({ rp: { id: 'localhost' } })
})

test('a foreign passkey is no second step and no confirmation, and an unknown one signs in to no account', async () => {
  const [account, other] = [await createDesigner(server.db), await createDesigner(server.db)]
  const own = await server.signIn(account)
  await addPasskey(own)
  const { authenticator: foreign } = await addPasskey(await server.signIn(other))
  const { client } = await logIn(account)
  const { challenge } = await client.call(api.factors.challenge, {})
  const credential = foreign.assert(challenge)
  expect((await refusal(client.call(api.factors.signIn, { credential }))).status).toBe(401)
  const again = await own.call(api.factors.challenge, {})
  const proof = foreign.assert(again.challenge)
  expect((await refusal(own.call(api.factors.confirm, { credential: proof }))).status).toBe(400)
  const unknown = makeAuthenticator(server.services.publicUrl)
  const visitor = server.visit()
  const third = await visitor.call(api.factors.challenge, {})
  const stray = unknown.assert(third.challenge)
  expect((await refusal(visitor.call(api.factors.signInWithPasskey, { credential: stray }))).status).toBe(401)
})

test('a passkey whose counter goes back, an old or foreign challenge, and the same passkey twice are refused', async () => {
  const account = await createDesigner(server.db)
  const client = await server.signIn(account)
  const { authenticator } = await addPasskey(client)
  const signIn = async (lies = {}, laterMs = 0) => {
    const visitor = server.visit()
    const { challenge } = await visitor.call(api.factors.challenge, {})
    const credential = authenticator.assert(challenge, lies)
    return later(laterMs, () => visitor.call(api.factors.signInWithPasskey, { credential }))
  }
  await signIn({ count: 40 })
  expect((await refusal(signIn({ count: 40 }))).status).toBe(401)
  expect((await refusal(signIn({ count: 41 }, 6 * minuteMs))).status).toBe(401)
  await signIn({ count: 42 })

  const other = await server.signIn(await createDesigner(server.db))
  const foreign = await other.call(api.factors.passkeyOptions, {})
  const taken = authenticator.register(foreign.challenge)
  expect(
    (await refusal(client.call(api.factors.addPasskey, { name: 'Key', password, credential: taken }))).status,
  ).toBe(400)
  const next = await other.call(api.factors.passkeyOptions, {})
  const same = authenticator.register(next.challenge)
  expect(
    (await refusal(other.call(api.factors.addPasskey, { name: 'Key', password, credential: same }))).status,
  ).toBe(409)
})

test('unreadable proofs are refused by field', async () => {
  const client = await server.signIn(await createDesigner(server.db))
  const credential = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30' } }
  for (const body of [
    { name: '', credential },
    { name: 'Key', credential: { ...credential, id: '<>' } },
    { name: 'Key', credential: 'none' },
  ]) {
    const answer = await client.send({ method: 'POST', url: api.factors.addPasskey.path, body })
    expect([answer.statusCode, Object.keys(answer.json().errors).length > 0]).toEqual([400, true])
  }
  expect((await refusal(client.call(api.factors.beginTotp, { password: 'wrong' }))).body).toMatchObject({
    errors: { password: 'Current password is incorrect.' },
  })
  expect((await refusal(client.call(api.factors.confirmTotp, { code: '123456' }))).status).toBe(409)
  await client.call(api.factors.beginTotp, { password })
  expect((await refusal(client.call(api.factors.confirmTotp, { code: '1234567' }))).body).toMatchObject({
    errors: { code: expect.any(String) },
  })
  expect((await refusal(client.call(api.factors.removeTotp, { password }))).status).toBe(404)
  expect((await refusal(client.call(api.factors.removePasskey, { passkey_id: 1 }))).status).toBe(404)
  expect((await refusal(client.call(api.factors.renewRecovery, { password }))).status).toBe(409)
})

test('an unconfirmed secret is not accepted, and replaces the old one only after one of its own codes', async () => {
  const account = await createDesigner(server.db)
  const client = await server.signIn(account)
  const { app } = await setUpTotp(client)
  const { secret } = await client.call(api.factors.beginTotp, { password })
  expect((await refusal(client.call(api.factors.confirmTotp, { code: app.codeIn(0) }))).status).toBe(400)
  const next = makeApp(secret)
  const half = await logIn(account)
  expect((await refusal(half.client.call(api.factors.signIn, { code: next.codeIn(0) }))).status).toBe(401)
  await half.client.call(api.factors.signIn, { code: app.codeIn(0) })
  await client.call(api.factors.confirmTotp, { code: next.codeIn(0) })
  const again = await logIn(account)
  expect((await refusal(again.client.call(api.factors.signIn, { code: app.codeIn(30_000) }))).status).toBe(
    401,
  )
  expect(await again.client.call(api.factors.signIn, { code: next.codeIn(30_000) })).toMatchObject({
    isAuthenticated: true,
  })
})

test('secrets are not readable in the database, and a member who removes the last factor has none left', async () => {
  const account = await createDesigner(server.db)
  const client = await server.signIn(account)
  const { secret } = await client.call(api.factors.beginTotp, { password })
  const { recovery_codes } = await client.call(api.factors.confirmTotp, { code: makeApp(secret).codeIn(0) })
  const bytes = new TOTP({ secret }).secret.buffer
  const row = await server.db
    .selectFrom('totp')
    .where('designer_id', '=', account.designer_id)
    .select('secret')
    .executeTakeFirstOrThrow()
  expect(row.secret!.includes(Buffer.from(bytes))).toBe(false)
  const codes = await server.db
    .selectFrom('recovery_code')
    .where('designer_id', '=', account.designer_id)
    .select('code_hash')
    .execute()
  expect(codes.some(({ code_hash }) => code_hash.toString('latin1').includes(recovery_codes[0]!))).toBe(false)
  expect(await client.call(api.factors.removeTotp, { password })).toEqual({
    passkeys: [],
    totp: 0,
    recovery_left: 0,
  })
  expect((await logIn(account)).answer).toMatchObject({ isAuthenticated: true })
  expect(await lettersTo(account)).toContain('authenticator app was removed')
})

test('staff without a factor are kept from every call of the desk until they have one, and may not remove the last', async () => {
  const account = await createStaff()
  const client = await server.signIn(account)
  const desk = listEndpoints(api)
    .map(({ endpoint }) => endpoint)
    .filter(endpoint => endpoint.path.startsWith('/api/admin'))
  expect(desk.length).toBeGreaterThan(5)
  for (const { method, path } of desk) {
    const answer = await client.send({ method, url: path, ...(method !== 'GET' && { body: {} }) })
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'factor_required'])
  }
  const file = await client.send({ method: 'GET', url: '/api/admin/books/results.csv?book=book-1' })
  expect([file.statusCode, file.json().code]).toEqual([403, 'factor_required'])
  await addPasskey(client, 'Key')
  expect(await client.call(api.desk.books.find, {})).toMatchObject({ count: expect.any(Number) })
  await setUpTotp(client)
  const { passkeys } = await client.call(api.factors.find, {})
  // Two removals at once: one factor stays.
  const outcomes = await Promise.allSettled([
    client.call(api.factors.removePasskey, { passkey_id: passkeys[0]!.passkey_id }),
    client.call(api.factors.removeTotp, { password }),
  ])
  expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(outcome => outcome.status === 'rejected')
  expect(refused?.reason).toMatchObject({ status: 409, body: { code: 'last_factor' } })
})

test('jurors need a factor while a book of theirs is judged, and not before', async () => {
  const { jurors, step } = await createOpenBook(server)
  await server.db
    .updateTable('designer')
    .set({ has_demo_password: false })
    .where('designer_id', '=', jurors[0]!.designer_id)
    .execute()
  const juror = await server.signIn(jurors[0]!)
  const find = () => juror.send({ method: 'GET', url: api.jury.find.path })
  expect((await find()).json().code).not.toBe('factor_required')
  await step('closed')
  await step('judging')
  expect((await find()).json()).toMatchObject({ code: 'factor_required' })
  await addPasskey(juror)
  expect((await find()).statusCode).toBe(200)
})

test('staff with the demonstration’s password need no factor on a site with demonstration data, until it is changed', async () => {
  const account = await createDesigner(server.db, { role: 'admin', membership: 'none' })
  const client = await server.signIn(account)
  expect((await client.send({ method: 'GET', url: '/api/admin/books' })).statusCode).toBe(200)
  const real = await startTestServer({ DEMO: '0' }, { databaseUrl: server.databaseUrl })
  const there = await real.signIn(account)
  expect((await there.send({ method: 'GET', url: '/api/admin/books' })).json()).toMatchObject({
    code: 'factor_required',
  })
  await real.close()
  await client.call(api.auth.updatePassword, { old_password: password, new_password: 'Proof-Sheet-9!' })
  expect((await client.send({ method: 'GET', url: '/api/admin/books' })).json()).toMatchObject({
    code: 'factor_required',
  })
})

test('sensitive calls need a sign-in or confirmation within the last 15 minutes, by a factor where one exists', async () => {
  const account = await createStaff()
  const client = await server.signIn(account)
  const { app } = await setUpTotp(client)
  const lost = await createDesigner(server.db)
  await setUpTotp(await server.signIn(lost))
  const reset = () =>
    client.call(api.desk.members.resetFactors, { designer_id: lost.designer_id, why: 'Lost the phone' })
  await later(16 * minuteMs, async () => {
    expect(await refusal(reset())).toMatchObject({ status: 403, body: { code: 'confirm' } })
    expect(await refusal(client.call(api.factors.confirm, { password }))).toMatchObject({
      status: 400,
      body: { errors: { code: expect.any(String) } },
    })
    expect((await refusal(client.call(api.factors.confirm, { code: 'AAAA-AAAA-AAAA' }))).status).toBe(400)
    expect((await refusal(reset())).body.code).toBe('confirm')
    // A new password continues the session, and does not make it fresh.
    await client.call(api.auth.updatePassword, { old_password: password, new_password: 'Proof-Sheet-9!' })
    expect((await refusal(reset())).body.code).toBe('confirm')
    await client.call(api.factors.confirm, { code: app.codeIn(0) })
    expect(await reset()).toEqual({ passkeys: [], totp: 0, recovery_left: 0 })
  })
})

test('an account without a factor confirms by its password', async () => {
  const client = await server.signIn(await createDesigner(server.db))
  await later(16 * minuteMs, async () => {
    expect((await refusal(client.call(api.factors.passkeyOptions, {}))).body.code).toBe('confirm')
    expect((await refusal(client.call(api.factors.confirm, { password: 'wrong' }))).body).toMatchObject({
      errors: { password: 'Current password is incorrect.' },
    })
    await client.call(api.factors.confirm, { password })
    await client.call(api.factors.passkeyOptions, {})
  })
})

test('a reset by staff removes every factor, ends all sessions, mails the owner and is recorded; one’s own is refused', async () => {
  const admin = await createDesigner(server.db, { role: 'admin', membership: 'none' })
  const client = await server.signIn(admin)
  const account = await createDesigner(server.db)
  const own = await server.signIn(account)
  await setUpTotp(own)
  await addPasskey(own)
  const { designer_id } = account
  expect((await refusal(client.call(api.desk.members.resetFactors, { designer_id, why: ' ' }))).status).toBe(
    400,
  )
  await client.call(api.desk.members.resetFactors, { designer_id, why: 'Lost the phone' })
  expect(await own.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
  expect((await logIn(account)).answer).toMatchObject({ isAuthenticated: true })
  expect(await lettersTo(account)).toContain('We removed your passkeys')
  const acts = await server.db
    .selectFrom('staff_act')
    .where('subject_id', '=', designer_id)
    .where('kind', '=', 'designer')
    .select(['what', 'why', 'designer_id'])
    .execute()
  expect(acts).toEqual([
    { what: 'members.reset-factor', why: 'Lost the phone', designer_id: admin.designer_id },
  ])
  // Once more changes nothing and writes no second letter.
  await client.call(api.desk.members.resetFactors, { designer_id, why: 'Lost the phone' })
  expect((await lettersTo(account)).match(/We removed your passkeys/g)).toHaveLength(1)
  const self = client.call(api.desk.members.resetFactors, {
    designer_id: admin.designer_id,
    why: 'Lost the phone',
  })
  expect((await refusal(self)).status).toBe(400)
})

test('closing an account removes its factors', async () => {
  const account = await createDesigner(server.db)
  const client = await server.signIn(account)
  await addPasskey(client)
  await setUpTotp(client)
  await client.call(api.auth.closeAccount, { password })
  for (const table of ['passkey', 'totp', 'recovery_code'] as const) {
    const rows = await server.db
      .selectFrom(table)
      .where('designer_id', '=', account.designer_id)
      .select('designer_id')
      .execute()
    expect(rows).toEqual([])
  }
})
