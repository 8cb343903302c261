import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../../shared/api.ts'
import { createDesigner, testPassword } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('signing in', () => {
  test('shows the session, by user name or e-mail address, without case', async () => {
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

  test('says the same to a wrong password and to an unknown name', async () => {
    const designer = await createDesigner(server.db)
    const wrong = { status: 401, body: { isAuthenticated: false, error: 'Invalid credentials' } }
    const tries = [designer.username, 'nobody-by-that-name'].map(username =>
      refusal(server.visit().call(api.auth.login, { username, password: 'Wrong-Horse-1!' })),
    )
    expect(await Promise.all(tries)).toEqual([wrong, wrong])
  })

  test('an inactive member signs in and is told so', async () => {
    const designer = await createDesigner(server.db, { membership: 'lapsed' })
    const session = await server
      .visit()
      .call(api.auth.login, { username: designer.username, password: testPassword })
    expect(session).toMatchObject({ isAuthenticated: true, isActive: false })
  })

  test('asks for both fields in words', async () => {
    const { status, body } = await refusal(
      server.visit().call(api.auth.login, { username: ' ', password: '' }),
    )
    expect(status).toBe(400)
    expect(body.errors).toEqual({ username: 'Username is required', password: 'Password is required' })
  })

  test('opens a new session each time and ends the one the browser had', async () => {
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    const before = { ...client.jar }
    await client.call(api.auth.login, { username: designer.username, password: testPassword })
    expect(client.jar.session).not.toBe(before.session)
    const stolen = server.visit()
    Object.assign(stolen.jar, before)
    expect(await stolen.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
  })

  test('stores the password as argon2id with the agreed cost, and of the session only a hash', async () => {
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

  test('after ten failures in a quarter of an hour an account waits, even with the right password, and no other does', async () => {
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

  test('is one for all spellings of an account: beyond it even the right password is wrong', async () => {
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

  test('does not tell whose address is whose: each name that is typed waits for itself', async () => {
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

  test('never grows by right ones, however many come at once', async () => {
    const { username } = await createDesigner(server.db)
    const login = () => server.visit().call(api.auth.login, { username, password: testPassword })
    await Promise.allSettled(Array.from({ length: 25 }, login))
    expect((await login()).isAuthenticated).toBe(true)
  })

  test('holds no name that was typed', async () => {
    const typed = 'My-Secret-Pass-1!'
    await refusal(server.visit().call(api.auth.login, { username: typed, password: 'x' }))
    const keys = await server.db.selectFrom('limit_count').select('key').execute()
    expect(JSON.stringify(keys).toLowerCase()).not.toContain(typed.toLowerCase())
  })
})

describe('the session', () => {
  test('is over at once when signed out, for a stolen copy too', async () => {
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

  test('its cookie is HttpOnly and Lax; over https also Secure and bound to the host', async () => {
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
    await https.close()
    expect(cookies).toMatchObject([
      { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
      { name: 'csrftoken', secure: true, sameSite: 'Lax', path: '/' },
    ])
    expect(cookies[1]!.httpOnly).toBeUndefined()
  })
})

describe('a request that changes something', () => {
  test('needs the token of this very session, in header and cookie', async () => {
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

  test('must be JSON', async () => {
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
