import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDesigner } from './factories.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  const { designer_id } = await createDesigner(server.db)
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
function ask(path: string, agent: Agent): Promise<Answer> {
  const asked = performance.now()
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path, agent }, (response: IncomingMessage) => {
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

describe('three times as many calls as can be answered', () => {
  const agent = new Agent({ keepAlive: true })
  afterAll(() => agent.destroy())

  test('are answered as fast as can be, and the others told when to come again; health answers all the while', async () => {
    // As many as it answers to a few who each wait for their answer.
    let answered = 0
    const until = performance.now() + 1500
    const few = Array.from({ length: 16 }, async () => {
      while (performance.now() < until) {
        expect((await ask('/api/logos/fresh', agent)).status).toBe(200)
        answered++
      }
    })
    await Promise.all(few)
    const perSecond = answered / 1.5

    // Three times that, and nobody waits for anybody.
    const asked: Promise<Answer>[] = []
    const health: Answer[] = []
    const paying: Answer[] = []
    const began = performance.now()
    // On a slow machine enough of them to fill the queue all the same.
    const rate = Math.max(perSecond * 3, 600)
    while (performance.now() - began < 3000) {
      const due = ((performance.now() - began) / 1000) * rate
      while (asked.length < due) asked.push(ask('/api/logos/fresh', agent))
      if (health.length < (performance.now() - began) / 200) {
        health.push(await ask('/readyz', agent))
        paying.push(await ask('/api/payments/settings', agent))
      }
      await sleep(1)
    }
    const answers = await Promise.all(asked)
    const over = performance.now()
    const [right, shed] = [200, 503].map(status => answers.filter(answer => answer.status === status))
    expect(right!.length + shed!.length).toBe(answers.length)
    expect(right!.length).toBeGreaterThan(0)
    expect(shed!.length).toBeGreaterThan(0)
    for (const { retryAfter, body } of shed!) {
      expect(retryAfter).toBe('2')
      expect(JSON.parse(body)).toEqual({ error: 'The gallery is busy. Please try again in a moment.' })
    }
    expect(health.map(answer => answer.status)).toEqual(health.map(() => 200))
    expect(paying.map(answer => answer.status)).toEqual(paying.map(() => 200))

    // And then it is over.
    for (let i = 0; i < 20; i++) expect((await ask('/api/logos/fresh', agent)).status).toBe(200)
    expect(performance.now() - over).toBeLessThan(5000)
  }, 90_000)
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
