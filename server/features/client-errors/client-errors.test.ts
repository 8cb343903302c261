import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
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
])('%j is no report', async payload => {
  const answer = await server.app.inject({ method: 'POST', url, payload })
  expect(answer.statusCode).toBe(400)
})

test('ten in a minute from one address, and not one more', async () => {
  const payload = { message: 'x', url: '/' }
  const report = (remoteAddress: string) => server.app.inject({ method: 'POST', url, payload, remoteAddress })
  const answers = await Promise.all(Array.from({ length: 11 }, () => report('192.0.2.7')))
  expect(answers.map(a => a.statusCode).sort()).toEqual([...Array(10).fill(200), 429])
  expect((await report('192.0.2.8')).statusCode).toBe(200)
  server.clock.aheadMs += 60_000
  expect((await report('192.0.2.7')).statusCode).toBe(200)
})

test('one line is logged: clipped, and without what stands in an address behind its path', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: line => void lines.push(line) })
  const app = await buildApp({
    config: loadConfig({}),
    services: server.services,
    aside: server.aside,
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
