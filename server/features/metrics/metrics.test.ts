import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { answer, startMailServer } from '../../../tests/mail-server.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { startMailDelivery } from '../../jobs/send-mail.ts'
import { modelVersion } from '../../lib/look/describe.ts'
import { smtpMail } from '../../outside/mail.ts'

const token = 'thirty-two-characters-or-more-0123'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: token })
})
afterAll(() => server.close())

const scrape = (headers: Record<string, string> = {}) =>
  server.visit().send({ method: 'GET', url: '/metrics', headers })

/** A mail in the outbox, as old as this. */
const mail = (dedupe_key: string, status: 'queued' | 'dead', ageMs: number) => ({
  dedupe_key,
  kind: 'test',
  to_address: 'ada@example.com',
  subject: '',
  html: '',
  text: '',
  status,
  created_at: new Date(Date.now() - ageMs),
})

/** The samples of a metric, as written. */
const samplesOf = (text: string, name: string) =>
  text.split('\n').filter(line => line.startsWith(`${name} `) || line.startsWith(`${name}{`))

test('metrics are answered to this machine and to a caller with the token; all others get 404', async () => {
  expect((await scrape()).headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const elsewhere: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.7' },
    // A proxy on this machine forwards for anyone.
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
    { host: 'colophon.example' },
  ]
  for (const headers of elsewhere) {
    expect((await scrape(headers)).statusCode).toBe(404)
    expect((await scrape({ ...headers, authorization: `Bearer ${token}x` })).statusCode).toBe(404)
    expect((await scrape({ ...headers, authorization: `Bearer ${token}` })).statusCode).toBe(200)
  }
})

test('requests are counted by route and status, and no label names a member, a logo or a query', async () => {
  // Figures of other metrics are small, so that these numbers are found nowhere by accident.
  const [designer_id, logo_id] = [1_987_654_321, 1_876_543_219]
  const { username, slug } = await createDesigner(server.db, { designer_id, company: 'Ferroplast' })
  await createLogo(server.db, { logo_id, designer_id, title: 'Quillwort' })
  const client = await server.signIn({ designer_id })
  const visited = [
    `/api/designers?designer_id=${designer_id}`,
    `/api/logos?logo_id=${logo_id}`,
    `/api/nothing/${designer_id}`,
    `/designer/${slug}`,
    `/logo/${logo_id}/quillwort?from=${username}`,
    `/feeds/designer/${slug}.atom`,
    `/nothing/${logo_id}`,
    '/images/0123456789abcdef-320.webp',
  ]
  for (const url of visited) await client.send({ method: 'GET', url })
  await client.send({ method: 'POST', url: `/api/nothing/${designer_id}`, body: {} })
  const { body } = await scrape()
  const routes = samplesOf(body, 'colophon_request_seconds_count')
  expect(routes).toContain(
    'colophon_request_seconds_count{route="/images/:name",method="GET",status="404"} 1',
  )
  expect(routes.some(line => line.includes('route="/api/*"') && line.includes('status="404"'))).toBe(true)
  const labels = [...body.matchAll(/[{,]\w+="([^"]*)"/g)].map(([, value]) => value!.toLowerCase())
  expect(labels).toEqual(expect.arrayContaining(['/images/:name', 'get', '404', 'calls', '+inf']))
  const private_ = [
    `${designer_id}`,
    `${logo_id}`,
    username,
    slug,
    'ferroplast',
    'quillwort',
    '0123456789abcdef',
  ]
  for (const value of private_)
    expect([value, labels.filter(label => label.includes(value.toLowerCase()))]).toEqual([value, []])
  expect(body).not.toMatch(/\?|@/)
})

test('while the database is away its figures are left out', async () => {
  const lone = await startTestServer()
  try {
    await lone.db.destroy()
    const { body } = await lone.visit().send({ method: 'GET', url: '/metrics' })
    expect(samplesOf(body, 'colophon_database_up')).toEqual(['colophon_database_up 0'])
    expect(samplesOf(body, 'colophon_last_backup_timestamp_seconds')).toEqual([])
    expect(samplesOf(body, 'colophon_members')).toEqual([])
  } finally {
    await lone.close()
  }
})

test('what waits in the database is shown as it is, and the members by state', async () => {
  const { db } = server
  const active = await createDesigner(db, { membership: 'active' })
  for (const membership of ['lapsed', 'lapsed'] as const) await createDesigner(db, { membership })
  for (const values of [{ colors: '[]' }, {}])
    await createLogo(db, { designer_id: active.designer_id, ...values })
  for (const colors of [null, '[]']) {
    const { logo_id } = await createLogo(db, { designer_id: active.designer_id, colors })
    await db
      .insertInto('logo_look')
      .values({ logo_id, model_version: modelVersion, views: Buffer.alloc(0) })
      .execute()
    const hidden = { hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A test.' } as const
    if (!colors) await db.updateTable('logo').set(hidden).where('logo_id', '=', logo_id).execute()
  }
  const ages = [mail('older', 'queued', 90_000), mail('newer', 'queued', 1000)]
  const dead = [mail('of this week', 'dead', 6 * dayMs), mail('of last week', 'dead', 8 * dayMs)]
  await db
    .insertInto('mail')
    .values([...ages, ...dead])
    .execute()
  const other = await startTestServer({}, { databaseUrl: server.databaseUrl })
  try {
    const { body } = await other.visit().send({ method: 'GET', url: '/metrics' })
    const numberOf = (name: string) => Number(samplesOf(body, name)[0]?.split(' ').at(-1))
    expect(numberOf('colophon_mails_queued')).toBe(2)
    expect(numberOf('colophon_mails_dead')).toBe(1)
    expect(numberOf('colophon_mail_delay_seconds')).toBeGreaterThan(80)
    expect(numberOf('colophon_mail_delay_seconds')).toBeLessThan(6 * 3600)
    expect(numberOf('colophon_palettes_waiting')).toBe(3)
    expect(numberOf('colophon_looks_waiting')).toBe(3)
    expect(numberOf('colophon_database_up')).toBe(1)
    expect(samplesOf(body, 'colophon_members').toSorted()).toEqual([
      'colophon_members{state="current"} 2',
      'colophon_members{state="lapsed"} 2',
    ])
    expect(samplesOf(body, 'colophon_pool_connections')).toHaveLength(2)
    expect(samplesOf(body, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
    expect(samplesOf(body, 'colophon_build')[0]).toMatch(/version="\d+\.\d+\.\d+"/)
  } finally {
    await other.close()
  }
})

test('a mail that its server refuses counts as waiting from when it was written, also between two attempts', async () => {
  const lone = await startTestServer()
  const smtp = await startMailServer()
  smtp.handlers.onRaw = async () => answer(451, 'Try later')
  const errors: unknown[] = []
  const sender = {
    from: 'gallery@colophon.example',
    replyTo: () => 'support@colophon.example',
    findPictures: async (html: string) => ({ html, pictures: [] }),
  }
  await lone.db
    .insertInto('mail')
    .values(mail('refused', 'queued', 20 * 60_000))
    .execute()
  const delivery = startMailDelivery(lone.services, {
    send: smtpMail(smtp.url, sender),
    onError: error => errors.push(error),
    everyMs: 10,
  })
  try {
    const attempts = () =>
      lone.db.selectFrom('mail').select(['status', 'attempts', 'next_attempt_at']).executeTakeFirstOrThrow()
    await expect.poll(attempts, { timeout: 20_000 }).toMatchObject({ status: 'queued', attempts: 1 })
    expect((await attempts()).next_attempt_at.getTime()).toBeGreaterThan(Date.now())
    const { body } = await lone.visit().send({ method: 'GET', url: '/metrics' })
    const [sample] = samplesOf(body, 'colophon_mail_delay_seconds')
    expect(Number(sample?.split(' ').at(-1))).toBeGreaterThanOrEqual(20 * 60)
    expect(errors).toEqual([])
  } finally {
    await delivery.stop()
    await smtp.close()
    await lone.close()
  }
})

test('the period of backups is that of the settings, and a failed attempt shows until one succeeds', async () => {
  const lone = await startTestServer({ BACKUP_TO: '/nowhere', BACKUP_EVERY: '7d' })
  const at = '2026-11-24T15:00:00.000Z'
  try {
    await lone.db
      .insertInto('setting')
      .values({ name: 'backup problem', value: JSON.stringify({ at, why: 'A test.' }) })
      .execute()
    const { body } = await lone.visit().send({ method: 'GET', url: '/metrics' })
    expect(samplesOf(body, 'colophon_backup_period_seconds')).toEqual([
      `colophon_backup_period_seconds ${7 * 86_400}`,
    ])
    expect(samplesOf(body, 'colophon_backup_failure_timestamp_seconds')).toEqual([
      `colophon_backup_failure_timestamp_seconds ${Date.parse(at) / 1000}`,
    ])
  } finally {
    await lone.close()
  }
  const { body } = await scrape()
  expect(samplesOf(body, 'colophon_backup_period_seconds')).toEqual(['colophon_backup_period_seconds 0'])
  expect(samplesOf(body, 'colophon_backup_failure_timestamp_seconds')).toEqual([
    'colophon_backup_failure_timestamp_seconds 0',
  ])
})

test('an answer that is streamed is measured until it begins, and not until its end', async () => {
  const lone = await startTestServer()
  const body = new PassThrough()
  lone.app.get('/test-stream', { exposeHeadRoute: false }, (_request, reply) => reply.send(body))
  try {
    await lone.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = lone.app.server.address() as AddressInfo
    body.write('begins')
    // Compressed, so few bytes would wait for more.
    const answered = await fetch(`http://127.0.0.1:${port}/test-stream`, {
      headers: { 'accept-encoding': 'identity' },
    })
    await sleep(1200)
    body.end()
    expect(await answered.text()).toBe('begins')
    const sums = async () => {
      const { body } = await lone.visit().send({ method: 'GET', url: '/metrics' })
      return samplesOf(body, 'colophon_request_seconds_sum').filter(line => line.includes('/test-stream'))
    }
    await expect.poll(sums).toHaveLength(1)
    expect(Number((await sums())[0]?.split(' ').at(-1))).toBeLessThan(1)
  } finally {
    await lone.close()
  }
})
