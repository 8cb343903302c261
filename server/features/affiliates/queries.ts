import { sql } from 'kysely'
import { affiliateOf } from '../../../shared/rules/registration.ts'
import type { Db } from '../../db/connect.ts'

/** Makes an affiliate code of this member. Returns the reason if it cannot. */
export async function createAffiliate(
  db: Db,
  input: { code: string; username: string; now: Date },
): Promise<string | undefined> {
  const code = affiliateOf(input.code)
  if (!code) return 'A code is 2 to 40 letters, digits, underscores or hyphens.'
  const owner = await db
    .selectFrom('designer')
    .where(sql<string>`lower(username)`, '=', input.username.toLowerCase())
    .where('closed_at', 'is', null)
    .select('designer_id')
    .executeTakeFirst()
  if (!owner) return `There is no member ${input.username}.`
  const made = await db
    .insertInto('affiliate')
    .values({ code, designer_id: owner.designer_id, created_at: input.now })
    .onConflict(c => c.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!made) return `The code ${code} exists already.`
}

/** An affiliate code of this member, in any spelling of both. */
export function findAffiliate(db: Db, code: string, username: string) {
  return db
    .selectFrom('affiliate')
    .innerJoin('designer', 'designer.designer_id', 'affiliate.designer_id')
    .where(sql<string>`lower(code)`, '=', code.toLowerCase())
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .select(['code', 'username'])
    .executeTakeFirst()
}

/**
 * Credits the referrer of this member with the first payment that bought time. Does nothing without a referrer or
 * with an unknown code, or if members referred themselves: by another address of the same mailbox, or paying from the
 * same wallet.
 */
export async function creditAffiliate(
  trx: Db,
  credit: { designer_id: number; grant_id: number; subscription_id: string },
  now: Date,
) {
  await sql`
    insert into affiliate_credit (designer_id, code, grant_id, created_at)
    select designer.designer_id, affiliate.code, ${credit.grant_id}::integer, ${now}::timestamptz
    from designer
    join affiliate on lower(affiliate.code) = lower(designer.affiliate)
    join designer owner on owner.designer_id = affiliate.designer_id
    where designer.designer_id = ${credit.designer_id}
      and owner.designer_id <> designer.designer_id
      and ${mailboxOf('owner.email')} <> ${mailboxOf('designer.email')}
      and not exists (
        select from subscription own join subscription theirs using (payer_id)
        where own.subscription_id = ${credit.subscription_id} and own.payer_id <> ''
          and theirs.designer_id = owner.designer_id)
      and not exists (
        select from membership_grant before
        where before.designer_id = designer.designer_id and before.source = 'payment'
          and before.grant_id <> ${credit.grant_id})
    on conflict do nothing`.execute(trx)
}

/** The mailbox that receives mail to `name+anything@host`. */
const mailboxOf = (column: string) => sql`regexp_replace(lower(${sql.ref(column)}), '[+][^@]*@', '@')`

/** Every code with its owner: how many joined with it, how many of them paid, and how many were refunded. */
export async function listAffiliates(db: Db) {
  const { rows } = await sql<{
    code: string
    username: string
    joined: number
    paid: number
    reversed: number
  }>`
    select affiliate.code, owner.username,
      (select count(*)::integer from designer where lower(designer.affiliate) = lower(affiliate.code)) as joined,
      count(affiliate_credit.grant_id) filter (where reversed_at is null)::integer as paid,
      count(affiliate_credit.grant_id) filter (where reversed_at is not null)::integer as reversed
    from affiliate
    join designer owner using (designer_id)
    left join affiliate_credit using (code)
    left join membership_grant using (grant_id)
    group by affiliate.code, owner.username
    order by lower(affiliate.code)`.execute(db)
  return rows
}
