import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, runServer } from './running-server.ts'

let folder: string
let server: RunningServer | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-stop-'))
})
afterAll(async () => {
  if (server?.process.exitCode === null) server.process.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('work that continues after its client has gone is finished before the database is closed', async () => {
  const running = await runServer(folder, { DATABASE_URL: '', LOG_LEVEL: 'info' })
  server = running
  const visit = await fetch(`${running.origin}/api/auth/check`)
  const token = /csrftoken=([^;]+)/.exec(visit.headers.get('set-cookie')!)![1]!
  const body = JSON.stringify({ username: 'nobody', password: 'Whatever-2026!' })
  const head = [
    'POST /api/auth/login HTTP/1.1',
    'Host: x',
    `Cookie: csrftoken=${token}`,
    `X-CSRFToken: ${decodeURIComponent(token)}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  // Checking a password takes its time, and something is written afterwards.
  const callers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const socket = connect(Number(new URL(running.origin).port), '127.0.0.1')
      await new Promise(sent => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, sent))
      return socket
    }),
  )
  // The server reads connections in the order of their arrival: when this is answered, it has the six requests.
  await fetch(`${running.origin}/healthz`)
  for (const caller of callers) caller.destroy()
  const exited = new Promise<number | null>(done => running.process.once('exit', code => done(code)))
  running.process.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(running.output()).not.toMatch(/"level":"(error|fatal)"/)
}, 180_000)

test('SIGTERM answers requests in progress, closes idle and unused connections, and exits with code 0', async () => {
  const running = await runServer(folder, { DATABASE_URL: '', LOG_LEVEL: 'info' })
  server = running
  const { port } = new URL(running.origin)
  const open = (text: string) =>
    new Promise<{ ended: Promise<string> }>(resolve => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
      let got = ''
      socket.on('data', chunk => (got += chunk))
      socket.on('error', () => {})
      const ended = new Promise<string>(done => socket.on('close', () => done(got)))
      resolve({ ended })
    })
  const idle = await open('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  // As browsers open spare ones.
  const unused = await open('')
  const begun = connect(Number(port), '127.0.0.1')
  let answer = ''
  begun.on('data', chunk => (answer += chunk))
  const over = new Promise<void>(done => begun.on('close', () => done()))
  // A request whose body is still on its way when the signal comes.
  begun.write(
    'POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  )
  await fetch(`${running.origin}/healthz`)
  const started = performance.now()
  const exited = new Promise<number | null>(done => running.process.once('exit', code => done(code)))
  running.process.kill('SIGTERM')
  // The shutdown has begun once the idle connection is closed.
  expect(await idle.ended).toMatch(/^HTTP\/1.1 200/)
  expect(await unused.ended).toBe('')
  begun.write('}')
  expect(await exited).toBe(0)
  expect(performance.now() - started).toBeLessThan(30_000)
  await over
  expect(answer).toMatch(/^HTTP\/1.1 403/)
  expect(running.output()).not.toMatch(/"level":"(error|fatal)"/)
}, 180_000)
