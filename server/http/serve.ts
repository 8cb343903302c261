import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { core } from 'zod/mini'
import { type Endpoint, isWork } from '../../shared/endpoint.ts'
import { abilitiesOf } from '../../shared/rules/roles.ts'
import { type Db, isOfReplica } from '../db/connect.ts'
import { Json } from '../db/json.ts'
import { unknownLsn } from '../db/replica.ts'
import type { Services } from '../services.ts'
import { type Viewer, visitor } from '../viewer.ts'
import { apiTokenOf, lsnOfSession, noteTokenUse, openByToken } from './api-token.ts'
import { makeCoalesce } from './coalesce.ts'
import type { Cookies } from './cookies.ts'
import { answerPreflight, corsHeaders, isReadableElsewhere } from './cors.ts'
import { type Export, type Query, serveListAsCsv } from './csv.ts'
import { HttpError, notSignedIn, requireActive, requireReader, savingWaits, suspended } from './errors.ts'
import { isBusy } from './load.ts'
import { findSession, renewSession, requireFresh, type SessionRow } from './session.ts'
import { holdFile, holdSearch, holdUpload } from './write-limits.ts'

z.config(z.locales.en())

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until `authenticate` has run: files, health and streams do not need it. */
    viewer: Viewer | undefined
    session: SessionRow | undefined
  }
  interface FastifyContextConfig {
    /** As in `Endpoint`; `calls`: a GET that writes a count or a note over `db`, where others only read. */
    pool?: Endpoint['pool'] | 'calls'
    /** As in `Endpoint`. */
    picture?: Endpoint['picture']
    /** As in `Endpoint`. */
    isFile?: Endpoint['isFile']
    /** As in `Route`. */
    readOnly?: Route['readOnly']
  }
}

/** What a route's handler is given: the services, the checked input and who calls. */
export type Context<E extends Endpoint> = Services & {
  /** The connections of calls that write, where `db` is for reading. */
  callsDb: Db
  input: core.output<E['input']>
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  cookies: Cookies
  /** Whether the answer of a list needs the count of all its rows: a CSV needs none. */
  isCounted: boolean
}

/** What is noted of reading at the desk, in the history. */
export type ReadingNotes = {
  /** A search for words that hold an @: of an address. */
  noteSearch: (services: Pick<Services, 'db' | 'now'>, q: string, viewer: Viewer) => Promise<void>
  noteExport: (
    services: Pick<Services, 'db' | 'now'>,
    file: { list: string; query: Query; rows?: number },
    viewer: Viewer,
  ) => Promise<void>
}

/**
 * What the handler of a read-only route is given: nothing of the request, so that visitors can share an answer. `db` may
 * be a replica.
 */
export type ReadContext<E extends Endpoint> = Omit<Context<E>, 'request' | 'reply' | 'cookies'>

/** A route: an endpoint of the contract and its handler. */
export type Route = {
  endpoint: Endpoint
  handle: (context: Context<Endpoint>) => Promise<unknown>
  /** Of a read-only route: writes what each request leaves behind, such as a view. */
  onServed?: (context: Context<Endpoint>) => Promise<void>
  /** Of a read-only route: may refuse a request, before it shares an answer with others. */
  admit?: (caller: Pick<Context<Endpoint>, 'viewer' | 'request' | 'reply'>) => void
  readOnly?: true
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
 * Binds an endpoint that only reads. A replica may answer it, and on failure the primary again, so `handle` may run several times;
 * equal requests of visitors are coalesced. Callers see their own writes (see `Replica.read`), other people's a moment later.
 * `onServed` runs for every request, on the primary, and not while that is away.
 */
export function readRoute<E extends Endpoint>(
  endpoint: E,
  handle: (context: ReadContext<E>) => Promise<Output<E>>,
  onServed?: (context: Context<E>) => Promise<void>,
): Route {
  return { ...route(endpoint, handle), onServed: onServed as Route['onServed'], readOnly: true }
}

/** A call that a page makes when it is opened. */
export type FirstCall = { endpoint: Endpoint; input: Record<string, string | number> }

export type Answer = (
  call: FirstCall,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ json: string; isShared: boolean }>

/**
 * Whether a shared cache may keep the answer: the request is anonymous, and the call only reads and leaves nothing behind.
 * Such an answer sets no cookie.
 */
const isShared = (route: Route, cookies: Cookies, request: FastifyRequest) =>
  route.readOnly === true && !route.onServed && cookies.isAnonymous(request)

/** Tells nginx to cache this answer for one second (deploy/nginx.conf). nginx removes the header. */
export const letBeShared = (reply: FastifyReply) => reply.header('x-accel-expires', '1')

const defaultBodyLimit = 64_000

/**
 * Makes what serves the routes of the contract. `paymentServices` have the database pool of payments.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: three ways to serve share `run`
export function makeServe({
  services,
  paymentServices,
  cookies,
  notes,
}: {
  services: Services
  paymentServices: Services
  cookies: Cookies
  notes: ReadingNotes
}) {
  const coalesce = makeCoalesce()

  /**
   * Runs a route for an authorized caller. Gives JSON stripped to the contract, always as text: Fastify would send a bare
   * string without quotes.
   */
  async function run(
    { endpoint, handle, onServed, admit, readOnly }: Route,
    input: unknown,
    caller: Omit<Context<Endpoint>, 'input' | 'isCounted' | 'callsDb'>,
    portion?: { page: number; page_size: number },
  ): Promise<string> {
    const { db: primary, readDb, replica, request, reply } = caller
    const parsed = parseInput(endpoint.input, input)
    const context = {
      ...caller,
      callsDb: primary,
      input: portion ? { ...(parsed as object), ...portion } : parsed,
      isCounted: !portion,
    }
    await noteSearched(notes, endpoint, context)
    if (isWeighty(endpoint, context.input)) requireFresh(caller.viewer, caller.now())
    admit?.(caller)
    const answer = async (db: Db) => {
      const output = await handle({ ...context, db })
      return output instanceof Json ? output.text : JSON.stringify(z.parse(endpoint.output, output))
    }
    // A program keeps no cookies: where it may write, it always reads its own writes.
    const lastWriteLsn = context.viewer.tokenScope === 'write' ? unknownLsn : cookies.lastWriteLsn(request)
    // What only the primary answers otherwise, such as the feed, is read from a replica while that is away; what stands in a file is not,
    // since all of it is read in one transaction.
    if (!readOnly && endpoint.method === 'GET')
      return primary.isTransaction || !replica
        ? answer(primary)
        : replica.orStandIn(readDb, lastWriteLsn, answer)
    if (!readOnly)
      return answer(primary).finally(async () => {
        // Also after a refusal or failure: it may have written something.
        if (replica) cookies.setLastWriteLsn(reply, await replica.currentLsn(primary))
      })
    if (!replica)
      await onServed?.(context).catch(error => {
        if (!isOfReplica(error)) throw error
      })
    // With replicas, what a read leaves behind, such as a view, is not waited for: the primary may be away without that being known yet. Then,
    // and while the primary has too much to do, it is lost.
    else if (!replica.standIn() && !isBusy(primary))
      void onServed?.(context).catch(error => request.log.warn({ err: error }, 'a trace of a read is lost'))
    const read = () => (replica ? replica.read(lastWriteLsn, answer) : answer(primary))
    if (context.viewer.id || lastWriteLsn) return read()
    return coalesce(`${endpoint.path} ${JSON.stringify(context.input)}`, read)
  }

  const servicesOf = ({ pool }: Endpoint) => (pool === 'payments' ? paymentServices : services)

  return {
    /**
     * Serves a call of the contract: authentication, CSRF and authorization come before the body is read; then input is
     * checked, and output stripped to what the contract names.
     */
    serve(app: FastifyInstance, route: Route) {
      const { endpoint } = route
      const own = servicesOf(endpoint)
      if (isReadableElsewhere(endpoint)) answerPreflight(app, endpoint.path)
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
        config: {
          pool: endpoint.pool,
          picture: endpoint.picture,
          isFile: endpoint.isFile,
          readOnly: route.readOnly,
        },
        async onRequest(request, reply) {
          if (isReadableElsewhere(endpoint)) reply.headers(corsHeaders)
          // Before the session is looked for: a replica may lack one that is new, and 401 would say that it has ended.
          if (endpoint.method !== 'GET' && services.replica?.standIn()) throw savingWaits()
          const viewer = await authenticate(own, cookies, request, reply, route)
          if (request.method === 'GET' || request.method === 'HEAD') {
            if (!viewer.tokenScope && !isShared(route, cookies, request)) cookies.ensureCsrf(request, reply)
          } else if (!viewer.tokenScope && !endpoint.withoutCsrf && !cookies.isOwnRequest(request))
            throw new HttpError(403, 'This page is out of date. Please reload it.', { code: 'csrf' })
          authorize(endpoint, viewer, own)
          if (endpoint.picture?.kind === 'logo' || endpoint.isFile) holdUpload(viewer.id, reply)
          if (endpoint.picture?.kind === 'searched') holdSearch(String(viewer.id), reply)
          if (endpoint.isFile) holdFile(reply)
        },
        async handler(request, reply) {
          const viewer = request.viewer ?? visitor
          const text = await run(route, inputOf(request), { ...own, cookies, request, reply, viewer })
          if (isShared(route, cookies, request)) letBeShared(reply)
          reply.type('application/json; charset=utf-8')
          return text
        },
      })
    },

    /**
     * Serves a list of the contract as CSV at its path with `.csv`, with the same query: for the same callers, but for
     * administrators alone where it holds addresses.
     */
    serveCsv(app: FastifyInstance, route: Route) {
      const { endpoint } = route
      const own = servicesOf(endpoint)
      serveListAsCsv(app, endpoint, async (request, reply) => {
        const { page_size, ...rest } = request.query as Query
        const query = rest.page !== undefined && page_size !== undefined ? { ...rest, page_size } : rest
        const source = await openExport({ endpoint, query, notes }, own, cookies, request, reply)
        const { viewer } = source
        return {
          ...source,
          async read(db, portion) {
            const text = await run(route, query, { ...own, db, cookies, request, reply, viewer }, portion)
            return (JSON.parse(text) as { data?: Record<string, unknown>[] }).data
          },
        }
      })
    },

    /**
     * Makes what answers the first calls of a page, after `authenticate`, with the JSON that the call itself would answer,
     * or refuses as it would.
     */
    makeAnswer(routes: Route[]): Answer {
      return async ({ endpoint, input }, request, reply) => {
        const route = routes.find(route => route.endpoint === endpoint)
        if (!route) throw new Error(`Nothing answers ${endpoint.path}`)
        const viewer = request.viewer ?? visitor
        authorize(endpoint, viewer, services)
        const query = Object.fromEntries(
          Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
        )
        const json = await run(route, query, { ...servicesOf(endpoint), cookies, request, reply, viewer })
        return { json, isShared: isShared(route, cookies, request) }
      }
    },
  }
}

/** Notes a search of the desk for words that hold an @, in any of its lists: for a person's address. */
async function noteSearched(notes: ReadingNotes, { who, method }: Endpoint, context: Context<Endpoint>) {
  const { input, viewer, ...services } = context
  const { q } = input as { q?: unknown }
  if (method === 'GET' && isWork(who) && typeof q === 'string' && q.includes('@'))
    await notes.noteSearch(services, q, viewer)
}

/** Admits a caller to a file of the desk, or refuses. */
export async function openExport(
  { endpoint, query, notes }: { endpoint: Endpoint; query: Query; notes: ReadingNotes },
  services: Services,
  cookies: Cookies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Omit<Export, 'read'> & { viewer: Viewer }> {
  const { db, now } = services
  const viewer = await authenticate(services, cookies, request, reply)
  authorizeExport(endpoint, viewer, services)
  if (endpoint.hasAddresses) requireFresh(viewer, now())
  const token = cookies.sessionToken(request)
  return {
    db,
    viewer,
    checkAccess: async () => {
      const found = await findSession(services.readDb, token, now())
      authorizeExport(endpoint, found?.viewer ?? visitor, services)
    },
    // What members save of their own data is not an act of staff.
    note: async (trx, rows) => {
      if (isWork(endpoint.who))
        await notes.noteExport({ db: trx, now }, { list: endpoint.path, query, rows }, viewer)
    },
  }
}

function authorizeExport(endpoint: Endpoint, viewer: Viewer, services: Services) {
  authorize(endpoint, viewer, services)
  if (endpoint.hasAddresses && viewer.role !== 'admin')
    throw new HttpError(403, 'Files that hold addresses are for administrators.')
}

/** The cookies and tokens whose last use is being noted. */
const beingNoted = new Set<string>()

/**
 * Notes the last use of a cookie or token by `write`, and gives whether that was begun. With replicas, a request that reads doesn't wait for
 * this: the primary may wait for its standby, or be away without that being known yet. While it is known to be away or has too much to do, a later
 * request notes it.
 */
async function noteLastUse(
  key: string,
  { db, replica }: Pick<Services, 'db' | 'replica'>,
  request: FastifyRequest,
  write: () => Promise<void>,
): Promise<boolean> {
  if (!replica || !isReading(request)) {
    await write()
    return true
  }
  if (beingNoted.has(key) || replica.standIn() || isBusy(db)) return false
  beingNoted.add(key)
  void write()
    .catch(error => request.log.warn({ err: error }, 'a last use is not noted'))
    .finally(() => beingNoted.delete(key))
  return true
}

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Finds the session of a request, or the account of its API token, notes both on the request, and renews the session. Of a request that
 * reads, the replica's row counts while the primary is away; for a call that a replica answers anyway, also while the primary has too much to
 * do.
 */
export async function authenticate(
  services: Pick<Services, 'db' | 'readDb' | 'replica' | 'now'>,
  cookies: Cookies,
  request: FastifyRequest,
  reply: FastifyReply,
  { readOnly }: Pick<Route, 'readOnly'> = {},
): Promise<Viewer> {
  const { db, readDb, replica, now } = services
  const apiToken = apiTokenOf(request)
  const lsn = lsnOfSession(cookies, request)
  async function ask<T>(read: (from: Db) => Promise<T>) {
    if (!replica || !isReading(request)) return read(db)
    const instead = readOnly && isBusy(readDb) ? replica.reader(lsn) : undefined
    const ofPrimary = () => replica.orStandIn(readDb, lsn, read)
    return instead ? read(instead).catch(ofPrimary) : ofPrimary()
  }
  if (apiToken !== undefined) {
    const account = await ask(from => openByToken(from, apiToken, now(), request, reply))
    if (account.isUseDue)
      await noteLastUse(apiToken, services, request, () => noteTokenUse(db, apiToken, now()))
    request.viewer = account.viewer
    request.session = account.session
    return account.viewer
  }
  const token = cookies.sessionToken(request)
  const found = await ask(from => findSession(from, token, now()))
  request.viewer = found?.viewer ?? visitor
  request.session = found?.session
  const until = found?.renewsUntil
  const renew = () => renewSession(db, token!, until!, now())
  if (until && token && (await noteLastUse(token, services, request, renew)))
    cookies.renewSession(reply, token)
  return request.viewer
}

/** Whether the call needs a session that was confirmed lately, with this input. */
const isWeighty = ({ needsConfirm }: Endpoint, input: unknown) =>
  needsConfirm === true ||
  needsConfirm?.some(field => (input as Record<string, unknown>)[field] !== undefined)

/** Refuses a caller that the contract's `who` does not admit, and one who works for the site without a second factor. */
export function authorize(
  endpoint: Pick<Endpoint, 'who' | 'method' | 'whileSuspended'>,
  viewer: Viewer,
  { hasDemoData }: Pick<Services, 'hasDemoData'>,
) {
  requireWho(endpoint, viewer)
  refuseSuspended(endpoint, viewer)
  if (isWork(endpoint.who)) requireFactor(viewer, { hasDemoData })
}

/** Refuses staff and jurors who lack the second factor that their role demands. */
export function requireFactor({ lacksFactor }: Viewer, { hasDemoData }: Pick<Services, 'hasDemoData'>) {
  if (lacksFactor === 'yes' || (lacksFactor && !hasDemoData))
    throw new HttpError(403, 'This needs a second factor. Set one up under “Login and security”.', {
      code: 'factor_required',
    })
}

function requireWho({ who, method }: Pick<Endpoint, 'who' | 'method'>, viewer: Viewer) {
  if (who === 'anyone') return
  if (!viewer.id) throw notSignedIn()
  if (who === 'signed in') return
  const { role } = viewer
  if (who === 'active member or staff') return requireReader(viewer)
  if (who === 'active member') return method === 'GET' ? requireReader(viewer) : requireActive(viewer)
  // Jurors and staff need no membership for their work.
  if (who === 'juror' && role !== 'juror') throw new HttpError(403, 'This is for jurors.')
  if (who === 'chair' && role !== 'chair' && role !== 'admin')
    throw new HttpError(403, 'This is for the chair of the jury.')
  if (!mayCall(who, role)) throw new HttpError(403, 'Your role doesn’t include this.')
  if (who === 'admin' && role !== 'admin') throw new HttpError(403, 'This is for administrators.')
}

/** Whether a role has the ability that the contract asks for, if it asks for one. */
function mayCall(who: Endpoint['who'], role: Viewer['role']) {
  if (!who.startsWith('can ') || role === 'visitor') return true
  return abilitiesOf(role).some(ability => who === `can ${ability}`)
}

/** Refuses what a suspended member may not do: all writes but a few, and what only staff and jurors do. */
function refuseSuspended(
  { method, who, whileSuspended }: Pick<Endpoint, 'who' | 'method' | 'whileSuspended'>,
  { suspendedUntil }: Viewer,
) {
  if (!suspendedUntil || whileSuspended) return
  if (method !== 'GET' || isWork(who)) throw suspended(suspendedUntil)
}

/** The query of a GET or beside a file, else the body; a DELETE without a body may use the query, too. */
function inputOf({ method, query, body, routeOptions }: FastifyRequest) {
  if (routeOptions.config.isFile || method === 'GET' || method === 'HEAD' || (method === 'DELETE' && !body))
    return query
  return body ?? {}
}

/** Parses `input` by the schema; refuses it with a 400 that names what is wrong by field. */
export function parseInput<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
): z.core.output<Schema> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues) {
    // The innermost name is the form's field, however deep in the body the form is.
    const field = issue.path.findLast(part => typeof part === 'string')
    errors[field ?? 'body'] ??= issue.message
  }
  throw new HttpError(400, Object.values(errors)[0] ?? 'Invalid input', { errors })
}
