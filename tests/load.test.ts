import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, poolOf } from '../server/db/connect.ts'
import { createDesigner } from './factories.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let port: number
let member: string
beforeAll(async () => {
  server = await startTestServer()
  const { designer_id } = await createDesigner(server.db)
  member = `session=${(await server.signIn({ designer_id })).jar.session}`
  await sql`insert into logo (designer_id, title, logotype, image, side)
    select ${designer_id}, 'Mark ' || n, 'Symbol', md5(n::text), 900 from generate_series(1, 400) n`.execute(
    server.db,
  )
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as { port: number }).port
})
afterAll(() => server.close())

type Answer = { status: number; retryAfter: string | undefined; body: string; ms: number }

/** One GET over a connection of its own choosing, as a browser's would be. */
function ask(path: string, agent: Agent, headers = {}): Promise<Answer> {
  const asked = performance.now()
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path, agent, headers }, (response: IncomingMessage) => {
      let body = ''
      response.on('data', chunk => (body += chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          retryAfter: response.headers['retry-after'],
          body,
          ms: performance.now() - asked,
        }),
      )
    }).on('error', reject)
  })
}

describe('more calls than the database answers', () => {
  const agent = new Agent({ keepAlive: true })
  afterAll(() => agent.destroy())

  test('wait so many, and the others are told when to come again; health and payments answer all the while', async () => {
    const calls = 600
    const { db: other, close } = connect(server.databaseUrl, { max: 1 })
    const answers: Answer[] = []
    const asked: Promise<unknown>[] = []
    const spared = await other.transaction().execute(async trx => {
      // As if every answer took as long as this lasts.
      await sql`lock table logo in access exclusive mode`.execute(trx)
      for (let i = 0; i < calls; i++)
        asked.push(ask('/api/logos/fresh', agent, { cookie: member }).then(answer => answers.push(answer)))
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(0)
      // Both ask the database: the settings, too, since they come with a session.
      const answered = await Promise.all([
        ask('/readyz', agent),
        ask('/api/payments/settings', agent, { cookie: member }),
      ])
      return { answered, waiting: poolOf.get(server.db)!.waitingCount }
    })
    await Promise.all(asked)
    await close()

    const [right, shed] = [200, 503].map(status => answers.filter(answer => answer.status === status))
    expect(right!.length + shed!.length).toBe(calls)
    expect(right!.length).toBeGreaterThan(0)
    expect(shed!.length).toBeGreaterThan(0)
    for (const { retryAfter, body } of shed!) {
      expect(retryAfter).toBe('2')
      expect(JSON.parse(body)).toEqual({ error: 'The gallery is busy. Please try again in a moment.' })
    }
    expect(spared.waiting).toBeGreaterThan(100)
    for (const answer of spared.answered) expect(answer.status).toBe(200)

    // And then it is over.
    for (let i = 0; i < 20; i++)
      expect((await ask('/api/logos/fresh', agent, { cookie: member })).status).toBe(200)
  }, 90_000)

  test('turn others away while nobody in line gets on, and nobody in the first moment', async () => {
    const { db: other, close } = connect(server.databaseUrl, { max: 1 })
    const ofMember = (count: number) =>
      Array.from({ length: count }, () => ask('/api/logos/fresh', agent, { cookie: member }))
    const statuses = async (asked: Promise<Answer>[]) => [
      ...new Set((await Promise.all(asked)).map(({ status }) => status)),
    ]
    const pool = poolOf.get(server.db)!
    const asked = await other
      .transaction()
      .execute(async trx => {
        await sql`lock table logo in access exclusive mode`.execute(trx)
        // Ten hold a connection each, and the others stand in line.
        const early = ofMember(30)
        await expect.poll(() => pool.line.unbrokenMs, { interval: 20, timeout: 1500 }).toBeGreaterThan(600)
        return { early, late: await statuses(ofMember(10)) }
      })
      .finally(close)
    expect(asked.late).toEqual([503])
    expect(await statuses(asked.early)).toEqual([200])
    expect(pool.line).toEqual({ unbrokenMs: 0, firstMs: 0 })
    expect(await statuses(ofMember(10))).toEqual([200])
  })

  test('are one call when visitors ask the same, and a member’s answer is their own', async () => {
    const { db: other, close } = connect(server.databaseUrl, { max: 1 })
    const asked: Promise<Answer>[] = []
    const waiting = await other.transaction().execute(async trx => {
      await sql`lock table logo in access exclusive mode`.execute(trx)
      const held = async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
        return rows[0]!.count
      }
      // More than a hundred do not wait for one answer.
      for (let i = 0; i < 150; i++) asked.push(ask('/api/logos/fresh', agent))
      asked.push(ask('/api/logos/fresh?page=1', agent), ask('/api/logos/fresh?page=2', agent))
      for (let i = 0; i < 2; i++) asked.push(ask('/api/logos/fresh', agent, { cookie: member }))
      await expect.poll(held, { timeout: 4000 }).toBe(5)
      // All of them have come, and no sixth wanted the database.
      await ask('/readyz', agent)
      return { held: await held(), inLine: poolOf.get(server.db)!.waitingCount }
    })
    const answers = await Promise.all(asked)
    await close()
    expect(waiting).toEqual({ held: 5, inLine: 0 })
    for (const { status, body } of answers)
      expect([status, JSON.parse(body).data.length, JSON.parse(body).count]).toEqual([200, 50, 400])
    const [first, second] = [answers[0]!, answers.at(-3)!].map(({ body }) => JSON.parse(body).data[0].logo)
    expect(second).not.toBe(first)
  })
})

describe('four hundred slow clients', () => {
  const sockets: Socket[] = []
  const timers: NodeJS.Timeout[] = []
  const agent = new Agent({ keepAlive: false })
  afterAll(() => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })

  /** A connection that sends `first`, and then `more` each second. */
  function open(first: string, more?: string) {
    const socket = connectSocket(port, '127.0.0.1', () => socket.write(first))
    socket.on('error', () => {})
    sockets.push(socket)
    if (more) timers.push(setInterval(() => socket.writable && socket.write(more), 1000))
    return socket
  }

  test('keep nobody waiting, and who never ends a header is cut off', async () => {
    const head = 'Host: x\r\nContent-Type: application/json\r\n'
    let cut = 0
    for (let i = 0; i < 134; i++) {
      const trickling = open(`GET /api/logos/fresh HTTP/1.1\r\nHost: x\r\n`, `X-More-${i}: 1\r\n`)
      trickling.on('close', () => cut++)
      open(`POST /api/client-errors HTTP/1.1\r\n${head}Content-Length: 60000\r\n\r\n{`, ' ')
      // Asks for lists and takes nothing of them.
      open('GET /api/logos/fresh?page_size=100 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2)).pause()
    }
    await sleep(3000)
    for (let i = 0; i < 20; i++) {
      const { status, ms } = await ask('/api/logos/fresh', agent)
      expect(status).toBe(200)
      expect(ms).toBeLessThan(5000)
    }
    await expect.poll(() => cut, { timeout: 30_000 }).toBe(134)
    expect((await ask('/readyz', agent)).status).toBe(200)
  }, 60_000)
})
