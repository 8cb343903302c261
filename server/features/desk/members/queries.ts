import { sql } from 'kysely'
import type { memberSorts, peopleSorts } from '../../../../shared/api/desk/members.ts'
import type { Role } from '../../../../shared/rules/roles.ts'
import type { Db } from '../../../db/connect.ts'
import { type MemberState, offset, stateAt } from '../../../db/fragments.ts'
import { lacksFactor } from '../../../http/session.ts'
import { containing } from '../../../lib/like.ts'

export type MemberFilters = {
  q?: string | undefined
  state?: MemberState | undefined
  role?: Role | 'staff' | undefined
}

function selectAccounts(db: Db, { q, state, role }: MemberFilters, now: Date) {
  // Addresses are searched only for a text with an @: the history notes such a search.
  const names = ['username', 'company', 'first_name', 'last_name', ...(q?.includes('@') ? ['email'] : [])]
  const texts = sql.join(names.map(name => sql.ref(`designer.${name}`)))
  return db
    .selectFrom('designer')
    .innerJoin('membership', 'membership.designer_id', 'designer.designer_id')
    .$if(!!q, query => query.where(sql<boolean>`concat_ws(' ', ${texts}) ilike ${containing(q ?? '')}`))
    .$if(state === undefined, query => query.where('designer.closed_at', 'is', null))
    .$if(state !== undefined, query => query.where(sql<boolean>`${stateAt(now)} = ${state}`))
    .$if(role === 'staff', query => query.where('designer.role', 'not in', ['member', 'juror']))
    .$if(role !== undefined && role !== 'staff', query => query.where('designer.role', '=', role as Role))
}

const accountColumns = (now: Date) =>
  [
    'designer.designer_id',
    'designer.username',
    'designer.company',
    'designer.email',
    'designer.role',
    'designer.member_since',
    'designer.logo_ct',
    'membership.member_expire',
    stateAt(now).as('state'),
    sql<string>`trim(designer.first_name || ' ' || designer.last_name)`.as('name'),
  ] as const

const orders = {
  newest: sql`designer.member_since desc`,
  oldest: sql`designer.member_since`,
  name: sql`lower(designer.username)`,
  'name-down': sql`lower(designer.username) desc`,
  expire: sql`membership.member_expire desc nulls last`,
  'expire-down': sql`membership.member_expire nulls first`,
} satisfies Record<(typeof memberSorts)[number], unknown>

/** A page of accounts; closed ones only where they are asked for. */
export function listAccounts(
  db: Db,
  filters: MemberFilters,
  {
    page,
    page_size,
    sort = 'newest',
  }: { page: number; page_size: number; sort?: keyof typeof orders | undefined },
  now: Date,
) {
  return selectAccounts(db, filters, now)
    .select(accountColumns(now))
    .orderBy(orders[sort])
    .orderBy('designer.designer_id')
    .limit(page_size)
    .offset(offset({ page, page_size }))
    .execute()
}

export async function countAccounts(db: Db, filters: MemberFilters, now: Date): Promise<number> {
  const { count } = await selectAccounts(db, filters, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One account, closed or not. */
export function findAccountDetails(db: Db, designerId: number, now: Date) {
  return db
    .selectFrom('designer')
    .innerJoin('membership', 'membership.designer_id', 'designer.designer_id')
    .where('designer.designer_id', '=', designerId)
    .select(accountColumns(now))
    .select(['designer.slug', 'designer.country', 'designer.closed_at'])
    .select(
      sql<Date | null>`case when designer.suspended_until > ${now}::timestamptz then designer.suspended_until end`.as(
        'suspended_until',
      ),
    )
    .executeTakeFirst()
}

/** An account's subscription that was begun last. */
export function findLastSubscription(db: Db, designerId: number) {
  return db
    .selectFrom('subscription')
    .where('designer_id', '=', designerId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .select(['plan', 'status', 'next_billing_time as next'])
    .executeTakeFirst()
}

/** An account's grants, the newest first. */
export function listGrantsOf(db: Db, designerId: number) {
  return db
    .selectFrom('membership_grant')
    .leftJoin('staff_grant', 'staff_grant.grant_id', 'membership_grant.grant_id')
    .leftJoin('designer as giver', 'giver.designer_id', 'staff_grant.given_by')
    .where('membership_grant.designer_id', '=', designerId)
    .orderBy('membership_grant.grant_id', 'desc')
    .select([
      'membership_grant.grant_id',
      'source',
      'starts_on',
      'ends_on',
      'membership_grant.created_at',
      'membership_grant.reversed_at',
      'giver.username as given_by',
      'staff_grant.why',
    ])
    .execute()
}

/** Other open accounts whose company looks the same as that of an account, at most ten. */
export function listLookalikes(db: Db, designerId: number) {
  const skeleton = sql<string>`(
    select company_skeleton(company) from designer where designer_id = ${designerId} and company_skeleton(company) <> '')`
  return db
    .selectFrom('designer')
    .where('closed_at', 'is', null)
    .where(sql<boolean>`company_skeleton(company) = ${skeleton}`)
    .where('designer_id', '<>', designerId)
    .orderBy('designer_id')
    .limit(10)
    .select(['designer_id', 'username', 'company'])
    .execute()
}

type TimelineRow = {
  at: Date
  kind: 'joined' | 'paid' | 'time' | 'mailed' | 'refused' | 'reported' | 'staff' | 'ledger'
  what: string
  detail: string
  change: [unknown, unknown] | null
  who: string | null
  why: string
}

/** What can be reported, by kind and number, with its owner and a name in a few words. */
const things = sql`(
  select 'designer' as kind, designer_id as id, designer_id as owner_id, '' as name from designer
  union all select 'logo', logo_id, designer_id, title from logo
  union all select 'comment', comment_id, designer_id, left(comment, 60) from comment
  union all select 'collection', collection_id, designer_id, name from collection)`

/** What a report is about, as staff call it. */
const reportedNoun = sql`case report.kind when 'designer' then 'profile' else report.kind end`
const openMark = sql`case when report.decision_id is null then ' (open)' else '' end`

/**
 * What has happened to an account and to what it made, the newest first; 300 moments at most. Who reported it stands in
 * the room of reports only, which not all of staff may enter.
 */
export async function listTimeline(db: Db, designerId: number): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    select * from (
      select member_since as at, 'joined' as kind, 'joined' as what, '' as detail, null as who, '' as why, null::jsonb as change
      from designer where designer_id = ${designerId}
      union all
      select paid_at, 'paid', 'payment ' || status, to_char(amount_cents / 100.0, 'FM999990.00') || ' ' || currency, null, '', null
      from payment where designer_id = ${designerId}
      union all
      select refunded_at, 'paid', 'refund', to_char(refund.amount_cents / 100.0, 'FM999990.00') || ' ' || currency, null, '', null
      from refund join payment using (payment_id) where designer_id = ${designerId}
      union all
      select membership_grant.created_at, 'time',
        case source when 'payment' then 'time paid for' when 'gift_card' then 'gift card' else 'time given' end,
        starts_on || ' to ' || ends_on || case when reversed_at is null then '' else ', taken back' end, null, '', null
      from membership_grant where designer_id = ${designerId}
      union all
      select mail.created_at, 'mailed', kind, subject || case status when 'sent' then '' when 'dead' then ' (not sent)' else ' (waits)' end,
        null, '', null
      from mail join designer on lower(to_address) = lower(designer.email)
      where designer.designer_id = ${designerId} and to_address <> ''
      union all
      select created_at, 'refused', 'purchase refused', coalesce(refused_because, ''), null, '', null
      from checkout_intent where designer_id = ${designerId} and state = 'refused'
      union all
      select report.created_at, 'reported', ${reportedNoun} || ' was reported',
        concat_ws(': ', nullif(thing.name, ''), report.reason) || ${openMark}, null, '', null
      from ${things} thing join report on report.kind = thing.kind and report.subject_id = thing.id
      where thing.owner_id = ${designerId} and not is_appeal
      union all
      select report.created_at, 'reported', case when is_appeal then 'appealed about a ' else 'reported a ' end || ${reportedNoun},
        concat_ws(': ', coalesce(nullif(thing.name, ''), other.username), case when not is_appeal then report.reason end)
          || ${openMark}, null, '', null
      from report left join ${things} thing on thing.kind = report.kind and thing.id = report.subject_id
      left join designer other on report.kind = 'designer' and other.designer_id = report.subject_id
      where report.reporter_id = ${designerId}
      union all
      select at, 'staff', what, thing.name, coalesce(actor.username, 'command line'), why,
        case when before is not null or after is not null then jsonb_build_array(before, after) end
      from ${things} thing join staff_act on staff_act.kind = thing.kind and subject_id = thing.id
      left join designer actor on actor.designer_id = staff_act.designer_id
      where thing.owner_id = ${designerId}
      union all
      select at, 'ledger', what, '', null, '', case when detail <> '{}' then jsonb_build_array(null, detail) end
      from ledger_audit where designer_id = ${designerId}
    ) moments order by at desc, kind limit 300`.execute(db)
  return rows
}

type PeopleFilters = {
  q?: string | undefined
  role?: Exclude<Role, 'member'> | undefined
  factor?: 'set' | 'none' | undefined
}

const hasFactor = sql<boolean>`(exists (select from passkey where passkey.designer_id = designer.designer_id)
  or exists (select from totp where totp.designer_id = designer.designer_id and totp.secret is not null))`

const selectPeople = (db: Db, { q, role, factor }: PeopleFilters) =>
  db
    .selectFrom('designer')
    .where('closed_at', 'is', null)
    .where('role', '<>', 'member')
    .$if(role !== undefined, query => query.where('role', '=', role!))
    .$if(factor === 'set', query => query.where(hasFactor))
    .$if(factor === 'none', query => query.where(sql<boolean>`not ${hasFactor}`))
    .$if(!!q, query =>
      query.where(
        sql<boolean>`concat_ws(' ', username, first_name, last_name, company) ilike ${containing(q ?? '')}`,
      ),
    )

/** A page of those who work for the site, with how many factors of each kind they have. Demonstration accounts need none. */
export function listPeople(
  db: Db,
  filters: PeopleFilters,
  {
    page,
    page_size,
    sort = 'newest',
  }: { page: number; page_size: number; sort?: (typeof peopleSorts)[number] | undefined },
  hasDemoData: boolean,
) {
  return selectPeople(db, filters)
    .select([
      'designer.designer_id',
      'username',
      'email',
      'role',
      'member_since',
      sql<string>`trim(first_name || ' ' || last_name)`.as('name'),
      sql<number>`(select count(*)::int from passkey where passkey.designer_id = designer.designer_id)`.as(
        'passkey_ct',
      ),
      sql<0 | 1>`(select count(*)::int from totp where totp.designer_id = designer.designer_id
        and secret is not null)`.as('totp'),
      sql<number>`(select count(*)::int from recovery_code where recovery_code.designer_id = designer.designer_id)`.as(
        'recovery_left',
      ),
      sql<0 | 1>`(${lacksFactor} and not (has_demo_password and ${hasDemoData}))::int`.as('lacks_factor'),
    ])
    .orderBy(orders[sort])
    .orderBy('designer.designer_id')
    .limit(page_size)
    .offset(offset({ page, page_size }))
    .execute()
}

export async function countPeople(db: Db, filters: PeopleFilters): Promise<number> {
  const { count } = await selectPeople(db, filters)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
