import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, testPassword } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('signing in', () => {
  test('returns the session, by user name or email address, case-insensitively', async () => {
    const designer = await createDesigner(server.db)
    for (const username of [designer.username, designer.username.toUpperCase(), designer.email]) {
      const client = server.visit()
      expect(await client.call(api.auth.login, { username, password: testPassword })).toMatchObject({
        isAuthenticated: true,
        isActive: true,
        memberType: 'Member',
        designerId: designer.designer_id,
        username: designer.username,
        slug: designer.slug,
        subscriptionActive: false,
      })
      expect(await client.call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })
    }
  })

  test('gives the same answer to a wrong password and to an unknown name', async () => {
    const designer = await createDesigner(server.db)
    const wrong = { status: 401, body: { isAuthenticated: false, error: 'Invalid credentials' } }
    const tries = [designer.username, 'nobody-by-that-name'].map(username =>
      refusal(server.visit().call(api.auth.login, { username, password: 'Wrong-Horse-1!' })),
    )
    expect(await Promise.all(tries)).toEqual([wrong, wrong])
  })

  test('works for an inactive member, whose answer says so', async () => {
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const session = await server
      .visit()
      .call(api.auth.login, { username: designer.username, password: testPassword })
    expect(session).toMatchObject({ isAuthenticated: true, isActive: false })
  })

  test('without fields names both', async () => {
    const { status, body } = await refusal(
      server.visit().call(api.auth.login, { username: ' ', password: '' }),
    )
    expect(status).toBe(400)
    expect(body.errors).toEqual({ username: 'Username is required', password: 'Password is required' })
  })

  test('opens a new session each time and ends the browser’s earlier one', async () => {
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    const before = { ...client.jar }
    await client.call(api.auth.login, { username: designer.username, password: testPassword })
    expect(client.jar.session).not.toBe(before.session)
    const stolen = server.visit()
    Object.assign(stolen.jar, before)
    expect(await stolen.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
  })

  test('stores an argon2id hash of the password with the agreed cost, and only a hash of the session', async () => {
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    const row = await server.db
      .selectFrom('designer')
      .innerJoin('session', 'session.designer_id', 'designer.designer_id')
      .where('designer.designer_id', '=', designer.designer_id)
      .select(['password_hash', 'token_hash'])
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(Buffer.from(client.jar.session!, 'base64url')).toHaveLength(32)
    expect(row.token_hash.toString('base64url')).not.toBe(client.jar.session)
  })

  test('is refused after ten failures in a quarter of an hour from one address, even with the right password, for that account only', async () => {
    await untilWindowLasts(900)
    const [designer, other] = [await createDesigner(server.db), await createDesigner(server.db)]
    const tries = Array.from({ length: 25 }, () =>
      refusal(
        server.visit().call(api.auth.login, { username: designer.username, password: 'Wrong-Horse-1!' }),
      ),
    )
    const statuses = (await Promise.all(tries)).map(t => t.status)
    expect(statuses.filter(s => s === 401)).toHaveLength(10)
    expect(statuses.filter(s => s === 429)).toHaveLength(15)
    const client = server.visit()
    await client.send({ method: 'GET', url: '/api/auth/check' })
    const body = { username: designer.username, password: testPassword }
    const refused = await client.send({ method: 'POST', url: '/api/auth/login', body })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const ok = await server.visit().call(api.auth.login, { username: other.username, password: testPassword })
    expect(ok.isAuthenticated).toBe(true)
    server.clock.aheadMs = 15 * 60_000
    const later = await server
      .visit()
      .call(api.auth.login, { username: designer.username, password: testPassword })
    expect(later.isAuthenticated).toBe(true)
    server.clock.aheadMs = 0
  })
})

describe('the count of failed sign-ins', () => {
  const tryOnce = (username: string, password = 'Wrong-Horse-1!') =>
    refusal(server.visit().call(api.auth.login, { username, password }))

  test('is shared by all spellings of an account: beyond it even the right password is refused', async () => {
    await untilWindowLasts(900)
    const { username, email } = await createDesigner(server.db)
    const names = Array.from({ length: 10 }, (_, i) => [username, email, username.toUpperCase()][i % 3]!)
    for (const name of names) expect((await tryOnce(name)).status).toBe(401)
    expect(await tryOnce(email, testPassword)).toEqual({
      status: 401,
      body: { isAuthenticated: false, error: 'Invalid credentials' },
    })
    server.clock.aheadMs = 15 * 60_000
    const later = await server.visit().call(api.auth.login, { username: email, password: testPassword })
    expect(later.isAuthenticated).toBe(true)
    server.clock.aheadMs = 0
  })

  test('does not reveal which names belong to one account: each typed name has its own limit', async () => {
    await untilWindowLasts(900)
    const { username, email } = await createDesigner(server.db)
    const unknown = ['nobody-at-all', 'nobody-at-all@example.com']
    const answersOf = async ([name, address]: string[]) => {
      const answers = []
      for (const typed of [...Array(11).fill(name), ...Array(11).fill(address)])
        answers.push(await tryOnce(typed))
      return answers
    }
    const answers = await answersOf([username, email])
    expect(answers.map(a => a.status)).toEqual([...Array(10).fill(401), 429, ...Array(10).fill(401), 429])
    expect((await answersOf(unknown)).map(a => a.status)).toEqual(answers.map(a => a.status))
  })

  test('does not grow with successful ones, however many come at once', async () => {
    const { username } = await createDesigner(server.db)
    const login = () => server.visit().call(api.auth.login, { username, password: testPassword })
    await Promise.allSettled(Array.from({ length: 25 }, login))
    expect((await login()).isAuthenticated).toBe(true)
  })

  test('stores no name in plain text', async () => {
    const typed = 'My-Secret-Pass-1!'
    await refusal(server.visit().call(api.auth.login, { username: typed, password: 'x' }))
    const keys = await server.db.selectFrom('limit_count').select('key').execute()
    expect(JSON.stringify(keys).toLowerCase()).not.toContain(typed.toLowerCase())
  })
})

describe('guesses of a password from other addresses', () => {
  const wrong = 'Wrong-Horse-1!'
  /** A sign-in from an IP address of its own, as a proxy would report it. */
  async function tryFrom(ip: string, username: string, password = wrong, jar: Record<string, string> = {}) {
    const client = proxied.visit()
    Object.assign(client.jar, jar)
    await client.send({ method: 'GET', url: '/api/auth/check', headers: { 'x-forwarded-for': ip } })
    const answer = await client.send({
      method: 'POST',
      url: '/api/auth/login',
      body: { username, password },
      headers: { 'x-forwarded-for': ip },
    })
    return { answer, client }
  }
  const statusFrom = async (...args: Parameters<typeof tryFrom>) => (await tryFrom(...args)).answer.statusCode
  const forgotFrom = async (ip: string, username: string, jar: Record<string, string> = {}) => {
    const client = proxied.visit()
    Object.assign(client.jar, jar)
    await client.send({ method: 'GET', url: '/api/auth/check' })
    const headers = { 'x-forwarded-for': ip }
    const body = { username }
    return (await client.send({ method: 'POST', url: '/api/auth/forgot-password', body, headers })).statusCode
  }
  const countMails = async (email: string) =>
    (
      await proxied.db
        .selectFrom('mail')
        .where('kind', '=', 'password-reset')
        .where('to_address', '=', email)
        .select('mail_id')
        .execute()
    ).length
  let proxied: TestServer
  beforeAll(async () => {
    proxied = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  })
  afterAll(() => proxied.close())

  test('do not lock out the owner, who signs in from another address by either name', async () => {
    await untilWindowLasts(900)
    const { username, email } = await createDesigner(proxied.db)
    for (let i = 0; i < 12; i++) for (const name of [username, email]) await tryFrom('192.0.2.1', name)
    expect(await statusFrom('192.0.2.1', username, testPassword)).toBe(429)
    for (const name of [username, email])
      expect(await statusFrom('198.51.100.7', name, testPassword)).toBe(200)
  })

  test('do not lock out a known device, not even at the same address', async () => {
    await untilWindowLasts(900)
    const { username } = await createDesigner(proxied.db)
    const { client } = await tryFrom('192.0.2.2', username, testPassword)
    await client.call(api.auth.logout, {})
    const { device } = client.jar
    expect(device).toBeTypeOf('string')
    for (let i = 0; i < 12; i++) await tryFrom('192.0.2.2', username)
    expect(await statusFrom('192.0.2.2', username, testPassword)).toBe(429)
    expect(await statusFrom('192.0.2.2', username, testPassword, { device: device! })).toBe(200)
  })

  test('do not count against the ten attempts of a known device', async () => {
    await untilWindowLasts(900)
    const { username } = await createDesigner(proxied.db)
    const { device } = (await tryFrom('192.0.2.3', username, testPassword)).client.jar
    const tries = Array.from({ length: 12 }, () =>
      statusFrom('192.0.2.3', username, wrong, { device: device! }),
    )
    expect((await Promise.all(tries)).filter(status => status === 401)).toHaveLength(10)
    expect(await statusFrom('192.0.2.3', username, testPassword, { device: device! })).toBe(429)
    expect(await statusFrom('192.0.2.3', username, testPassword)).toBe(200)
  })

  test('get no extra attempts on a device known to another account or from before a password change', async () => {
    await untilWindowLasts(900)
    const [one, other] = [await createDesigner(proxied.db), await createDesigner(proxied.db)]
    const { device = '' } = (await tryFrom('192.0.2.4', one.username, testPassword)).client.jar
    for (const { username } of [one, other]) for (let i = 0; i < 11; i++) await tryFrom('192.0.2.4', username)
    expect(await statusFrom('192.0.2.4', other.username, testPassword, { device })).toBe(429)
    for (const forged of [`${device}x`, device.replace(/^./, x => (x === 'A' ? 'B' : 'A')), 'x', '.'])
      expect(await statusFrom('192.0.2.4', one.username, testPassword, { device: forged })).toBe(429)
    const elsewhere = (await tryFrom('198.51.100.8', one.username, testPassword)).client
    const new_password = 'Another-Horse-2!'
    await elsewhere.call(api.auth.updatePassword, { old_password: testPassword, new_password })
    expect(await statusFrom('192.0.2.4', one.username, new_password, { device })).toBe(429)
    const { device: renewed = '' } = elsewhere.jar
    expect(await statusFrom('192.0.2.4', one.username, new_password, { device: renewed })).toBe(200)
  })

  test('from many addresses are throttled, also for an unknown name, and lock out no owner', async () => {
    await untilWindowLasts(900)
    const { username } = await createDesigner(proxied.db)
    for (const name of [username, 'nobody-by-any-name']) {
      const tries = await Promise.all(
        Array.from({ length: 120 }, (_, i) => tryFrom(`203.0.113.${i}`, name).then(({ answer }) => answer)),
      )
      const slowed = tries.filter(answer => answer.statusCode === 429)
      expect(slowed.length).toBeGreaterThanOrEqual(10)
      for (const { headers } of slowed) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(2)
    }
    proxied.clock.aheadMs = 2000
    expect(await statusFrom('198.51.100.9', username, testPassword)).toBe(200)
    proxied.clock.aheadMs = 0
  })

  test('do not count against the owner’s password resets on a known device or from their own address', async () => {
    await untilWindowLasts(3600)
    const { username, email } = await createDesigner(proxied.db)
    const { device = '' } = (await tryFrom('198.51.100.20', username, testPassword)).client.jar
    for (let i = 0; i < 7; i++) expect(await forgotFrom(`203.0.113.${i}`, username)).toBe(200)
    expect(await countMails(email)).toBe(5)
    for (const [ip, jar] of [
      ['192.0.2.30', { device }],
      ['198.51.100.20', {}],
    ] as const)
      expect(await forgotFrom(ip, username, jar)).toBe(200)
    expect(await countMails(email)).toBe(7)
    for (let i = 0; i < 5; i++) expect(await forgotFrom(`192.0.2.4${i}`, username, { device })).toBe(200)
    expect(await countMails(email)).toBe(10)
  })
})

describe('the session', () => {
  test('ends at once when signed out, also for a copy of its cookie', async () => {
    const client = await server.signIn(await createDesigner(server.db))
    const copy = server.visit()
    Object.assign(copy.jar, client.jar)
    expect(await client.call(api.auth.logout, {})).toMatchObject({ isAuthenticated: false, designerId: 0 })
    expect(await copy.call(api.auth.check, {})).toMatchObject({
      isAuthenticated: false,
      memberType: 'Anonymous',
    })
  })

  test('lasts thirty days after its last use', async () => {
    const day = 86_400_000
    const client = await server.signIn(await createDesigner(server.db))
    server.clock.aheadMs = 29 * day
    expect((await client.call(api.auth.check, {})).isAuthenticated).toBe(true)
    server.clock.aheadMs = 58 * day
    expect((await client.call(api.auth.check, {})).isAuthenticated).toBe(true)
    server.clock.aheadMs = 89 * day
    expect((await client.call(api.auth.check, {})).isAuthenticated).toBe(false)
    server.clock.aheadMs = 0
  })

  test.each([
    ['member', 90 * 24],
    ['juror', 90 * 24],
    ['admin', 12],
  ] as const)('of a %s ends %i hours after signing in, however it is used', async (role, hours) => {
    const hour = 3_600_000
    const designer = await createDesigner(server.db, { role })
    const client = await server.signIn(designer)
    const isIn = async () => (await client.call(api.auth.check, {})).isAuthenticated
    for (let at = 0; at < hours; at += hours / 4.5) {
      server.clock.aheadMs = at * hour
      expect(await isIn()).toBe(true)
    }
    server.clock.aheadMs = hours * hour - 60_000
    expect(await isIn()).toBe(true)
    const { expires_at, created_at } = await server.db
      .selectFrom('session')
      .where('designer_id', '=', designer.designer_id)
      .select(['expires_at', 'created_at'])
      .executeTakeFirstOrThrow()
    expect(expires_at.getTime() - created_at.getTime()).toBe(hours * hour)
    server.clock.aheadMs = hours * hour + 1000
    expect(await isIn()).toBe(false)
    server.clock.aheadMs = 0
  })

  test('of a member who becomes an administrator gets that role’s lifetime', async () => {
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    await server.db
      .updateTable('designer')
      .set({ role: 'admin' })
      .where('designer_id', '=', designer.designer_id)
      .execute()
    server.clock.aheadMs = 13 * 3_600_000
    expect((await client.call(api.auth.check, {})).isAuthenticated).toBe(false)
    server.clock.aheadMs = 0
  })

  test('clears the site’s storage when it is ended by its owner, and only then', async () => {
    const client = await server.signIn(await createDesigner(server.db))
    const check = await client.send({ method: 'GET', url: '/api/auth/check' })
    expect(check.headers['clear-site-data']).toBeUndefined()
    const logout = await client.send({ method: 'POST', url: '/api/auth/logout', body: {} })
    // Cookies are cleared by name: those of the device and of the CSRF token stay.
    expect(logout.headers['clear-site-data']).toBe('"storage"')
  })

  test('has a cookie that is HttpOnly and Lax; over https also Secure and bound to the host', async () => {
    const plain = await server.visit().send({ method: 'GET', url: '/api/auth/check' })
    expect(plain.cookies).toMatchObject([{ name: 'csrftoken', sameSite: 'Lax', path: '/' }])
    const https = await startTestServer({
      PUBLIC_URL: 'https://colophon.example',
      SECRET: 'thirty-two characters, at the least',
    })
    const designer = await createDesigner(https.db)
    const client = https.visit()
    await client.send({ method: 'GET', url: '/api/auth/check' })
    const body = { username: designer.username, password: testPassword }
    const { cookies } = await client.send({ method: 'POST', url: '/api/auth/login', body })
    expect(cookies).toMatchObject([
      { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
      { name: '__Host-csrftoken', secure: true, sameSite: 'Lax', path: '/' },
      { name: '__Host-device', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
    ])
    expect(cookies[1]!.httpOnly).toBeUndefined()
    const changed = await client.send({ method: 'POST', url: '/api/auth/logout', body: {} })
    expect(changed.statusCode).toBe(200)
    await https.close()
  })
})

describe('a request that changes something', () => {
  test('needs this session’s CSRF token, in header and cookie', async () => {
    const client = await server.signIn(await createDesigner(server.db))
    const other = await server.signIn(await createDesigner(server.db))
    const send = (headers: Record<string, string>, csrftoken = client.jar.csrftoken!) =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/logout',
        payload: {},
        headers,
        cookies: { session: client.jar.session!, csrftoken },
      })
    const own = { 'x-csrftoken': client.jar.csrftoken! }
    expect((await send({})).statusCode).toBe(403)
    expect((await send({ 'x-csrftoken': 'x' })).statusCode).toBe(403)
    expect((await send({ 'x-csrftoken': other.jar.csrftoken! })).statusCode).toBe(403)
    expect((await send({ 'x-csrftoken': other.jar.csrftoken! }, other.jar.csrftoken)).statusCode).toBe(403)
    expect((await send({ ...own, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await send({ ...own, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await send({ ...own, origin: 'null' })).statusCode).toBe(403)
    expect((await send(own)).statusCode).toBe(200)
  })

  test('a body that is not JSON is refused', async () => {
    const client = server.visit()
    await client.send({ method: 'GET', url: '/api/auth/check' })
    const sent = await client.send({
      method: 'POST',
      url: '/api/auth/login',
      body: 'username=a&password=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(sent.statusCode).toBe(415)
    expect(sent.json()).toEqual({ error: 'Send JSON.' })
  })
})
