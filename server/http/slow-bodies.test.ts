import { connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as { port: number }).port
})
afterAll(() => server.close())

const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n'
const fromProvider =
  'Paypal-Transmission-Id: 1\r\nPaypal-Transmission-Time: 2\r\nPaypal-Transmission-Sig: 3\r\n' +
  'Paypal-Cert-Url: https://x\r\nPaypal-Auth-Algo: SHA256withRSA\r\n'

/** Sends a byte a second; what came back, and how long the connection stayed. */
function drip(first: string): Promise<{ status: string | undefined; ms: number }> {
  const begun = performance.now()
  return new Promise(resolve => {
    let text = ''
    const socket = connectSocket(port, '127.0.0.1', () => socket.write(first))
    const timer = setInterval(() => socket.writable && socket.write(' '), 1000)
    socket.on('data', chunk => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1], ms: performance.now() - begun })
    })
  })
}

test('a body sent byte by byte is cut off within 20 s on every call, whether it is read or not', async () => {
  const ended = await Promise.all([
    drip(`POST /api/client-errors HTTP/1.1\r\n${head}\r\n{`),
    drip(`POST /api/auth/login HTTP/1.1\r\n${head}\r\n{`),
    drip(`GET /api/auth/check HTTP/1.1\r\n${head}\r\n{`),
    drip(`POST /api/payments/webhook HTTP/1.1\r\n${head}\r\n{`),
    drip(`POST /api/payments/webhook HTTP/1.1\r\n${head}${fromProvider}\r\n{`),
  ])
  expect(ended.map(({ status }) => status)).toEqual(['408', '403', '200', '400', '408'])
  for (const { ms } of ended) expect(ms).toBeLessThan(20_000)
})
