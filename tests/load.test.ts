import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { connect as connectSocket, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, poolOf } from '../server/db/connect.ts'
import { countBlocked } from './database-locks.ts'
import { createDesigner } from './factories.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let port: number
let member: string
beforeAll(async () => {
  server = await startTestServer({}, { shedsLoad: true })
  const { designer_id } = await createDesigner(server.db)
  member = `session=${(await server.signIn({ designer_id })).jar.session}`
  for (let first = 1; first <= 400; first += 50)
    await sql`insert into logo (designer_id, title, logotype, image, side)
      select ${designer_id}, 'Mark ' || n, 'Symbol', md5(n::text), 900
      from generate_series(${first}::int, ${first + 49}::int) n`.execute(server.db)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as { port: number }).port
})
afterAll(() => server.close())

type Answer = { status: number; retryAfter: string | undefined; body: string; ms: number }

/** One GET over a connection of `agent`, like a browser's. */
function ask(path: string, agent: Agent, headers = {}): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path, agent, headers }, (response: IncomingMessage) => {
      let body = ''
      response.on('data', chunk => (body += chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          retryAfter: response.headers['retry-after'],
          body,
          ms: performance.now() - started,
        }),
      )
    }).on('error', reject)
  })
}

describe('more calls than the database can answer', () => {
  const agent = new Agent({ keepAlive: true })
  // A caller that is queued stays so while a busy machine sends the later calls.
  beforeAll(() => {
    poolOf.get(server.db)!.options.connectionTimeoutMillis = 15_000
  })
  afterAll(() => agent.destroy())

  test('wait up to a limit, and the rest get Retry-After; health and payments are answered throughout', async () => {
    const calls = 600
    const { db: other, close } = connect(server.databaseUrl, { max: 1 })
    const answers: Answer[] = []
    const requests: Promise<unknown>[] = []
    const spared = await other.transaction().execute(async trx => {
      // Blocks every answer until this transaction ends.
      await sql`lock table logo in access exclusive mode`.execute(trx)
      for (let i = 0; i < calls; i++)
        requests.push(ask('/api/logos/fresh', agent, { cookie: member }).then(answer => answers.push(answer)))
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(0)
      // Both use the database: the settings, too, since they belong to a session.
      const answered = await Promise.all([
        ask('/readyz', agent),
        ask('/api/payments/settings', agent, { cookie: member }),
      ])
      return { answered, waiting: poolOf.get(server.db)!.waitingCount }
    })
    await Promise.all(requests)
    await close()

    const [right, shed] = [200, 503].map(status => answers.filter(answer => answer.status === status))
    expect(right!.length + shed!.length).toBe(calls)
    expect(right!.length).toBeGreaterThan(0)
    expect(shed!.length).toBeGreaterThan(0)
    for (const { retryAfter, body } of shed!) {
      expect(retryAfter).toBe('2')
      expect(JSON.parse(body)).toEqual({ error: 'The gallery is busy. Please try again in a moment.' })
    }
    const { body: metrics } = await server.visit().send({ method: 'GET', url: '/metrics' })
    expect(metrics).toContain(`colophon_shed_total{queue="calls"} ${shed!.length}\n`)
    expect(metrics).toContain('colophon_shed_total{queue="payments"} 0\n')
    // More than there are connections; how many more depends on how fast the machine takes calls before the queue is refused.
    expect(spared.waiting).toBeGreaterThan(poolOf.get(server.db)!.options.max)
    for (const answer of spared.answered) expect(answer.status).toBe(200)

    // Afterwards every call is answered.
    for (let i = 0; i < 20; i++)
      expect((await ask('/api/logos/fresh', agent, { cookie: member })).status).toBe(200)
  }, 180_000)

  test('are refused once the queue has stalled, and not at its beginning', async () => {
    const { db: other, close } = connect(server.databaseUrl, { max: 1 })
    const ofMember = (count: number) =>
      Array.from({ length: count }, () => ask('/api/logos/fresh', agent, { cookie: member }))
    const statuses = async (requests: Promise<Answer>[]) => [
      ...new Set((await Promise.all(requests)).map(({ status }) => status)),
    ]
    const pool = poolOf.get(server.db)!
    const requests = await other
      .transaction()
      .execute(async trx => {
        await sql`lock table logo in access exclusive mode`.execute(trx)
        // Ten have a connection each, and the others are queued.
        const early = ofMember(30)
        await expect
          .poll(() => pool.queue.queuedSinceMs, { interval: 20, timeout: 4500 })
          .toBeGreaterThan(600)
        return { early, late: await statuses(ofMember(10)) }
      })
      .finally(close)
    expect(requests.late).toEqual([503])
    expect(await statuses(requests.early)).toEqual([200])
    expect(pool.queue).toEqual({ queuedSinceMs: 0, oldestWaitMs: 0 })
    expect(await statuses(ofMember(10))).toEqual([200])
  })

  test('are coalesced for visitors with equal requests, and answered separately for members', async () => {
    const { db: other, close } = connect(server.databaseUrl, { max: 1 })
    const requests: Promise<Answer>[] = []
    const waiting = await other.transaction().execute(async trx => {
      await sql`lock table logo in access exclusive mode`.execute(trx)
      const held = () => countBlocked(trx)
      // More than a hundred callers would not wait for one answer without coalescing.
      for (let i = 0; i < 150; i++) requests.push(ask('/api/logos/fresh', agent))
      requests.push(ask('/api/logos/fresh?page=1', agent), ask('/api/logos/fresh?page=2', agent))
      for (let i = 0; i < 2; i++) requests.push(ask('/api/logos/fresh', agent, { cookie: member }))
      await expect.poll(held, { timeout: 4500 }).toBe(5)
      // All calls have arrived, and no sixth query was sent.
      await ask('/readyz', agent)
      return { held: await held(), inLine: poolOf.get(server.db)!.waitingCount }
    })
    const answers = await Promise.all(requests)
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

  test('delay no one, and a client that never ends a header or body is cut off', async () => {
    const head = 'Host: x\r\nContent-Type: application/json\r\n'
    let cut = 0
    let cutBodies = 0
    for (let i = 0; i < 134; i++) {
      const trickling = open(`GET /api/logos/fresh HTTP/1.1\r\nHost: x\r\n`, `X-More-${i}: 1\r\n`)
      trickling.on('close', () => cut++)
      const dripping = open(`POST /api/client-errors HTTP/1.1\r\n${head}Content-Length: 60000\r\n\r\n{`, ' ')
      dripping.on('close', () => cutBodies++)
      // Requests lists and does not read the answers.
      open('GET /api/logos/fresh?page_size=100 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2)).pause()
    }
    // Every connection is open and has sent its first bytes.
    await expect.poll(() => sockets.filter(socket => socket.bytesWritten > 0).length).toBe(3 * 134)
    for (let i = 0; i < 20; i++) {
      const { status, ms } = await ask('/api/logos/fresh', agent)
      expect(status).toBe(200)
      expect(ms).toBeLessThan(5000)
    }
    await expect.poll(() => [cut, cutBodies], { timeout: 30_000 }).toEqual([134, 134])
    expect((await ask('/readyz', agent)).status).toBe(200)
  }, 180_000)
})
