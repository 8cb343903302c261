import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { compactGrants } from '../../../shared/rules/grants.ts'
import { startOfPlan, utcDay } from '../../../shared/rules/plan.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { audit } from '../audit/queries.ts'
import { type Giver, recordAct } from '../history/queries.ts'
import { findMemberExpire, lockMember, moveGrants, readGrants } from './ledger.ts'

type Dependencies = Pick<Services, 'db' | 'now'>

/** What support may give a member in a calendar year, all of support together. */
const supportDays = 31

/** Gives a member time after what is paid for. */
export async function giveTime(
  { db, now }: Dependencies,
  { designer_id, days, why = '' }: { designer_id: number; days: number; why?: string | undefined },
  giver: Giver,
) {
  return transaction(db, async trx => {
    const at = now()
    await lockMember(trx, designer_id)
    const account = await trx
      .selectFrom('designer')
      .where('designer_id', '=', designer_id)
      .where('closed_at', 'is', null)
      .select('username')
      .executeTakeFirst()
    if (!account) throw new HttpError(404, 'Member not found')
    if (giver.role !== 'admin' && giver.designer_id === designer_id)
      throw new HttpError(403, 'Support can’t extend its own membership. Please ask an administrator.')
    if (giver.role !== 'admin') await refuseBeyond(trx, { designer_id, days }, at)
    const { starts_on } = startOfPlan(await findMemberExpire(trx, designer_id), at)
    const ends_on = utcDay(new Date(Date.parse(starts_on) + days * dayMs))
    const { grant_id } = await trx
      .insertInto('membership_grant')
      .values({
        designer_id,
        source: 'admin',
        source_reference: randomUUID(),
        starts_on,
        ends_on,
        created_at: at,
      })
      .returning('grant_id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('staff_grant')
      .values({ grant_id, given_by: giver.designer_id, given_role: giver.role, days, why })
      .execute()
    const act = { what: 'grants.give', kind: 'designer', id: designer_id, why } as const
    await recordAct(trx, giver, { ...act, after: { grant_id, days, ends_on } }, at)
    await audit(trx, {
      at,
      designer_id,
      subscription_id: null,
      what: 'time given by staff',
      detail: { grant_id, days },
    })
    return { grant_id, designer_id, starts_on, ends_on }
  })
}

async function refuseBeyond(trx: Db, { designer_id, days }: { designer_id: number; days: number }, at: Date) {
  const { used } = await trx
    .selectFrom('staff_grant')
    .innerJoin('membership_grant', 'membership_grant.grant_id', 'staff_grant.grant_id')
    .where('membership_grant.designer_id', '=', designer_id)
    .where('given_role', '<>', 'admin')
    .where('reversed_at', 'is', null)
    .where('created_at', '>=', new Date(Date.UTC(at.getUTCFullYear(), 0, 1)))
    .select(sql<number>`coalesce(sum(days), 0)::int`.as('used'))
    .executeTakeFirstOrThrow()
  const left = Math.max(0, supportDays - used)
  if (days <= left) return
  const sentence = `Support may give a member ${supportDays} days a year; ${left} are left this year.`
  throw invalid('days', sentence, 403)
}

/** Takes back time that staff gave; grants that follow it move up. */
export async function takeTimeBack(
  { db, now }: Dependencies,
  { grant_id, why }: { grant_id: number; why: string },
  giver: Giver,
) {
  return transaction(db, async trx => {
    const at = now()
    const found = await trx
      .selectFrom('membership_grant')
      .leftJoin('staff_grant', 'staff_grant.grant_id', 'membership_grant.grant_id')
      .where('membership_grant.grant_id', '=', grant_id)
      .select(['designer_id', 'source', 'starts_on', 'ends_on', 'given_role'])
      .executeTakeFirst()
    if (!found) throw new HttpError(404, 'Grant not found')
    const { designer_id, source, starts_on, ends_on, given_role } = found
    if (source !== 'admin')
      throw new HttpError(409, 'Only extensions from staff can be revoked. Payments are refunded.')
    if (giver.role !== 'admin' && given_role === 'admin')
      throw new HttpError(
        403,
        'An administrator gave this extension, so only an administrator can revoke it.',
      )
    await lockMember(trx, designer_id)
    const taken = await trx
      .updateTable('membership_grant')
      .set({ reversed_at: at })
      .where('grant_id', '=', grant_id)
      .where('reversed_at', 'is', null)
      .returning('grant_id')
      .executeTakeFirst()
    if (taken) {
      await moveGrants(trx, designer_id, compactGrants(await readGrants(trx, designer_id), utcDay(at)), at)
      const act = { what: 'grants.take-back', kind: 'designer', id: designer_id, why } as const
      await recordAct(trx, giver, { ...act, before: { grant_id, starts_on, ends_on } }, at)
      await audit(trx, {
        at,
        designer_id,
        subscription_id: null,
        what: 'time taken back by staff',
        detail: { grant_id },
      })
    }
    return { grant_id, member_expire: await findMemberExpire(trx, designer_id) }
  })
}
