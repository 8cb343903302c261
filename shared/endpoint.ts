import type { core } from 'zod/mini'
import type { Ability } from './rules/roles.ts'

/**
 * Who may call. `anyone` includes visitors; `signed in` includes inactive members; `active member` needs a membership,
 * which jurors and staff do not need to read or to work; `active member or staff` admits them to a write as well; `chair`
 * includes administrators; `can …` is everyone whose role has that ability. What a caller may see *within* an endpoint is
 * the query's business.
 */
export type Who =
  | 'anyone'
  | 'signed in'
  | 'active member'
  | 'active member or staff'
  | 'juror'
  | 'chair'
  | 'admin'
  | `can ${Ability}`

/** Whether only those who work for the site may call: it needs a second factor, and is refused while they are suspended. */
export const isWork = (who: Who) =>
  who !== 'anyone' && who !== 'signed in' && who !== 'active member' && who !== 'active member or staff'

/**
 * One call of the API: the single thing that server, browser, tests and the OpenAPI document agree on.
 * `input` is the query string of a GET and of a call whose body is a file, and the JSON body of everything else.
 */
export type Endpoint<In extends core.$ZodType = core.$ZodType, Out extends core.$ZodType = core.$ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  who: Who
  summary: string
  input: In
  output: Out
  /** Largest accepted body in bytes; 64 kB unless said. */
  bodyLimit?: number
  /**
   * The field that holds a picture: the body may take long to arrive, and when it is too large, this field is to blame. Of a
   * member's logos only a few are received at a time.
   */
  picture?: { field: string; kind: 'logo' | 'avatar' | 'searched' }
  /**
   * The body is a file as it is, of any media type, and `input` is the query. It may take long to arrive; only a few are
   * received at a time.
   */
  isFile?: true
  /** The database pool it runs on; the common one unless said. Payments are the last to be refused under load. */
  pool?: 'payments'
  /**
   * An act of weight: needs a sign-in or confirmation of the last 15 minutes, else 403 with the code `confirm`. A list of
   * fields: only where the input has one of them.
   */
  needsConfirm?: true | readonly string[]
  /** The columns of the list as CSV, which then answers at `<path>.csv` with the same query. */
  csv?: readonly string[]
  /** The list holds people's addresses or what they paid: its CSV is for administrators, and an act of weight. */
  hasAddresses?: true
  /** A write that a suspended member may still make: to leave, to stay safe, and to object. */
  whileSuspended?: true
  /** Exempt from CSRF protection: it changes nothing on behalf of the signed-in user. */
  withoutCsrf?: true
}

// The annotation lets the bundler drop unused calls: a page that needs a form's schema does not load the endpoints beside it.
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <In extends core.$ZodType, Out extends core.$ZodType>(e: Endpoint<In, Out>) => e

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value

/** The calls among a module's exports, by name. */
const endpointsOf = (module: Record<string, unknown>) =>
  Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))

type Group = { [name: string]: unknown }
const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && Object(value)[Symbol.toStringTag] === 'Module'

/** Every call among groups of calls and groups of groups: `logos`, or `desk.books`. */
export const listEndpoints = (
  groups: Group,
  above = '',
): { group: string; name: string; endpoint: Endpoint }[] =>
  Object.entries(groups).flatMap(([key, calls]) => {
    if (!isGroup(calls)) return []
    const group = `${above}${key}`
    const own = endpointsOf(calls).map(([name, endpoint]) => ({ group, name, endpoint }))
    return [...own, ...listEndpoints(calls, `${group}.`)]
  })

/** What a caller sends. */
export type InputOf<E extends Endpoint> = core.input<E['input']>
/** What a caller gets back, after JSON. */
export type OutputOf<E extends Endpoint> = core.output<E['output']>

export type ErrorBody = { error: string; code?: string; errors?: Record<string, string> }

/** An answer other than 2xx (status 0: no usable answer at all). */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** In seconds, if the server sent a Retry-After. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.error)
    this.name = 'CallError'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** `keepalive`: continues after the page is left; for bodies under 64 kB. */
type CallOptions = { signal?: AbortSignal; keepalive?: boolean }
export type CallRequest = { method: Endpoint['method']; url: string; body?: unknown } & CallOptions
export type CallResponse = { status: number; statusText?: string; body: unknown; retryAfter?: number }

/**
 * Makes the typed `call(endpoint, input)` over some way of sending. Rejects with `CallError` on every answer
 * other than 2xx.
 */
export function makeCall(send: (request: CallRequest) => Promise<CallResponse>) {
  return async function call<E extends Endpoint>(
    e: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<OutputOf<E>> {
    const answer = await send({
      method: e.method,
      url: e.method === 'GET' ? urlOf(e, input as Record<string, unknown>) : e.path,
      body: e.method === 'GET' ? undefined : input,
      ...options,
    })
    if (answer.status >= 200 && answer.status < 300) return answer.body as OutputOf<E>
    throw callErrorOf(answer)
  }
}

/** The error of an answer other than 2xx; one without a sentence of ours (a proxy's, while the program restarts) is given one. */
export const callErrorOf = ({ status, statusText, body, retryAfter }: CallResponse) =>
  new CallError(
    status,
    isErrorBody(body) ? body : { error: sentenceFor(status) || statusText || 'Unknown error' },
    retryAfter,
  )

const sentenceFor = (status: number) =>
  status >= 502 && status <= 504 ? 'The gallery is away for a moment. Please try again.' : undefined

/** The URL of a GET with its input. */
export function urlOf({ path }: Endpoint, input: Record<string, unknown>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    for (const each of [value].flat()) if (each !== undefined) query.append(name, String(each))
  return query.size ? `${path}?${query}` : path
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && typeof (body as ErrorBody).error === 'string'
}
