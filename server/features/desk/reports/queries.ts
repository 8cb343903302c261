import { type Selectable, sql } from 'kysely'
import type { ReportKind, reportStates } from '../../../../shared/api/reports.ts'
import { logoIdIn } from '../../../../shared/rules/logo-address.ts'
import type { Db } from '../../../db/connect.ts'
import { offset, type Page } from '../../../db/fragments.ts'
import type { Database } from '../../../db/types.ts'
import { containing } from '../../../lib/like.ts'

type ReportFilters = {
  state?: (typeof reportStates)[number] | undefined
  kind?: ReportKind | undefined
  q?: string | undefined
}

/** What a report is about, in the same columns for each of the four kinds. Of a logo, the picture that was reported. */
const subject = sql`(
  select title as name, '/logo/' || logo.logo_id as path, designer_id, coalesce(reported.image, logo.image) as image,
    case when reported.image is null then logo.ground else reported.ground end as ground, upload_date as date, hidden_by,
    hidden_why, reported.replaced_at
  from logo left join lateral (
    select image, ground, replaced_at from replaced_picture
    where replaced_picture.logo_id = logo.logo_id and replaced_at > report.created_at
    order by replaced_at limit 1) reported on true
  where report.kind = 'logo' and logo.logo_id = report.subject_id
  union all
  select comment, '/logo/' || comment.logo_id, comment.designer_id, image, ground, comment.created_at, comment.hidden_by,
    comment.hidden_why, null
  from comment join logo using (logo_id) where report.kind = 'comment' and comment_id = report.subject_id
  union all
  select company, '/designers/' || slug, designer.designer_id, newest.image, newest.ground, designer.member_since, null, null, null
  from designer left join lateral (
    select image, ground from logo where logo.designer_id = designer.designer_id and hidden_at is null
    order by upload_date desc, logo_id desc limit 1) newest on true
  where report.kind = 'designer' and designer.designer_id = report.subject_id and closed_at is null
  union all
  select collection.name, '/collection/' || collection.collection_id, collection.designer_id, newest.image, newest.ground,
    collection.created_at, collection.hidden_by, collection.hidden_why, null
  from collection left join lateral (
    select image, ground from collection_logo join logo using (logo_id)
    where collection_logo.collection_id = collection.collection_id
    order by collection_logo.created_at desc, logo_id desc limit 1) newest on true
  where report.kind = 'collection' and collection.collection_id = report.subject_id)`

/** Whether a report has this number, or these words in what is said or in a name. */
const mentions = (
  q: string,
) => sql`(report.report_id::text = ${q} or concat_ws(' ', subject.name, report.text,
  reporter.company, reporter.username, report.email, owner.company, owner.username)
  ilike ${containing(q)})`

const conditionOf = ({ state, kind, q }: ReportFilters) => {
  const states = {
    open: sql`report.decision_id is null and not report.is_appeal`,
    appeal: sql`report.decision_id is null and report.is_appeal`,
    decided: sql`report.decision_id is not null`,
  }
  return sql`${state ? states[state] : sql`report.decision_id is null`}
    and ${kind ? sql`report.kind = ${kind}` : sql`true`}
    and ${q ? mentions(q) : sql`true`}`
}

const stateOfReport = sql`case when report.decision_id is not null then 'decided'
  when report.is_appeal then 'appeal' else 'open' end`

const joined = sql`
  report
  left join lateral ${subject} subject on true
  left join designer owner on owner.designer_id = subject.designer_id
  left join designer reporter on reporter.designer_id = report.reporter_id`

export type ReportInList = {
  report_id: number
  state: 'open' | 'appeal' | 'decided'
  kind: ReportKind
  id: number
  reason: Selectable<Database['report']>['reason']
  text: string
  original_url: string | null
  reporter: { designer_id: number; slug: string; company: string; decided: number; upheld: number } | null
  email: string | null
  found: string | null
  is_appeal: 0 | 1
  against: { decision: string; why: string; decided_at: string; decided_by: string | null } | null
  created_at: Date
  subject: {
    name: string
    path: string
    designer_id: number
    slug: string
    company: string
    picture: { image: string; ground: string | null } | null
    /** When the picture that was reported was replaced by another. */
    replaced_at: string | null
    date: string
    decisions: number
    hidden_by: 'reports' | 'staff' | null
    hidden_why: string | null
    suspended_until: string | null
  } | null
  original: Original | null
  decision: string | null
  why: string | null
  decided_at: Date | null
  decided_by: string | null
}

const instantOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A page of reports and appeals, with what they are about. */
export async function listReports(
  { db, publicUrl }: { db: Db; publicUrl: string },
  filters: ReportFilters,
  page: Page & { sort?: 'oldest' | 'newest' | undefined },
): Promise<ReportInList[]> {
  const newestFirst = page.sort === 'newest' || (!page.sort && filters.state === 'decided')
  const direction = newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<Omit<ReportInList, 'original'>>`
    select report.report_id, report.kind, report.subject_id as id, report.reason, report.text, report.original_url,
      ${stateOfReport} as state,
      case when reporter.designer_id is not null then json_build_object('designer_id', reporter.designer_id,
        'slug', reporter.slug, 'company', reporter.company, 'decided', record.decided, 'upheld', record.upheld) end as reporter,
      report.email, report.found, report.is_appeal::int, report.created_at,
      case when against.decision_id is not null then json_build_object('decision', against.decision, 'why', against.why,
        'decided_at', ${instantOf('against.decided_at')}, 'decided_by', against_by.username) end as against,
      case when subject.name is not null then json_build_object('name', subject.name, 'path', subject.path,
        'designer_id', owner.designer_id, 'slug', owner.slug, 'company', owner.company,
        'picture', case when subject.image is not null then
          json_build_object('image', subject.image, 'ground', subject.ground) end,
        'replaced_at', ${instantOf('subject.replaced_at')},
        'date', ${instantOf('subject.date')}, 'decisions', earlier.n,
        'hidden_by', subject.hidden_by, 'hidden_why', subject.hidden_why,
        'suspended_until', ${instantOf('owner.suspended_until')}) end as subject,
      decision.decision, decision.why, decision.decided_at, decided_by.username as decided_by
    from ${joined}
    left join decision against on against.decision_id = report.against
    left join designer against_by on against_by.designer_id = against.decided_by
    left join decision on decision.decision_id = report.decision_id
    left join designer decided_by on decided_by.designer_id = decision.decided_by
    left join lateral (
      select count(*)::int as n from decision other
      where other.kind = report.kind and other.subject_id = report.subject_id and other.undone_at is null
        and other.decision not in ('show', 'restore') and other.decision_id is distinct from report.decision_id) earlier on true
    left join lateral (
      select count(*)::int as decided, (count(*) filter (where made.decision <> 'dismiss'))::int as upheld
      from report own join decision made on made.decision_id = own.decision_id
      where own.reporter_id = report.reporter_id and not own.is_appeal) record on true
    where ${conditionOf(filters)}
    order by report.created_at ${direction}, report.report_id ${direction}
    limit ${page.page_size} offset ${offset(page)}`.execute(db)
  const ids = rows.map(row => (row.original_url ? logoIdIn(row.original_url, publicUrl) : undefined))
  const originals = await listOriginals(
    db,
    ids.filter(id => id !== undefined),
  )
  return rows.map((row, i) => ({
    ...row,
    original: originals.find(({ logo_id }) => logo_id === ids[i]) ?? null,
  }))
}

type Original = Awaited<ReturnType<typeof listOriginals>>[number]

/** The logos of ours that reports name as the original. */
const listOriginals = (db: Db, ids: number[]) =>
  db
    .selectFrom('logo')
    .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
    .where('logo_id', '=', sql<number>`any(${ids}::integer[])`)
    .select(['logo_id', 'title as logo', 'image', 'ground', 'upload_date', 'slug', 'company'])
    .execute()

/** The newest reports and appeals with this number or these words, in every state. */
export async function findReports(db: Db, q: string, limit: number) {
  const { rows } = await sql<
    Pick<ReportInList, 'report_id' | 'state' | 'kind' | 'reason' | 'text'> & { name: string | null }
  >`
    select report.report_id, ${stateOfReport} as state, report.kind, report.reason, report.text, left(subject.name, 80) as name
    from ${joined} where ${mentions(q)} order by report.report_id desc limit ${limit}`.execute(db)
  return rows
}

/** The subjects of reports, or the appeals, that have waited longest for a decision. */
export async function listOldestCases(db: Db, { isAppeal, limit }: { isAppeal: boolean; limit: number }) {
  const { rows } = await sql<{
    kind: ReportKind
    id: number
    report_id: number
    reports: number
    reasons: Selectable<Database['report']>['reason'][]
    is_by_email: boolean
    found: string | null
    against: string | null
    created_at: Date
    name: string | null
    image: string | null
    ground: string | null
  }>`
    select report.kind, report.subject_id as id, report.report_id, report.reports, report.reasons, report.is_by_email,
      report.found, decision.decision as against, report.created_at, left(subject.name, 200) as name, subject.image,
      subject.ground
    from (
      select kind, subject_id, min(report_id) as report_id, count(*)::int as reports, array_agg(distinct reason) as reasons,
        bool_or(email is not null) as is_by_email, min(found) as found, min(against) as against, min(created_at) as created_at
      from report where decision_id is null and is_appeal = ${isAppeal}
      group by kind, subject_id, case when is_appeal then report_id end
      order by min(created_at), min(report_id) limit ${limit}) report
    left join lateral ${subject} subject on true
    left join decision on decision.decision_id = report.against
    order by report.created_at, report.report_id`.execute(db)
  return rows
}

export async function countReports(db: Db, filters: ReportFilters): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${joined} where ${conditionOf(filters)}`.execute(db)
  return rows[0]!.n
}

type SkimFilters = { state?: 'shown' | 'hidden' | undefined; q?: string | undefined }

const openReports = (kind: 'logo' | 'comment', column: string) => sql<number>`(
  select count(*)::int from report
  where report.kind = ${sql.lit(kind)} and report.subject_id = ${sql.ref(column)} and report.decision_id is null)`

/** Every logo, the hidden too; with words, those with the words in title or company. */
const selectSkimmedLogos = (db: Db, { state, q }: SkimFilters) =>
  db
    .selectFrom('logo')
    .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
    .$if(state === 'shown', query => query.where('logo.hidden_at', 'is', null))
    .$if(state === 'hidden', query => query.where('logo.hidden_at', 'is not', null))
    .$if(!!q, query =>
      query.where(sql<boolean>`(logo.title || ' ' || designer.company) ilike ${containing(q ?? '')}`),
    )

export function listSkimmedLogos(
  db: Db,
  filters: SkimFilters,
  page: Page & { sort?: 'oldest' | 'newest' | undefined },
) {
  const direction = page.sort === 'oldest' ? 'asc' : 'desc'
  return selectSkimmedLogos(db, filters)
    .select(['logo.logo_id', 'logo.title as logo', 'logo.image', 'logo.ground', 'logo.upload_date'])
    .select([
      'designer.designer_id',
      'designer.slug',
      'designer.company',
      'logo.hidden_by',
      'logo.hidden_why',
    ])
    .select(sql<0 | 1>`(logo.hidden_at is not null)::int`.as('is_hidden'))
    .select(openReports('logo', 'logo.logo_id').as('open_reports'))
    .orderBy('logo.logo_id', direction)
    .limit(page.page_size)
    .offset(offset(page))
    .execute()
}

export async function countSkimmedLogos(db: Db, filters: SkimFilters): Promise<number> {
  const { n } = await selectSkimmedLogos(db, filters)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Every comment, the hidden too; with words, those with the words in the comment or its writer's company, or this number. */
const selectSkimmedComments = (db: Db, { state, q }: SkimFilters) =>
  db
    .selectFrom('comment')
    .innerJoin('designer', 'designer.designer_id', 'comment.designer_id')
    .innerJoin('logo', 'logo.logo_id', 'comment.logo_id')
    .$if(state === 'shown', query => query.where('comment.hidden_at', 'is', null))
    .$if(state === 'hidden', query => query.where('comment.hidden_at', 'is not', null))
    .$if(!!q, query =>
      query.where(
        sql<boolean>`((comment.comment || ' ' || designer.company) ilike ${containing(q ?? '')} or comment.comment_id::text = ${q ?? ''})`,
      ),
    )

export function listSkimmedComments(
  db: Db,
  filters: SkimFilters,
  page: Page & { sort?: 'oldest' | 'newest' | undefined },
) {
  const direction = page.sort === 'oldest' ? 'asc' : 'desc'
  return selectSkimmedComments(db, filters)
    .select([
      'comment.comment_id',
      'comment.comment',
      'comment.created_at as date_added',
      'comment.hidden_by',
      'comment.hidden_why',
    ])
    .select(['logo.logo_id', 'logo.title as logo', 'logo.image', 'logo.ground'])
    .select(['designer.designer_id', 'designer.slug', 'designer.company'])
    .select(sql<0 | 1>`(comment.hidden_at is not null)::int`.as('is_hidden'))
    .select(openReports('comment', 'comment.comment_id').as('open_reports'))
    .orderBy('comment.created_at', direction)
    .orderBy('comment.comment_id', direction)
    .limit(page.page_size)
    .offset(offset(page))
    .execute()
}

export async function countSkimmedComments(db: Db, filters: SkimFilters): Promise<number> {
  const { n } = await selectSkimmedComments(db, filters)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
