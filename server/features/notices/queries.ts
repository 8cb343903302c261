import { sql } from 'kysely'
import type { Preferences } from '../../../shared/api/notices.ts'
import { type Frequency, lastDue, type NoticeKind, noticeKinds } from '../../../shared/rules/notices.ts'
import type { Db } from '../../db/connect.ts'
import { stateAt } from '../../db/fragments.ts'

/** What letters at once gather before they are written. */
const gatherMs = 2 * 60_000
/** The most that is read for one member and kind; a letter shows fewer. */
const mostRead = 200

export async function findPreferences(db: Db, designerId: number): Promise<Preferences> {
  const rows = await db
    .selectFrom('notice')
    .where('designer_id', '=', designerId)
    .select(['kind', 'frequency'])
    .execute()
  const frequencyOf = (kind: NoticeKind): Frequency =>
    rows.find(row => row.kind === kind)?.frequency ?? 'never'
  const entries = noticeKinds.map(kind => [kind, frequencyOf(kind)] as const)
  return Object.fromEntries(entries) as Preferences
}

/**
 * Changes how often kinds are told. What the old frequency has not told yet, the new one tells; a kind that was off begins
 * now. Needs a transaction.
 */
export async function changePreferences(
  trx: Db,
  designerId: number,
  wanted: Partial<Preferences>,
  now: Date,
): Promise<void> {
  const rows = noticeKinds.flatMap(kind => (wanted[kind] ? [{ kind, frequency: wanted[kind] }] : []))
  await sql`
    update notice set frequency = wanted.frequency,
      told_to = case when notice.frequency = 'never' then ${now} else told_to end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (kind text, frequency text)
    where designer_id = ${designerId} and notice.kind = wanted.kind and notice.frequency <> wanted.frequency`.execute(
    trx,
  )
}

/** Ends all letters about what is new. */
export async function endLetters(db: Db, designerId: number): Promise<void> {
  await db.updateTable('notice').where('designer_id', '=', designerId).set({ frequency: 'never' }).execute()
}

/** Whether anything of a kind that is told at once came after `told_to`, and waits for two minutes. */
const hasWaited = (upTo: Date) => {
  const until = new Date(upTo.getTime() - gatherMs)
  const isIn = (column: string) => sql`${sql.ref(column)} > told_to and ${sql.ref(column)} <= ${until}`
  return sql`told_to < ${until} and case kind
    when 'new_work' then exists (select from follow join logo on logo.designer_id = followed_id
      where follower_id = notice.designer_id and ${isIn('logo.upload_date')})
    when 'saved_searches' then exists (select from saved_search where saved_search.designer_id = notice.designer_id)
      and exists (select from logo where ${isIn('logo.upload_date')})
    when 'news' then exists (select from blog_post where not is_draft and ${isIn('blog_post.published_at')})
    when 'results' then exists (select from book where state = 'published' and ${isIn('book.published_at')})
    else exists (select from activity where activity.designer_id = notice.designer_id and ${isIn('activity.created_at')}
      and kind = case type when 'comment' then 'comments' when 'follow' then 'follows' else 'likes' end) end`
}

const isDue = (upTo: Date) => sql`(
  frequency = 'daily' and told_to < ${lastDue('daily', upTo)}
  or frequency = 'weekly' and told_to < ${lastDue('weekly', upTo)}
  or frequency = 'at_once' and ${hasWaited(upTo)})`

/** The members whose letter is due at `upTo`. */
export async function listDue(db: Db, upTo: Date): Promise<number[]> {
  const { rows } = await sql<{ designer_id: number }>`
    select distinct designer_id from notice where frequency <> 'never' and ${isDue(upTo)} order by designer_id`.execute(
    db,
  )
  return rows.map(({ designer_id }) => designer_id)
}

/** A kind that is due for a member, and since when it is to be told. */
export type Due = { designer_id: number; kind: NoticeKind; since: Date }

/**
 * Claims what is due at `upTo` for these members, and notes that it is told up to then. Needs a transaction: the writing
 * of another process waits for its end, and finds nothing due.
 */
export async function claimDue(trx: Db, designerIds: number[], upTo: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select designer_id, kind, told_to as since from notice
    where designer_id = any (${designerIds}::int[]) and ${isDue(upTo)}
    order by designer_id, kind for no key update`.execute(trx)
  await sql`
    update notice set told_to = ${upTo}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due (designer_id int, kind text)
    where notice.designer_id = due.designer_id and notice.kind = due.kind`.execute(trx)
  return rows
}

/** A member that may get a letter. `is_active`: sees what only members see. */
export type Reader = { designer_id: number; email: string; first_name: string; is_active: boolean }

/** Those of the members who are neither closed nor suspended, and whose address was not refused lately. */
export async function listReaders(db: Db, designerIds: number[], now: Date): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select designer.designer_id, email, first_name,
      role <> 'member' or ${stateAt(now)} in ('current', 'provisional', 'grace') as is_active
    from designer left join membership on membership.designer_id = designer.designer_id
    where designer.designer_id = any (${designerIds}::int[]) and closed_at is null
      and (suspended_until is null or suspended_until <= ${now})
      and not exists (select from mail_suppression where address = lower(email)
        and mail_suppression.created_at > ${now}::timestamptz - interval '30 days')`.execute(db)
  return rows
}

/** Since when a kind is to be told to each member, for a statement over many of them. */
const sinceOf = (due: Due[], kind: NoticeKind) =>
  sql`jsonb_to_recordset(${JSON.stringify(due.filter(each => each.kind === kind))}::jsonb)
    as m (designer_id int, since timestamptz)`

/** Whether what a designer does is told to a reader: not while suspended or closed, nor where one has blocked the other. */
const isTold = (reader: string, other: string, now: Date) => sql`(
  not is_blocked(${sql.ref(reader)}, ${sql.ref(other)}) and not exists (select from designer gone
    where gone.designer_id = ${sql.ref(other)} and (gone.suspended_until > ${now} or gone.closed_at is not null)))`

export type Happened = {
  designer_id: number
  kind: 'comments' | 'follows' | 'likes'
  type: 'comment' | 'follow' | 'like' | 'save'
  by: string
  logo_id: number | null
  title: string | null
  image: string | null
  comment: string | null
}

const typesOf = { comments: ['comment'], follows: ['follow'], likes: ['like', 'save'] } as const

/** Items of each member's activity that are new and unseen, the newest first. */
export async function listHappened(db: Db, due: Due[], upTo: Date, now: Date): Promise<Happened[]> {
  const found: Happened[] = []
  for (const kind of ['comments', 'follows', 'likes'] as const) {
    if (!due.some(each => each.kind === kind)) continue
    const { rows } = await sql<Omit<Happened, 'kind'>>`
      select m.designer_id, item.type, actor.company as by, item.logo_id, item.title, item.image, item.comment
      from ${sinceOf(due, kind)} join designer self using (designer_id)
      cross join lateral (
        select activity.*, logo.title, logo.image, comment.comment from activity
        left join logo on logo.logo_id = activity.logo_id left join comment on comment.comment_id = activity.comment_id
        where activity.designer_id = m.designer_id and activity.created_at <= ${upTo}
          and activity.created_at > greatest(m.since, self.activity_seen_at)
          and activity.type = any (${[...typesOf[kind]]}::text[])
          and logo.hidden_at is null and comment.hidden_at is null
          and ${isTold('m.designer_id', 'activity.actor_id', now)}
        order by activity.created_at desc, activity_id desc limit ${mostRead}) item
      join designer actor on actor.designer_id = item.actor_id
      order by item.created_at desc, item.activity_id desc`.execute(db)
    found.push(...rows.map(row => ({ ...row, kind })))
  }
  return found
}

export type NewLogo = { logo_id: number; title: string; image: string | null; company: string }

/** New logos of those that each member follows, the newest first, without those that the member likes already. */
export async function listNewWork(
  db: Db,
  due: Due[],
  upTo: Date,
  now: Date,
): Promise<(NewLogo & { designer_id: number })[]> {
  const { rows } = await sql<NewLogo & { designer_id: number }>`
    select m.designer_id, work.logo_id, work.title, work.image, work.company
    from ${sinceOf(due, 'new_work')} cross join lateral (
      select logo.logo_id, title, image, company, upload_date
      from follow join logo on logo.designer_id = followed_id join designer owner on owner.designer_id = followed_id
      where follower_id = m.designer_id and hidden_at is null and upload_date > m.since and upload_date <= ${upTo}
        and ${isTold('m.designer_id', 'follow.followed_id', now)}
        and not exists (select from logo_like
          where logo_like.designer_id = m.designer_id and logo_like.logo_id = logo.logo_id)
      order by upload_date desc, logo.logo_id desc limit ${mostRead}) work
    order by upload_date desc, logo_id desc`.execute(db)
  return rows
}

/** Those of a search's matches that are new to a member, the newest first. */
export async function listNewMatches(
  db: Db,
  logoIds: number[],
  reader: { designer_id: number; since: Date; seen_id: number },
  upTo: Date,
  now: Date,
): Promise<NewLogo[]> {
  const { rows } = await sql<NewLogo>`
    select logo_id, title, image, company
    from (select ${reader.designer_id}::int as designer_id) m, logo join designer owner using (designer_id)
    where logo_id = any (${logoIds}::int[]) and logo_id > ${reader.seen_id} and hidden_at is null
      and upload_date > ${reader.since} and upload_date <= ${upTo} and logo.designer_id <> m.designer_id
      and ${isTold('m.designer_id', 'logo.designer_id', now)}
    order by logo_id desc`.execute(db)
  return rows
}

/** A post or a book that came out, for each member that has not heard of it. */
export type CameOut = { designer_id: number; title: string; path: string; excerpt: string }

export async function listPosts(db: Db, due: Due[], upTo: Date): Promise<CameOut[]> {
  const { rows } = await sql<CameOut>`
    select m.designer_id, title, '/news/' || slug as path, excerpt
    from ${sinceOf(due, 'news')} join blog_post on not is_draft and published_at > m.since and published_at <= ${upTo}
    order by published_at desc, post_id desc`.execute(db)
  return rows
}

/** Published books without a logo of the member: those with one have a letter of their own. */
export async function listBooks(db: Db, due: Due[], upTo: Date, seriesName: string): Promise<CameOut[]> {
  const { rows } = await sql<CameOut>`
    select m.designer_id, coalesce(nullif(title, ''), ${seriesName} || ' ' || number) as title,
      '/books/' || slug as path, '' as excerpt
    from ${sinceOf(due, 'results')} join book on state = 'published' and published_at > m.since and published_at <= ${upTo}
    where not exists (select from entry join logo using (logo_id)
      where entry.book_id = book.book_id and logo.designer_id = m.designer_id)
    order by published_at desc, book_id desc`.execute(db)
  return rows
}
