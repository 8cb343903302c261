import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../../tests/factories.ts'
import { makeUser } from '../../tests/payments.ts'
import { startRelay } from '../../tests/relay.ts'
import { type Client, startTestServer, type TestServer } from '../../tests/server.ts'
import { startStandby } from '../../tests/standby.ts'
import { createTestDatabase } from '../../tests/test-database.ts'
import { routes } from '../app.ts'
import { loadConfig } from '../config.ts'
import { isFault, isLost } from '../http/errors.ts'
import { isBusy } from '../http/load.ts'
import { checkDatabase } from '../shell/check/database.ts'
import { requireOwnSessions, requireReplica, requireReplicas } from './check-address.ts'
import { type Connection, connect, type Db, poolOf } from './connect.ts'
import { migrate } from './migrate.ts'
import { openReplicas, unknownLsn } from './replica.ts'

let cluster: Awaited<ReturnType<typeof startStandby>>
let replica: Connection
let server: TestServer
beforeAll(async () => {
  cluster = await startStandby(2)
  await migrate(cluster.primary.url)
  replica = connect(cluster.replica.url)
  server = await startTestServer(
    { DATABASE_URL: cluster.primary.url, DATABASE_REPLICA_URL: cluster.replica.url },
    { databaseUrl: cluster.primary.url },
  )
}, 240_000)
afterAll(async () => {
  await server?.close()
  await replica?.close()
  await cluster?.stop()
}, 180_000)

const pause = () => sql`select pg_wal_replay_pause()`.execute(replica.db)
const resume = () => sql`select pg_wal_replay_resume()`.execute(replica.db)
afterEach(resume)

/** Waits until the replica has everything, and the server reads from it. */
async function catchUp() {
  await resume()
  const served = server.services.replica!
  const lsn = await served.currentLsn(server.db)
  const readsReplica = () => served.read(lsn, async db => db !== server.services.readDb)
  await expect.poll(readsReplica, { timeout: 20_000 }).toBe(true)
}

const likesOf = async (client: Client, logo_id: number) => {
  const { data } = await client.call(api.logos.find, { logo_id })
  return { like_ct: data[0]!.like_ct, is_liked: data[0]!.is_liked }
}

test('while the replica lags, members read their own writes from the primary, and others read the replica', async () => {
  const { logo_id } = await createLogo(server.db)
  const fan = await server.signIn(await createDesigner(server.db))
  const other = await server.signIn(await createDesigner(server.db))
  await catchUp()
  await pause()
  await fan.call(api.logos.like, { logo_id, state: 1 })
  expect(fan.jar.last_write).toMatch(/^[0-9A-F]{8}\/[0-9A-F]+\/[0-9A-F]+$/)
  expect(await likesOf(fan, logo_id)).toEqual({ like_ct: 1, is_liked: 1 })
  // A reader who wrote nothing is answered by the replica, except in a moment when its health check is late.
  await expect.poll(() => likesOf(other, logo_id)).toEqual({ like_ct: 0, is_liked: 0 })
  await fan.call(api.logos.like, { logo_id, state: 0 })
  expect(await likesOf(fan, logo_id)).toEqual({ like_ct: 0, is_liked: 0 })
  await catchUp()
  // Reached, it is good enough for the author as well: what somebody else does later is not seen there.
  await pause()
  await server.db.updateTable('logo').set({ title: 'Renamed' }).where('logo_id', '=', logo_id).execute()
  const titleOf = async () => (await fan.call(api.logos.find, { logo_id })).data[0]!.logo
  await expect.poll(titleOf).toBe('Plain mark')
})

test('a query that no database can answer is not counted as a fault of the replica', async () => {
  await catchUp()
  server.replicaSays.length = 0
  const { statusCode } = await server.visit().send({ method: 'GET', url: '/api/logos?logo_id=99999999999' })
  expect(statusCode).toBe(404)
  expect(server.replicaSays).toEqual([])
})

test('a row that is too new for the replica is found on the primary', async () => {
  await catchUp()
  await pause()
  const { logo_id } = await createLogo(server.db)
  const reader = server.visit()
  expect((await reader.call(api.logos.find, { logo_id })).data).toHaveLength(1)
  expect((await reader.call(api.logos.comments, { logo_id })).count).toBe(0)
})

test('a replica that lags too far is not used until it has caught up', async () => {
  const { logo_id } = await createLogo(server.db)
  const fan = await server.signIn(await createDesigner(server.db))
  const other = await server.signIn(await createDesigner(server.db))
  await catchUp()
  await pause()
  await fan.call(api.logos.like, { logo_id, state: 1 })
  server.replicaSays.length = 0
  await expect.poll(async () => (await likesOf(other, logo_id)).like_ct).toBe(0)
  await expect.poll(() => server.replicaSays, { timeout: 15_000 }).toContain('it is too far behind')
  expect((await likesOf(other, logo_id)).like_ct).toBe(1)
  await resume()
  await expect.poll(() => server.replicaSays, { timeout: 15_000 }).toContain('it is as it should be')
}, 180_000)

test('an invalid LSN cookie leads to the primary', async () => {
  const { logo_id } = await createLogo(server.db)
  await catchUp()
  await pause()
  await server.db.updateTable('logo').set({ title: 'Newer' }).where('logo_id', '=', logo_id).execute()
  const reader = server.visit()
  const titleOf = async () => (await reader.call(api.logos.find, { logo_id })).data[0]!.logo
  await expect.poll(titleOf).toBe('Plain mark')
  for (const mark of [
    'unknown',
    "0/0'; select",
    '0/1',
    '00000001/FFFFFFFF/FFFFFFFF',
    '00000001/123456789/0',
    '00000002/0/1',
  ]) {
    reader.jar.last_write = mark
    expect(await titleOf()).toBe('Newer')
  }
  reader.jar.last_write = '00000001/0/1'
  await expect.poll(titleOf).toBe('Plain mark')
})

test('every read route can be answered by a replica', async () => {
  const owner = await createDesigner(server.db)
  const { logo_id, designer_id } = await createLogo(server.db, { designer_id: owner.designer_id })
  const fan = await createDesigner(server.db)
  const client = await server.signIn(fan)
  await client.call(api.logos.like, { logo_id, state: 1 })
  await client.call(api.designers.follow, { designer_id, state: 1 })
  await client.call(api.logos.addComment, { logo_id, comment: 'Fine' })
  const { light_box_id } = await client.call(api.collections.create, { name: 'Kept' })
  const slug = 'a-post'
  await catchUp()
  const isUsed = () => server.services.replica!.read(undefined, async db => db !== server.services.readDb)
  const page = { page: 1 }
  const walk = (): [string, Promise<unknown>][] => [
    [api.logos.find.path, client.call(api.logos.find, { logo_id })],
    [api.logos.find.path, client.call(api.logos.find, { designer_id, page: 1 })],
    [api.logos.find.path, client.call(api.logos.find, { search_text: 'plain mrak', sort: 'popular' })],
    [api.logos.fresh.path, client.call(api.logos.fresh, page)],
    [api.logos.following.path, client.call(api.logos.following, page)],
    [api.logos.beyond.path, client.call(api.logos.beyond, {})],
    [api.look.similar.path, client.call(api.look.similar, { logo_id })],
    [api.searches.list.path, client.call(api.searches.list, {})],
    [api.statistics.find.path, client.call(api.statistics.find, {})],
    [api.sixteen.find.path, client.call(api.sixteen.find, {})],
    [api.sixteen.names.path, client.call(api.sixteen.names, { atlas: '0'.repeat(32) }).catch(() => {})],
    [api.logos.related.path, client.call(api.logos.related, { logo_id })],
    [api.logos.comments.path, client.call(api.logos.comments, { logo_id })],
    [api.search.suggestions.path, client.call(api.search.suggestions, { kind: 'industry', text: 'fo' })],
    [api.search.suggestedColors.path, client.call(api.search.suggestedColors, {})],
    [api.search.quickSearch.path, client.call(api.search.quickSearch, { text: 'pla' })],
    [api.collections.find.path, client.call(api.collections.find, { collection_id: light_box_id })],
    [api.collections.find.path, client.call(api.collections.find, { logo_id })],
    [api.collections.findLink.path, client.call(api.collections.findLink, { collection_id: light_box_id })],
    [
      api.collections.findHelpers.path,
      client.call(api.collections.findHelpers, { collection_id: light_box_id }),
    ],
    [api.trends.find.path, client.call(api.trends.find, {})],
    [api.designers.findProfile.path, client.call(api.designers.findProfile, { designer_id })],
    [api.designers.profileLogos.path, client.call(api.designers.profileLogos, { designer_id })],
    [api.designers.followers.path, client.call(api.designers.followers, { designer_id })],
    [api.designers.following.path, client.call(api.designers.following, {})],
    [api.designers.likes.path, client.call(api.designers.likes, {})],
    [api.designers.blocked.path, client.call(api.designers.blocked, {})],
    [api.site.words.path, client.call(api.site.words, {})],
    [
      api.embeds.find.path,
      client.call(api.embeds.find, { url: `${server.services.publicUrl}/logo/${logo_id}` }),
    ],
    [api.plates.find.path, client.call(api.plates.find, { logo_id })],
    [api.site.state.path, client.call(api.site.state, {})],
    [api.designers.awards.path, client.call(api.designers.awards, { folder_url: owner.slug })],
    [api.books.find.path, client.call(api.books.find, {})],
    ...[api.books.winners, api.books.findDraw, api.books.findReliability].map(
      (endpoint): [string, Promise<unknown>] => [
        endpoint.path,
        client.call(endpoint, { book: 'book-14' }).catch(() => {}),
      ],
    ),
    [api.news.find.path, client.call(api.news.find, { slug }).catch(() => {})],
  ]
  const refused: string[] = []
  // On a busy machine a health check may be late, and says so: the walk is repeated. A route that writes fails in any walk.
  const walked = await vi.waitFor(
    async () => {
      server.replicaSays.length = 0
      await expect.poll(isUsed).toBe(true)
      const calls = walk()
      await Promise.all(calls.map(([, answer]) => answer))
      refused.push(...server.replicaSays.filter(words => words.includes('read-only')))
      expect(server.replicaSays).toEqual([])
      await expect.poll(isUsed).toBe(true)
      return calls.map(([path]) => path)
    },
    { timeout: 60_000 },
  )
  expect(refused).toEqual([])
  const browsed = routes.filter(route => 'readOnly' in route).map(({ endpoint }) => endpoint.path)
  expect(new Set(walked)).toEqual(new Set(browsed))
})

test('only GET can use a replica, and nothing of an account, a session or money', () => {
  for (const { endpoint, ...route } of routes)
    if ('readOnly' in route) {
      expect(endpoint.method).toBe('GET')
      expect(endpoint.path).not.toMatch(/auth|membership|payment|register|contact|activity|admin|jury|entr/)
    }
})

test('a payment made under load does not wait for the replica', async () => {
  const buyer = server.visit()
  await buyer.call(api.auth.check, {})
  const pool = poolOf.get(server.db)!
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    await buyer.call(api.membership.validateRegistration, { user: makeUser(), isNew: true })
    expect(buyer.jar.last_write).toMatch(/^[0-9A-F]{8}\/[0-9A-F]+\/[0-9A-F]+$/)
  } finally {
    for (const connection of held) connection.release()
  }
})

test('a replica that dies is invisible to readers and to readiness, and is used again once it is back', async () => {
  const { logo_id } = await createLogo(server.db)
  await catchUp()
  server.replicaSays.length = 0
  process.kill(cluster.replica.pid, 'SIGKILL')
  const statuses = new Set<number>()
  for (let i = 0; i < 60; i += 1) {
    const reader = server.visit()
    for (const url of [`/api/logos?logo_id=${logo_id}`, '/api/logos/fresh', '/readyz'])
      statuses.add((await reader.send({ method: 'GET', url })).statusCode)
    await sleep(10)
  }
  expect([...statuses]).toEqual([200])
  await expect.poll(() => server.replicaSays.length).toBeGreaterThan(0)
  await expect.poll(() => server.replicaSays, { timeout: 60_000 }).toContain('it is as it should be')
}, 180_000)

test('a replica that freezes delays its present readers by seconds and later readers not at all', async () => {
  const { logo_id } = await createLogo(server.db)
  await catchUp()
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(replica.db)
  const timeToRead = async () => {
    const started = performance.now()
    const answer = await server.visit().send({ method: 'GET', url: `/api/logos?logo_id=${logo_id}` })
    expect(answer.statusCode).toBe(200)
    return performance.now() - started
  }
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  try {
    const first = await timeToRead()
    expect(first).toBeLessThan(15_000)
    expect(await timeToRead()).toBeLessThan(Math.max(first / 2, 2000))
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
  }
}, 180_000)

/** A server that reads from one replica, sheds load, and reaches the primary through a relay. */
async function startBehindRelay() {
  const relay = await startRelay([cluster.primary.url])
  const behind = await startTestServer(
    { DATABASE_URL: relay.url, DATABASE_REPLICA_URL: cluster.replica.url },
    { databaseUrl: relay.url, shedsLoad: true },
  )
  return { relay, behind }
}

test('while the primary is away, the replica answers visitors and members, and every write is refused', async () => {
  const { relay, behind } = await startBehindRelay()
  try {
    const { logo_id } = await createLogo(server.db)
    const member = await behind.signIn(await createDesigner(server.db))
    // Older than what a session's last use is written for: the replica can't be asked to write it.
    await server.db
      .updateTable('session')
      .set({ last_seen_at: new Date(Date.now() - 3_600_000) })
      .execute()
    await catchUp()
    const visitor = behind.visit()
    const get = async (client: Client, url: string) =>
      (await client.send({ method: 'GET', url, headers: { 'sec-fetch-dest': 'document' } })).statusCode
    const reads = [`/api/logos?logo_id=${logo_id}`, '/api/logos/fresh?page=1', '/api/auth/check', '/readyz']
    const own = [
      '/api/designers/likes?page=1',
      '/api/designers/activity?page=1',
      '/api/designers/activity/unseen',
      '/api/designers/contact-info',
    ]
    for (const stop of [relay.cut, relay.freeze]) {
      stop()
      const { replica } = behind.services
      await expect.poll(() => replica!.standIn(), { timeout: 15_000 }).toBeDefined()
      for (let i = 0; i < 10; i++)
        for (const [client, url] of [
          ...reads.map(url => [visitor, url] as const),
          ...[...reads, ...own].map(url => [member, url] as const),
        ])
          expect([url, await get(client, url)]).toEqual([url, 200])
      expect(await get(visitor, '/api/logos?logo_id=999999')).toBe(404)
      expect((await member.call(api.auth.check, {})).isAuthenticated).toBe(true)
      const write = member.call(api.logos.like, { logo_id, state: 1 })
      await expect(write).rejects.toMatchObject({
        status: 503,
        message: expect.stringMatching(/can’t save anything for a moment/),
      })
      relay.restore()
      relay.thaw()
      await expect.poll(() => replica!.standIn(), { timeout: 30_000 }).toBeUndefined()
    }
    // The write that hung may still be made after the thaw: its answer was that it is not known to be saved.
    await expect
      .poll(() => member.call(api.logos.like, { logo_id, state: 1 }).catch(() => undefined), {
        timeout: 30_000,
      })
      .toBeDefined()
    expect((await likesOf(member, logo_id)).is_liked).toBe(1)
  } finally {
    await behind.close()
    await relay.close()
  }
}, 180_000)

test('when the primary stops answering, visitors and members are answered although writes hold all connections to it', async () => {
  const { relay, behind } = await startBehindRelay()
  try {
    const { logo_id } = await createLogo(server.db)
    const member = await behind.signIn(await createDesigner(server.db))
    await catchUp()
    const { replica } = behind.services
    const visitor = behind.visit()
    const read = (client: Client) => client.call(api.logos.find, { logo_id })
    await expect.poll(() => read(visitor)).toMatchObject({ data: [{ logo_id }] })
    await expect.poll(() => replica!.reader()).toBeDefined()
    relay.freeze()
    // It waits for its session.
    const reading = read(member)
    await nextTurn()
    const write = () =>
      member.call(api.logos.like, { logo_id, state: 1 }).then(
        () => 200,
        ({ status }) => status,
      )
    const writes = []
    for (let i = 0; i < 30; i++) {
      writes.push(write())
      await nextTurn()
    }
    await expect.poll(() => isBusy(behind.services.db)).toBe(true)
    const seen = await read(visitor)
    expect(replica!.standIn()).toBeUndefined()
    expect(seen).toMatchObject({ data: [{ logo_id }] })
    expect(await read(member)).toMatchObject({ data: [{ logo_id }] })
    expect(await reading).toMatchObject({ data: [{ logo_id }] })
    await expect.poll(() => replica!.standIn(), { timeout: 15_000 }).toBeDefined()
    expect(new Set(await Promise.all(writes))).toEqual(new Set([503]))
  } finally {
    relay.thaw()
    await behind.close()
    await relay.close()
  }
}, 60_000)

test('while commits wait for a standby, calls that only read go on, and leave the last use of a session for later', async () => {
  const urls = { DATABASE_URL: cluster.primary.url, DATABASE_REPLICA_URL: cluster.replica.url }
  const site = await startTestServer(urls, { databaseUrl: cluster.primary.url, shedsLoad: true })
  const setStandby = async (name: string) => {
    await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(server.db)
    await sql`select pg_reload_conf()`.execute(server.db)
  }
  const countWaiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`.execute(server.db)
    return rows[0]!.n
  }
  const seenAt = async (designer_id: number) => {
    const { last_seen_at } = await server.db
      .selectFrom('session')
      .where('designer_id', '=', designer_id)
      .select('last_seen_at')
      .executeTakeFirstOrThrow()
    return last_seen_at.getTime()
  }
  const { logo_id } = await createLogo(site.db)
  const readersDesigner = await createDesigner(site.db)
  const reader = await site.signIn(readersDesigner)
  const writers = await Promise.all(
    Array.from({ length: 20 }, async () => site.signIn(await createDesigner(site.db))),
  )
  await catchUp()
  // Nothing is replayed: the reader's own write is on the primary alone.
  await pause()
  await reader.call(api.logos.like, { logo_id, state: 1 })
  const seenBefore = await seenAt(readersDesigner.designer_id)
  try {
    await setStandby('absent')
    // Likes would share a few connections.
    const follow = (writer: Client) =>
      writer.call(api.designers.follow, { designer_id: readersDesigner.designer_id, state: 1 }).then(
        () => 200,
        ({ status }) => status,
      )
    // The servers of PostgreSQL hear of a setting a moment later.
    await expect.poll(async () => [await follow(writers[0]!), await countWaiting()]).not.toEqual([200, 0])
    const writes = writers.map(follow)
    await expect.poll(() => isBusy(site.db)).toBe(true)
    // The session's last use is to be noted again, which is a write.
    site.clock.aheadMs = 6 * 60_000
    for (let i = 0; i < 5; i++) {
      const [liked, session, { activity }] = await Promise.all([
        likesOf(reader, logo_id),
        reader.call(api.auth.check, {}),
        reader.call(api.designers.activity, {}),
      ])
      expect(liked).toMatchObject({ is_liked: 1 })
      expect(session.isAuthenticated).toBe(true)
      expect(activity).toEqual([])
    }
    expect(await countWaiting()).toBeGreaterThan(0)
    expect(await seenAt(readersDesigner.designer_id)).toBe(seenBefore)
    await setStandby('')
    expect((await Promise.all(writes)).filter(status => status !== 200 && status !== 503)).toEqual([])
    await expect
      .poll(async () => {
        await reader.call(api.auth.check, {})
        return seenAt(readersDesigner.designer_id)
      })
      .toBeGreaterThan(seenBefore)
  } finally {
    await setStandby('')
    await site.close()
  }
}, 60_000)

test('while a replica answers at the address of the primary, no connection for reads is opened there', async () => {
  const relay = await startRelay([cluster.primary.url])
  const site = await startTestServer(
    { DATABASE_URL: relay.url, DATABASE_REPLICA_URL: cluster.replica.url },
    { databaseUrl: relay.url },
  )
  try {
    const isReplica = async () => {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(
        site.services.readDb,
      )
      return rows[0]!.is
    }
    expect(await isReplica()).toBe(false)
    relay.leadTo(cluster.replica.url)
    relay.cut()
    relay.restore()
    await expect
      .poll(() => isReplica().catch((error: Error) => error.message))
      .toBe('a replica answers at the address of the primary')
    relay.leadTo(cluster.primary.url)
    expect(await isReplica()).toBe(false)
  } finally {
    await site.close()
    await relay.close()
  }
}, 60_000)

test('a page of a list of the desk as CSV is read in the transaction of its file', async () => {
  const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
  for (const url of ['/api/admin/mails.csv', '/api/admin/mails.csv?page=1&page_size=2']) {
    const answer = await admin.send({ method: 'GET', url })
    expect([answer.statusCode, answer.body.split(',')[0]]).toEqual([200, 'mail_id'])
  }
})

test('a member’s read whose connection to the primary is lost is answered by a replica', async () => {
  const { relay, behind } = await startBehindRelay()
  try {
    const { logo_id } = await createLogo(server.db)
    const member = await behind.signIn(await createDesigner(server.db))
    const { replica } = behind.services
    const read = () => member.call(api.logos.find, { logo_id })
    await catchUp()
    await expect.poll(read).toMatchObject({ data: [{ logo_id }] })
    relay.freeze()
    const reading = read()
    await nextTurn()
    relay.cut()
    const next = read()
    expect(replica!.standIn()).toBeUndefined()
    expect(await reading).toMatchObject({ data: [{ logo_id }] })
    expect(await next).toMatchObject({ data: [{ logo_id }] })
  } finally {
    await behind.close()
    await relay.close()
  }
}, 60_000)

test('where a replica answers at the address of the primary, the start is refused, with a sentence that names the setting', async () => {
  await expect(requireOwnSessions(cluster.replica.url)).rejects.toThrow(
    /^Setting DATABASE_URL: the server at \S+ is a replica, where nothing can be saved\. Name the primary/,
  )
  await requireOwnSessions(cluster.primary.url)
})

test('while a replica answers at the address of the primary, every write is told that saving waits, with and without other replicas', async () => {
  const relay = await startRelay([cluster.primary.url])
  const env = { DATABASE_URL: relay.url }
  const alone = await startTestServer(env, { databaseUrl: relay.url })
  const beside = await startTestServer(
    { ...env, DATABASE_REPLICA_URL: cluster.replicas[1]!.url },
    { databaseUrl: relay.url },
  )
  try {
    const { logo_id } = await createLogo(server.db)
    const designer = await createDesigner(server.db)
    const members = await Promise.all([alone, beside].map(each => each.signIn(designer)))
    await catchUp()
    const like = (member: Client) =>
      member.send({ method: 'POST', url: api.logos.like.path, body: { logo_id, state: 1 } })
    relay.leadTo(cluster.replica.url)
    relay.cut()
    relay.restore()
    const { replica } = beside.services
    await expect.poll(() => replica!.standIn(), { timeout: 15_000 }).toBeDefined()
    // Connections that were cut fail once more in their own way.
    for (const member of members)
      await expect
        .poll(async () => (await like(member)).json(), { timeout: 15_000 })
        .toMatchObject({
          code: 'saving_waits',
          error: expect.stringMatching(/can’t save anything for a moment/),
        })
    for (const member of members) {
      const { statusCode, headers } = await like(member)
      expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
      expect((await member.call(api.logos.find, { logo_id })).data[0]!.is_liked).toBe(0)
    }
    const check = () => members[1]!.call(api.auth.check, {})
    expect(await check()).toMatchObject({ isAuthenticated: true, saving_waits: true })
    // A session that the replica does not have may be new.
    const newcomer = beside.visit()
    newcomer.jar.session = 'not replayed yet'
    await expect(newcomer.call(api.auth.check, {})).rejects.toMatchObject({ status: 503 })
    expect(await beside.visit().call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
    // New connections reach the primary; those to the replica stay open.
    relay.leadTo(cluster.primary.url)
    await expect.poll(() => replica!.standIn(), { timeout: 15_000 }).toBeUndefined()
    for (const member of members)
      await expect.poll(async () => (await like(member)).statusCode, { timeout: 15_000 }).toBe(200)
    expect(await check()).not.toHaveProperty('saving_waits')
  } finally {
    await alone.close()
    await beside.close()
    await relay.close()
  }
}, 60_000)

/** A server that reads from both replicas, and reaches the primary through a relay. */
async function startWithReplicas() {
  const relay = await startRelay([cluster.primary.url])
  const both = await startTestServer(
    { DATABASE_URL: relay.url, DATABASE_REPLICA_URLS: cluster.replicas.map(({ url }) => url).join(',') },
    { databaseUrl: relay.url },
  )
  return { relay, both, served: both.services.replica! }
}

test('of two replicas the one that has the reader’s own write answers; with the primary away, too', async () => {
  const { relay, both, served } = await startWithReplicas()
  const [one, two] = await Promise.all(
    cluster.replicas.map(async each => {
      const { db, close } = connect(each.url, { max: 1 })
      return { identity: await identityOf(db), close }
    }),
  )
  try {
    const { logo_id } = await createLogo(server.db)
    const fan = await both.signIn(await createDesigner(server.db))
    const answering = new Set<string>()
    const ask = () => served.read(undefined, async db => void answering.add(await identityOf(db)))
    await expect
      .poll(async () => (await Promise.all([ask(), ask(), ask()])) && [...answering], { timeout: 20_000 })
      .toEqual(expect.arrayContaining([one!.identity, two!.identity]))
    await pause()
    for (let i = 1; i <= 40; i++) {
      await fan.call(api.logos.like, { logo_id, state: i % 2 ? 1 : 0 })
      expect((await likesOf(fan, logo_id)).is_liked).toBe(i % 2)
    }
    const newcomer = await both.signIn(await createDesigner(server.db))
    await newcomer.call(api.logos.like, { logo_id, state: 1 })
    const lsn = newcomer.jar.last_write!
    const whoAnswers = () => served.read(lsn, identityOf)
    await expect.poll(whoAnswers, { timeout: 15_000 }).toBe(two!.identity)
    relay.cut()
    await expect.poll(() => served.standIn(), { timeout: 15_000 }).toBeDefined()
    expect(await whoAnswers()).toBe(two!.identity)
    expect((await likesOf(fan, logo_id)).is_liked).toBe(0)
    // The session of a member who has just signed in is on the second replica alone.
    for (const mark of [newcomer.jar.last_write!, '00000001/FFFFFFFF/FFFFFFFF', unknownLsn]) {
      newcomer.jar.last_write = mark
      expect((await newcomer.call(api.auth.check, {})).isAuthenticated).toBe(true)
      expect((await likesOf(newcomer, logo_id)).is_liked).toBe(1)
    }
  } finally {
    await Promise.all([one!.close(), two!.close()])
    await both.close()
    await relay.close()
  }
}, 180_000)

test.each([
  ['while the primary is away', 'cut'],
  ['that begins before the primary is found to be away', 'freeze'],
] as const)(
  'a read %s waits until a replica has replayed its author’s write',
  async (_when, stop) => {
    const { relay, both, served } = await startWithReplicas()
    const copies = cluster.replicas.map(({ url }) => connect(url, { max: 1 }))
    try {
      const { logo_id } = await createLogo(server.db)
      const fan = await both.signIn(await createDesigner(server.db))
      await Promise.all(copies.map(({ db }) => sql`select pg_wal_replay_pause()`.execute(db)))
      await fan.call(api.logos.like, { logo_id, state: 1 })
      const read = () =>
        served.read(fan.jar.last_write, db =>
          db.selectFrom('logo_like').where('logo_id', '=', logo_id).select('designer_id').execute(),
        )
      relay[stop]()
      const early = stop === 'freeze' ? read() : undefined
      await expect.poll(() => served.standIn(), { timeout: 15_000 }).toBeDefined()
      const reading = early ?? read()
      await Promise.race([reading, sleep(200)])
      await Promise.all(copies.map(({ db }) => sql`select pg_wal_replay_resume()`.execute(db)))
      expect(await reading).toHaveLength(1)
    } finally {
      await Promise.all(copies.map(({ db }) => sql`select pg_wal_replay_resume()`.execute(db)))
      await Promise.all(copies.map(({ close }) => close()))
      await both.close()
      await relay.close()
    }
  },
  60_000,
)

test('after a failover, a replica that follows the new primary is read from, and one that follows the former is not, though its log is longer', async () => {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const own = await startStandby(3)
  stack.defer(own.stop)
  await migrate(own.primary.url)
  const relay = await startRelay([own.primary.url])
  stack.defer(async () => void (await relay.close()))
  const beside = await startTestServer(
    { DATABASE_URL: relay.url, DATABASE_REPLICA_URLS: own.replicas.map(({ url }) => url).join(',') },
    { databaseUrl: relay.url },
  )
  stack.defer(beside.close)
  const [promoted, following, left] = own.replicas.map(({ url }) => connect(url, { max: 1 }))
  const former = connect(own.primary.url, { max: 1 })
  for (const { close } of [promoted!, following!, left!, former]) stack.defer(close)
  const { logo_id } = await createLogo(former.db)
  const fan = await beside.signIn(await createDesigner(former.db))
  const served = beside.services.replica!
  const lsn = await served.currentLsn(former.db)
  await expect.poll(() => served.reader(lsn), { timeout: 20_000 }).toBeDefined()

  await sql`select pg_promote()`.execute(promoted!.db)
  const host = new URL(own.replicas[0]!.url).searchParams.get('host')
  await sql.raw(`alter system set primary_conninfo = 'user=app host=${host}'`).execute(following!.db)
  await sql`select pg_reload_conf()`.execute(following!.db)
  const timeline = () =>
    sql<{ is: number }>`select received_tli as is from pg_stat_wal_receiver`.execute(following!.db)
  await expect.poll(async () => (await timeline()).rows[0]?.is, { timeout: 20_000 }).toBe(2)
  // Megabytes that the new primary lacks: its own writes have earlier positions for the time of this test.
  await sql`create table unreplicated as select repeat('x', 100) as text from generate_series(1, 100000)`.execute(
    former.db,
  )
  const seen = () =>
    sql`select from unreplicated limit 1`.execute(left!.db).then(
      () => true,
      () => false,
    )
  await expect.poll(seen, { timeout: 20_000 }).toBe(true)
  relay.leadTo(own.replicas[0]!.url)
  relay.cut()
  relay.restore()
  const like = (state: 0 | 1) =>
    fan.send({ method: 'POST', url: '/api/logos/like', body: { logo_id, state } })
  await expect.poll(async () => (await like(0)).statusCode, { timeout: 20_000 }).toBe(200)
  for (let i = 1; i <= 100; i++) {
    expect((await like(i % 2 ? 1 : 0)).statusCode).toBe(200)
    expect((await likesOf(fan, logo_id)).is_liked).toBe(i % 2)
  }
  const who = async () => {
    const db = served.reader()
    return db && identityOf(db)
  }
  const right = await identityOf(following!.db)
  await expect.poll(who, { timeout: 20_000 }).toBe(right)

  relay.cut()
  await expect.poll(() => served.standIn(), { timeout: 15_000 }).toBeDefined()
  expect(await who()).toBe(right)
  // The former primary counts as away, too.
  relay.leadTo(own.primary.url)
  relay.restore()
  await sleep(1000)
  expect((await like(0)).statusCode).toBe(503)
  expect(await who()).toBe(right)
}, 180_000)

const identityOf = async (db: Db) =>
  (await sql<{ server: string }>`select pg_postmaster_start_time()::text as server`.execute(db)).rows[0]!
    .server

test('a replica of another database is refused at the start, with a sentence that names the setting', async () => {
  const other = await createTestDatabase()
  try {
    await expect(requireReplica(other.url, cluster.primary.url)).rejects.toThrow(
      /^Setting DATABASE_REPLICA_URLS: the server at \S+ is no copy of the database at \S+ \(DATABASE_URL\)\.$/,
    )
    // After a failover, one of the replicas is the primary.
    await requireReplica(cluster.primary.url, cluster.primary.url)
  } finally {
    await other.drop()
  }
})

test('a replica address that several servers answer is refused at the start, with a sentence that names the setting', async () => {
  const relay = await startRelay([cluster.replica.url, cluster.primary.url])
  try {
    await expect(requireReplica(relay.url, cluster.primary.url)).rejects.toThrow(
      /^Setting DATABASE_REPLICA_URLS: 2 servers answer at 127\.0\.0\.1:\d+, and a reader could miss/,
    )
    await requireReplica(cluster.replica.url, cluster.primary.url)
    // A replica that is away at the start is no reason not to start.
    await requireReplica('postgresql://app@127.0.0.1:1/app', cluster.primary.url)
  } finally {
    await relay.close()
  }
})

test('replicas that do not answer delay the start together, not one after the other', async () => {
  /** The connections that are open, at each address that accepts them and says nothing. */
  const silent = [new Set<Socket>(), new Set<Socket>()]
  const { promise: areBothAsked, resolve: meet } = Promise.withResolvers<void>()
  const { promise: isSeen, resolve: refuse } = Promise.withResolvers<void>()
  const servers = silent.map(sockets =>
    createServer(socket => {
      sockets.add(socket.resume())
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      if (silent.every(({ size }) => size > 0)) meet()
      void isSeen.then(() => socket.destroy())
    }),
  )
  for (const each of servers) await once(each.listen(0, '127.0.0.1'), 'listening')
  try {
    const urls = servers.map(each => `postgresql://app@127.0.0.1:${(each.address() as AddressInfo).port}/app`)
    const checking = requireReplicas(urls, cluster.primary.url).then(() => 'one after the other')
    expect(await Promise.race([areBothAsked, checking])).toBeUndefined()
    // One after the other, the first has been given up when the second is asked: its connections end.
    await sleep(100)
    expect(silent.every(({ size }) => size > 0)).toBe(true)
    refuse()
    await checking
  } finally {
    for (const each of servers) each.close()
  }
}, 60_000)

test('the check of an installation says when the role at a replica may not see which primary that follows', async () => {
  await sql`create role plain login`.execute(server.db)
  await catchUp()
  const checkAs = async (user: string) => {
    const url = new URL(cluster.replica.url)
    url.username = user
    const config = loadConfig({
      NODE_ENV: 'test',
      DATABASE_URL: cluster.primary.url,
      DATABASE_REPLICA_URLS: url.href,
    })
    return (await checkDatabase(cluster.primary.url, config)).find(({ name }) => name === 'Replica')
  }
  expect(await checkAs('app')).toMatchObject({ state: 'ok' })
  expect(await checkAs('plain')).toMatchObject({
    state: 'left out',
    sentence: expect.stringMatching(/grant pg_read_all_stats to the role\.$/),
  })
})

test('the check of an installation names the setting of a replica that does not let us in', async () => {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: cluster.primary.url,
    DATABASE_REPLICA_URLS: 'postgresql://app@127.0.0.1:1/app',
  })
  const rows = await checkDatabase(cluster.primary.url, config)
  expect(rows.find(({ name }) => name === 'Replica')).toMatchObject({
    state: 'failed',
    sentence: expect.stringMatching(
      /^PostgreSQL at 127\.0\.0\.1:1 \(DATABASE_REPLICA_URLS\) does not let us in/,
    ),
  })
})

test('where a second server answers later at the address of the replica, reads use the one that was checked or the primary', async () => {
  const relay = await startRelay([cluster.replica.url, cluster.primary.url])
  const heard: string[] = []
  const hear = (reason: string) => void heard.push(reason)
  const split = openReplicas({
    urls: [relay.url],
    primaryUrl: cluster.primary.url,
    primary: server.db,
    max: 4,
    isFault,
    isLost,
    warn: hear,
    say: hear,
  })
  try {
    const isReplica = (db: Db) =>
      sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db).then(({ rows }) => rows[0]!.is)
    const read = () =>
      split.read(undefined, async db => [db === server.db, await isReplica(db)] as [boolean, boolean])
    await expect.poll(() => read().then(([isPrimary]) => isPrimary), { timeout: 15_000 }).toBe(false)
    const all = await Promise.all(Array.from({ length: 200 }, read))
    for (const [isPrimary, isCopy] of all) expect(isCopy).toBe(!isPrimary)
    const most = () => split.read(undefined, async db => poolOf.get(db)!.options.max)
    await expect.poll(most).toBe(4)
    expect(heard).toContain('more than one server answers at its address')
  } finally {
    await split.close()
    await relay.close()
  }
}, 60_000)

test('a server that is not a replica of this database is not read from', async () => {
  const heard: string[] = []
  const warn = (reason: string) => void heard.push(reason)
  const settings = {
    primaryUrl: cluster.primary.url,
    primary: server.db,
    isFault,
    isLost,
    warn,
    say: warn,
  }
  const primary = openReplicas({ urls: [cluster.primary.url], ...settings })
  await expect.poll(() => heard).toEqual(['it is no replica, or not any more'])
  const other = await startTestServer()
  const foreign = openReplicas({ urls: [other.databaseUrl], ...settings })
  await expect.poll(() => heard.at(-1)).toBe('it is a copy of another database')
  for (const each of [primary, foreign]) {
    expect(await each.read(undefined, async from => from === server.db)).toBe(true)
    await each.close()
  }
  await other.close()
})
