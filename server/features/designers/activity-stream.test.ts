import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { activityStream } from '../../../shared/activity-stream.ts'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo, testPassword } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { buildApp } from '../../app.ts'
import { loadConfig } from '../../config.ts'
import { listen } from '../../db/listen.ts'

// Two processes on one database.

let one: TestServer
let two: TestServer
beforeAll(async () => {
  one = await startTestServer()
  two = await startTestServer({}, { databaseUrl: one.databaseUrl })
  for (const { app } of [one, two]) await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const cookiesOf = ({ jar }: Client) =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

const fetchStream = ({ app }: Pick<TestServer, 'app'>, client: Client, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${activityStream}`, {
    headers: { cookie: cookiesOf(client) },
    signal,
  })

/** An open stream. `nextNotification` resolves at the next notification (or one since the last call), `end` when it is closed. */
async function openStream(server: Pick<TestServer, 'app'>, client: Client) {
  const left = new AbortController()
  const response = await fetchStream(server, client, left.signal)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  let notifications = 0
  let wake = () => {}
  const end = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      notifications += chunk.split('data: news').length - 1
      wake()
    }
  })().then(
    () => 'ended' as const,
    () => 'cut' as const,
  )
  async function nextNotification() {
    while (!notifications) await new Promise<void>(done => (wake = done))
    notifications = 0
  }
  await nextNotification()
  return { response, nextNotification, end, notifications: () => notifications, leave: () => left.abort() }
}

async function createFan() {
  const fan = await createDesigner(one.db)
  return { ...fan, client: await one.signIn(fan) }
}

const unseenOf = async (client: Client) => (await client.call(api.designers.unseenActivity, {})).unseen

test('a like through one process reaches a stream on the other, and so does its removal', async () => {
  const { logo_id, designer_id } = await createLogo(one.db)
  const owner = await two.signIn({ designer_id })
  const stream = await openStream(two, owner)
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
  expect(stream.response.headers.get('transfer-encoding')).toBe(null)
  const { client } = await createFan()
  expect(await unseenOf(owner)).toBe(0)
  await client.call(api.logos.like, { logo_id, state: 1 })
  await stream.nextNotification()
  expect(await unseenOf(owner)).toBe(1)
  await client.call(api.logos.like, { logo_id, state: 0 })
  await stream.nextNotification()
  expect(await unseenOf(owner)).toBe(0)
  stream.leave()
})

test('looking at the feed resets the count on other streams; later items count again', async () => {
  const { logo_id, designer_id } = await createLogo(one.db)
  const [here, there] = [await one.signIn({ designer_id }), await two.signIn({ designer_id })]
  const { client, designer_id: fan_id } = await createFan()
  await client.call(api.logos.like, { logo_id, state: 1 })
  await client.call(api.logos.addComment, { logo_id, comment: 'Fine' })
  await client.call(api.designers.follow, { designer_id, state: 1 })
  expect(await unseenOf(there)).toBe(3)
  const stream = await openStream(two, there)
  expect(await here.call(api.designers.seeActivity, {})).toEqual({ unseen: 0 })
  await stream.nextNotification()
  expect(await unseenOf(there)).toBe(0)
  await client.call(api.collections.save, {
    logo_id,
    collection_id: (await client.call(api.collections.create, { name: 'Found' })).light_box_id,
    state: 1,
  })
  await stream.nextNotification()
  expect(await unseenOf(there)).toBe(1)
  expect(await unseenOf(await one.signIn({ designer_id: fan_id }))).toBe(0)
  stream.leave()
})

test('an old save in a collection that becomes public is not counted as new', async () => {
  const { logo_id, designer_id } = await createLogo(one.db)
  const owner = await one.signIn({ designer_id })
  const { client } = await createFan()
  const { light_box_id: collection_id } = await client.call(api.collections.create, {
    name: 'Mine',
    is_public: '0',
  })
  await client.call(api.collections.save, { logo_id, collection_id, state: 1 })
  await client.call(api.logos.like, { logo_id, state: 1 })
  await owner.call(api.designers.seeActivity, {})
  await client.call(api.collections.update, { collection_id, name: 'Ours', is_public: '1' })
  expect(await unseenOf(owner)).toBe(0)
  expect((await owner.call(api.designers.activity, {})).activity).toHaveLength(2)
})

test('at most ninety-nine are counted', async () => {
  const { logo_id, designer_id } = await createLogo(one.db)
  await sql`with fan as (
      insert into designer (username, email, password_hash, slug, company, first_name, last_name)
      select 'fan-' || n, 'fan-' || n || '@example.com', '', 'fan-' || n, 'Fan', 'Robin', 'Vale'
      from generate_series(1, 150) n returning designer_id)
    insert into logo_like (designer_id, logo_id) select designer_id, ${logo_id} from fan`.execute(one.db)
  expect(await unseenOf(await one.signIn({ designer_id }))).toBe(100)
})

test('a notification names the feed’s owner and nothing else, once per statement', async () => {
  const client = new pg.Client({ connectionString: one.databaseUrl })
  const heard: string[] = []
  client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
  await client.connect()
  await client.query('listen activity')
  const [first, second] = [await createLogo(one.db), await createLogo(one.db)]
  const { designer_id } = await createDesigner(one.db)
  const other = await createLogo(one.db, { designer_id: second.designer_id })
  await one.db
    .insertInto('logo_like')
    .values([first, second, other].map(({ logo_id }) => ({ designer_id, logo_id })))
    .execute()
  // A member's own acts are not news.
  await one.db
    .insertInto('logo_like')
    .values({ designer_id: first.designer_id, logo_id: first.logo_id })
    .execute()
  const owner = await one.signIn(first)
  await owner.call(api.designers.seeActivity, {})
  // Nothing is new any more, so the second look announces nothing.
  await owner.call(api.designers.seeActivity, {})
  await client.query('select')
  const expected = [first, first, second].map(({ designer_id }) => `activity ${designer_id}`)
  expect(heard.toSorted()).toEqual(expected.toSorted())
  await client.end()
})

test('visitors and inactive members have no stream', async () => {
  const lapsed = await one.signIn(await createDesigner(one.db, { membership: 'lapsed' }))
  const answers = [await fetchStream(one, one.visit()), await fetchStream(one, lapsed)]
  expect(answers.map(answer => answer.status)).toEqual([401, 403])
  expect(await answers[1]!.json()).toMatchObject({ code: 'membership_required' })
  expect((await refusal(lapsed.call(api.designers.seeActivity, {}))).status).toBe(403)
  const head = await lapsed.send({ method: 'HEAD', url: activityStream })
  expect(head.statusCode).toBe(404)
})

test('signing out, wherever, ends the stream of that session and no other', async () => {
  const designer = await createDesigner(one.db)
  const [leaves, stays] = [await two.signIn(designer), await two.signIn(designer)]
  const [over, open] = [await openStream(one, leaves), await openStream(one, stays)]
  await leaves.call(api.auth.logout, {})
  expect(await over.end).toBe('ended')
  const { logo_id } = await createLogo(one.db, { designer_id: designer.designer_id })
  await (await createFan()).client.call(api.logos.like, { logo_id, state: 1 })
  await open.nextNotification()
  open.leave()
})

test('closing the account ends its streams', async () => {
  const designer = await createDesigner(one.db)
  const stream = await openStream(two, await one.signIn(designer))
  await (await one.signIn(designer)).call(api.auth.closeAccount, { password: testPassword })
  expect(await stream.end).toBe('ended')
})

test('a membership that has ended ends the stream at the next check', async () => {
  const designer = await createDesigner(one.db)
  const [kept, other] = [await two.signIn(designer), await two.signIn(designer)]
  const stream = await openStream(two, kept)
  await two.db
    .updateTable('membership_grant')
    .set({ reversed_at: new Date() })
    .where('designer_id', '=', designer.designer_id)
    .execute()
  // Sessions are checked periodically, and whenever one of the member's sessions ends.
  await other.call(api.auth.logout, {})
  expect(await stream.end).toBe('ended')
})

test('streams survive a lost listening connection and are notified once it is back', async () => {
  const { logo_id, designer_id } = await createLogo(one.db)
  const stream = await openStream(two, await one.signIn({ designer_id }))
  const { client } = await createFan()
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const cut = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'colophon listens' and datname = current_database()`.execute(one.db)
  expect(cut.rows).toHaveLength(2)
  // The only cause of this notification is that the process listens again; it is spread by Math.random.
  await stream.nextNotification()
  random.mockRestore()
  await client.call(api.logos.like, { logo_id, state: 1 })
  await stream.nextNotification()
  stream.leave()
})

test('each of two hundred members is notified of their own news only', async () => {
  // One after the other: two hundred at once wait longer for a connection than the pool allows.
  const owners: Awaited<ReturnType<typeof createLogo>>[] = []
  for (let i = 0; i < 200; i += 1) owners.push(await createLogo(one.db))
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  for (const owner of owners) streams.push(await openStream(two, await one.signIn(owner)))
  const fan = await createDesigner(one.db)
  await one.db
    .insertInto('logo_like')
    .values(owners.slice(1).map(({ logo_id }) => ({ designer_id: fan.designer_id, logo_id })))
    .execute()
  await Promise.all(streams.slice(1).map(stream => stream.nextNotification()))
  expect(streams[0]!.notifications()).toBe(0)
  for (const stream of streams) stream.leave()
}, 240_000)

test('a process that stops ends its streams at once, and a stream writes no log line', async () => {
  const lines: string[] = []
  const announcements = listen(one.databaseUrl)
  const app = await buildApp({
    config: loadConfig({}),
    services: one.services,
    dedicatedPools: one.dedicatedPools,
    logger: pino({ level: 'info' }, { write: line => void lines.push(line) }),
    announcements,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const member = await one.signIn(await createDesigner(one.db))
  const [left, kept] = [await openStream({ app }, member), await openStream({ app }, member)]
  left.leave()
  await left.end
  const started = performance.now()
  await app.close()
  // A stream would otherwise hold it for as long as it is open.
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(await kept.end).toBe('ended')
  expect(lines.filter(line => !line.includes('Server listening'))).toEqual([])
  expect(announcements.listenerCount('activity')).toBe(0)
  await announcements.close()
})
