import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { listEndpoints } from '../../shared/endpoint.ts'
import { createDesigner, testPassword } from '../../tests/factories.ts'
import { sendRaw } from '../../tests/send-raw.ts'
import { type Client, startTestServer, type TestServer } from '../../tests/server.ts'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { openPools } from '../db/pools.ts'
import { makeLogger } from '../logger.ts'
import { openApi } from './dev/openapi.ts'
import { isMomentary } from './errors.ts'
import { addressKey } from './limits.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startTestServer()
  client = server.visit()
  await client.send({ method: 'GET', url: '/api/auth/check' })
})
afterAll(() => server.close())

describe('every answer', () => {
  test('carries the security headers and a request id', async () => {
    const { headers } = await client.send({ method: 'GET', url: '/api/auth/check' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cache-control': 'no-store',
      'reporting-endpoints': 'errors="/api/client-errors"',
      'permissions-policy': expect.stringMatching(/\bcamera=\(\), .*\bmicrophone=\(\), .*\bpayment=\(\)/),
    })
    expect(headers['content-security-policy']).toMatch(/;report-uri \/api\/client-errors;report-to errors$/)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test.each<[string, string | object, Record<string, string>, number]>([
    ['malformed JSON', '{"username":', { 'content-type': 'application/json' }, 400],
    ['a prototype in JSON', '{"__proto__":{"admin":true}}', { 'content-type': 'application/json' }, 400],
    ['brackets 60,000 deep', '['.repeat(60_000), { 'content-type': 'application/json' }, 400],
    ['a list for an object', [1], {}, 400],
    ['another content type', 'username=a', { 'content-type': 'text/plain' }, 415],
    ['more than 64 kB', { username: 'x'.repeat(70_000) }, {}, 413],
    ['NUL in a text', { username: 'a\u0000b', password: 'x' }, {}, 400],
  ])('to %s is a sentence in JSON, without internals', async (_what, body, headers, status) => {
    const answer = await client.send({ method: 'POST', url: '/api/auth/login', body, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error).toBeTypeOf('string')
    expect(answer.body).not.toMatch(/node_modules|at async|select |postgres/i)
  })
})

test('a malformed URL or a compressed body gets the same kind of answer', async () => {
  const bad = await client.send({ method: 'GET', url: '/%' })
  expect([bad.statusCode, bad.json()]).toEqual([400, { error: 'We couldn’t read that request.' }])
  const headers = { 'content-encoding': 'gzip' }
  const packed = await client.send({ method: 'POST', url: '/api/auth/login', body: {}, headers })
  expect(packed.statusCode).toBe(415)
})

test('a database that is down is a 503 with Retry-After, not a 500', async () => {
  const url = 'postgresql://app@127.0.0.1:1/none'
  const { db, readDb, dedicatedPools, close } = openPools(url)
  const services = { ...server.services, db, readDb }
  const app = await buildApp({
    config: loadConfig({}),
    services,
    dedicatedPools,
    logger: makeLogger('silent'),
  })
  const answer = await app.inject({ url: '/api/logos/fresh' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
  await app.close()
  await close()
})

test('a job’s failure is momentary where the database is away, or cancels a slow statement; a wrong statement is an error', async () => {
  const away = connect('postgresql://app@127.0.0.1:1/none')
  const impatient = connect(server.databaseUrl, { max: 1, statementTimeout: 50 })
  const failureOf = ({ db }: Pick<typeof away, 'db'>, statement: string) =>
    sql.raw(statement).execute(db).catch(isMomentary)
  expect(await failureOf(away, 'select 1')).toBe(true)
  expect(await failureOf(impatient, 'select pg_sleep(5)')).toBe(true)
  expect(await failureOf(server, 'select nothing')).toBe(false)
  await Promise.all([away.close(), impatient.close()])
})

test('TRACE and TRACK are not offered, and give nothing of the request back', async () => {
  for (const method of ['TRACE', 'TRACK']) {
    const answer = await sendRaw(
      server.app,
      `${method} / HTTP/1.1\r\nHost: localhost\r\nCookie: session=secret\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).not.toContain('secret')
  }
})

test('a request with two Host headers is refused', async () => {
  const answer = await sendRaw(
    server.app,
    'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1.1 400/)
})

test.each([
  'GET http://evil.example/healthz',
  'GET http://evil.example/wp-json/wp/v2/posts?per_page=1',
  'GET http://a/blog-images/../secret/admin?x=1',
  'POST http://evil.example/api/auth/logout',
  'OPTIONS *',
])('a request target that is not a path is refused: %s', async line => {
  const answer = await sendRaw(
    server.app,
    `${line} HTTP/1.1\r\nHost: localhost:4400\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1.1 400/)
  expect(answer).toContain('{"error":"We couldn’t read that request."}')
})

test('health says that the process runs, readiness that it can answer', async () => {
  expect((await client.send({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' })
  expect((await client.send({ method: 'GET', url: '/readyz' })).json()).toEqual({ status: 'ready' })
})

test('readiness fails while stopping', async () => {
  const { services, dedicatedPools } = server
  const logger = makeLogger('silent')
  const app = await buildApp({
    config: loadConfig({}),
    services,
    dedicatedPools,
    logger,
    isStopping: () => true,
  })
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  await app.close()
})

test('the log has a line per request, without password, cookie, token or query string', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: line => void lines.push(line) })
  const { services, dedicatedPools } = server
  const app = await buildApp({ config: loadConfig({}), services, dedicatedPools, logger })
  const designer = await createDesigner(server.db)
  const check = await app.inject({ url: '/api/auth/check?token=in-the-query' })
  const csrftoken = check.cookies.find(c => c.name === 'csrftoken')!.value
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: designer.username, password: testPassword },
    cookies: { csrftoken },
    headers: { 'x-csrftoken': csrftoken },
  })
  const linked = await app.inject({ url: '/client/in-the-path' })
  await app.close()
  expect(login.statusCode).toBe(200)
  const requests = lines.map(line => JSON.parse(line)).filter(line => line.msg === 'request')
  expect(requests).toMatchObject([
    { method: 'GET', path: '/api/auth/check', status: 200, reqId: check.headers['x-request-id'] },
    { method: 'POST', path: '/api/auth/login', status: 200 },
    { method: 'GET', path: '/client/…', status: linked.statusCode },
  ])
  const log = lines.join('')
  const session = login.cookies.find(c => c.name === 'session')!.value
  for (const secret of [testPassword, csrftoken, session, 'in-the-query', 'in-the-path'])
    expect(log).not.toContain(secret)
})

describe('the OpenAPI document', () => {
  test('lists every call of the contract, with who may call it', async () => {
    const { paths } = (await client.send({ method: 'GET', url: '/api/openapi.json' })).json()
    for (const { endpoint } of listEndpoints(api)) {
      const { method, path, who } = endpoint
      expect(paths[path][method.toLowerCase()]).toMatchObject({ 'x-who': who })
    }
    expect(openApi('http://localhost').openapi).toBe('3.1.0')
  })

  test('has a page for people that lists them, too, each under an address that the contents lead to', async () => {
    const page = await client.send({ method: 'GET', url: '/api/docs' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('POST /api/logos/like')
    expect(page.body).toContain('<code>/api/designers/statistics.csv</code>')
    for (const guide of ['tokens', 'cors', 'webhooks']) expect(page.body).toContain(`<h2 id="${guide}">`)
    const ids = [...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { group, name } of listEndpoints(api)) expect(ids).toContain(`${group}-${name}`)
    const linked = [...page.body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
    expect(linked.length).toBeGreaterThan(30)
    expect(ids).toEqual(expect.arrayContaining(linked))
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('limits count %s as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test("the payment provider's pages and scripts are allowed only if it is configured", async () => {
  const policyWith = async (env: Record<string, string>) => {
    const app = await buildApp({
      config: loadConfig(env),
      services: server.services,
      dedicatedPools: server.dedicatedPools,
      logger: makeLogger('silent'),
    })
    const { headers } = await app.inject({ url: '/healthz' })
    await app.close()
    return String(headers['content-security-policy'])
  }
  expect(await policyWith({})).not.toContain('paypal')
  const policy = await policyWith({
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: '8AB',
    PAYPAL_PLAN_YEARLY: 'P-Y',
    PAYPAL_PLAN_MONTHLY: 'P-M',
    PAYPAL_ENVIRONMENT: 'sandbox',
  })
  for (const directive of ['script-src', 'connect-src', 'frame-src', 'img-src'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://\\*\\.paypal\\.com`))
})
