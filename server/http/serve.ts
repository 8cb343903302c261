import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { core } from 'zod/mini'
import type { Endpoint, Who } from '../../shared/endpoint.ts'
import type { Services } from '../services.ts'
import { type Viewer, visitor } from '../viewer.ts'
import { HttpError, notSignedIn, requireActive } from './errors.ts'
import { type Cookies, findSession, type SessionRow } from './session.ts'

z.config(z.locales.en())

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer
    session: SessionRow | undefined
  }
}

/** What a route's handler is given: the services, the checked input and who calls. */
export type Context<E extends Endpoint> = Services & {
  input: core.output<E['input']>
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  cookies: Cookies
}

/** A route: an endpoint of the contract and what answers it. */
export type Route = { endpoint: Endpoint; handle: (context: Context<Endpoint>) => Promise<unknown> }

/** Binds an endpoint to its handler; the answer must fit the endpoint's output. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (context: Context<E>) => Promise<core.input<E['output']>>,
): Route {
  return { endpoint, handle: handle as Route['handle'] }
}

const defaultBodyLimit = 64_000

/**
 * Serves the contract: who may call and CSRF are settled before a body is read, input is checked, output is
 * stripped to what the contract names.
 */
export function serve(app: FastifyInstance, services: Services, cookies: Cookies, routes: Route[]) {
  for (const route of routes) {
    const { endpoint } = route
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      async onRequest(request, reply) {
        await recognise(services, cookies, request, reply)
        if (request.method === 'GET' || request.method === 'HEAD') cookies.ensureCsrf(request, reply)
        else if (!endpoint.withoutCsrf && !cookies.isOwnRequest(request))
          throw new HttpError(403, 'The page is out of date. Please reload it.', { code: 'csrf' })
        admit(endpoint.who, request.viewer)
      },
      async handler(request, reply) {
        const answer = await run(route, givenTo(request), { ...services, cookies, request, reply })
        reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
        // Written here: Fastify would send a bare text as it is, without quotes.
        return JSON.stringify(answer)
      },
    })
  }
}

/** A call that a page makes when it is opened. */
export type FirstCall = { endpoint: Endpoint; input: Record<string, string | number> }

export type Answer = (call: FirstCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Answers calls of whoever opens a page, whom `recognise` has seen: what the call itself would answer, and refused where
 * it would be.
 */
export function makeAnswer(services: Services, cookies: Cookies, routes: Route[]): Answer {
  return async ({ endpoint, input }, request, reply) => {
    const route = routes.find(route => route.endpoint === endpoint)
    if (!route) throw new Error(`Nothing answers ${endpoint.path}`)
    admit(endpoint.who, request.viewer)
    const given = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    return run(route, given, { ...services, cookies, request, reply })
  }
}

/** Finds out who sent a request, and keeps the session alive. */
export async function recognise(
  { db, now }: Services,
  cookies: Cookies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = await findSession(db, cookies.sessionToken(request), now())
  request.viewer = found?.viewer ?? visitor
  request.session = found?.session
  if (found?.renewed) cookies.renewSession(reply, cookies.sessionToken(request)!)
}

/** What a route answers to whom it admits, stripped to the contract. */
async function run(
  { endpoint, handle }: Route,
  given: unknown,
  context: Omit<Context<Endpoint>, 'input' | 'viewer'>,
) {
  const input = parse(endpoint, given)
  return z.parse(endpoint.output, await handle({ ...context, input, viewer: context.request.viewer }))
}

/** A GET's input is its query; of everything else it is the body, and a DELETE that has none may use the query, too. */
function givenTo({ method, query, body }: FastifyRequest) {
  if (method === 'GET' || method === 'HEAD' || (method === 'DELETE' && !body)) return query
  return body ?? {}
}

function admit(who: Who, viewer: Viewer) {
  if (who === 'anyone') return
  if (!viewer.id) throw notSignedIn()
  if (who === 'signed in') return
  requireActive(viewer)
  if (who === 'juror' && viewer.role !== 'juror') throw new HttpError(403, 'This is for jurors.')
  if (who === 'admin' && viewer.role !== 'admin') throw new HttpError(403, 'This is for administrators.')
}

function parse(endpoint: Endpoint, given: unknown) {
  const result = z.safeParse(endpoint.input, given)
  if (result.success) return result.data
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) {
    // A form's field, however deep in the body the form lies.
    const field = issue.path.findLast(part => typeof part === 'string')
    errors[field ?? 'body'] ??= issue.message
  }
  throw new HttpError(400, Object.values(errors)[0] ?? 'Invalid input', { errors })
}
