import type { ErrorBody } from '../../shared/endpoint.ts'
import { StoreError } from '../outside/s3-files.ts'
import type { Viewer } from '../viewer.ts'

/** An answer other than 2xx, thrown from anywhere below a route. */
export class HttpError extends Error {
  readonly status: number
  readonly extra: Partial<ErrorBody> & Record<string, unknown>
  readonly retryAfter: number | undefined

  /** `retryAfter` in seconds. */
  constructor(
    status: number,
    message: string,
    { retryAfter, ...extra }: Partial<ErrorBody> & Record<string, unknown> & { retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.extra = extra
    this.retryAfter = retryAfter
  }
}

export const notSignedIn = () => new HttpError(401, 'Please sign in.')

/** Refuses everybody but active members: for calls that visitors may make in part. */
export function requireActive(viewer: Viewer) {
  if (!viewer.id) throw notSignedIn()
  if (!viewer.isActive)
    throw new HttpError(403, 'This needs a current membership.', { code: 'membership_required' })
}

/** Too much is asked at this moment: it did nothing, and may simply come again after so many seconds. */
export const busy = (retryAfter: number) =>
  new HttpError(503, 'The gallery is busy. Please try again in a moment.', { retryAfter })

/** A refused field: the message both as the sentence and beside its field. */
export const invalid = (field: string, message: string, status = 400) =>
  new HttpError(status, message, { errors: { [field]: message } })

type DatabaseProblem = { code?: string; constraint?: string }

/** What the database refused, by constraint: the one table from its names to our sentences. */
const constraints: Record<string, () => HttpError> = {
  designer_email_key: () => invalid('email', 'Email is already in use', 409),
  logo_like_logo: () => new HttpError(404, 'Logo not found'),
  award_logo: () => new HttpError(409, 'A logo that stands in a published book stays.'),
}

const states: Record<string, () => HttpError> = {
  // numeric_value_out_of_range: an id beyond every id
  '22003': () => new HttpError(404, 'Not found'),
  // character_not_in_repertoire: NUL and lone surrogates
  '22021': () => new HttpError(400, 'That text cannot be stored.'),
  // deadlock_detected and serialization_failure
  '40P01': () => busy(1),
  '40001': () => busy(1),
  // query_canceled (statement timeout), too_many_connections, disk_full
  '57014': () => busy(2),
  '53300': () => busy(2),
  '53100': () => new HttpError(503, 'The gallery cannot store anything right now.', { retryAfter: 60 }),
}

/** The answer a database error stands for, or undefined when it is a fault of ours. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof StoreError)
    return new HttpError(503, 'The gallery cannot reach its pictures. Please try again.', { retryAfter: 5 })
  const { code, constraint } = (error ?? {}) as DatabaseProblem
  const make = (constraint && constraints[constraint]) || (code && states[code])
  if (make) return make()
  if (isUnreachable(error)) return busy(2)
}

/** PostgreSQL is starting, stopping, gone or silent. The driver has no codes of its own for most of it. */
function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    /^(57P0[123]|08...|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(code) ||
    /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  )
}
