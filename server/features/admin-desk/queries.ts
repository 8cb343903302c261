import { sql } from 'kysely'
import type { Ability } from '../../../shared/rules/roles.ts'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../lib/like.ts'

/** What waits for a decision, counted. */
export async function countMatters(db: Db, now: Date) {
  const { rows } = await sql<{
    reports: number
    appeals: number
    attention: number
    mails_dead: number
    mails_late: number
    webhooks: number
    books_past: number
    open_books: number
  }>`select
    (select count(*) from report where decision_id is null and not is_appeal)::int as reports,
    (select count(*) from report where decision_id is null and is_appeal)::int as appeals,
    (select count(*) from ledger_audit left join attention_done using (audit_id)
      where needs_attention and attention_done.audit_id is null)::int as attention,
    (select count(*) from mail where status = 'dead' and to_address <> ''
      and created_at > ${now}::timestamptz - interval '7 days')::int as mails_dead,
    (select count(*) from mail where status in ('queued', 'sending')
      and created_at < ${now}::timestamptz - interval '1 hour')::int as mails_late,
    (select count(*) from webhook_event where processed_at is null
      and received_at < ${now}::timestamptz - interval '1 hour')::int as webhooks,
    (select count(*) from book where (state = 'open' and closes_at < ${now}::timestamptz)
      or (state in ('closed', 'judging', 'border', 'ratified') and results_by < ${now}::timestamptz))::int as books_past,
    (select count(*) from book where state = 'open')::int as open_books`.execute(db)
  return rows[0]!
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

type Found = {
  kind: 'member' | 'logo' | 'book' | 'gift card' | 'mail' | 'payment'
  id: string
  title: string
  detail: string
}

/** A few of each kind that the caller's rooms hold. An address is looked for only where one is typed. */
export async function searchDesk(db: Db, q: string, can: readonly Ability[]): Promise<Found[]> {
  const pattern = containing(q)
  const may = (ability: Ability) => can.includes(ability)
  const { rows } = await sql<Found>`
    (select 'member' as kind, designer_id::text as id, username as title, concat_ws(', ', company, role) as detail
      from designer where closed_at is null and ${may('members')} and
        concat_ws(' ', username, company, first_name || ' ' || last_name, case when ${q.includes('@')} then email end) ilike ${pattern}
      order by lower(username) limit 8)
    union all
    (select 'logo', logo_id::text, title, concat_ws(', ', client, industry) from logo
      where (title ilike ${pattern} or logo_id::text = ${q}) order by logo_id desc limit 8)
    union all
    (select 'book', slug, coalesce(nullif(title, ''), slug), state from book
      where ${may('books')} and concat_ws(' ', title, slug) ilike ${pattern} order by book_id desc limit 8)
    union all
    (select 'gift card', gift_card_id::text, '…' || last4, note from gift_card
      where ${may('gift-cards')} and concat_ws(' ', last4, note) ilike ${pattern} order by gift_card_id desc limit 8)
    union all
    (select 'mail', mail_id::text, subject, concat_ws(', ', kind, status) from mail
      where ${may('mails')} and to_address <> '' and
        concat_ws(' ', subject, kind, case when ${q.includes('@')} then to_address end) ilike ${pattern}
      order by created_at desc limit 8)
    union all
    (select 'payment', payment_id, receipt_id::text, status from payment
      where ${may('money')} and (payment_id ilike ${pattern} or subscription_id ilike ${pattern} or receipt_id::text = ${q})
      order by paid_at desc limit 8)`.execute(db)
  return rows
}
