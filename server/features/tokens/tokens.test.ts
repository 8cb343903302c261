import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { type Endpoint, listEndpoints } from '../../../shared/endpoint.ts'
import { createDesigner, createLogo, testPassword } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { isForTokens } from '../../http/api-token.ts'
import { voidPassword } from '../auth/queries.ts'
import { closeAccount } from '../members/close-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Scope = 'read' | 'write'

async function createWithToken(
  scope: Scope,
  overrides: Parameters<typeof createDesigner>[1] = {},
): Promise<{
  designer: Awaited<ReturnType<typeof createDesigner>>
  browser: Client
  token: string
  id: number
}> {
  const designer = await createDesigner(server.db, overrides)
  const browser = await server.signIn(designer)
  const made = await browser.call(api.tokens.create, { name: 'Studio site', scope })
  return { designer, browser, token: made.token, id: made.token_id }
}

/** A request of a program: no cookies, only the token. */
async function send(token: string, method: Endpoint['method'], url: string, body?: object) {
  const answer = await server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const endpoints = listEndpoints(api).map(({ endpoint }) => endpoint)

test('a token is shown once, kept as a hash, listed with its last use, and revoked', async () => {
  const { browser, token, id } = await createWithToken('read')
  const { token_hash } = await server.db
    .selectFrom('api_token')
    .where('token_id', '=', id)
    .select('token_hash')
    .executeTakeFirstOrThrow()
  expect(token).toMatch(/^colophon_[\w-]{43}$/)
  expect(token_hash.toString('latin1')).not.toContain(token)
  const before = await browser.call(api.tokens.list, {})
  expect(before).toEqual([
    { token_id: id, name: 'Studio site', scope: 'read', created_at: expect.any(String), last_used_at: null },
  ])
  expect((await send(token, 'GET', '/api/logos/fresh')).status).toBe(200)
  expect((await browser.call(api.tokens.list, {}))[0]!.last_used_at).toEqual(expect.any(String))
  await browser.call(api.tokens.revoke, { token_id: id })
  expect(await browser.call(api.tokens.list, {})).toEqual([])
  expect(await send(token, 'GET', '/api/logos/fresh')).toMatchObject({ status: 401, body: { code: 'token' } })
})

test('a wrong token gets 401 on every call, also on public ones and on writes', async () => {
  const statuses = new Set<number>()
  for (const { method, path } of endpoints) statuses.add((await send('colophon_wrong', method, path)).status)
  expect([...statuses]).toEqual([401])
  for (const header of ['Bearer', 'Bearer ', 'bearer x y']) {
    const answer = await server.app.inject({ url: '/api/auth/check', headers: { authorization: header } })
    expect([header, answer.statusCode]).toEqual([header, 401])
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
})

test('a token reads as its designer, without cookies; a read token changes nothing, a write token needs no CSRF token', async () => {
  const { db } = server
  const { logo_id } = await createLogo(db)
  const reader = await createWithToken('read')
  const writer = await createWithToken('write')
  for (const { token, designer } of [reader, writer]) {
    const check = await send(token, 'GET', '/api/auth/check')
    expect(check.body).toMatchObject({ designerId: designer.designer_id, isAuthenticated: true })
    expect(check.headers['set-cookie']).toBeUndefined()
  }
  const writes = endpoints.filter(({ method, path }) => method !== 'GET' && isForTokens(path))
  expect(writes.length).toBeGreaterThan(10)
  for (const { method, path } of writes)
    expect([path, await send(reader.token, method, path, {})]).toMatchObject([
      path,
      { status: 403, body: { code: 'token' } },
    ])
  expect(await send(writer.token, 'POST', '/api/logos/like', { logo_id, state: 1 })).toMatchObject({
    status: 200,
    body: { logo_id, is_liked: 1, like_ct: 1 },
  })
})

test('no token opens how one logs in, tokens, webhooks, payments, the desk or the bench', async () => {
  const admin = await createWithToken('write', { role: 'admin' })
  const closed = endpoints.filter(({ path }) => !isForTokens(path))
  for (const { method, path } of closed)
    expect([path, await send(admin.token, method, path, {})]).toMatchObject([
      path,
      { status: 403, body: { code: 'token' } },
    ])
  expect(new Set(closed.map(({ path }) => path.split('/')[2]))).toEqual(
    new Set(['auth', 'designers', 'payments', 'register', 'subscriptions', 'admin', 'jury']),
  )
  const other = await createLogo(server.db)
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  const { logo_id } = other
  await moderator.call(api.desk.reports.setHidden, { kind: 'logo', id: logo_id, state: 1, why: 'Copied' })
  expect((await admin.browser.send({ method: 'GET', url: `/api/logos?logo_id=${logo_id}` })).statusCode).toBe(
    200,
  )
  // A caller with a token has the rights of a member, also where the account has another role.
  expect((await send(admin.token, 'GET', `/api/logos?logo_id=${logo_id}`)).status).toBe(404)
  for (const url of ['/api/designers/export', '/api/designers/activity/stream', '/api/admin/members.csv'])
    expect([url, (await send(admin.token, 'GET', url)).status >= 401]).toEqual([url, true])
})

test('a lapsed member’s token reads what a visitor may, a suspended one’s writes nothing', async () => {
  const lapsed = await createWithToken('write')
  await server.db
    .updateTable('membership_grant')
    .set({ reversed_at: new Date() })
    .where('designer_id', '=', lapsed.designer.designer_id)
    .execute()
  expect(await send(lapsed.token, 'GET', '/api/logos/following')).toMatchObject({
    status: 403,
    body: { code: 'membership_required' },
  })
  expect((await send(lapsed.token, 'GET', '/api/logos/fresh')).status).toBe(200)
  expect((await refusal(lapsed.browser.call(api.tokens.create, { name: 'x', scope: 'read' }))).status).toBe(
    403,
  )

  const { designer, token, browser, id } = await createWithToken('write')
  await server.db
    .updateTable('designer')
    .set({ suspended_until: new Date(Date.now() + 86_400_000) })
    .where('designer_id', '=', designer.designer_id)
    .execute()
  const { logo_id } = await createLogo(server.db)
  expect(await send(token, 'POST', '/api/logos/like', { logo_id, state: 1 })).toMatchObject({
    status: 403,
    body: { code: 'suspended' },
  })
  expect((await send(token, 'GET', '/api/logos/following')).status).toBe(200)
  expect((await refusal(browser.call(api.tokens.create, { name: 'x', scope: 'read' }))).body.code).toBe(
    'suspended',
  )
  await browser.call(api.tokens.revoke, { token_id: id })
})

test('tokens end with a changed password, a link that takes the account back, and the account', async () => {
  const changed = await createWithToken('read')
  await changed.browser.call(api.auth.updatePassword, {
    old_password: testPassword,
    new_password: 'Another-Pass-9!',
  })
  const reset = await createWithToken('read')
  await voidPassword(server.db, reset.designer.designer_id, 'unknown', new Date())
  const closed = await createWithToken('read')
  await closeAccount(server.services, closed.designer.designer_id, server.app.log)
  for (const { token } of [changed, reset, closed])
    expect((await send(token, 'GET', '/api/books')).status).toBe(401)
})

test('a name, a scope, at most twenty; another’s is 404; each new one is mailed to its owner', async () => {
  const { designer, browser, id } = await createWithToken('read')
  expect((await refusal(browser.call(api.tokens.create, { name: ' ', scope: 'read' }))).body.errors).toEqual({
    name: 'Give the token a name.',
  })
  expect(
    (await refusal(browser.call(api.tokens.create, { name: 'x', scope: 'admin' as Scope }))).body.errors,
  ).toEqual({ scope: 'Choose read or write.' })
  const answers = await Promise.allSettled(
    Array.from({ length: 22 }, () => browser.call(api.tokens.create, { name: 'x', scope: 'read' })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
  expect(await browser.call(api.tokens.list, {})).toHaveLength(20)
  const other = await server.signIn(await createDesigner(server.db))
  expect((await refusal(other.call(api.tokens.revoke, { token_id: id }))).status).toBe(404)
  const mails = await server.db
    .selectFrom('mail')
    .where('kind', '=', 'api-token-made')
    .where('to_address', '=', designer.email)
    .select('text')
    .execute()
  expect(mails).toHaveLength(20)
  expect(mails.map(mail => mail.text).join()).not.toContain('colophon_')
})

test('a page of another site reads with a token and as a visitor, never with cookies, and writes nothing', async () => {
  const origin = 'https://studio.example'
  const { token, browser } = await createWithToken('write')
  const ask = (url: string, method: 'GET' | 'POST') =>
    server.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    })
  const preflight = await ask('/api/logos/fresh', 'GET')
  expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([
    204,
    'GET, HEAD',
  ])
  expect(preflight.headers['access-control-allow-headers']).toBe('authorization')
  expect((await ask('/api/logos/like', 'POST')).headers['access-control-allow-origin']).toBeUndefined()
  for (const { path, method } of endpoints) {
    const { headers } = await server.app.inject({ method, url: path, headers: { origin } })
    const expected = method === 'GET' && isForTokens(path) ? '*' : undefined
    expect([method, path, headers['access-control-allow-origin']]).toEqual([method, path, expected])
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  }
  // Also on an error, so that the page can read what was wrong.
  expect((await send('wrong', 'GET', '/api/logos/fresh')).headers['access-control-allow-origin']).toBe('*')
  expect((await send(token, 'GET', '/api/logos/fresh')).headers['access-control-allow-origin']).toBe('*')
  expect(
    (await browser.send({ method: 'GET', url: '/api/jury' })).headers['access-control-allow-origin'],
  ).toBeUndefined()
})

test('a token counts before the cookie beside it, and only a token spares the CSRF token', async () => {
  const { token, designer } = await createWithToken('write')
  const other = await server.signIn(await createDesigner(server.db))
  const { logo_id } = await createLogo(server.db)
  const check = await other.send({
    method: 'GET',
    url: '/api/auth/check',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(check.json()).toMatchObject({ designerId: designer.designer_id })
  const forged = await server.app.inject({
    method: 'POST',
    url: '/api/logos/like',
    headers: { authorization: 'Basic YTpi' },
    cookies: other.jar,
    payload: { logo_id, state: 1 },
  })
  expect([forged.statusCode, forged.json().code]).toEqual([403, 'csrf'])
})
