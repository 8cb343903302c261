import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'
import { buildApp } from '../../app.ts'
import { loadConfig } from '../../config.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('limit_count').execute()
})

const url = '/api/client-errors'

test('a report needs neither session nor CSRF token', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload: { message: 'x is undefined', url: '/' },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
})

test.each([
  { url: '/' },
  { message: '', url: '/' },
  { message: 'x' },
  { message: 'x'.repeat(3000), url: '/' },
  { message: 7, url: '/' },
])('%j is not a valid report', async payload => {
  const answer = await server.app.inject({ method: 'POST', url, payload })
  expect(answer.statusCode).toBe(400)
})

test('reports are limited to ten a minute per address', async () => {
  await untilWindowLasts(60)
  const payload = { message: 'x', url: '/' }
  const report = (remoteAddress: string) => server.app.inject({ method: 'POST', url, payload, remoteAddress })
  const answers = await Promise.all(Array.from({ length: 11 }, () => report('192.0.2.7')))
  expect(answers.map(a => a.statusCode).sort()).toEqual([...Array(10).fill(200), 429])
  expect((await report('192.0.2.8')).statusCode).toBe(200)
  server.clock.aheadMs += 60_000
  expect((await report('192.0.2.7')).statusCode).toBe(200)
})

test('a report is logged in one line, truncated and without URL queries', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: line => void lines.push(line) })
  const app = await buildApp({
    config: loadConfig({}),
    services: server.services,
    dedicatedPools: server.dedicatedPools,
    logger,
  })
  const message = `Failed at https://colophon.example/password-reset?user=7&token=s3cret\nsecond ${'y'.repeat(900)}`
  const stack = 'at f (https://colophon.example/assets/index.js?token=s3cret:1:20)\nat /logo/3#s3cret'
  await app.inject({ method: 'POST', url, payload: { message, stack, url: '/password-reset?token=s3cret' } })
  await app.close()
  const told = lines.filter(line => line.includes('error in the browser'))
  expect(told).toHaveLength(1)
  expect(lines.join()).not.toContain('s3cret')
  const { client_error } = JSON.parse(told[0]!)
  expect(client_error.url).toBe('/password-reset')
  expect(client_error.stack).toContain('at f (https://colophon.example/assets/index.js')
  expect(client_error.message).toMatch(/^Failed at https:\/\/colophon\.example\/password-reset\nsecond y+$/)
  expect(client_error.message).toHaveLength(500)
})

describe('the browser’s own reports', () => {
  const policy = {
    'csp-report': {
      'document-uri': 'https://colophon.example/logo/3?next=s3cret',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?k=s3cret',
      'source-file': 'https://colophon.example/assets/index.js',
      'line-number': 7,
    },
  }
  const violation = {
    type: 'csp-violation',
    url: 'https://colophon.example/logo/3?next=s3cret',
    body: { effectiveDirective: 'style-src-attr', blockedURL: 'inline', sourceFile: '', lineNumber: 1 },
  }
  const send = (type: string, payload: unknown, to = url, app = server.app) =>
    app.inject({
      method: 'POST',
      url: to,
      headers: { 'content-type': type },
      payload: JSON.stringify(payload),
    })

  test('are logged in the same line, without URL queries', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: line => void lines.push(line) })
    const { services, dedicatedPools } = server
    const app = await buildApp({ config: loadConfig({}), services, dedicatedPools, logger })
    expect((await send('application/csp-report', policy, url, app)).statusCode).toBe(200)
    expect((await send('application/reports+json', [violation, violation], url, app)).statusCode).toBe(200)
    await app.close()
    const told = lines.map(line => JSON.parse(line).client_error).filter(Boolean)
    expect(told).toEqual([
      {
        message:
          'csp-violation: script-src-elem refused https://evil.example/x.js at https://colophon.example/assets/index.js:7',
        url: 'https://colophon.example/logo/3',
      },
      {
        message: Array(2).fill('csp-violation: style-src-attr refused inline').join('\n'),
        url: 'https://colophon.example/logo/3',
      },
    ])
    expect(lines.join()).not.toContain('s3cret')
  })

  test('that are invalid are refused and count against the same limit', async () => {
    await untilWindowLasts(60)
    for (const [type, payload] of [
      ['application/csp-report', {}],
      ['application/csp-report', [policy]],
      ['application/reports+json', []],
      ['application/reports+json', violation],
      ['application/reports+json', 'x'],
    ] as const)
      expect((await send(type, payload)).statusCode).toBe(400)
    const answers = await Promise.all(
      Array.from({ length: 11 }, (_, i) =>
        i % 2 ? send('application/csp-report', policy) : send('application/reports+json', [violation]),
      ),
    )
    expect(answers.map(a => a.statusCode).sort()).toEqual([...Array(10).fill(200), 429])
  })

  test('are accepted by no other call', async () => {
    expect((await send('application/csp-report', policy, '/api/auth/logout')).statusCode).not.toBe(200)
    expect((await send('application/csp-report', policy, '/api/payments/webhook')).statusCode).not.toBe(200)
  })
})
