import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { core } from 'zod/mini'
import type { Endpoint, Who } from '../../shared/endpoint.ts'
import { Json } from '../db/json.ts'
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

/** What fits an endpoint's output: values, or the JSON of it that the database wrote. */
type Answer<E extends Endpoint> = core.input<E['output']> | Json<core.output<E['output']>>

/** Binds an endpoint to its handler. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (context: Context<E>) => Promise<Answer<E>>,
): Route {
  return { endpoint, handle: handle as Route['handle'] }
}

const defaultBodyLimit = 64_000

/**
 * Serves the contract: who may call and CSRF are settled before a body is read, input is checked, output is
 * stripped to what the contract names.
 */
export function serve(app: FastifyInstance, services: Services, cookies: Cookies, routes: Route[]) {
  for (const { endpoint, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      async onRequest(request, reply) {
        const found = await findSession(services.db, cookies.sessionToken(request), services.now())
        request.viewer = found?.viewer ?? visitor
        request.session = found?.session
        if (found?.renewed) cookies.renewSession(reply, cookies.sessionToken(request)!)
        if (request.method === 'GET' || request.method === 'HEAD') cookies.ensureCsrf(request, reply)
        else if (!endpoint.withoutCsrf && !cookies.isOwnRequest(request))
          throw new HttpError(403, 'The page is out of date. Please reload it.', { code: 'csrf' })
        admit(endpoint.who, request.viewer)
      },
      async handler(request, reply) {
        const input = parse(endpoint, givenTo(request))
        const output = await handle({ ...services, input, viewer: request.viewer, request, reply, cookies })
        reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
        if (output instanceof Json) return output.text
        // Written here: Fastify would send a bare text as it is, without quotes.
        return JSON.stringify(z.parse(endpoint.output, output))
      },
    })
  }
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
