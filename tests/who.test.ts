import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../server/app.ts'
import { api } from '../shared/api.ts'
import type { Endpoint, Who } from '../shared/endpoint.ts'
import { createDesigner } from './factories.ts'
import { type Client, startTestServer, type TestServer } from './server.ts'

// Walks the contract's `who` column with every kind of caller.

const callers = ['visitor', 'inactive member', 'member', 'juror', 'admin'] as const
const admitted: Record<Who, readonly (typeof callers)[number][]> = {
  anyone: callers,
  'signed in': ['inactive member', 'member', 'juror', 'admin'],
  'active member': ['member', 'juror', 'admin'],
  juror: ['juror'],
  admin: ['admin'],
}
const endpoints = Object.values(api).flatMap(group => Object.values(group)) as Endpoint[]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function callerOf(kind: (typeof callers)[number]): Promise<Client> {
  if (kind === 'visitor') return server.visit()
  const role = kind === 'juror' || kind === 'admin' ? kind : 'member'
  const membership = kind === 'inactive member' ? 'lapsed' : 'active'
  return server.signIn(await createDesigner(server.db, { role, membership }))
}

test('every endpoint of the contract is served, and nothing else', () => {
  expect(new Set(routes.map(r => r.endpoint))).toEqual(new Set(endpoints))
})

test.each(endpoints.map(e => [`${e.method} ${e.path}`, e] as const))(
  '%s lets in whom it names',
  async (_, endpoint) => {
    for (const kind of callers) {
      const client = await callerOf(kind)
      await client.send({ method: 'GET', url: '/api/auth/check' })
      // An input nobody accepts: whoever is let in gets 400 or an answer, nothing is changed.
      const body = endpoint.method === 'GET' ? undefined : { state: 'x' }
      const { statusCode } = await client.send({ method: endpoint.method, url: endpoint.path, body })
      const refused = !admitted[endpoint.who].includes(kind)
      if (refused) expect([kind, statusCode]).toEqual([kind, kind === 'visitor' ? 401 : 403])
      // An open call may still keep part of its answer for members.
      else expect(endpoint.who === 'anyone' ? [200, 400, 401, 403] : [200, 400]).toContain(statusCode)
    }
  },
)

test.each([
  '/api/x',
  '/API/logos/fresh',
  '/api//logos/fresh',
  '/api/logos/fresh/',
  '/api/auth/check/..%2flogin',
])('%s is no call, and says so in JSON', async url => {
  const answer = await server.visit().send({ method: 'GET', url })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().error).toBeTypeOf('string')
})
