import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openSlowLink } from './slow-link.ts'

test('two answers share the rate of a slow link, and each waits for its round trips', async () => {
  const body = Buffer.alloc(20_000, 'x')
  const server = createServer((_request, reply) => reply.end(body)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const link = await openSlowLink(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    latency: 100,
    downloadThroughput: 100_000,
    uploadThroughput: 100_000,
  })
  const began = performance.now()
  const read = async () => {
    const answer = await fetch(link.origin)
    const headersMs = performance.now() - began
    return { headersMs, bytes: (await answer.bytes()).length }
  }
  const answers = await Promise.all([read(), read()])
  const allMs = performance.now() - began
  link.close()
  server.close()
  for (const { headersMs, bytes } of answers) {
    expect(bytes).toBe(20_000)
    // One round trip for the connection, one for the request.
    expect(headersMs).toBeGreaterThan(195)
  }
  // 40 kB at 100 kB/s after two round trips, less the burst.
  expect(allMs).toBeGreaterThan(560)
})
