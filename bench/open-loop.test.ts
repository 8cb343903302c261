import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closedLoop } from './closed-loop.ts'
import { openLoop } from './open-loop.ts'
import type { Request } from './session.ts'

const page: Request = { method: 'GET', path: '/', headers: {} }

async function withServer(listener: RequestListener, work: (origin: string) => Promise<void>) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('requests are sent on time although earlier ones are not answered, and their waiting counts', async () => {
  // One after the other, 30 ms each: at a hundred a second, each waits longer than the one before.
  let turn = Promise.resolve()
  let answered = 0
  let answeredBefore = 0
  const slow: RequestListener = (_request, response) => {
    answeredBefore = answered
    turn = turn.then(() => sleep(30))
    void turn.then(() => {
      answered++
      response.end('x')
    })
  }
  await withServer(slow, async origin => {
    const answers = await openLoop(origin, { rate: 100, seconds: 0.5, next: () => page })
    expect(answers).toHaveLength(50)
    expect(answers.map(a => a.planned)).toEqual(Array.from({ length: 50 }, (_, i) => i * 10))
    expect(answers.every(a => a.status === 200)).toBe(true)
    // All were sent long before the last was answered, which was 50 × 30 ms after the start.
    expect(answeredBefore).toBeLessThan(40)
    expect(answers.at(-1)!.took).toBeGreaterThan(950)
  })
})

test('a refusal, a broken answer and the time to retry are told apart', async () => {
  let n = 0
  const moody: RequestListener = ({ url }, response) => {
    if (url === '/0') response.socket!.destroy()
    else if (url === '/1') response.writeHead(503, { 'retry-after': '2' }).end()
    else response.writeHead(503).end('later')
  }
  await withServer(moody, async origin => {
    const next = () => ({ ...page, path: `/${n++ % 3}` })
    const answers = await openLoop(origin, { rate: 100, seconds: 0.3, next })
    const counted = (status: number, retryAfter: boolean) =>
      answers.filter(a => a.status === status && a.retryAfter === retryAfter).length
    expect([counted(503, true), counted(503, false), counted(0, false)]).toEqual([10, 10, 10])
  })
})

test('a request on a kept connection that was closed before the answer is sent again on a new one', async () => {
  const requests = new WeakSet<Socket>()
  let closed = 0
  const closesKept: RequestListener = ({ socket }, response) => {
    const isKept = requests.has(socket)
    requests.add(socket)
    if (isKept) {
      closed++
      socket.destroy()
    } else response.end('x')
  }
  await withServer(closesKept, async origin => {
    const answers = await openLoop(origin, { rate: 50, seconds: 0.4, next: () => page })
    expect(closed).toBeGreaterThan(0)
    expect(answers.map(answer => answer.status)).toEqual(answers.map(() => 200))
  })
})

test('a closed loop sends each client’s own part of the list, and counts refusals', async () => {
  const requested: string[] = []
  const refuseOne: RequestListener = (request, response) => {
    requested.push(request.url!)
    response.writeHead(request.url === '/3' ? 503 : 200).end('y')
  }
  await withServer(refuseOne, async origin => {
    const list = Array.from({ length: 8 }, (_, i) => ({ ...page, path: `/${i}` }))
    const flow = await closedLoop(origin, list, 4, { requests: 8 })
    expect(requested.toSorted()).toEqual(list.map(request => request.path))
    expect(flow).toMatchObject({ requests: 8, refused: 1 / 8 })
    expect(flow.latency.n).toBe(8)
  })
  await withServer(
    (_request, response) => response.writeHead(404).end(),
    async origin => {
      await expect(closedLoop(origin, [page], 1, { requests: 1 })).rejects.toThrow('404')
    },
  )
})
