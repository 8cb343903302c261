import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../server/app.ts'
import * as api from '../shared/api.ts'
import { type Endpoint, listEndpoints, type Who } from '../shared/endpoint.ts'
import { type Ability, abilities, abilitiesOf, roles } from '../shared/rules/roles.ts'
import { createDesigner } from './factories.ts'
import { type Client, startTestServer, type TestServer } from './server.ts'

// Walks the contract's `who` column with every kind of caller.

const callers = [
  'visitor',
  'inactive member',
  'member',
  'juror',
  'moderator',
  'support',
  'chair',
  'admin',
] as const
type Caller = (typeof callers)[number]
/** Jurors and staff need no membership. */
const workers: readonly Caller[] = ['juror', 'moderator', 'support', 'chair', 'admin']

function isAdmitted({ who, method }: Endpoint, caller: Caller): boolean {
  const ability = abilities.find(each => who === `can ${each}`)
  if (ability) return roles.some(role => role === caller && abilitiesOf(role).includes(ability))
  const admitted: Record<Exclude<Who, `can ${Ability}`>, readonly Caller[]> = {
    anyone: callers,
    'signed in': ['inactive member', 'member', ...workers],
    // Writing as a member needs a membership.
    'active member': method === 'GET' ? ['member', ...workers] : ['member'],
    'active member or staff': ['member', ...workers],
    juror: ['juror'],
    chair: ['chair', 'admin'],
    admin: ['admin'],
  }
  return admitted[who as keyof typeof admitted].includes(caller)
}
const endpoints = listEndpoints(api).map(({ endpoint }) => endpoint)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function callerOf(kind: Caller): Promise<Client> {
  if (kind === 'visitor') return server.visit()
  const role = kind === 'inactive member' ? 'member' : kind
  const membership = kind === 'member' ? 'active' : 'lapsed'
  return server.signIn(await createDesigner(server.db, { role, membership }))
}

test('every endpoint of the contract is served, and nothing else', () => {
  expect(new Set(routes.map(r => r.endpoint))).toEqual(new Set(endpoints))
})

test.each(endpoints.map(e => [`${e.method} ${e.path}`, e] as const))(
  '%s admits exactly the callers it names',
  async (_, endpoint) => {
    for (const kind of callers) {
      const client = await callerOf(kind)
      await client.send({ method: 'GET', url: '/api/auth/check' })
      // An invalid input: an admitted caller gets 400 or an answer, and nothing is changed.
      const body = endpoint.method === 'GET' ? undefined : { state: 'x' }
      const { statusCode } = await client.send({ method: endpoint.method, url: endpoint.path, body })
      if (!isAdmitted(endpoint, kind))
        expect([kind, statusCode]).toEqual([kind, kind === 'visitor' ? 401 : 403])
      // An open call may still keep part of its answer for members; this juror sits on no jury.
      else
        expect(
          endpoint.who === 'anyone' || endpoint.who === 'juror' ? [200, 400, 401, 403] : [200, 400],
        ).toContain(statusCode)
    }
  },
)

/** What a suspended member may do besides reading: leave, stay safe, object, pay no longer. */
const whileSuspended = [
  ...endpoints.filter(({ path }) => path.startsWith('/api/auth/')),
  api.contact.send,
  api.clientErrors.report,
  api.reports.appeal,
  api.membership.cancel,
  api.account.updateContactInfo,
  api.designers.seeActivity,
  api.tokens.revoke,
  api.webhooks.remove,
  api.notices.update,
  api.notices.unsubscribe,
  api.collections.removeLink,
  api.collections.removeHelper,
]

test('a suspended member can call every GET and a short list of writes, and no others', async () => {
  const suspended_until = new Date(Date.now() + 86_400_000)
  const member = await createDesigner(server.db, { suspended_until })
  const answers: string[] = []
  for (const endpoint of endpoints.filter(each => isAdmitted(each, 'member'))) {
    // Ending sessions would end this one, too.
    const client = await server.signIn(member)
    const body = endpoint.method === 'GET' ? undefined : { state: 'x' }
    const answer = await client.send({ method: endpoint.method, url: endpoint.path, body })
    const isOpen = endpoint.method === 'GET' || whileSuspended.includes(endpoint)
    const isRefused = answer.statusCode === 403 && answer.json().code === 'suspended'
    if (isRefused === isOpen) answers.push(`${endpoint.method} ${endpoint.path}: ${answer.statusCode}`)
  }
  expect(answers).toEqual([])
})

test.each(endpoints.filter(e => e.csv).map(e => [`${e.path}.csv`, e] as const))(
  '%s admits the callers of its list, and administrators alone where it holds addresses',
  async (url, endpoint) => {
    for (const kind of callers) {
      const client = await callerOf(kind)
      const { statusCode } = await client.send({ method: 'GET', url })
      const refused = kind === 'visitor' ? 401 : 403
      const isOpen = endpoint.hasAddresses ? kind === 'admin' : isAdmitted(endpoint, kind)
      expect([kind, statusCode]).toEqual([kind, isOpen ? 200 : refused])
    }
  },
)

test.each([
  '/api/x',
  '/API/logos/fresh',
  '/api//logos/fresh',
  '/api/logos/fresh/',
  '/api/auth/check/..%2flogin',
])('%s is not a call, and gets 404 as JSON', async url => {
  const answer = await server.visit().send({ method: 'GET', url })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().error).toBeTypeOf('string')
})
