import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { renderMail } from '../../features/mail/template.ts'
import { localFiles } from '../../outside/files.ts'
import { mailFolder } from '../../outside/mail.ts'
import { mailPictures } from '../../outside/mail-pictures.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-mailbox-'))
  server = await startTestServer({ DATA_DIR: folder })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = async (url: string, of = server) => of.visit().send({ method: 'GET', url })

async function receive(subject: string, n: number) {
  const send = mailFolder(join(folder, 'mail'), {
    from: 'a@colophon.example',
    findPictures: mailPictures(localFiles(folder), async () => undefined),
    replyTo: () => 'b@colophon.example',
  })
  await send({
    mail_id: `00000000-0000-4000-8000-00000000000${n}`,
    to_address: 'ada@example.com',
    reply_to: null,
    unsubscribe_url: null,
    subject,
    ...renderMail(subject, [
      { type: 'text', text: 'Hello <b>there</b>' },
      { type: 'button', label: 'Open', href: 'https://colophon.example/open?a=1&b=2' },
    ]),
    created_at: new Date(Date.UTC(2026, 0, n)),
  })
}

test('the mailbox is empty at first, then lists what was sent, newest first', async () => {
  expect((await get('/dev/mailbox')).body).toContain('Nothing yet.')
  await receive('First <i>mail</i>', 1)
  await receive('Second', 2)
  const { statusCode, body } = await get('/dev/mailbox')
  expect(statusCode).toBe(200)
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'))
  expect(body).not.toContain('<i>')
})

test('a mail is shown in a sandboxed frame, with its text, links and headers', async () => {
  const name = '2026-01-01T00-00-00.000Z_00000000-0000-4000-8000-000000000001.eml'
  const page = await get(`/dev/mailbox/${name}`)
  expect(page.body).toContain(`src="/dev/mailbox/${name}/html" sandbox="allow-popups`)
  expect(page.body).toContain('href="https://colophon.example/open?a=1&#38;b=2"')
  expect(page.body).toContain('auto-generated')
  expect(page.headers['content-security-policy']).toContain("frame-src 'self'")
  const frame = await get(`/dev/mailbox/${name}/html`)
  expect(frame.body).toContain('Hello &#60;b&#62;there&#60;/b&#62;')
  expect(frame.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/)
  expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN')
  // The attached wordmark, in the light and in the dark.
  expect(frame.body.match(/src="data:image\/png;base64,/g)).toHaveLength(2)
  expect(frame.body).not.toContain('cid:')
  expect((await get(`/dev/mailbox/${name}/source`)).body).toMatch(/^From: /m)
})

test.each([
  ['another machine', '203.0.113.7', undefined, 404],
  ['another machine that says it is this one', '203.0.113.7', '127.0.0.1', 404],
  ['another machine, by a proxy on this one', '127.0.0.1', '203.0.113.7', 404],
  ['another machine that says it is this one, by a proxy', '127.0.0.1', '127.0.0.1, 203.0.113.7', 404],
  ['a trusted proxy elsewhere that repeats what it is told', '10.0.0.2', '127.0.0.1', 404],
  ['this one, by a proxy on it', '127.0.0.1', '127.0.0.1', 200],
  ['this one', '::1', undefined, 200],
  ['this one, as IPv4 in IPv6', '::ffff:127.0.0.1', undefined, 200],
] as const)('requested by %s', async (_who, remoteAddress, forwarded, status) => {
  const trusting = await startTestServer({ DATA_DIR: folder, TRUST_PROXY: '127.0.0.1,10.0.0.2' })
  await receive('For this machine', 3)
  const name = '2026-01-03T00-00-00.000Z_00000000-0000-4000-8000-000000000003.eml'
  const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
  for (const { app } of [server, trusting])
    for (const url of ['/dev/mailbox', `/dev/mailbox/${name}`, `/dev/mailbox/${name}/source`])
      expect((await app.inject({ method: 'GET', url, headers, remoteAddress })).statusCode).toBe(status)
  await trusting.close()
})

test.each([
  ['rebound.evil.example', 404],
  ['localhost.evil.example:3000', 404],
  ['localhost:3000', 200],
  ['[::1]:3000', 200],
])('the mailbox answers to loopback names only: %s', async (host, status) => {
  const answer = await server.app.inject({ method: 'GET', url: '/dev/mailbox', headers: { host } })
  expect(answer.statusCode).toBe(status)
})

test('only mails can be opened', async () => {
  for (const name of ['..%2f..%2fpostgres%2fPG_VERSION', 'x', '..', '2026_0.eml'])
    expect((await get(`/dev/mailbox/${name}`)).statusCode).toBe(404)
})

test.each<[string, Record<string, string>]>([
  ['in production', { NODE_ENV: 'production' }],
  ['with an https address', { PUBLIC_URL: 'https://colophon.example' }],
  ['where mail is sent', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@colophon.example' }],
])('there is no mailbox %s', async (_where, env) => {
  const other = await startTestServer({
    SECRET: 'thirty-two characters, at the least',
    DATA_DIR: folder,
    ...env,
  })
  expect((await get('/dev/mailbox', other)).statusCode).toBe(404)
  await other.close()
})
