import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { relatedLogos, visitorFreshLogos } from '../../../shared/rules/limits.ts'
import { type Db, retried, transaction } from '../../db/connect.ts'
import { avatarUrl, offset, type Page, selectLogos } from '../../db/fragments.ts'
import { Json, listAsJson } from '../../db/json.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/types.ts'
import type { Viewer } from '../../viewer.ts'
import { listUnused } from '../pictures/queries.ts'
import { listSharing, type Term } from '../search/queries.ts'

/** One logo, as `viewer` sees it. */
export function findLogo(db: Db, logoId: number, viewer: Viewer) {
  return selectLogos(db, viewer).where('logo.logo_id', '=', logoId).executeTakeFirst()
}

const freshLogos = prepared(
  'list-fresh-logos',
  (db, given: { viewer_id: number; skip: number; most: number }) => {
    const first = sql`first as (
      select week, ${given.skip} - newer as skip from (
        select week, logo_ct, sum(logo_ct) over (order by week desc) - logo_ct as newer from upload_week
      ) counted where newer + logo_ct > ${given.skip} order by week desc limit 1)`
    const ids = sql<number>`array(
      with ${first} select logo_id from logo
      where upload_date < (select (week + 7)::timestamp at time zone 'UTC' from first)
      order by upload_date desc, logo_id desc
      limit (select ${given.most}::int) offset (select skip from first))`
    const rows = selectLogos(db, { id: given.viewer_id })
      .where('logo.logo_id', '=', sql<number>`any(${ids})`)
      .orderBy('logo.upload_date', 'desc')
      .orderBy('logo.logo_id', 'desc')
    return listAsJson(rows, sql`(select logo_ct from total)`).compile(db)
  },
)

/**
 * A page of all logos, newest upload first, and how many there are; a visitor's end with the newest 150. The page is
 * found by the counts of weeks, and its ids before its rows, so that deep pages stay cheap.
 */
export async function listFreshLogos(db: Db, page: Page, viewer: Viewer) {
  const skip = offset(page)
  const most = viewer.isActive ? page.page_size : Math.min(page.page_size, visitorFreshLogos - skip)
  const [list] = await freshLogos(db, { viewer_id: viewer.id, skip, most })
  return new Json(list!.json)
}

const designerLogos = prepared(
  'list-designer-logos',
  (db, given: { designer_id: number; viewer_id: number; skip: number; most: number | null }) => {
    const rows = selectLogos(db, { id: given.viewer_id })
      .where('logo.designer_id', '=', given.designer_id)
      .orderBy('logo.upload_date', 'desc')
      .orderBy('logo.logo_id', 'desc')
      .limit(sql<number>`(select ${given.most}::int)`)
      .offset(sql<number>`(select ${given.skip}::int)`)
    return listAsJson(
      rows,
      sql`(select logo_ct from designer where designer_id = ${given.designer_id})`,
    ).compile(db)
  },
)

/** A designer's logos, newest first, and how many there are; every one without a page. */
export async function listDesignerLogos(db: Db, designerId: number, page: Page | undefined, viewer: Viewer) {
  const [list] = await designerLogos(db, {
    designer_id: designerId,
    viewer_id: viewer.id,
    skip: page ? offset(page) : 0,
    most: page?.page_size ?? null,
  })
  return new Json(list!.json)
}

/** How many logos those whom a viewer follows have, of how many. */
const countFollowed = prepared('count-following-logos', (db, given: { viewer_id: number }) =>
  sql<{ count: number; total: number }>`
    select coalesce(sum(logo_ct), 0)::int as count, (select logo_ct from total) as total
    from designer where designer_id = any (array(
      select followed_id from follow where follower_id = ${given.viewer_id}))`.compile(db),
)

const followingLogos = (name: string, followedLogos: (viewerId: number) => RawBuilder<unknown>) =>
  prepared(name, (db, given: { viewer_id: number; skip: number; most: number; count: number }) => {
    const ids = sql<number>`array(
      select logo_id from ${followedLogos(given.viewer_id)} order by upload_date desc, logo_id desc
      limit (select ${given.most}::int) offset (select ${given.skip}::int))`
    const rows = selectLogos(db, { id: given.viewer_id })
      .where('logo.logo_id', '=', sql<number>`any(${ids})`)
      .orderBy('logo.upload_date', 'desc')
      .orderBy('logo.logo_id', 'desc')
    return listAsJson(rows, sql`${given.count}::int`).compile(db)
  })

/** All logos, the newest first, are looked through for those of whom one follows. */
const followingByTime = followingLogos(
  'list-following-by-time',
  // 'is true' keeps it a question asked of each logo.
  viewerId =>
    sql`logo where (designer_id in (select followed_id from follow where follower_id = ${viewerId})) is true`,
)

/** All logos of those whom one follows are put in order. */
const followingByDesigner = followingLogos(
  'list-following-by-designer',
  viewerId => sql`follow join logo on designer_id = followed_id where follower_id = ${viewerId}`,
)

/**
 * A page of the logos of those whom `viewer` follows, newest upload first, and how many there are. Which way is
 * shorter is estimated: they are spread among all logos about evenly, and to pass one over costs what sorting one does.
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
 * The four logos nearest to a logo, of four other designers, nearest first; none when there is no such logo.
 * Nearness is 0 to 145: 100 × the cosine of the two sets of keywords, 30 for the same industry, 15 for the same kind.
 * Ties go to the closer ground colour, then to the newer logo. Compared are the newest of those that share its rarest
 * keywords, or two of its frequent ones; and the newest of all, so that a logo without keywords has neighbours, too.
 */
export async function listRelatedLogos(db: Db, logoId: number, viewer: Viewer) {
  const keywords = await keywordsOf(db, { logo_id: logoId })
  const compared = await listSharing(db, keywords)
  return nearestLogos(db, { logo_id: logoId, compared, viewer_id: viewer.id })
}

/** The words of a logo's keywords, the rarest first. */
const keywordsOf = prepared('related-keywords', (db, given: { logo_id: number }) =>
  sql<Term>`
    select term, logo_ct, is_frequent from search_term
    where term = any (array(
      select unnest(words(array_to_string(keyword_keys, ' '))) from logo where logo_id = ${given.logo_id}))
    order by logo_ct, term`.compile(db),
)

const nearestLogos = prepared(
  'list-related-logos',
  (db, given: { logo_id: number; compared: number[]; viewer_id: number }) => {
    const byte = (ground: string, i: number) =>
      sql`get_byte(decode(substr(${sql.ref(ground)}, 2), 'hex'), ${sql.lit(i)})`
    const groundDistance = sql.join(
      [0, 1, 2].map(i => sql`abs(${byte('this.ground', i)} - ${byte('near.ground', i)})`),
      sql` + `,
    )
    const related = sql<{ logo_id: number; nearness: number; ground_distance: number | null }>`(
      with this as materialized (select * from logo where logo_id = ${given.logo_id}),
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
            select unnest(${given.compared}::int[])
            union (select logo_id from logo order by upload_date desc, logo_id desc limit 100)))
          and other.designer_id <> this.designer_id),
      best as (
        select distinct on (near.designer_id) near.*, ${groundDistance} as ground_distance
        from this cross join (select * from near order by nearness desc, upload_date desc, logo_id desc limit 200) near
        order by near.designer_id, nearness desc, ground_distance, near.upload_date desc, near.logo_id desc)
      select logo_id, nearness, ground_distance from best
      order by nearness desc, ground_distance, upload_date desc, logo_id desc limit ${sql.lit(relatedLogos)})`
    return selectLogos(db, { id: given.viewer_id })
      .innerJoin(related.as('related'), 'related.logo_id', 'logo.logo_id')
      .orderBy('related.nearness', 'desc')
      .orderBy('related.ground_distance')
      .orderBy('logo.upload_date', 'desc')
      .orderBy('logo.logo_id', 'desc')
      .compile()
  },
)

/** Whether there is such a logo. */
export async function hasLogo(db: Db, logoId: number) {
  return Boolean(
    await db.selectFrom('logo').where('logo_id', '=', logoId).select('logo_id').executeTakeFirst(),
  )
}

/**
 * Adds a logo and enters it into the open book, if one is. Returns its id; undefined when its designer has uploaded
 * one with the same key already, and then nothing is added.
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
            .select(['book.book_id', 'added.logo_id', 'added.upload_date']),
        ),
    )
    .selectFrom('added')
    .select('logo_id')
    .executeTakeFirst()
  return added?.logo_id
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

/** Changes what is said about a logo of `viewer`'s; what is undefined stays. Says whether there was one to change. */
export async function updateLogo(
  db: Db,
  logoId: number,
  changes: Updateable<Database['logo']>,
  viewer: Viewer,
) {
  const updated = await db
    .updateTable('logo')
    // Always set, so that a change of nothing is still a statement.
    .set({ ...changes, title: changes.title ?? sql.ref('title') })
    .where('logo_id', '=', logoId)
    .where('designer_id', '=', viewer.id)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/**
 * Deletes a logo of `viewer`'s that was uploaded at `since` or later, with all that hangs on it; one that stands in a
 * book is refused by its award's foreign key. Returns the name of its picture, now listed as unused, or undefined when none was deleted.
 */
export async function deleteLogo(db: Db, logoId: number, since: Date, viewer: Viewer) {
  // Who likes it at this moment locks in another order than the cascade: one of the two runs again.
  return transaction(db, async trx => {
    const deleted = await trx
      .deleteFrom('logo')
      .where('logo_id', '=', logoId)
      .where('designer_id', '=', viewer.id)
      .where('upload_date', '>=', since)
      .returning('image')
      .executeTakeFirst()
    if (deleted) await listUnused(trx, [{ kind: 'logo', image: deleted.image }])
    return deleted?.image
  })
}

/** Whose logo it is. */
export function findOwner(db: Db, logoId: number) {
  return db.selectFrom('logo').where('logo_id', '=', logoId).select('designer_id').executeTakeFirst()
}

/**
 * Likes a logo or takes the like back; doing either twice is doing it once. Returns the like count as it now is,
 * or undefined when there is no such logo (a like of none is refused by its foreign key).
 */
export async function setLike(db: Db, logoId: number, designerId: number, liked: boolean) {
  const change = liked
    ? db
        .insertInto('logo_like')
        .values({ logo_id: logoId, designer_id: designerId })
        .onConflict(c => c.doNothing())
    : db.deleteFrom('logo_like').where('logo_id', '=', logoId).where('designer_id', '=', designerId)
  await retried<unknown>(db, () => change.execute())
  return db.selectFrom('logo').where('logo_id', '=', logoId).select(['logo_id', 'like_ct']).executeTakeFirst()
}

/** Notes that somebody looked at the details: once per viewer and day, never the owner. `viewerKey` is not a name. */
export async function recordView(db: Db, logoId: number, viewerKey: string, viewer: Viewer, day: string) {
  await db
    .insertInto('logo_view')
    .columns(['logo_id', 'day', 'viewer'])
    .expression(
      db
        .selectFrom('logo')
        .where('logo_id', '=', logoId)
        .where('designer_id', '<>', viewer.id)
        .select(eb => ['logo_id', eb.val(day).as('day'), eb.val(viewerKey).as('viewer')]),
    )
    .onConflict(c => c.doNothing())
    .execute()
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

/** A logo's comments, newest first. */
export function listComments(db: Db, logoId: number) {
  return selectComments(db)
    .where('comment.logo_id', '=', logoId)
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.comment_id', 'desc')
    .execute()
}

export function findComment(db: Db, commentId: number) {
  return selectComments(db).where('comment.comment_id', '=', commentId).executeTakeFirst()
}

/** Comments on a logo. Returns the comment's id, or undefined when there is no such logo. */
export async function insertComment(db: Db, logoId: number, designerId: number, comment: string) {
  const insertion = db
    .insertInto('comment')
    .columns(['logo_id', 'designer_id', 'comment'])
    .expression(
      db
        .selectFrom('logo')
        .where('logo_id', '=', logoId)
        .select(eb => ['logo_id', eb.val(designerId).as('designer_id'), eb.val(comment).as('comment')])
        .forKeyShare(),
    )
    .returning('comment_id')
  // The logo may be leaving with its designer, who is locked the other way round.
  const added = await retried(db, () => insertion.executeTakeFirst())
  return added?.comment_id
}

/** Removes a comment that `viewer` may remove: one's own, or any for an administrator. Says whether it did. */
export async function deleteComment(db: Db, commentId: number, viewer: Viewer) {
  const deleted = await db
    .deleteFrom('comment')
    .where('comment_id', '=', commentId)
    .$if(viewer.role !== 'admin', q => q.where('designer_id', '=', viewer.id))
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
