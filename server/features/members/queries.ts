import { sql } from 'kysely'
import type { Role } from '../../../shared/rules/roles.ts'
import type { Db } from '../../db/connect.ts'
import { stateAt } from '../../db/fragments.ts'
import { onlyAdministrator } from '../../http/errors.ts'
import { containing } from '../../lib/like.ts'

const facts = [
  'designer.designer_id',
  'designer.username',
  'designer.email',
  'designer.company',
  'designer.first_name',
  'designer.last_name',
  'designer.role',
  'designer.member_since',
  'designer.suspended_until',
  'membership.member_expire',
] as const

const selectMembers = (db: Db) =>
  db
    .selectFrom('designer')
    .innerJoin('membership', 'membership.designer_id', 'designer.designer_id')
    .where('designer.closed_at', 'is', null)
    .select(facts)

/** The account of this username, without case. */
export const findMember = (db: Db, username: string) =>
  selectMembers(db).where(sql<string>`lower(username)`, '=', username.toLowerCase()).executeTakeFirst()

/** Accounts in whose name or company the words stand, or in whose address where one is typed, by name; 50 at most. */
export function searchMembers(db: Db, words: string) {
  const address = words.includes('@') ? sql`email, ` : sql``
  return selectMembers(db)
    .where(
      sql<boolean>`concat_ws(' ', ${address}username, company, first_name || ' ' || last_name) ilike ${containing(words)}`,
    )
    .orderBy(sql`lower(username)`)
    .limit(50)
    .execute()
}

/** Books in work on whose jury an account sits, or has left it after the draw: the scores given before count. */
export function listSeats(db: Db, designerId: number) {
  return db
    .selectFrom('juror')
    .innerJoin('book', 'book.book_id', 'juror.book_id')
    .where('juror.designer_id', '=', designerId)
    .where('book.state', '<>', 'published')
    .orderBy(sql`juror.left_at is not null`)
    .orderBy('book.number')
    .select(['book.slug', 'juror.left_at'])
    .execute()
}

export async function findRole(db: Db, designerId: number) {
  const account = db.selectFrom('designer').where('designer_id', '=', designerId)
  return (await account.select('role').executeTakeFirstOrThrow()).role
}

/** Whether there is an administrator. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admins = db.selectFrom('designer').where('role', '=', 'admin').where('closed_at', 'is', null)
  return (await admins.select('designer_id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether an administrator would stay who isn't suspended. Asked under lockWithAdmins, or a lock that has these rows, too. */
export async function hasOtherAdmin(trx: Db, designerId: number, now: Date): Promise<boolean> {
  const other = await trx
    .selectFrom('designer')
    .where('role', '=', 'admin')
    .where('closed_at', 'is', null)
    .where(eb => eb.or([eb('suspended_until', 'is', null), eb('suspended_until', '<=', now)]))
    .where('designer_id', '<>', designerId)
    .select('designer_id')
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Refuses to take the last administrator away, `who` in its sentence (`ada is`, `You’re`). Asked under lockWithAdmins, or a
 * lock that has these rows, too.
 */
export async function requireOtherAdmin(
  trx: Db,
  { designer_id, role }: { designer_id: number; role: Role },
  now: Date,
  who: string,
): Promise<void> {
  if (role === 'admin' && !(await hasOtherAdmin(trx, designer_id, now))) throw onlyAdministrator(who)
}

/** These accounts and every administrator, locked in one order: of two changes at once the second sees the first. */
export function lockWithAdmins(trx: Db, designerIds: readonly number[]) {
  return trx
    .selectFrom('designer')
    .where(eb => eb.or([eb('role', '=', 'admin'), eb('designer_id', 'in', designerIds)]))
    .where('closed_at', 'is', null)
    .orderBy('designer_id')
    .select(['designer_id', 'role', 'username', 'suspended_until'])
    .forUpdate()
    .execute()
}

export async function updateSuspension(trx: Db, designerId: number, until: Date | null) {
  await trx
    .updateTable('designer')
    .set({ suspended_until: until })
    .where('designer_id', '=', designerId)
    .execute()
}

/** How many accounts there are in each state. */
export function countMembersByState(db: Db, now: Date) {
  return db
    .selectFrom('designer')
    .innerJoin('membership', 'membership.designer_id', 'designer.designer_id')
    .select([stateAt(now).as('state'), sql<number>`count(*)::int`.as('count')])
    .groupBy(sql`1`)
    .execute()
}
