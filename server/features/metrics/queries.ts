import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { modelVersion } from '../../lib/look/describe.ts'

export type Figures = {
  mails_queued: number
  mails_dead: number
  /** Age of the oldest mail that is due and waits, in seconds; 0 without one. */
  mail_delay_seconds: number
  webhooks_waiting: number
  attention_open: number
  reports_open: number
  appeals_open: number
  pictures_waiting: number
  palettes_waiting: number
  looks_waiting: number
  sessions: number
  /** When the last good backup was begun, in seconds since 1970; 0 without one. */
  last_backup_timestamp_seconds: number
  /** Pictures of logos that the store did not have then. */
  last_backup_missing_pictures: number
}

/** What waits, for monitoring: counts of small or indexed sets. */
export async function findFigures(db: Db, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`select
    (select count(*) from mail where status in ('queued', 'sending'))::int as mails_queued,
    (select count(*) from mail where status = 'dead' and to_address <> '')::int as mails_dead,
    (select coalesce(extract(epoch from ${now}::timestamptz - min(next_attempt_at)), 0)::float8
      from mail where status = 'queued' and next_attempt_at <= ${now}::timestamptz) as mail_delay_seconds,
    (select count(*) from webhook_event where processed_at is null)::int as webhooks_waiting,
    (select count(*) from ledger_audit left join attention_done using (audit_id)
      where needs_attention and attention_done.audit_id is null)::int as attention_open,
    (select count(*) from report where decision_id is null and not is_appeal)::int as reports_open,
    (select count(*) from report where decision_id is null and is_appeal)::int as appeals_open,
    (select count(*) from picture_job)::int as pictures_waiting,
    (select count(*) from logo where colors is null)::int as palettes_waiting,
    ((select count(*) from logo) - (select count(*) from logo_look where model_version >= ${modelVersion}))::int as looks_waiting,
    (select count(*) from session where expires_at > ${now}::timestamptz)::int as sessions,
    (select coalesce(extract(epoch from max((value ->> 'at')::timestamptz)), 0)::float8
      from setting where name = 'backup') as last_backup_timestamp_seconds,
    (select coalesce(max((value #>> '{missing,count}')::int), 0)
      from setting where name = 'backup') as last_backup_missing_pictures`.execute(db)
  return rows[0]!
}
