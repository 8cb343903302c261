import type { ErrorBody } from '../../shared/endpoint.ts'
import { formatDay, formatNumber } from '../../shared/rules/format.ts'
import { maxCollectionLogos, maxLength } from '../../shared/rules/limits.ts'
import { isOfReplica } from '../db/connect.ts'
import { Overloaded, Unavailable } from '../lib/errors.ts'
import { mayRead, type Viewer } from '../viewer.ts'

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

export const unreadable = () => new HttpError(400, 'We couldn’t read that request.')

export const notSignedIn = () => new HttpError(401, 'Please log in.')

/** Refuses all callers but active members. */
export function requireActive(viewer: Viewer) {
  if (!viewer.id) throw notSignedIn()
  if (!viewer.isActive) throw membershipRequired()
}

/** Refuses a suspended member. */
export const suspended = (until: Date) =>
  new HttpError(
    403,
    `Your account is suspended until ${formatDay(until)}. Until then you can read and export.`,
    {
      code: 'suspended',
      until: until.toISOString(),
    },
  )

const membershipRequired = () =>
  new HttpError(403, 'This needs a current membership.', { code: 'membership_required' })

/** Refuses everyone who may not read what members read: for calls that visitors may make in part. */
export function requireReader(viewer: Viewer) {
  if (!viewer.id) throw notSignedIn()
  if (!mayRead(viewer)) throw membershipRequired()
}

const isBusy = 'The gallery is busy. Please try again in a moment.'

/** Nothing was done, and the call may be repeated after this many seconds. */
export const busy = (retryAfter: number) => new HttpError(503, isBusy, { retryAfter })

/** Load shedding: the process works on as many calls as it can. `message` is for the log. */
export const overloaded = (message: string) => new Overloaded(message, { sentence: isBusy, retryAfter: 5 })

const savingWaitsCode = 'saving_waits'

/**
 * While the primary is away, or a replica answers at its address: the refused call did nothing, and may be repeated after some
 * seconds.
 */
export const savingWaits = () =>
  new HttpError(503, 'We can’t save anything for a moment. Look around, and try again in a minute.', {
    code: savingWaitsCode,
    retryAfter: 10,
  })

/** A refused field: the message is both the sentence and the field's error. */
export const invalid = (field: string, message: string, status = 400) =>
  new HttpError(status, message, { errors: { [field]: message } })

/** Someone else must stay administrator: of closing, suspending and another role. `who`: `ada is`, `You’re`. */
export const onlyAdministrator = (who: string) =>
  new HttpError(409, `${who} the only administrator. Give someone else the role first.`, {
    code: 'last_administrator',
  })

/** Why staff did it, trimmed. Refuses a reason that is missing or too long. */
export function requireWhy(text: string): string {
  const why = text.trim()
  if (!why || why.length > maxLength.text)
    throw invalid('why', `Say why, in at most ${maxLength.text} characters.`)
  return why
}

type DatabaseProblem = { code?: string; constraint?: string }

/**
 * For an act where one of two members has blocked the other. The sentence names no block: the other one's choice is
 * private.
 */
export const blocked = () =>
  new HttpError(403, 'That isn’t possible between the two of you.', { code: 'blocked' })

/** Refusals of the database, by the name of the constraint. */
const constraints: Record<string, () => HttpError> = {
  designer_email_key: () => invalid('email', 'Email is already in use', 409),
  logo_like_logo: () => new HttpError(404, 'Logo not found'),
  logo_is_shown: () => new HttpError(404, 'Logo not found'),
  not_blocked: blocked,
  collection_room: () =>
    new HttpError(409, `A collection holds ${formatNumber(maxCollectionLogos)} logos at most.`),
  hidden_stays: () => busy(1),
  award_logo: () => new HttpError(409, 'A logo in a published book can’t be deleted.'),
}

const full = () => new HttpError(503, 'We can’t save anything right now.', { retryAfter: 60 })

const states: Record<string, () => HttpError> = {
  // numeric_value_out_of_range: an id beyond every id
  '22003': () => new HttpError(404, 'Not found'),
  // character_not_in_repertoire: NUL and lone surrogates
  '22021': () => new HttpError(400, 'That text can’t be saved.'),
  // deadlock_detected and serialization_failure
  '40P01': () => busy(1),
  '40001': () => busy(1),
  // query_canceled (statement timeout), too_many_connections, disk_full
  '57014': () => busy(2),
  '53300': () => busy(2),
  '53100': full,
  // A folder of pictures on a full disk, or over its quota
  ENOSPC: full,
  EDQUOT: full,
}

/** The answer for an error; undefined for a bug. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof Unavailable || error instanceof Overloaded)
    return new HttpError(503, error.sentence, { retryAfter: error.retryAfter })
  const { code, constraint } = (error ?? {}) as DatabaseProblem
  const make = (constraint && constraints[constraint]) || (code && states[code])
  if (make) return make()
  if (isOfReplica(error)) return savingWaits()
  if (isUnreachable(error)) return busy(2)
}

/** Whether an error is answered with 5xx: the fault is ours and not the caller's. */
export const isFault = (error: unknown) => (httpErrorOf(error)?.status ?? 500) >= 500

/** Whether the same work may be done a moment later: PostgreSQL is busy or unreachable, or it is a replica. */
export const isMomentary = (error: unknown) => {
  const answer = httpErrorOf(error)
  return answer?.message === isBusy || answer?.extra.code === savingWaitsCode
}

/**
 * Whether the connection to PostgreSQL was refused or ended, as when its server has died. Not that no connection was free in
 * time, nor that a statement got no answer: that also happens where there is too much to do.
 */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    /^(57P0[123]|08...|ECONNREFUSED|ECONNRESET)$/.test(code) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(message)
  )
}

/** Whether PostgreSQL is starting, stopping or unreachable. The driver has no error codes for most of these. */
function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    isLost(error) ||
    /^(ENOENT|EPIPE)$/.test(code) ||
    /^(Query read timeout|timeout exceeded when trying to connect)/.test(message)
  )
}
