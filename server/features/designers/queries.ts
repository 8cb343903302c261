import { sql } from 'kysely'
import { keptActivity, mostUnseen } from '../../../shared/rules/limits.ts'
import { isStaff, type Role } from '../../../shared/rules/roles.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { type Db, retried, transaction } from '../../db/connect.ts'
import {
  avatarUrl,
  flag,
  inSubquery,
  isBlocked,
  isFollowed,
  offset,
  type Page,
  pictureUrl,
  selectActivity,
  selectLogos,
  trainingOf,
} from '../../db/fragments.ts'
import { Json, listAsJson } from '../../db/json.ts'
import { prepared, runPrepared } from '../../db/prepared.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Viewer } from '../../viewer.ts'

/** A designer's profile as `viewer` sees it. The caller decides whether personal names are sent. */
export async function findProfile(db: Db, by: { designer_id: number } | { slug: string }, viewer: Viewer) {
  const query = db
    .selectFrom('designer')
    .where('closed_at', 'is', null)
    .$if('slug' in by, q => q.where('slug', '=', (by as { slug: string }).slug))
    .$if('designer_id' in by, q => q.where('designer_id', '=', (by as { designer_id: number }).designer_id))
    .select([
      'designer_id',
      'slug',
      'company',
      'company_description',
      'url',
      'city',
      'state',
      'country',
      avatarUrl('designer').as('avatar_url'),
      'twitter',
      'facebook',
      'dribbble',
      'instagram',
      'behance',
      'follower_ct as follower_count',
      'following_ct as following_count',
      'logo_ct as logo_count',
      'award_ct as award_count',
      sql<number>`case when designer_id = ${viewer.id} then collection_ct else public_collection_ct end`.as(
        'collection_count',
      ),
      'member_since',
      trainingOf('designer').as('training'),
      isFollowed(viewer, 'designer.designer_id').as('is_followed'),
      flag(sql`exists (select from member_block
        where blocker_id = ${viewer.id} and blocked_id = designer.designer_id)`).as('is_blocked'),
      'first_name',
      'last_name',
    ])
  const [found] = await runPrepared(db, 'find-profile', query)
  return found
}

/** The designer with this id or slug, with the counts of their lists; undefined if there is none. */
export function findDesigner(db: Db, by: { designer_id: number } | { slug: string }) {
  return db
    .selectFrom('designer')
    .where('closed_at', 'is', null)
    .select(['designer_id', 'follower_ct', 'following_ct'])
    .$if('slug' in by, q => q.where('slug', '=', (by as { slug: string }).slug))
    .$if('designer_id' in by, q => q.where('designer_id', '=', (by as { designer_id: number }).designer_id))
    .executeTakeFirst()
}

/** The logos that a designer chose for the profile, in their order. */
export function listChosenLogos(db: Db, designerId: number, viewer: Viewer) {
  const query = selectLogos(db, viewer)
    .innerJoin('profile_logo', 'profile_logo.logo_id', 'logo.logo_id')
    .where('profile_logo.designer_id', '=', designerId)
    .orderBy('profile_logo.position')
  return runPrepared(db, 'list-chosen-logos', query)
}

/** The logos of the profile: the chosen ones; the newest ten if none are chosen. */
export async function listProfileLogos(db: Db, designerId: number, viewer: Viewer) {
  const chosen = await listChosenLogos(db, designerId, viewer)
  if (chosen.length) return chosen
  const newest = selectLogos(db, viewer)
    .where('logo.designer_id', '=', designerId)
    .orderBy('logo.upload_date', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .limit(10)
  return runPrepared(db, 'list-newest-of-designer', newest)
}

/**
 * Follows or unfollows a designer; idempotent. Returns whether that changed anything, and the count of followers as
 * it is now; undefined if there is no such designer.
 */
export async function setFollow(db: Db, followerId: number, followedId: number, followed: boolean) {
  const change = followed
    ? db
        .insertInto('follow')
        .columns(['follower_id', 'followed_id'])
        .expression(
          db
            .selectFrom('designer')
            .where('designer_id', '=', followedId)
            .where('closed_at', 'is', null)
            .select(eb => [eb.val(followerId).as('follower_id'), 'designer_id'])
            .forKeyShare(),
        )
        .onConflict(c => c.doNothing())
        .returning('followed_id')
    : db
        .deleteFrom('follow')
        .where('follower_id', '=', followerId)
        .where('followed_id', '=', followedId)
        .returning('followed_id')
  const changed = await retried(db, () => change.execute())
  const result = await db
    .selectFrom('designer')
    .where('designer_id', '=', followedId)
    .where('closed_at', 'is', null)
    .select(['designer_id', 'follower_ct as follower_count'])
    .executeTakeFirst()
  return { isChanged: changed.length > 0, result }
}

/** Blocks a designer or ends it; idempotent. Follows between the two end, and help with collections. False if there is no such designer. */
export async function setBlocked(db: Db, blockerId: number, blockedId: number, blocked: boolean, now: Date) {
  return transaction(db, async trx => {
    // Locks both accounts in the triggers' order: a concurrent follow either comes first and is ended here, or is
    // refused.
    const { rows } = await sql<{ role: Role; designer_id: number }>`
      select designer_id, role from designer
      where designer_id in (${blockerId}, ${blockedId}) and closed_at is null
      order by designer_id for no key update`.execute(trx)
    const other = rows.find(row => row.designer_id === blockedId)
    if (!other) return 'missing'
    if (!blocked) {
      await trx
        .deleteFrom('member_block')
        .where('blocker_id', '=', blockerId)
        .where('blocked_id', '=', blockedId)
        .execute()
      return 'done'
    }
    if (isStaff(other.role)) return 'staff'
    await trx
      .insertInto('member_block')
      .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
      .onConflict(c => c.doNothing())
      .execute()
    await sql`delete from follow where (follower_id, followed_id) in
      ((${blockerId}::int, ${blockedId}::int), (${blockedId}::int, ${blockerId}::int))`.execute(trx)
    await sql`delete from collection_helper using collection
      where collection.collection_id = collection_helper.collection_id
        and (collection.designer_id, collection_helper.designer_id) in
          ((${blockerId}::int, ${blockedId}::int), (${blockedId}::int, ${blockerId}::int))`.execute(trx)
    return 'done'
  })
}

/** The designers that one has blocked, the newest first. */
export function listBlocked(db: Db, blockerId: number) {
  return db
    .selectFrom('member_block')
    .innerJoin('designer', 'designer.designer_id', 'member_block.blocked_id')
    .where('blocker_id', '=', blockerId)
    .orderBy('member_block.created_at', 'desc')
    .orderBy('designer.designer_id', 'desc')
    .select(['designer.designer_id', 'slug', 'company', avatarUrl('designer').as('avatar_url')])
    .select('member_block.created_at')
    .execute()
}

/** A page of a designer's followers or followed designers, the newest follow first. */
export function listPeople(
  db: Db,
  designerId: number,
  which: 'followers' | 'following',
  page: Page,
  viewer: Viewer,
) {
  const [listed, of] = (
    {
      followers: ['follow.follower_id', 'follow.followed_id'],
      following: ['follow.followed_id', 'follow.follower_id'],
    } as const
  )[which]
  const query = db
    .selectFrom('follow')
    .innerJoin('designer', 'designer.designer_id', listed)
    .where(of, '=', designerId)
    .select([
      'designer.designer_id',
      'designer.slug',
      'designer.company',
      avatarUrl('designer').as('avatar_url'),
      'designer.logo_ct as logo_count',
      'designer.award_ct as award_count',
      isFollowed(viewer, 'designer.designer_id').as('is_followed'),
    ])
    .orderBy('follow.created_at', 'desc')
    .orderBy('designer.designer_id', 'desc')
    .limit(inSubquery(page.page_size))
    .offset(inSubquery(offset(page)))
  return runPrepared(db, `list-${which}`, query)
}

const likedLogos = prepared(
  'list-liked-logos',
  (db, params: { viewer_id: number; skip: number; most: number }) => {
    const rows = selectLogos(db, { id: params.viewer_id })
      .innerJoin(
        q =>
          q
            .selectFrom('logo_like')
            .where('designer_id', '=', params.viewer_id)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('logo as hidden')
                    .whereRef('hidden.logo_id', '=', 'logo_like.logo_id')
                    .where('hidden.hidden_at', 'is not', null)
                    .select('hidden.logo_id'),
                ),
              ),
            )
            .select(['logo_id', 'created_at'])
            .orderBy('created_at', 'desc')
            .orderBy('logo_id', 'desc')
            .limit(inSubquery(params.most))
            .offset(inSubquery(params.skip))
            .as('liked'),
        join => join.onRef('liked.logo_id', '=', 'logo.logo_id'),
      )
      .orderBy('liked.created_at', 'desc')
      .orderBy('logo.logo_id', 'desc')
    return listAsJson(
      rows,
      sql`(select like_ct from designer where designer_id = ${params.viewer_id})`,
    ).compile(db)
  },
)

/** A page of the logos that `viewer` likes, the newest like first, and how many there are. */
export async function listLikedLogos(db: Db, page: Page, viewer: Viewer) {
  const [list] = await likedLogos(db, { viewer_id: viewer.id, skip: offset(page), most: page.page_size })
  return new Json(list!.json)
}

/**
 * A designer's awarded logos with the published book of each, regular books before master books, then by number; of
 * one book (`book-12`) if `slug` names it. A logo appears once per book.
 */
export function listAwards(db: Db, designerId: number, slug: string | undefined, viewer: Viewer) {
  const bookSlug = sql<string>`book.series || '-' || book.number`
  return selectLogos(db, viewer)
    .innerJoin('award', 'award.logo_id', 'logo.logo_id')
    .innerJoin('book', 'book.book_id', 'award.book_id')
    .where('logo.designer_id', '=', designerId)
    .where('book.state', '=', 'published')
    .$if(slug !== undefined, q => q.where(bookSlug, '=', slug!))
    .select(['book.series', 'book.number', bookSlug.as('book_slug')])
    .orderBy('book.series')
    .orderBy('book.number')
    .orderBy('logo.upload_date', 'desc')
    .orderBy('logo.logo_id', 'desc')
    .execute()
}

/** A page of a designer's activity feed, newest first. Triggers write the feed. */
export function listActivity(db: Db, designerId: number, page: Page) {
  const query = selectActivity(db, designerId)
    .select([
      'activity.type',
      'activity.created_at as timestamp',
      'actor.designer_id',
      'actor.slug',
      'actor.company',
      avatarUrl('actor').as('avatar_url'),
      'activity.logo_id',
      'logo.title as logo_name',
      pictureUrl(320).$castTo<string | null>().as('logo_url'),
      'activity.collection_id',
      'collection.name as collection_name',
      'comment.comment as comment_text',
    ])
    .limit(inSubquery(page.page_size))
    .offset(inSubquery(offset(page)))
  return runPrepared(db, 'list-activity', query)
}

/** The length of a designer's activity feed. The index by member does not hold who acted, so rows are read only where there is a block. */
export async function countActivity(db: Db, designerId: number) {
  const [counted] = await activityCount(db, { designer_id: designerId })
  return counted!.n
}

const activityCount = prepared('count-activity', (db, params: { designer_id: number }) =>
  sql<{ n: number }>`
    select case
      when exists (select from member_block
          where blocker_id = ${params.designer_id} or blocked_id = ${params.designer_id})
      then (select count(*) from activity where designer_id = ${params.designer_id}
        and not ${isBlocked({ id: params.designer_id }, 'activity.actor_id')})
      else (select count(*) from activity where designer_id = ${params.designer_id})
    end as n`.compile(db),
)

/** How many of a designer's logos are entered for the newest unpublished book; undefined if none are. */
export async function countEntered(db: Db, designerId: number) {
  const query = db
    .selectFrom('logo')
    .innerJoin('entry', 'entry.logo_id', 'logo.logo_id')
    .innerJoin('book', 'book.book_id', 'entry.book_id')
    .where('logo.designer_id', '=', designerId)
    .where('logo.hidden_at', 'is', null)
    .where('book.series', '=', 'book')
    .where('book.state', '<>', 'published')
    .groupBy('book.number')
    .orderBy('book.number', 'desc')
    .select(eb => ['book.number as book', eb.fn.countAll<number>().as('logos')])
  const [entered] = await runPrepared(db, 'count-entered', query)
  return entered
}

/** The number of items since the designer last looked at the feed; counted up to 99. */
export async function countUnseen(db: Db, designerId: number) {
  const { n } = await db
    .selectFrom(q =>
      q
        .selectFrom('activity')
        .innerJoin('designer', 'designer.designer_id', 'activity.designer_id')
        .where('activity.designer_id', '=', designerId)
        .where(eb => eb.not(isBlocked({ id: designerId }, 'activity.actor_id')))
        .whereRef('activity.created_at', '>', 'designer.activity_seen_at')
        .select('activity.activity_id')
        .limit(mostUnseen + 1)
        .as('unseen'),
    )
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Marks the feed as seen in all of the designer's windows. */
export async function seeActivity(db: Db, designerId: number) {
  await db
    .with('looked', q =>
      q
        .updateTable('designer')
        .from(
          q
            .selectFrom('activity')
            .where('designer_id', '=', designerId)
            .select(eb => eb.fn.max('created_at').as('created_at'))
            .as('newest'),
        )
        .set(eb => ({ activity_seen_at: eb.ref('newest.created_at') }))
        .where('designer.designer_id', '=', designerId)
        .whereRef('newest.created_at', '>', 'designer.activity_seen_at')
        .returning('designer.designer_id'),
    )
    .selectFrom('looked')
    .select(sql`announce_news(array[designer_id])`.as('announced'))
    .execute()
}

/**
 * Deletes what feeds do not keep. Likes, saves, comments and follows stay in their own tables. Reads the newest hundred entries of
 * each designer from the primary key: the time grows with the number of designers, not with their activity.
 */
export async function clearOldActivity(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - keptActivity.days * dayMs)
  let after = 0
  while (!signal?.aborted) {
    const some = await db
      .selectFrom('designer')
      .where('designer_id', '>', after)
      .select('designer_id')
      .orderBy('designer_id')
      .limit(500)
      .execute()
    if (!some.length) return
    const ids = some.map(({ designer_id }) => designer_id)
    after = ids.at(-1)!
    // Hiding a logo deletes items in another order: either may be the victim of a deadlock.
    await retried(db, () =>
      sql`
        delete from activity using unnest(${ids}::int[]) as d (id) cross join lateral (
          select created_at from activity where designer_id = d.id
          order by created_at desc, activity_id desc offset ${keptActivity.items - 1} limit 1) as last_kept
        where activity.designer_id = d.id and activity.created_at < least(last_kept.created_at, ${before})`.execute(
        db,
      ),
    )
  }
}

/** Warnings about a company's name: companies it could be confused with. Nothing is refused for it. */
export async function warnOfCompany(
  db: Db,
  company: string,
  designerId: number | undefined,
): Promise<{ warnings?: { company: string } }> {
  const { rows } = await sql<{ is_product: boolean; is_taken: boolean }>`
    select wanted.skeleton = company_skeleton(${siteWords().site_name}) as is_product,
      wanted.skeleton <> '' and exists (
        select from designer
        where closed_at is null and company_skeleton(designer.company) = wanted.skeleton
          and designer_id is distinct from ${designerId ?? null}::int
      ) as is_taken
    from (select company_skeleton(${company}) as skeleton) as wanted`.execute(db)
  if (rows[0]?.is_product) return { warnings: { company: 'This looks like the name of the gallery itself.' } }
  if (rows[0]?.is_taken) return { warnings: { company: 'Another designer is called this, too.' } }
  return {}
}
