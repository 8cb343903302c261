import { type Insertable, sql } from 'kysely'
import type { ReportKind } from '../../../shared/api/reports.ts'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/types.ts'
import { enterHeld } from '../books/queries.ts'

/** Names what a report or a decision is about. */
export type SubjectKey = { kind: ReportKind; id: number }

/** Names what can be hidden. */
export type HideableKey = { kind: Exclude<ReportKind, 'designer'>; id: number }

/** What a report or a decision is about. */
export type Subject = {
  owner_id: number
  /** Title, company, or the beginning of a comment. */
  name: string
  /** Where it is on the site. */
  path: string
  /** Staff, or the reports of three members, until a person has decided about it; null while it is shown. */
  hidden_by: 'reports' | 'staff' | null
  /** Whether it can be seen without being its owner or staff. */
  is_public: boolean
}

/** The subject, locked against other changes of it (a designer is not); undefined where it is gone. */
export async function lockSubject(db: Db, { kind, id }: SubjectKey): Promise<Subject | undefined> {
  if (kind === 'designer')
    return db
      .selectFrom('designer')
      .where('designer_id', '=', id)
      .where('closed_at', 'is', null)
      .select(['designer_id as owner_id', 'company as name', sql<string>`'/designers/' || slug`.as('path')])
      .select(sql<null>`null`.as('hidden_by'))
      .select(sql<boolean>`true`.as('is_public'))
      .executeTakeFirst()
  if (kind === 'logo')
    return db
      .selectFrom('logo')
      .where('logo_id', '=', id)
      .select(['designer_id as owner_id', 'title as name', sql<string>`'/logo/' || logo_id`.as('path')])
      .select(['hidden_by', sql<boolean>`hidden_at is null`.as('is_public')])
      .forNoKeyUpdate()
      .executeTakeFirst()
  if (kind === 'comment')
    return db
      .selectFrom('comment')
      .innerJoin('logo', 'logo.logo_id', 'comment.logo_id')
      .where('comment_id', '=', id)
      .select(['comment.designer_id as owner_id', sql<string>`left(comment.comment, 200)`.as('name')])
      .select(sql<string>`'/logo/' || comment.logo_id`.as('path'))
      .select('comment.hidden_by')
      .select(sql<boolean>`comment.hidden_at is null and logo.hidden_at is null`.as('is_public'))
      .forNoKeyUpdate('comment')
      .executeTakeFirst()
  // Logos before their collection, as in the triggers: hiding it changes their counts.
  await sql`select 1 from logo where logo_id in (select logo_id from collection_logo where collection_id = ${id})
    order by logo_id for no key update`.execute(db)
  return db
    .selectFrom('collection')
    .where('collection_id', '=', id)
    .select(['designer_id as owner_id', 'name', sql<string>`'/collection/' || collection_id`.as('path')])
    .select(['hidden_by', sql<boolean>`hidden_at is null and is_public`.as('is_public')])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks the logo that a comment is about. */
export async function lockLogoOfComment(trx: Db, commentId: number) {
  await trx
    .selectFrom('logo')
    .where('logo_id', '=', eb =>
      eb.selectFrom('comment').where('comment_id', '=', commentId).select('comment.logo_id'),
    )
    .select('logo_id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * What is written where something is hidden; null shows it again. `isRemoved` begins or ends its removal; without it, a
 * removal goes on.
 */
export type Hiding =
  | { at: Date; by: 'staff'; why: string; isRemoved?: boolean }
  | { at: Date; by: 'reports'; isRemoved?: undefined }
  | null

/**
 * Hides a subject or shows it; triggers keep all counts, the feed and search. A shown logo's held entry joins the open
 * book.
 */
export async function updateHidden(trx: Db, { kind, id }: HideableKey, hiding: Hiding) {
  const values = {
    hidden_at: hiding?.at ?? null,
    hidden_by: hiding?.by ?? null,
    hidden_why: hiding?.by === 'staff' ? hiding.why : null,
    ...((!hiding || hiding.isRemoved !== undefined) && { removed_at: hiding?.isRemoved ? hiding.at : null }),
  }
  if (kind === 'logo') {
    await trx.updateTable('logo').set(values).where('logo_id', '=', id).execute()
    if (!hiding) await enterHeld(trx)
  } else if (kind === 'comment')
    await trx.updateTable('comment').set(values).where('comment_id', '=', id).execute()
  else await trx.updateTable('collection').set(values).where('collection_id', '=', id).execute()
}

/** Whether a logo stands in a published book. */
export async function isInPublishedBook(db: Db, logoId: number): Promise<boolean> {
  const row = await db
    .selectFrom('award')
    .innerJoin('book', 'book.book_id', 'award.book_id')
    .where('award.logo_id', '=', logoId)
    .where('book.state', '=', 'published')
    .select('award.logo_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The report that this reporter has made about the subject. */
export function findReport(
  db: Db,
  { kind, id }: SubjectKey,
  by: { reporter_id: number } | { email: string },
) {
  return db
    .selectFrom('report')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('is_appeal', '=', false)
    .where(
      'reporter_id' in by ? sql`reporter_id` : sql`lower(email)`,
      '=',
      'reporter_id' in by ? by.reporter_id : by.email.toLowerCase(),
    )
    .select(['report_id', 'decision_id', 'is_appeal'])
    .executeTakeFirst()
}

/** Adds a report; undefined if this reporter has made one about the subject already. */
export async function insertReport(
  db: Db,
  report: Insertable<Database['report']>,
): Promise<number | undefined> {
  const added = await db
    .insertInto('report')
    .values(report)
    .onConflict(c => c.doNothing())
    .returning('report_id')
    .executeTakeFirst()
  return added?.report_id
}

/**
 * Notes that a new logo has the picture of another designer's, if it has. Others are found before the first of them is chosen: otherwise, where
 * many logos share few pictures, PostgreSQL reads all logos in the order of their ids until one has this picture.
 */
export async function reportSamePicture(trx: Db, logoId: number, now: Date): Promise<void> {
  await sql`
    with same as materialized (
      select mine.logo_id, left(mine.image, 32) as image, other.logo_id as other_id
      from logo mine join logo other on left(other.image, 32) = left(mine.image, 32) and other.designer_id <> mine.designer_id
      where mine.logo_id = ${logoId}
    )
    insert into report (kind, subject_id, reason, text, original_url, found, image, created_at)
    select 'logo', logo_id, 'copied', '', '/logo/' || other_id, 'same picture', image, ${now}::timestamptz
    from same order by other_id limit 1
    on conflict do nothing`.execute(trx)
}

/** Notes that a logo looks the same as another designer's, and how alike they are; once for each picture. */
export async function reportSameLook(
  trx: Db,
  logo: { logo_id: number; picture: string },
  original: { logo_id: number; text: string },
  now: Date,
): Promise<void> {
  await insertReport(trx, {
    kind: 'logo',
    subject_id: logo.logo_id,
    reason: 'copied',
    text: original.text,
    original_url: `/logo/${original.logo_id}`,
    found: 'same picture',
    image: logo.picture,
    created_at: now,
  })
}

/** How many active members have reports about a comment that wait for a decision. */
export async function countReporters(trx: Db, commentId: number): Promise<number> {
  const { n } = await trx
    .selectFrom('report')
    .where('kind', '=', 'comment')
    .where('subject_id', '=', commentId)
    .where('is_appeal', '=', false)
    .where('decision_id', 'is', null)
    .where('by_active_member', '=', true)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export type ReportRow = Awaited<ReturnType<typeof lockReports>>[number]
/** A report that is an appeal against a decision. */
export type AppealRow = ReportRow & { against: number }

/** Locks reports by id, in one order: of two concurrent decisions on a report the second sees the first. */
export function lockReports(trx: Db, ids: readonly number[]) {
  return trx
    .selectFrom('report')
    .where('report_id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('report_id')
    .select([
      'report_id',
      'kind',
      'subject_id',
      'reporter_id',
      'email',
      'is_appeal',
      'against',
      'decision_id',
    ])
    .forUpdate()
    .execute()
}

export async function insertDecision(trx: Db, decision: Insertable<Database['decision']>): Promise<number> {
  const { decision_id } = await trx
    .insertInto('decision')
    .values(decision)
    .returning('decision_id')
    .executeTakeFirstOrThrow()
  return decision_id
}

/** The decision of this kind on a report, unless an appeal has undone it. */
export const findStandingDecision = (db: Db, reportId: number, decision: Database['decision']['decision']) =>
  db
    .selectFrom('report')
    .innerJoin('decision', 'decision.decision_id', 'report.decision_id')
    .where('report_id', '=', reportId)
    .where('decision', '=', decision)
    .where('undone_at', 'is', null)
    .select('until')
    .executeTakeFirst()

/** Locks a decision until the transaction ends. */
export function lockDecision(trx: Db, decisionId: number) {
  return trx
    .selectFrom('decision')
    .where('decision_id', '=', decisionId)
    .select(['decision_id', 'kind', 'subject_id', 'decision', 'decided_by'])
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The decisions besides this one that stand and by which the subject is hidden or removed, newest first. Those from
 * before staff showed the subject again by hand are left out.
 */
export function listOtherHidings(trx: Db, { kind, id }: SubjectKey, decisionId: number) {
  return trx
    .selectFrom('decision')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('decision_id', '<>', decisionId)
    .where('decision', 'in', ['hide', 'remove'])
    .where('undone_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff_act')
            .where('what', '=', 'reports.show')
            .whereRef('staff_act.kind', '=', 'decision.kind')
            .whereRef('staff_act.subject_id', '=', 'decision.subject_id')
            .whereRef('staff_act.at', '>=', 'decision.decided_at')
            .select('act_id'),
        ),
      ),
    )
    .orderBy('decision_id', 'desc')
    .select(['decision', 'why', 'decided_at'])
    .execute()
}

/**
 * The end of the suspension by the newest decision besides this one that suspends this member and stands, about any
 * subject: each has a link to an appeal. Those that have ended, or were followed by an end by hand, do not count.
 */
export async function findOtherSuspension(
  trx: Db,
  designerId: number,
  decisionId: number,
  now: Date,
): Promise<Date | undefined> {
  const newest = await trx
    .selectFrom('appeal_link')
    .innerJoin('decision', 'decision.decision_id', 'appeal_link.decision_id')
    .where('appeal_link.designer_id', '=', designerId)
    .where('decision.decision_id', '<>', decisionId)
    .where('decision.decision', '=', 'suspend')
    .where('decision.undone_at', 'is', null)
    .where('decision.until', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff_act')
            .where('what', '=', 'members.suspended')
            .where('staff_act.kind', '=', 'designer')
            .where('staff_act.subject_id', '=', designerId)
            .where(sql`coalesce(staff_act.after, 'null')`, '=', sql`'null'::jsonb`)
            .whereRef('staff_act.at', '>=', 'decision.decided_at')
            .select('act_id'),
        ),
      ),
    )
    .orderBy('decision.decision_id', 'desc')
    .select('decision.until')
    .executeTakeFirst()
  return newest?.until ?? undefined
}

export async function setDecided(trx: Db, ids: readonly number[], decisionId: number) {
  await trx
    .updateTable('report')
    .set({ decision_id: decisionId })
    .where('report_id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
}

/** Notes that an appeal has undone a decision; the reports it dismissed wait again. */
export async function undoDecision(trx: Db, decisionId: number, now: Date) {
  const undone = await trx
    .updateTable('decision')
    .set({ undone_at: now })
    .where('decision_id', '=', decisionId)
    .returning('decision')
    .executeTakeFirst()
  if (undone?.decision === 'dismiss')
    await trx
      .updateTable('report')
      .set({ decision_id: null })
      .where('decision_id', '=', decisionId)
      .where('is_appeal', '=', false)
      .execute()
}

export async function insertAppealLink(trx: Db, link: Insertable<Database['appeal_link']>) {
  await trx.insertInto('appeal_link').values(link).execute()
}

/** The appeal's link with its decision, locked: of two appeals by one link the second sees the first. */
export function lockAppealLink(trx: Db, tokenHash: Buffer) {
  return trx
    .selectFrom('appeal_link')
    .innerJoin('decision', 'decision.decision_id', 'appeal_link.decision_id')
    .where('token_hash', '=', tokenHash)
    .select([
      'appeal_link.decision_id',
      'appeal_link.designer_id',
      'appeal_link.email',
      'appeal_link.used_at',
      'decision.kind',
      'decision.subject_id',
      'decision.decided_at',
    ])
    .forUpdate('appeal_link')
    .executeTakeFirst()
}

export async function markAppealed(trx: Db, tokenHash: Buffer, now: Date) {
  await trx.updateTable('appeal_link').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Where a member gets letters, unless the account is closed. */
export function findAddress(db: Db, designerId: number) {
  return db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is', null)
    .select(['email', 'username'])
    .executeTakeFirst()
}

/** Whether another moderator or administrator could decide. */
export async function hasOtherModerator(db: Db, designerId: number, now: Date): Promise<boolean> {
  const other = await db
    .selectFrom('designer')
    .where('role', 'in', ['moderator', 'admin'])
    .where('designer_id', '<>', designerId)
    .where('closed_at', 'is', null)
    .where(eb => eb.or([eb('suspended_until', 'is', null), eb('suspended_until', '<=', now)]))
    .select('designer_id')
    .executeTakeFirst()
  return other !== undefined
}
