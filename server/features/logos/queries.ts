import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Logo } from '../../../shared/api/logos.ts'
import { logoCollections, logosBeyond, visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { batched } from '../../db/batch.ts'
import { type Db, retried, transaction } from '../../db/connect.ts'
import {
  avatarUrl,
  inSubquery,
  instant,
  offset,
  type Page,
  selectAllLogos,
  selectLogos,
  trainingOf,
} from '../../db/fragments.ts'
import { Json, listAsJson } from '../../db/json.ts'
import { prepared, runPrepared } from '../../db/prepared.ts'
import type { Database } from '../../db/types.ts'
import { pictureHash } from '../../outside/images.ts'
import type { View } from '../../outside/valkey.ts'
import { seesHidden, type Viewer } from '../../viewer.ts'
import { queueForRemoval } from '../pictures/queries.ts'
import { listSharing, type Term } from '../search/queries.ts'

/** How long the sums of views are kept: the year that is shown, and a month more. */
const sumsKeptDays = 400

/** One logo, as `viewer` sees it: a hidden one is its owner's and staff's. */
export async function findLogo(db: Db, logoId: number, viewer: Viewer) {
  const [found] = await runPrepared(db, 'find-logo', visibleLogo(db, logoId, viewer))
  return found
}

const visibleLogo = (db: Db, logoId: number, viewer: Viewer) =>
  selectAllLogos(db, viewer)
    .where('logo.logo_id', '=', logoId)
    .select(trainingOf('owner').as('training'))
    .$if(!seesHidden(viewer), q =>
      q.where(eb => eb.or([eb('logo.hidden_at', 'is', null), eb('logo.designer_id', '=', viewer.id)])),
    )

/** One logo with the fields of its details, as `viewer` sees it. */
export async function findLogoDetails(db: Db, logoId: number, viewer: Viewer) {
  const query = visibleLogo(db, logoId, viewer).select([
    namedCollections(viewer).as('collections'),
    bookStanding.as('book_standing'),
    'logo.hidden_why',
    'logo.replaced_at',
    sql<string | null>`(select filename from vector where vector.logo_id = logo.logo_id)`.as('vector'),
  ])
  const [found] = await runPrepared(db, 'find-logo-details', query)
  if (!found) return
  const { hidden_why, replaced_at, ...row } = found
  const logo = replaced_at ? { ...row, replaced_at } : row
  const whole = hidden_why === null ? logo : { ...logo, is_hidden: 1 as const, hidden_why }
  if (logo.designer_id === viewer.id) return whole
  const { book_standing: _, vector: __, ...shown } = whole
  return shown
}

/** Public collections that hold the logo, and the viewer's private ones if the viewer is an active member. */
const namedCollections = ({ id, isActive }: Viewer) => sql<NonNullable<Logo['collections']>>`(
  select coalesce(json_agg(json_build_object('light_box_id', collection_id, 'name', name)
    order by is_own desc, saved_at desc, collection_id desc), '[]')
  from (
    select collection_id, name, designer_id = ${isActive ? id : 0} as is_own, collection_logo.created_at as saved_at
    from collection_logo join collection using (collection_id)
    where collection_logo.logo_id = logo.logo_id and collection.hidden_at is null
      and (is_public or designer_id = ${isActive ? id : 0})
    order by is_own desc, saved_at desc, collection_id desc
    limit ${sql.lit(logoCollections)}) holding)`

/** The jury's decision is hidden until the book is published. */
const bookStanding = sql<Logo['book_standing']>`(
  select json_strip_nulls(json_build_object('book', number, 'standing', standing, 'closes_at', closes_at, 'band', band))
  from (
    select book.number,
      case when book.state = 'open' then 'entered'
        when book.state <> 'published' then 'judging'
        when exists (select 1 from award where award.logo_id = logo.logo_id and award.book_id = book.book_id)
          then 'selected'
        when logo.is_ranked then 'kept'
        when book_result.band is not null then 'passed' end as standing,
      case when book.state = 'open' then ${instant('book.closes_at')} end as closes_at,
      case when book.state = 'published' then book_result.band end as band
    from entry join book using (book_id)
    left join book_result on book_result.book_id = entry.book_id and book_result.logo_id = entry.logo_id
    where entry.logo_id = logo.logo_id and book.series = 'book'
    order by book.number desc limit 1) newest
  where standing is not null)`

const freshLogos = prepared(
  'list-fresh-logos',
  (db, params: { viewer_id: number; skip: number; most: number }) => {
    const first = sql`first as (
      select week, ${params.skip} - newer as skip from (
        select week, sum(logo_ct) over (order by week desc) as upto,
          coalesce(sum(logo_ct) over (order by week desc groups between unbounded preceding and 1 preceding), 0) as newer
        from (select week, logo_ct from upload_week_merged union all select week, change from count_change) part
      ) counted where upto > ${params.skip} order by week desc limit 1)`
    const ids = sql<number>`array(
      with ${first} select logo_id from logo
      where hidden_at is null and upload_date < (select (week + 7)::timestamp at time zone 'UTC' from first)
      order by upload_date desc, logo_id desc
      limit (select ${params.most}::int) offset (select skip from first))`
    const rows = selectLogos(db, { id: params.viewer_id })
      .where('logo.logo_id', '=', sql<number>`any(${ids})`)
      .orderBy('logo.upload_date', 'desc')
      .orderBy('logo.logo_id', 'desc')
    return listAsJson(rows, sql`(select logo_ct from total)`).compile(db)
  },
)

/**
 * A page of all logos, newest upload first, and their number; a visitor's list ends after the newest 150. The page is
 * found by counts per week, and its ids before its rows, so that deep pages stay cheap.
 */
export async function listFreshLogos(db: Db, page: Page, viewer: Viewer) {
  const skip = offset(page)
  const most = viewer.isActive ? page.page_size : Math.min(page.page_size, visitorFreshLogos - skip)
  const [list] = await freshLogos(db, { viewer_id: viewer.id, skip, most })
  return new Json(list!.json)
}

/** Pictures of the logos after the newest ones that a visitor sees. */
export function listBeyond(db: Db) {
  return db
    .selectFrom('logo')
    .where('hidden_at', 'is', null)
    .select(['image', 'ground'])
    .orderBy('upload_date', 'desc')
    .orderBy('logo_id', 'desc')
    .offset(visitorFreshLogos)
    .limit(logosBeyond)
    .execute()
}

const designerLogos = prepared(
  'list-designer-logos',
  (db, params: { designer_id: number; viewer_id: number; skip: number; most: number | null }) => {
    const rows = selectLogos(db, { id: params.viewer_id })
      .where('logo.designer_id', '=', params.designer_id)
      .orderBy('logo.upload_date', 'desc')
      .orderBy('logo.logo_id', 'desc')
      .limit(inSubquery(params.most))
      .offset(inSubquery(params.skip))
    return listAsJson(
      rows,
      sql`(select logo_ct from designer where designer_id = ${params.designer_id})`,
    ).compile(db)
  },
)

/** A designer's logos, newest first, and their number; without a page, all of them. */
export async function listDesignerLogos(db: Db, designerId: number, page: Page | undefined, viewer: Viewer) {
  const [list] = await designerLogos(db, {
    designer_id: designerId,
    viewer_id: viewer.id,
    skip: page ? offset(page) : 0,
    most: page?.page_size ?? null,
  })
  return new Json(list!.json)
}

/** The number of logos by followed designers, and of all logos. */
const countFollowed = prepared('count-following-logos', (db, params: { viewer_id: number }) =>
  sql<{ count: number; total: number }>`
    select coalesce(sum(logo_ct), 0)::int as count, (select logo_ct from total) as total
    from designer where designer_id = any (array(
      select followed_id from follow where follower_id = ${params.viewer_id}))`.compile(db),
)

const followingLogos = (name: string, followedLogos: (viewerId: number) => RawBuilder<unknown>) =>
  prepared(name, (db, params: { viewer_id: number; skip: number; most: number; count: number }) => {
    const ids = sql<number>`array(
      select logo_id from ${followedLogos(params.viewer_id)} order by upload_date desc, logo_id desc
      limit (select ${params.most}::int) offset (select ${params.skip}::int))`
    const rows = selectLogos(db, { id: params.viewer_id })
      .where('logo.logo_id', '=', sql<number>`any(${ids})`)
      .orderBy('logo.upload_date', 'desc')
      .orderBy('logo.logo_id', 'desc')
    return listAsJson(rows, sql`${params.count}::int`).compile(db)
  })

/** Plan 1: scans all logos, newest first, for those of followed designers. */
const followingByTime = followingLogos(
  'list-following-by-time',
  // 'is true' makes PostgreSQL check it per logo instead of joining.
  viewerId =>
    sql`logo where hidden_at is null
      and (designer_id in (select followed_id from follow where follower_id = ${viewerId})) is true`,
)

/** Plan 2: sorts all logos of followed designers. */
const followingByDesigner = followingLogos(
  'list-following-by-designer',
  viewerId => sql`follow join logo on designer_id = followed_id and hidden_at is null
    where follower_id = ${viewerId}`,
)

/**
 * A page of the logos of designers that `viewer` follows, newest upload first, and their number. The cheaper plan is
 * estimated: their logos are spread among all logos about evenly, and skipping one costs as much as sorting one.
 */
export async function listFollowingLogos(db: Db, page: Page, viewer: Viewer) {
  const [followed] = await countFollowed(db, { viewer_id: viewer.id })
  const { count, total } = followed!
  const skip = offset(page)
  const passed = ((skip + page.page_size) * total) / Math.max(count, 1)
  const inOrder = passed < count ? followingByTime : followingByDesigner
  const [list] = await inOrder(db, { viewer_id: viewer.id, skip, most: page.page_size, count })
  return new Json(list!.json)
}

/**
 * Up to `most` logos nearest to a logo by keywords, shown ones, each by another designer, nearest first; none if there is no such logo.
 * Nearness is 0 to 145: 100 × the cosine of the two sets of keywords, 30 for the same industry, 15 for the same
 * kind. Ties go to the closer ground colour, then to the newer logo. Candidates are the newest logos that share its
 * rarest keywords, or two of its frequent ones; and the newest of all, so that a logo without keywords has related
 * ones, too.
 */
export async function listNearByKeywords(db: Db, logoId: number, most: number) {
  const keywords = await keywordsOf(db, { logo_id: logoId })
  const compared = await listSharing(db, keywords)
  return nearestLogos(db, { logo_id: logoId, compared, most })
}

/** The words of a logo's keywords, the rarest first. */
const keywordsOf = prepared('related-keywords', (db, params: { logo_id: number }) =>
  sql<Term>`
    select term, logo_ct, is_frequent from search_term
    where term = any (array(
      select unnest(words(array_to_string(keyword_keys, ' '))) from logo where logo_id = ${params.logo_id}))
    order by logo_ct, term`.compile(db),
)

const nearestLogos = prepared(
  'list-related-logos',
  (db, params: { logo_id: number; compared: number[]; most: number }) => {
    const byte = (ground: string, i: number) =>
      sql`get_byte(decode(substr(${sql.ref(ground)}, 2), 'hex'), ${sql.lit(i)})`
    const groundDistance = sql.join(
      [0, 1, 2].map(i => sql`abs(${byte('this.ground', i)} - ${byte('near.ground', i)})`),
      sql` + `,
    )
    return sql<{ logo_id: number; nearness: number }>`
      with this as materialized (select * from logo where logo_id = ${params.logo_id}),
      near as (
        select other.logo_id, other.designer_id, other.upload_date, other.ground,
          case when shared = 0 then 0
            else round(100 * shared / sqrt(cardinality(this.keyword_keys) * cardinality(other.keyword_keys))) end
          + case when this.industry <> '' and lower(other.industry) = lower(this.industry) then 30 else 0 end
          + case when other.logotype = this.logotype then 15 else 0 end as nearness
        from this cross join logo other
        cross join lateral (
          select count(*) as shared from unnest(this.keyword_keys) key where key = any (other.keyword_keys)) s
        where other.logo_id = any (array(
            select unnest(${params.compared}::int[])
            union (select logo_id from logo where hidden_at is null order by upload_date desc, logo_id desc limit 100)))
          and other.hidden_at is null and other.designer_id <> this.designer_id),
      best as (
        select distinct on (near.designer_id) near.*, ${groundDistance} as ground_distance
        from this cross join (select * from near order by nearness desc, upload_date desc, logo_id desc limit 200) near
        order by near.designer_id, nearness desc, ground_distance, near.upload_date desc, near.logo_id desc)
      select logo_id, nearness::int from best
      order by nearness desc, ground_distance, upload_date desc, logo_id desc
      limit ${inSubquery(params.most)}`.compile(db)
  },
)

/** Whether there is such a logo for `viewer`: a hidden one is its owner's and staff's. */
export async function hasLogo(db: Db, logoId: number, viewer: Viewer) {
  const found = await db
    .selectFrom('logo')
    .where('logo_id', '=', logoId)
    .select(['designer_id', 'hidden_at'])
    .executeTakeFirst()
  return found !== undefined && (!found.hidden_at || found.designer_id === viewer.id || seesHidden(viewer))
}

/**
 * Adds a logo and enters it into the open book, if there is one, unless its deadline has passed or the designer is one of
 * its jurors. The lock makes closing wait for this upload, or this upload for closing. Returns its id; undefined, and
 * nothing is added, if its designer has uploaded one with the same key already.
 */
export async function insertLogo(db: Db, logo: Insertable<Database['logo']>) {
  const added = await db
    .with('added', q =>
      q
        .insertInto('logo')
        .values(logo)
        .onConflict(c =>
          c.columns(['designer_id', 'upload_key']).where('upload_key', 'is not', null).doNothing(),
        )
        .returning(['logo_id', 'upload_date']),
    )
    .with('entered', q =>
      q
        .insertInto('entry')
        .columns(['book_id', 'logo_id', 'created_at'])
        .expression(
          q
            .selectFrom('book')
            .innerJoin('added', join => join.onTrue())
            .where('book.state', '=', 'open')
            .where(eb =>
              eb.or([
                eb('book.closes_at', 'is', null),
                eb('book.closes_at', '>', eb.ref('added.upload_date')),
              ]),
            )
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('juror')
                    .whereRef('juror.book_id', '=', 'book.book_id')
                    .where('juror.designer_id', '=', logo.designer_id)
                    .select('juror.book_id'),
                ),
              ),
            )
            .select(['book.book_id', 'added.logo_id', 'added.upload_date'])
            .forShare('book'),
        ),
    )
    .selectFrom('added')
    .select('logo_id')
    .executeTakeFirst()
  return added?.logo_id
}

/** Until when a designer is suspended, which cannot change until the transaction ends. */
export function lockSuspension(trx: Db, designerId: number) {
  return trx
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .select('suspended_until')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The logo that a designer uploaded with this key. */
export function findUpload(db: Db, designerId: number, uploadKey: string) {
  return db
    .selectFrom('logo')
    .where('designer_id', '=', designerId)
    .where('upload_key', '=', uploadKey)
    .select(['logo_id', 'image', 'upload_digest'])
    .executeTakeFirst()
}

/** Changes the texts of a logo of `viewer`'s; undefined fields stay. Returns whether there was one to change. */
export async function updateLogo(
  db: Db,
  logoId: number,
  changes: Updateable<Database['logo']>,
  viewer: Viewer,
) {
  const updated = await db
    .updateTable('logo')
    // Always set, so that the statement is valid without other changes.
    .set({ ...changes, title: changes.title ?? sql.ref('title') })
    .where('logo_id', '=', logoId)
    .where('designer_id', '=', viewer.id)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/**
 * Deletes a logo of `viewer`'s that was uploaded at `since` or later, with its dependent rows; the foreign key of an
 * award refuses one that is in a book. Returns the hash of its picture, now queued for removal, or undefined if none
 * was deleted.
 */
export async function deleteLogo(db: Db, logoId: number, since: Date, viewer: Viewer) {
  // A concurrent like locks in another order than the cascade, so one of the two may be retried.
  return transaction(db, async trx => {
    const deleted = await trx
      .deleteFrom('logo')
      .where('logo_id', '=', logoId)
      .where('designer_id', '=', viewer.id)
      .where('upload_date', '>=', since)
      .where('hidden_at', 'is', null)
      .returning('image')
      .executeTakeFirst()
    if (!deleted) return
    const image = pictureHash(deleted.image)
    await queueForRemoval(trx, [{ kind: 'logo', image }])
    return image
  })
}

/**
 * Locks `viewer`'s shown logo while its picture may be replaced: uploaded since then, or entered in a book that has not closed,
 * and which does not close before the transaction has ended. Returns its picture; undefined if it may not be replaced.
 */
export async function lockReplaceable(trx: Db, logoId: number, since: Date, viewer: Viewer) {
  const open = await trx
    .selectFrom('entry')
    .innerJoin('book', 'book.book_id', 'entry.book_id')
    .where('entry.logo_id', '=', logoId)
    .where('book.closed_at', 'is', null)
    .where('book.state', '=', 'open')
    .select('book.book_id')
    .forShare('book')
    .execute()
  return trx
    .selectFrom('logo')
    .where('logo_id', '=', logoId)
    .where('designer_id', '=', viewer.id)
    .where('hidden_at', 'is', null)
    .$if(open.length === 0, q => q.where('upload_date', '>=', since))
    .select(['image', 'ground'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Writes a logo's new picture and keeps the one before. */
export async function writeReplacement(
  trx: Db,
  logoId: number,
  before: { image: string; ground: string | null },
  picture: { image: string; side: number; ground: string | null },
  now: Date,
) {
  await trx
    .insertInto('replaced_picture')
    .values({ ...before, logo_id: logoId, replaced_at: now })
    .execute()
  await trx
    .updateTable('logo')
    .set({ ...picture, replaced_at: now })
    .where('logo_id', '=', logoId)
    .execute()
}

/** The id of the logo's designer. */
export function findOwner(db: Db, logoId: number) {
  return db
    .selectFrom('logo')
    .where('logo_id', '=', logoId)
    .select(['designer_id', 'hidden_at'])
    .executeTakeFirst()
}

type Mark = { logo_id: number; designer_id: number }
type Marks = { logo_ids: number[]; designer_ids: number[] }

// Both in the order of the ids, so that concurrent batches lock their rows in the same order.
const insertLikes = prepared('insert-likes', (db, marks: Marks) =>
  sql<Mark>`insert into logo_like (logo_id, designer_id)
    select * from unnest(${marks.logo_ids}::int[], ${marks.designer_ids}::int[]) as mark (logo_id, designer_id)
    order by logo_id, designer_id on conflict do nothing returning logo_id, designer_id`.compile(db),
)

const deleteLikes = prepared('delete-likes', (db, marks: Marks) =>
  sql<Mark>`with mark as materialized (
      select logo_id, designer_id from logo_like
      join unnest(${marks.logo_ids}::int[], ${marks.designer_ids}::int[]) as mark (logo_id, designer_id) using (logo_id, designer_id)
      order by logo_id, designer_id for update of logo_like)
    delete from logo_like using mark
    where logo_like.logo_id = mark.logo_id and logo_like.designer_id = mark.designer_id
    returning logo_like.logo_id, logo_like.designer_id`.compile(db),
)

const countLikes = prepared('count-likes', (db, { logo_ids }: { logo_ids: number[] }) =>
  sql<{ logo_id: number; like_ct: number }>`select logo_id, like_ct from logo
    where logo_id = any (${logo_ids}::int[]) and hidden_at is null`.compile(db),
)

/** Makes the function that likes, or takes likes back, in batches. */
const batchedChange = (change: typeof insertLikes) =>
  batched(async (db, marks: Mark[]) => {
    const logo_ids = marks.map(({ logo_id }) => logo_id)
    const designer_ids = marks.map(({ designer_id }) => designer_id)
    const changed = await retried(db, () => change(db, { logo_ids, designer_ids }))
    const counts = new Map((await countLikes(db, { logo_ids })).map(count => [count.logo_id, count]))
    const keyOf = ({ logo_id, designer_id }: Mark) => `${logo_id} ${designer_id}`
    const keys = new Set(changed.map(keyOf))
    // Of two equal calls in a batch, the first has changed it.
    return marks.map(mark => ({ isChanged: keys.delete(keyOf(mark)), result: counts.get(mark.logo_id) }))
  })

const like = batchedChange(insertLikes)
const unlike = batchedChange(deleteLikes)

/**
 * Likes a logo or removes the like; idempotent. Returns whether that changed anything, and the like count as it is
 * now; undefined if there is no such logo (its foreign key refuses the like).
 */
export const setLike = (db: Db, logo_id: number, designer_id: number, liked: boolean) =>
  (liked ? like : unlike)(db, { logo_id, designer_id })

/**
 * Records views of details: one per logo, viewer and day, never by the owner. Statistics leave out the views of members who are
 * suspended or blocked, either way: these have no source. Ids are read as bigint, because a view may be of a number beyond all ids.
 */
export async function recordViews(db: Db, views: View[]) {
  const rows = await insertViews(db, { views: JSON.stringify(views) })
  const keyOf = (view: { logo_id: number; viewer: string }) => `${view.logo_id} ${view.viewer}`
  const found = new Set(rows.filter(({ source }) => source === 'search').map(keyOf))
  const searched = views.filter(view => view.words && view.searcher && found.has(keyOf(view)))
  if (searched.length) await countWords(db, searched)
}

const insertViews = prepared('insert-views', (db, params: { views: string }) =>
  sql<{ logo_id: number; viewer: string; source: string | null }>`
    insert into logo_view (logo_id, day, viewer, source)
    select distinct on (logo.logo_id, seen.day, seen.viewer) logo.logo_id, seen.day, seen.viewer,
      case when not is_blocked(seen.viewer_id, logo.designer_id) and not exists (select from designer
        where designer.designer_id = seen.viewer_id and suspended_until > now()) then seen.source end
    from jsonb_to_recordset(${params.views}::jsonb)
      as seen (logo_id bigint, day date, viewer text, viewer_id integer, source text)
    join logo using (logo_id)
    where logo.hidden_at is null and logo.designer_id <> seen.viewer_id
    on conflict do nothing
    returning logo_id, viewer, source`.compile(db),
)

/** Counts the words of searches, if they do find the logo. The hashes of searchers are kept only until there are five. */
async function countWords(db: Db, views: View[]) {
  await sql`
    insert into logo_words as w (logo_id, words, view_ct, searchers, last_day)
    select logo_id, seen.words, count(*)::int, few_searchers(array_agg(searcher)), max(day)
    from jsonb_to_recordset(${JSON.stringify(views)}::jsonb)
      as seen (logo_id bigint, day date, words text, searcher text)
    join logo_search using (logo_id)
    where logo_search.words @@ (
      select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(words(seen.words)) as word)
    group by 1, 2 order by 1, 2
    on conflict (logo_id, words) do update set view_ct = w.view_ct + excluded.view_ct, last_day = excluded.last_day,
      searchers = case when w.searchers is not null and excluded.searchers is not null
        then few_searchers(w.searchers || excluded.searchers) end`.execute(db)
}

/** Deletes the views before yesterday, and the sums that are no longer shown. */
export async function clearOldViews(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
  await db.deleteFrom('logo_view').where('day', '<', ago(1)).execute()
  await db.deleteFrom('logo_view_day').where('day', '<', ago(sumsKeptDays)).execute()
  await db.deleteFrom('logo_words').where('last_day', '<', ago(sumsKeptDays)).execute()
}

const selectComments = (db: Db) =>
  db
    .selectFrom('comment')
    .innerJoin('designer', 'designer.designer_id', 'comment.designer_id')
    .select([
      'comment.comment_id as logo_comment_id',
      'comment.comment',
      'comment.created_at as date_added',
      'comment.designer_id',
      'designer.slug',
      'designer.company',
      avatarUrl('designer').as('avatar_url'),
    ])

/**
 * A page of a logo's comments, newest first, and their number: the shown ones, and those of the viewer that are hidden.
 * Undefined if there is no such logo.
 */
export async function listComments(db: Db, logoId: number, viewer: Viewer, page: Page) {
  const comments = selectComments(db)
    .where('comment.logo_id', '=', logoId)
    .where(eb => eb.or([eb('comment.hidden_at', 'is', null), eb('comment.designer_id', '=', viewer.id)]))
    .select(['comment.hidden_by', 'comment.hidden_why'])
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.comment_id', 'desc')
    .limit(inSubquery(page.page_size))
    .offset(inSubquery(offset(page)))
  const rows = await runPrepared(db, 'list-comments', comments)
  const counts = db
    .selectFrom('logo')
    .where('logo_id', '=', logoId)
    .select(eb => [
      'comment_ct',
      eb
        .selectFrom('comment')
        .where('comment.logo_id', '=', logoId)
        .where('comment.designer_id', '=', viewer.id)
        .where('comment.hidden_at', 'is not', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('own_hidden'),
    ])
  const [logo] = await runPrepared(db, 'count-comments', counts)
  if (!logo) return
  const data = rows.map(({ hidden_by, hidden_why, ...comment }) =>
    hidden_by ? { ...comment, is_hidden: 1 as const, hidden_by, hidden_why } : comment,
  )
  return { data, count: logo.comment_ct + (logo.own_hidden ?? 0) }
}

export async function findComment(db: Db, commentId: number) {
  const query = selectComments(db)
    .where('comment.comment_id', '=', commentId)
    .where('comment.hidden_at', 'is', null)
  const [found] = await runPrepared(db, 'find-comment', query)
  return found
}

/** Adds a comment. Returns its id, or undefined if there is no such logo. */
export async function insertComment(db: Db, logoId: number, designerId: number, comment: string) {
  const insertion = db
    .insertInto('comment')
    .columns(['logo_id', 'designer_id', 'comment'])
    .expression(
      db
        .selectFrom('logo')
        .where('logo_id', '=', logoId)
        .where('hidden_at', 'is', null)
        .select(eb => ['logo_id', eb.val(designerId).as('designer_id'), eb.val(comment).as('comment')])
        .forKeyShare(),
    )
    .returning('comment_id')
  // The logo may be in deletion with its designer, who is locked in the opposite order.
  const [added] = await retried(db, () => runPrepared(db, 'insert-comment', insertion))
  return added?.comment_id
}

/** Deletes a shown comment for its author or for the owner of its logo. Returns whether it did. */
export async function deleteComment(db: Db, commentId: number, designerId: number): Promise<boolean> {
  const deletion = db
    .deleteFrom('comment')
    .where('comment_id', '=', commentId)
    .where('hidden_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('designer_id', '=', designerId),
        eb(
          'logo_id',
          'in',
          eb.selectFrom('logo').where('logo.designer_id', '=', designerId).select('logo.logo_id'),
        ),
      ]),
    )
  const { numDeletedRows } = await retried(db, () => deletion.executeTakeFirst())
  return numDeletedRows > 0n
}
