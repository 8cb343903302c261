import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { core } from 'zod/mini'
import type { Endpoint, Who } from '../../shared/endpoint.ts'
import type { Db } from '../db/connect.ts'
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

/**
 * What a call is given that only reads: nothing of the request, so that an answer can be shared by visitors. `db` may be a
 * replica.
 */
export type Question<E extends Endpoint> = Omit<Context<E>, 'request' | 'reply' | 'cookies'>

/** A route: an endpoint of the contract and what answers it. */
export type Route = {
  endpoint: Endpoint
  handle: (context: Context<Endpoint>) => Promise<unknown>
  /** Of a call that only reads: what being asked leaves behind. */
  note?: (context: Context<Endpoint>) => Promise<void>
  isBrowsing?: true
}

/** What fits an endpoint's output: values, or the JSON of it that the database wrote. */
type Output<E extends Endpoint> = core.input<E['output']> | Json<core.output<E['output']>>

/** Binds an endpoint to its handler. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (context: Context<E>) => Promise<Output<E>>,
): Route {
  return { endpoint, handle: handle as Route['handle'] }
}

/**
 * Binds an endpoint that only reads, and whose answer may be a moment old except for whoever just changed it: a replica
 * may answer it, and the primary once more; visitors who ask the same at the same time are answered together. `note`
 * writes what each time of being asked leaves behind, such as a view.
 */
export function browse<E extends Endpoint>(
  endpoint: E,
  handle: (question: Question<E>) => Promise<Output<E>>,
  note?: (context: Context<E>) => Promise<void>,
): Route {
  return { ...route(endpoint, handle), note: note as Route['note'], isBrowsing: true }
}

const defaultBodyLimit = 64_000

/**
 * Serves a call of the contract: who may call and CSRF are settled before a body is read, input is checked, output is
 * stripped to what the contract names.
 */
export function serve(app: FastifyInstance, services: Services, cookies: Cookies, route: Route) {
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
      const text = await run(route, givenTo(request), { ...services, cookies, request, reply })
      reply.type('application/json; charset=utf-8')
      return text
    },
  })
}

/** A call that a page makes when it is opened. */
export type FirstCall = { endpoint: Endpoint; input: Record<string, string | number> }

export type Answer = (call: FirstCall, request: FastifyRequest, reply: FastifyReply) => Promise<string>

/**
 * Answers the first calls of a page for whoever opens it, after `recognise`: with the JSON that the call itself would
 * answer, or refused as it would be.
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

/**
 * What a route answers to an admitted caller, as JSON stripped to the contract; text in any case, since Fastify would send
 * a bare string without quotes.
 */
async function run(
  { endpoint, handle, note, isBrowsing }: Route,
  given: unknown,
  caller: Omit<Context<Endpoint>, 'input' | 'viewer'>,
): Promise<string> {
  const { db: primary, replica, cookies, request, reply } = caller
  const context = { ...caller, input: parse(endpoint, given), viewer: request.viewer }
  const answer = async (db: Db) => {
    const output = await handle({ ...context, db })
    return output instanceof Json ? output.text : JSON.stringify(z.parse(endpoint.output, output))
  }
  if (!isBrowsing)
    return answer(primary).finally(async () => {
      // Even a call that was refused or failed may have written something.
      if (replica && endpoint.method !== 'GET') cookies.setWritten(reply, await replica.mark(primary))
    })
  await note?.(context)
  const written = cookies.written(request)
  const read = () => (replica ? replica.read(written, answer) : answer(primary))
  if (context.viewer.id || written) return read()
  return together(primary, `${endpoint.path} ${JSON.stringify(context.input)}`, read)
}

type Shared = { answer: Promise<string>; callers: number }
const beingAnswered = new WeakMap<Db, Map<string, Shared>>()
/** They all go on at the same moment, and hold up everybody else for a tenth of a millisecond each. */
const mostTogether = 100

/**
 * What visitors ask in the same words while it is being answered is answered once for all of them, so that a crowd at the
 * front page costs the database one page at a time. Nothing is kept: whoever comes after the answer asks anew.
 */
function together(db: Db, question: string, answer: () => Promise<string>): Promise<string> {
  const open = beingAnswered.get(db) ?? new Map<string, Shared>()
  beingAnswered.set(db, open)
  let shared = open.get(question)
  if (!shared || shared.callers === mostTogether) {
    const own: Shared = { answer: answer(), callers: 0 }
    const forget = () => {
      if (open.get(question) === own) open.delete(question)
    }
    own.answer.then(forget, forget)
    open.set(question, own)
    shared = own
  }
  shared.callers++
  return shared.answer
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
