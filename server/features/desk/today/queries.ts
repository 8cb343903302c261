import { type RawBuilder, sql } from 'kysely'
import type { FoundKind, Measure } from '../../../../shared/api/desk/today.ts'
import type { Ability } from '../../../../shared/rules/roles.ts'
import type { Db } from '../../../db/connect.ts'
import { containing } from '../../../lib/like.ts'

const undeliveredMail = (now: Date) => sql<boolean>`status = 'dead' and to_address <> ''
  and created_at > ${now}::timestamptz - interval '7 days'`
const lateMail = (now: Date) => sql<boolean>`status in ('queued', 'sending')
  and created_at < ${now}::timestamptz - interval '1 hour'`
const lateMessage = (now: Date) => sql<boolean>`processed_at is null
  and received_at < ${now}::timestamptz - interval '1 hour'`

/** What waits for a decision, counted. */
export async function countMatters(db: Db, now: Date) {
  const { rows } = await sql<{
    reports: number
    appeals: number
    attention: number
    mails_dead: number
    mails_late: number
    webhooks: number
    open_books: number
  }>`select
    (select count(*) from report where decision_id is null and not is_appeal)::int as reports,
    (select count(*) from report where decision_id is null and is_appeal)::int as appeals,
    (select count(*) from ledger_audit left join attention_done using (audit_id)
      where needs_attention and attention_done.audit_id is null)::int as attention,
    (select count(*) from mail where ${undeliveredMail(now)})::int as mails_dead,
    (select count(*) from mail where ${lateMail(now)})::int as mails_late,
    (select count(*) from webhook_event where ${lateMessage(now)})::int as webhooks,
    (select count(*) from book where state = 'open')::int as open_books`.execute(db)
  return rows[0]!
}

/** The mails that were not delivered in the last seven days, or those that wait for more than an hour: the oldest. */
export const listOldestMails = (
  db: Db,
  { state, now, limit }: { state: 'undelivered' | 'late'; now: Date; limit: number },
) =>
  db
    .selectFrom('mail')
    .where(state === 'late' ? lateMail(now) : undeliveredMail(now))
    .select(['subject', 'to_address', 'problem', 'created_at'])
    .orderBy('created_at')
    .orderBy('mail_id')
    .limit(limit)
    .execute()

/** The messages of the payment provider that have not been processed for an hour, the oldest. */
export const listOldestMessages = (db: Db, { now, limit }: { now: Date; limit: number }) =>
  db
    .selectFrom('webhook_event')
    .where(lateMessage(now))
    .select(['event_type', 'last_error', 'received_at'])
    .orderBy('received_at')
    .orderBy('event_id')
    .limit(limit)
    .execute()

/** What a measure counts of each row, at its moment. Uploads name the index of what is shown and that of what is hidden. */
const countedAt: Record<Measure, (since: Date) => RawBuilder<unknown>> = {
  members: since =>
    sql`select member_since, 1 from designer where role = 'member' and member_since >= ${since}`,
  uploads: since => sql`
    select upload_date, 1 from logo where hidden_at is null and upload_date >= ${since}
    union all select upload_date, 1 from logo where hidden_at is not null and upload_date >= ${since}`,
  // As on receipts: the message about a full refund may have been lost.
  income: since => sql`
    select paid_at, greatest(0, payment.amount_cents - coalesce(returned.cents, 0))
    from payment left join (
      select payment_id, sum(amount_cents) as cents from refund group by payment_id) returned using (payment_id)
    where status in ('completed', 'partially_refunded') and paid_at >= ${since}`,
  reports: since => sql`select created_at, 1 from report where not is_appeal and created_at >= ${since}`,
}

/** The sum of each measure for every month (in UTC) from `since` on that has any. */
export async function sumByMonth(db: Db, wanted: readonly Measure[], since: Date) {
  const parts = wanted.map(
    name => sql`
      select ${sql.lit(name)} as name, to_char(month, 'YYYY-MM') as month, sum(value)::float8 as value
      from (select date_trunc('month', at at time zone 'UTC') as month, value
        from (${countedAt[name](since)}) counted (at, value)) dated
      group by month`,
  )
  const { rows } = await sql<{ name: Measure; month: string; value: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** The installation in a few figures. */
export async function findInstallation(db: Db) {
  const { rows } = await sql<{
    database: string
    postgres: string
    logos: number
    members: number
    wal_archived_at: Date | null
  }>`select
    pg_size_pretty(pg_database_size(current_database())) as database,
    current_setting('server_version') as postgres,
    (select logo_ct from total) as logos,
    (select count(*) from designer where closed_at is null)::int as members,
    (select last_archived_time from pg_stat_archiver) as wal_archived_at`.execute(db)
  return rows[0]!
}

export type Found = { kind: FoundKind; id: string; title: string; detail: string }

type Search = { can: Ability; select: (words: { q: string; pattern: string }) => RawBuilder<Found> }

/** What can be found in the database, by the ability that opens its room. An address is looked for only where one is typed. */
const searches: Search[] = [
  {
    can: 'members',
    select: ({ q, pattern }) => sql`
      select 'member', designer_id::text, username, concat_ws(', ', company, role)
      from designer where closed_at is null and
        concat_ws(' ', username, company, first_name || ' ' || last_name, case when ${q.includes('@')} then email end) ilike ${pattern}
      order by lower(username)`,
  },
  {
    can: 'today',
    select: ({ q, pattern }) => sql`
      select 'logo', logo_id::text, title, concat_ws(', ', client, industry) from logo
      where (title ilike ${pattern} or logo_id::text = ${q}) order by logo_id desc`,
  },
  {
    can: 'comments',
    select: ({ pattern }) => sql`
      select 'comment', comment_id::text, left(comment, 80), 'under ' || title
      from comment join logo using (logo_id) where comment ilike ${pattern} order by comment_id desc`,
  },
  {
    can: 'books',
    select: ({ pattern }) => sql`
      select 'book', slug, coalesce(nullif(title, ''), slug), state from book
      where concat_ws(' ', title, slug, authors, blurb) ilike ${pattern} order by book_id desc`,
  },
  {
    can: 'posts',
    select: ({ pattern }) => sql`
      select 'post', post_id::text, title, case when is_draft then 'draft' else to_char(published_at, 'YYYY-MM-DD') end
      from blog_post where concat_ws(' ', title, slug, excerpt, body) ilike ${pattern}
      order by published_at desc, post_id desc`,
  },
  {
    can: 'gift-cards',
    select: ({ pattern }) => sql`
      select 'gift card', gift_card_id::text, '…' || last4, note from gift_card
      where concat_ws(' ', last4, note) ilike ${pattern} order by gift_card_id desc`,
  },
  {
    can: 'affiliates',
    select: ({ pattern }) => sql`
      select 'affiliate', code, code, username from affiliate join designer using (designer_id)
      where concat_ws(' ', code, username) ilike ${pattern} order by code`,
  },
  {
    can: 'mails',
    select: ({ q, pattern }) => sql`
      select 'mail', mail_id::text, subject, concat_ws(', ', kind, status) from mail
      where to_address <> '' and
        concat_ws(' ', subject, kind, case when ${q.includes('@')} then to_address end) ilike ${pattern}
      order by created_at desc`,
  },
  {
    can: 'money',
    select: ({ q, pattern }) => sql`
      select 'payment', payment_id, receipt_id::text, status from payment
      where (payment_id ilike ${pattern} or subscription_id ilike ${pattern} or receipt_id::text = ${q})
      order by paid_at desc`,
  },
  {
    can: 'attention',
    select: ({ pattern }) => sql`
      select 'case', audit_id::text, what, concat_ws(', ', username, subscription_id)
      from ledger_audit left join designer using (designer_id)
      where needs_attention and concat_ws(' ', what, username, subscription_id, detail) ilike ${pattern}
      order by audit_id desc`,
  },
]

/** Up to `limit` of each kind that the caller's rooms hold. */
export async function searchDesk(
  db: Db,
  q: string,
  can: readonly Ability[],
  limit: number,
): Promise<Found[]> {
  const words = { q, pattern: containing(q) }
  const parts = searches
    .filter(each => can.includes(each.can))
    .map(({ select }) => sql`(${select(words)} limit ${limit})`)
  const { rows } = await sql<Found>`
    select * from (${sql.join(parts, sql` union all `)}) as found (kind, id, title, detail)`.execute(db)
  return rows
}
