import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { modelVersion } from '../../lib/look/describe.ts'

const token = 'thirty-two-characters-or-more-0123'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: token })
})
afterAll(() => server.close())

const scrape = (headers: Record<string, string> = {}) =>
  server.visit().send({ method: 'GET', url: '/metrics', headers })

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
  const hidden = { hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'A test.' } as const
  for (const values of [{ colors: '[]' }, {}, hidden])
    await createLogo(db, { designer_id: active.designer_id, ...values })
  const { logo_id } = await createLogo(db, { designer_id: active.designer_id, colors: '[]' })
  await db
    .insertInto('logo_look')
    .values({ logo_id, model_version: modelVersion, views: Buffer.alloc(0) })
    .execute()
  await db
    .insertInto('mail')
    .values(
      ['queued', 'queued', 'dead'].map((status, i) => ({
        dedupe_key: `metrics ${i}`,
        kind: 'test',
        to_address: 'ada@example.com',
        subject: '',
        html: '',
        text: '',
        status: status as 'queued' | 'dead',
        next_attempt_at: new Date(Date.now() - 90_000),
      })),
    )
    .execute()
  const other = await startTestServer({}, { databaseUrl: server.databaseUrl })
  try {
    const { body } = await other.visit().send({ method: 'GET', url: '/metrics' })
    const numberOf = (name: string) => Number(samplesOf(body, name)[0]?.split(' ').at(-1))
    expect(numberOf('colophon_mails_queued')).toBe(2)
    expect(numberOf('colophon_mails_dead')).toBe(1)
    expect(numberOf('colophon_mail_delay_seconds')).toBeGreaterThan(80)
    expect(numberOf('colophon_palettes_waiting')).toBe(3)
    expect(numberOf('colophon_looks_waiting')).toBe(4)
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
