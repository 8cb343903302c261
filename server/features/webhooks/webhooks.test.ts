import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../shared/api/webhooks.ts'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { queueResults } from './queries.ts'
import { sendNextMessage } from './send-message.ts'

type Received = { url: string; headers: IncomingHttpHeaders; body: string }
const received: Received[] = []
/** What the receiver answers by its path. */
const statuses: Record<string, number> = {}

const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => (body += chunk))
  request.on('end', () => {
    received.push({ url: request.url!, headers: request.headers, body })
    response.writeHead(statuses[request.url!] ?? 204, { location: '/elsewhere' }).end()
  })
})
let server: TestServer
let origin: string
beforeAll(async () => {
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  receiver.close()
})
beforeEach(async () => {
  await server.db.deleteFrom('webhook').execute()
  received.length = 0
})

let made = 0
async function createScene(
  events: WebhookEvent[] = ['logo.liked', 'logo.commented', 'designer.followed', 'results.published'],
) {
  const { db } = server
  const owner = await createDesigner(db, { company: 'Owner & Sons' })
  const fan = await createDesigner(db, { company: 'Fan' })
  const { logo_id } = await createLogo(db, { designer_id: owner.designer_id, title: 'Heron' })
  const [own, other] = await Promise.all([server.signIn(owner), server.signIn(fan)])
  const path = `/hook/${++made}`
  const webhook = await own.call(api.webhooks.create, { url: origin + path, events })
  return { owner, fan, own, other, logo_id, path, webhook, secret: webhook.secret! }
}

/** Sends what is due, at this long from now. */
async function sendAll(aheadMs = 0) {
  server.clock.aheadMs = aheadMs
  try {
    for (let wasSent = true; wasSent; ) wasSent = await sendNextMessage(server.services)
  } finally {
    server.clock.aheadMs = 0
  }
}

test('likes, comments and follows arrive signed by the Standard Webhooks scheme, and the library verifies them', async () => {
  const { owner, fan, other, logo_id, path, secret, own, webhook } = await createScene()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  await other.call(api.logos.like, { logo_id, state: 1 })
  await other.call(api.logos.addComment, { logo_id, comment: 'Fine <b>line</b>.' })
  await other.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
  await sendAll()
  const verifier = new Webhook(secret)
  const messages = received.map(({ body, headers }) =>
    verifier.verify(body, headers as Record<string, string>),
  )
  const logo = { logo_id, title: 'Heron', url: expect.stringMatching(`/logo/${logo_id}$`) }
  const by = { designer_id: fan.designer_id, company: 'Fan', url: expect.stringContaining('/designers/') }
  expect(messages).toEqual([
    { type: 'logo.liked', timestamp: expect.any(String), data: { logo, by } },
    {
      type: 'logo.commented',
      timestamp: expect.any(String),
      data: { logo, by, comment: { comment_id: expect.any(Number), text: 'Fine <b>line</b>.' } },
    },
    { type: 'designer.followed', timestamp: expect.any(String), data: { by } },
  ])
  expect(received.map(each => each.url)).toEqual([path, path, path])
  const [shown] = await own.call(api.webhooks.list, {})
  expect(
    shown!.deliveries.map(({ event, state, attempts, status }) => [event, state, attempts, status]),
  ).toEqual([
    ['designer.followed', 'delivered', 1, 204],
    ['logo.commented', 'delivered', 1, 204],
    ['logo.liked', 'delivered', 1, 204],
  ])
  expect(JSON.stringify(shown)).not.toContain('whsec_')
  const { secret: kept } = await server.db
    .selectFrom('webhook')
    .where('webhook_id', '=', webhook.webhook_id)
    .select('secret')
    .executeTakeFirstOrThrow()
  expect(kept!.toString('base64')).not.toContain(secret.slice(6))
})

test('a message is never sent about something that was taken back, hidden or blocked, or to a suspended or lapsed owner', async () => {
  const undone = await createScene()
  await undone.other.call(api.logos.like, { logo_id: undone.logo_id, state: 1 })
  await undone.other.call(api.logos.like, { logo_id: undone.logo_id, state: 0 })
  const hidden = await createScene()
  const { logo_comment_id } = await hidden.other.call(api.logos.addComment, {
    logo_id: hidden.logo_id,
    comment: 'Rude',
  })
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  await moderator.call(api.desk.reports.setHidden, {
    kind: 'comment',
    id: logo_comment_id,
    state: 1,
    why: 'Rude',
  })
  const gone = await createScene()
  await gone.other.call(api.logos.like, { logo_id: gone.logo_id, state: 1 })
  await moderator.call(api.desk.reports.setHidden, {
    kind: 'logo',
    id: gone.logo_id,
    state: 1,
    why: 'Copied',
  })
  const blocked = await createScene()
  await blocked.other.call(api.logos.addComment, { logo_id: blocked.logo_id, comment: 'Hm' })
  await blocked.own.call(api.designers.block, { designer_id: blocked.fan.designer_id, state: 1 })
  const suspended = await createScene()
  await suspended.other.call(api.logos.like, { logo_id: suspended.logo_id, state: 1 })
  await server.db
    .updateTable('designer')
    .set({ suspended_until: new Date(Date.now() + 86_400_000) })
    .where('designer_id', '=', suspended.owner.designer_id)
    .execute()
  const lapsed = await createScene()
  await lapsed.other.call(api.logos.like, { logo_id: lapsed.logo_id, state: 1 })
  await server.db
    .updateTable('membership_grant')
    .set({ reversed_at: new Date() })
    .where('designer_id', '=', lapsed.owner.designer_id)
    .execute()
  const shown = await createScene()
  await shown.other.call(api.logos.like, { logo_id: shown.logo_id, state: 1 })
  await sendAll()
  expect(received.map(each => each.url)).toEqual([shown.path])
})

test('a save into a private collection, one’s own acts and events that were not chosen make no message', async () => {
  const { own, other, logo_id, owner } = await createScene(['designer.followed'])
  await other.call(api.logos.like, { logo_id, state: 1 })
  await own.call(api.logos.addComment, { logo_id, comment: 'Mine' })
  await sendAll()
  expect(received).toEqual([])
  await other.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
  await sendAll()
  expect(received).toHaveLength(1)
})

test('a failing webhook is tried again after 5 s, 5 min, 30 min, 2 h …, with the same id; ten failures in a row pause it with a letter', async () => {
  const { own, other, owner, logo_id, path } = await createScene()
  statuses[path] = 500
  await other.call(api.logos.like, { logo_id, state: 1 })
  const seconds = [0, 5, 300, 1800, 7200, 18_000, 36_000, 36_000, 36_000, 36_000]
  let at = 0
  for (const [i, wait] of seconds.entries()) {
    at += wait * 1000
    await sendAll(at)
    expect(received).toHaveLength(i + 1)
    if (i === 0) await sendAll(at + 4000)
    // The next wait begins at the attempt, which comes a moment after the clock was set.
    at += 2000
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [webhook] = await own.call(api.webhooks.list, {})
  expect(webhook).toMatchObject({
    is_paused: 1,
    failures: 10,
    deliveries: [{ state: 'queued', attempts: 10, status: 500, problem: 'Answered 500' }],
  })
  await sendAll(at + 86_400_000)
  expect(received).toHaveLength(10)
  const letters = await server.db
    .selectFrom('mail')
    .where('kind', '=', 'webhook-paused')
    .where('to_address', '=', owner.email)
    .select('text')
    .execute()
  expect(letters).toHaveLength(1)
  statuses[path] = 200
  const resumed = await own.call(api.webhooks.update, { webhook_id: webhook!.webhook_id, is_paused: 0 })
  expect(resumed).toMatchObject({ is_paused: 0, failures: 0 })
  await sendAll()
  expect(received).toHaveLength(11)
})

test('a redirect is a failure and is not followed', async () => {
  const { own, webhook, path } = await createScene()
  statuses[path] = 307
  const [delivery] = (await own.call(api.webhooks.sendTest, { webhook_id: webhook.webhook_id })).deliveries
  expect(delivery).toMatchObject({
    event: 'webhook.test',
    state: 'failed',
    status: 307,
    problem: 'Redirects aren’t followed',
  })
  expect(received.map(each => each.url)).toEqual([path])
  statuses[path] = 200
  const [second] = (await own.call(api.webhooks.sendTest, { webhook_id: webhook.webhook_id })).deliveries
  expect(second).toMatchObject({ state: 'delivered', status: 200, problem: '' })
})

test('a published book is told once, with the own selected logos', async () => {
  const { db } = server
  const { logo_id, secret } = await createScene(['results.published'])
  const { book_id } = await db
    .insertInto('book')
    .values({ series: 'book', number: 77, state: 'published', published_on: '2026-01-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('award').values({ book_id, logo_id }).execute()
  await queueResults(db, book_id)
  await queueResults(db, book_id)
  await sendAll()
  expect(received).toHaveLength(1)
  const message = new Webhook(secret).verify(
    received[0]!.body,
    received[0]!.headers as Record<string, string>,
  )
  expect(message).toMatchObject({
    type: 'results.published',
    data: { book: 'book-77', logos: [{ logo_id, title: 'Heron' }] },
  })
})

test('addresses, events and another’s webhook are refused in words; five are the most; a new secret replaces the old one', async () => {
  const { own, other, webhook, secret, path } = await createScene()
  const create = (url: string, events: string[] = ['logo.liked']) =>
    refusal(own.call(api.webhooks.create, { url, events: events as WebhookEvent[] }))
  for (const url of [
    'nothing',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://u:p@example.com/',
    'https://10.0.0.1/',
    'http://[fd00::1]/',
  ])
    expect([url, await create(url)]).toMatchObject([
      url,
      { status: 400, body: { errors: { url: expect.any(String) } } },
    ])
  expect((await create(origin, [])).body.errors).toEqual({ events: 'Choose at least one event.' })
  expect((await create(origin, ['logo.sold'])).status).toBe(400)
  const { webhook_id } = webhook
  for (const call of [
    () => other.call(api.webhooks.update, { webhook_id, is_paused: 1 }),
    () => other.call(api.webhooks.remove, { webhook_id }),
    () => other.call(api.webhooks.sendTest, { webhook_id }),
  ])
    expect((await refusal(call())).status).toBe(404)
  const renewed = await own.call(api.webhooks.update, { webhook_id, new_secret: 1 })
  expect(renewed.secret).not.toBe(secret)
  await own.call(api.webhooks.sendTest, { webhook_id })
  const { body, headers } = received.find(each => each.url === path)!
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).toThrow()
  new Webhook(renewed.secret!).verify(body, headers as Record<string, string>)
  for (let n = 0; n < 4; n++) await own.call(api.webhooks.create, { url: origin, events: ['logo.liked'] })
  expect((await create(origin)).status).toBe(409)
})

test('a site that others reach takes https alone, and nothing of its own network', async () => {
  const site = await startTestServer({
    PUBLIC_URL: 'https://gallery.example',
    SECRET: 'a secret of a test with more than thirty-two characters',
  })
  try {
    const member = await site.signIn(await createDesigner(site.db))
    for (const url of [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://[::1]/',
      'https://0x7f000001/',
    ])
      expect([
        url,
        await refusal(member.call(api.webhooks.create, { url, events: ['logo.liked'] })),
      ]).toMatchObject([url, { status: 400, body: { errors: { url: expect.any(String) } } }])
  } finally {
    await site.close()
  }
})
