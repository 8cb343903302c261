import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { modelVersion } from '../../lib/look/describe.ts'

export type Figures = {
  mails_queued: number
  /** Of the last seven days, as at the desk. */
  mails_dead: number
  /** Age of the oldest mail that is not sent yet, in seconds; 0 without one. */
  mail_delay_seconds: number
  webhooks_waiting: number
  attention_open: number
  reports_open: number
  appeals_open: number
  pictures_waiting: number
  palettes_waiting: number
  /** When the last good backup was begun, in seconds since 1970; 0 without one. */
  last_backup_timestamp_seconds: number
  /** Pictures of logos that the store did not have then. */
  last_backup_missing_pictures: number
  /** When the last attempt failed, in seconds since 1970; 0 unless no later one succeeded. */
  backup_failure_timestamp_seconds: number
  /** 1 while PostgreSQL's own archiving fails, else 0; 0 where there is none. */
  wal_archiving_failed: number
}

export type LargeFigures = { looks_waiting: number; sessions: number }

/**
 * What waits, for monitoring. Each part reads few rows, also in a large gallery: by a partial index of what waits, or by the
 * mails of seven days.
 */
export async function findFigures(db: Db, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`select
    (select count(*) from mail where status in ('queued', 'sending'))::int as mails_queued,
    (select count(*) from mail where status = 'dead' and to_address <> ''
      and created_at > ${now}::timestamptz - interval '7 days')::int as mails_dead,
    (select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8
      from mail where status in ('queued', 'sending')) as mail_delay_seconds,
    (select count(*) from webhook_event where processed_at is null)::int as webhooks_waiting,
    (select count(*) from ledger_audit left join attention_done using (audit_id)
      where needs_attention and attention_done.audit_id is null)::int as attention_open,
    (select count(*) from report where decision_id is null and not is_appeal)::int as reports_open,
    (select count(*) from report where decision_id is null and is_appeal)::int as appeals_open,
    (select count(*) from picture_job)::int as pictures_waiting,
    (select count(*) from logo where colors is null)::int as palettes_waiting,
    (select coalesce(extract(epoch from max((value ->> 'at')::timestamptz)), 0)::float8
      from setting where name = 'backup') as last_backup_timestamp_seconds,
    (select coalesce(max((value #>> '{missing,count}')::int), 0)
      from setting where name = 'backup') as last_backup_missing_pictures,
    (select coalesce(extract(epoch from max((value ->> 'at')::timestamptz)), 0)::float8
      from setting where name = 'backup problem') as backup_failure_timestamp_seconds,
    (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int
      from pg_stat_archiver) as wal_archiving_failed`.execute(db)
  return rows[0]!
}

/** Counts that grow with the gallery: each reads a whole index, so they are read less often. */
export async function findLargeFigures(db: Db, now: Date): Promise<LargeFigures> {
  const { rows } = await sql<LargeFigures>`select
    ((select count(*) from logo)
      - (select count(*) from logo_look where model_version >= ${modelVersion}))::int as looks_waiting,
    (select count(*) from session where expires_at > ${now}::timestamptz)::int as sessions`.execute(db)
  return rows[0]!
}
