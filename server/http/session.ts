import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Session } from '../../shared/api/auth.ts'
import { isActiveState, membershipState } from '../../shared/rules/membership.ts'
import { abilitiesOf, isStaff, type Role, worksHere } from '../../shared/rules/roles.ts'
import { dayMs, hourMs } from '../../shared/rules/time.ts'
import type { Db } from '../db/connect.ts'
import { avatarUrl } from '../db/fragments.ts'
import { prepared } from '../db/prepared.ts'
import { hashToken } from '../lib/hash-token.ts'
import type { Viewer } from '../viewer.ts'
import { HttpError } from './errors.ts'

/** Idle timeout of a session. */
export const lifetimeMs = 30 * dayMs
/** Absolute timeout of a session, by role: a stolen cookie must not stay valid for ever. */
const longestMs = { member: 90 * dayMs, staff: 12 * hourMs }
/** How long the second step of signing in may take. */
export const halfSignInMs = 5 * 60_000
/** Throttle: a session's last use is written at most this often. */
const touchMs = 5 * 60_000
/** How long a sign-in or confirmation is good for acts of weight. */
const freshMs = 15 * 60_000

/**
 * Opens a session and returns the cookie's value: 32 random bytes, of which only the hash is kept. `confirmedAt` and
 * `factorAt`: when its owner was confirmed, and when by a second factor, where it continues another session or was opened by a
 * factor.
 */
export async function openSession(
  db: Db,
  designerId: number,
  from: { userAgent: string; address: string },
  now: Date,
  { confirmedAt = now, factorAt }: Pick<Viewer, 'confirmedAt' | 'factorAt'> = {},
) {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      designer_id: designerId,
      created_at: now,
      last_seen_at: now,
      confirmed_at: confirmedAt,
      factor_at: factorAt ?? null,
      expires_at: sql<Date>`least(${new Date(now.getTime() + lifetimeMs)}::timestamptz, ${now}::timestamptz + (
        select case when role in ('member', 'juror') then ${longestMs.member}::float8 else ${longestMs.staff}::float8 end * interval '1 ms'
        from designer where designer_id = ${designerId}))`,
      user_agent: from.userAgent.slice(0, 300),
      address: from.address.slice(0, 64),
    })
    .execute()
  return token
}

/** Makes a session fresh again: its owner has proved to be there, `byFactor` or by the password. */
export async function confirmSession(db: Db, token: string, now: Date, { byFactor }: { byFactor: boolean }) {
  await db
    .updateTable('session')
    .set({ confirmed_at: now, ...(byFactor && { factor_at: now }) })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** Refuses an act of weight in a session that was not confirmed lately. */
export function requireFresh({ confirmedAt }: Viewer, now: Date) {
  if (!isFresh(confirmedAt, now)) throw confirmFirst()
}

/** Refuses what demands a second factor in a session that was not confirmed by one lately. */
export function requireFreshFactor({ factorAt }: Viewer, now: Date) {
  if (!isFresh(factorAt, now)) throw confirmFirst()
}

const isFresh = (at: Date | undefined, now: Date) =>
  at !== undefined && now.getTime() - at.getTime() <= freshMs

const confirmFirst = () => new HttpError(403, 'Please confirm that it’s you.', { code: 'confirm' })

export async function closeSession(db: Db, token: string) {
  await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends a designer's sessions, all but the one with this cookie. */
export async function closeOtherSessions(db: Db, designerId: number, token: string) {
  await db
    .deleteFrom('session')
    .where('designer_id', '=', designerId)
    .where('token_hash', '<>', hashToken(token))
    .execute()
}

/** Ends every session of a designer, and sign-ins before their second step. */
export async function closeSessions(db: Db, designerId: number) {
  await db.deleteFrom('half_sign_in').where('designer_id', '=', designerId).execute()
  await db.deleteFrom('session').where('designer_id', '=', designerId).execute()
}

/**
 * The session behind a cookie's value, as the contract shows it, and the viewer it makes; undefined when there is none.
 * `renewsUntil`: the end that `renewSession` has to set, once the last use is to be noted again.
 */
export async function findSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<{ viewer: Viewer; session: SessionRow; renewsUntil: Date | undefined } | undefined> {
  if (!token) return undefined
  const row = await findRow(db, token, now)
  if (!row) return undefined
  const { viewer, session } = describeAccount(row, now)
  return {
    viewer: { ...viewer, confirmedAt: row.confirmed_at, factorAt: row.factor_at ?? undefined },
    session,
    renewsUntil:
      now.getTime() - row.last_seen_at.getTime() > touchMs
        ? new Date(Math.min(now.getTime() + lifetimeMs, endOf(row)))
        : undefined,
  }
}

/** Notes the last use of a session, and extends it. */
export async function renewSession(db: Db, token: string, until: Date, now: Date) {
  await db
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: until })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** The viewer and the contract's session that the columns of an account make. */
export function describeAccount(
  { suspended_until, ...row }: AccountRow,
  now: Date,
): { viewer: Viewer; session: SessionRow } {
  const suspendedUntil = suspended_until && suspended_until > now ? suspended_until : undefined
  const viewer: Viewer = {
    id: row.designerId,
    role: row.role,
    isActive: isActiveState(membershipState(row, now)),
    lacksFactor: row.lacks_factor ? (row.has_demo_password ? 'demonstration' : 'yes') : undefined,
    suspendedUntil,
  }
  const memberType = isStaff(row.role) ? 'Admin' : row.role === 'juror' ? 'Juror' : 'Member'
  return {
    viewer,
    session: {
      ...row,
      isAuthenticated: true,
      isActive: viewer.isActive,
      memberType,
      subscriptionActive: row.subscription_id !== null,
      subscriptionId: row.subscription_id,
      can: suspendedUntil ? [] : [...abilitiesOf(row.role)],
      nextBillingTime: row.next_billing_time && row.next_billing_time > now ? row.next_billing_time : null,
    },
  }
}

/** Whether the session behind a cookie's value still exists and may read what members read. Does not extend the session. */
export async function isReadersSession(db: Db, token: string, now: Date): Promise<boolean> {
  const row = await findRow(db, token, now)
  return row !== undefined && (worksHere(row.role) || isActiveState(membershipState(row, now)))
}

/** The contract's session before JSON: instants are Dates. */
export type SessionRow = Omit<Session, 'nextBillingTime'> & { nextBillingTime: Date | null }

/** The end of a session by its absolute timeout. The current role decides: a promotion to staff shortens it. */
const endOf = (row: { created_at: Date; role: Role }) =>
  row.created_at.getTime() + longestMs[isStaff(row.role) ? 'staff' : 'member']

async function findRow(db: Db, token: string, now: Date) {
  const [row] = await sessionRow(db, { token_hash: hashToken(token), now })
  return row && now.getTime() < endOf(row) ? row : undefined
}

/** Whether an account lacks the second factor that it needs: staff, and jurors while a book of theirs is judged. */
export const lacksFactor = sql<boolean>`case
  when designer.role = 'member' then false
  when exists (select from passkey where passkey.designer_id = designer.designer_id)
    or exists (select from totp where totp.designer_id = designer.designer_id and totp.secret is not null) then false
  when designer.role = 'juror' then exists (select from juror join book using (book_id)
    where juror.designer_id = designer.designer_id and juror.left_at is null and book.state in ('judging', 'border'))
  else true end`

/** What `describeAccount` needs of `designer` and `membership`. */
export const accountColumns = [
  'designer.designer_id as designerId',
  'designer.username',
  'designer.company',
  'designer.slug',
  'designer.role',
  avatarUrl('designer').as('avatar'),
  'designer.suspended_until',
  'designer.has_demo_password',
  lacksFactor.as('lacks_factor'),
  'membership.member_expire',
  'membership.subscription_id',
  'membership.next_billing_time',
  'membership.provisional_until',
  'membership.is_revoked',
] as const

const sessionRow = prepared('find-session', (db, params: { token_hash: Buffer; now: Date }) =>
  db
    .selectFrom('session')
    .innerJoin('designer', 'designer.designer_id', 'session.designer_id')
    .innerJoin('membership', 'membership.designer_id', 'session.designer_id')
    .where('session.token_hash', '=', params.token_hash)
    .where('session.expires_at', '>', params.now)
    .select(accountColumns)
    .select(['session.created_at', 'session.last_seen_at', 'session.confirmed_at', 'session.factor_at'])
    .compile(),
)
type AccountRow = Omit<
  Awaited<ReturnType<typeof sessionRow>>[number],
  'created_at' | 'last_seen_at' | 'confirmed_at' | 'factor_at'
>
