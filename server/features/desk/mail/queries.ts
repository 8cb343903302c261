import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { offset } from '../../../db/fragments.ts'
import { containing } from '../../../lib/like.ts'

export type MailFilters = { q?: string | undefined; state?: 'queued' | 'sent' | 'dead' | undefined }

/** A mail that a process is sending right now counts as queued. */
const state = sql<
  'queued' | 'sent' | 'dead'
>`case mail.status when 'sending' then 'queued' else mail.status end`

/** Mails whose recipient was deleted only say that their event was reported. */
function selectMails(db: Db, filters: MailFilters) {
  return db
    .selectFrom('mail')
    .where('to_address', '<>', '')
    .$if(filters.state !== undefined, query => query.where(sql<boolean>`${state} = ${filters.state}`))
    .$if(!!filters.q, query =>
      query.where(
        sql<boolean>`concat_ws(' ', to_address, subject, kind) ilike ${containing(filters.q ?? '')}`,
      ),
    )
}

export function listMails(
  db: Db,
  filters: MailFilters,
  { page, page_size, sort }: { page: number; page_size: number; sort?: 'newest' | 'oldest' | undefined },
) {
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  return selectMails(db, filters)
    .select([
      'mail_id',
      'kind',
      'to_address',
      'subject',
      state.as('state'),
      'attempts',
      'problem',
      'created_at',
      sql<Date | null>`case when status in ('queued', 'sending') then next_attempt_at end`.as(
        'next_attempt_at',
      ),
    ])
    .orderBy('created_at', direction)
    .orderBy('mail_id', direction)
    .limit(page_size)
    .offset(offset({ page, page_size }))
    .execute()
}

export async function countMails(db: Db, filters: MailFilters): Promise<number> {
  const { count } = await selectMails(db, filters)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The newest logos that everyone sees, as examples in a preview. */
export function listExampleLogos(db: Db) {
  return db
    .selectFrom('logo')
    .where('hidden_at', 'is', null)
    .select(['logo_id', 'title as logo', 'image'])
    .orderBy('logo_id', 'desc')
    .limit(3)
    .execute()
}
