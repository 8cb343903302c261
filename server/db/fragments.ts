import { sql } from 'kysely'
import type { memberStates } from '../../shared/api/desk/members.ts'
import { graceDays } from '../../shared/rules/membership.ts'
import { utcDay } from '../../shared/rules/plan.ts'
import type { Db } from './connect.ts'

export type MemberState = (typeof memberStates)[number]

/** The same as `membershipState` of shared/rules for a whole list, except that closed and suspended come first. */
export const stateAt = (now: Date) => sql<MemberState>`case
  when designer.closed_at is not null then 'closed'
  when designer.suspended_until > ${now}::timestamptz then 'suspended'
  when membership.member_expire >= ${utcDay(now)}::date then 'current'
  when membership.is_revoked then 'revoked'
  when membership.subscription_id is null then 'lapsed'
  when membership.provisional_until > ${now}::timestamptz then 'provisional'
  when membership.member_expire + ${graceDays}::int >= ${utcDay(now)}::date then 'grace'
  else 'lapsed' end`

// SQL fragments that several queries share. They select under the specification's field names, so no mapper is needed.

/** Address of a designer's picture, or '' for the default one. */
export const avatarUrl = (table: string) =>
  sql<string>`coalesce('/images/' || ${sql.ref(`${table}.avatar`)} || '-avatar.webp', '')`

/** The slug of a designer's pages; '' once the account is closed, because it then has none. */
const openSlug = (table: string) =>
  sql<string>`case when ${sql.ref(`${table}.closed_at`)} is null then ${sql.ref(`${table}.slug`)} else '' end`

/** Address of a logo's picture, `side` px wide, as `imageUrl` writes it; these two sizes exist for every logo. */
export const pictureUrl = (side: 320 | 900) =>
  sql<string>`'/images/' || replace(logo.image, '-first', '') || ${sql.lit(`-${side}.webp`)}`

/** An instant in the contract's format, for JSON that the database writes. */
export const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const flag = (condition: ReturnType<typeof sql>) => sql<0 | 1>`(${condition})::int`

/** The viewer whose likes, collections and follows are shown; 0 for a visitor. */
type ViewerId = { id: number }

/** Whether `viewer` follows the designer whose id is in `column`. */
export const isFollowed = (viewer: ViewerId, column: string) =>
  flag(sql`exists (select 1 from follow
    where follower_id = ${viewer.id} and followed_id = ${sql.ref(column)})`)

/** Whether one of `viewer`'s collections holds the logo. */
export const isCollected = (viewer: ViewerId) =>
  flag(sql`exists (select 1 from collection_logo join collection using (collection_id)
    where collection_logo.logo_id = logo.logo_id and collection.designer_id = ${viewer.id})`)

/** Numbers of the newest published books with this logo, of either series. */
const bookStanding = sql<{ book_id: number | null; master_book_id: number | null }>`(
  select max(book.number) filter (where book.series = 'book') as book_id,
    max(book.number) filter (where book.series = 'master-book') as master_book_id
  from award join book using (book_id)
  where award.logo_id = logo.logo_id and book.state = 'published')`

/** Whether a designer lets logos be used for training, as the contract says it. */
export const trainingOf = (designer: string) =>
  sql<'0' | '1'>`case when ${sql.ref(`${designer}.training`)} then '1' else '0' end`

/** Whether `viewer` helps with a collection of the query; no one but its owner keeps a hidden one. */
export const isHelper = (viewer: ViewerId) =>
  sql<boolean>`(collection.hidden_at is null and exists (select from collection_helper
    where collection_helper.collection_id = collection.collection_id and collection_helper.designer_id = ${viewer.id}))`

/** Whether `viewer` owns a collection of the query or helps with it. */
export const isTheirs = (viewer: ViewerId) =>
  sql<boolean>`(collection.designer_id = ${viewer.id} or ${isHelper(viewer)})`

/** A value as a prepared statement needs it in `limit`, `offset` and other places where, written directly, it keeps PostgreSQL from a generic plan. */
export const inSubquery = (value: number | null) => sql<number>`(select ${value}::bigint)`

/**
 * Whether `viewer` has blocked the designer whose id is in `column`, which is not null, or the other way round. The array is read
 * once for a statement; the SQL function is_blocked takes 20 µs of CPU for each row.
 */
export const isBlocked = (viewer: ViewerId, column: string) =>
  sql<boolean>`(${sql.ref(column)} = any (array(
    select blocked_id from member_block where blocker_id = ${viewer.id}
    union all select blocker_id from member_block where blocked_id = ${viewer.id})))`

/** Shown logos in the contract's shape, as `viewer` sees them. Add `where` and `order by`; page over ids first. */
export const selectLogos = (db: Db, viewer: ViewerId) =>
  selectAllLogos(db, viewer).where('logo.hidden_at', 'is', null)

/** Logos in the contract's shape with the hidden ones, for their owners and staff. */
export function selectAllLogos(db: Db, viewer: ViewerId) {
  return db
    .selectFrom('logo')
    .innerJoin('designer as owner', 'owner.designer_id', 'logo.designer_id')
    .innerJoinLateral(bookStanding.as('standing'), join => join.onTrue())
    .select([
      'logo.logo_id',
      pictureUrl(900).as('url'),
      'logo.image',
      'logo.side',
      'logo.ground',
      sql<{ hex: string; share: number }[]>`coalesce(logo.colors, '[]')`.as('colors'),
      'logo.title as logo',
      'logo.filename',
      'logo.description',
      sql<string>`array_to_string(logo.keywords, ',')`.as('keywords'),
      sql<string>`array_to_string(logo.keywords2, ',')`.as('keywords2'),
      'logo.designer_id',
      openSlug('owner').as('slug'),
      'owner.company',
      avatarUrl('owner').as('avatar_url'),
      'logo.designer',
      'logo.art_director',
      'logo.creative_director',
      'logo.illustrator',
      'logo.photographer',
      'logo.assoc_creative_director',
      'logo.client',
      'logo.industry',
      'logo.logotype',
      sql<string>`case when coalesce(standing.book_id, standing.master_book_id) is not null then 'Awarded'
        when logo.is_ranked then 'Jury-Ranked' else '' end`.as('class_name'),
      instant('logo.upload_date').as('upload_date'),
      'logo.view_ct as view_count',
      'logo.collection_ct',
      'logo.like_ct',
      flag(sql`exists (select 1 from logo_like
        where designer_id = ${viewer.id} and logo_id = logo.logo_id)`).as('is_liked'),
      isCollected(viewer).as('is_collected'),
      isFollowed(viewer, 'logo.designer_id').as('is_followed'),
      'standing.book_id',
      'standing.master_book_id',
    ])
}

/** A designer's activity feed with what each item is about, newest first. */
export function selectActivity(db: Db, designerId: number) {
  return db
    .selectFrom('activity')
    .innerJoin('designer as actor', 'actor.designer_id', 'activity.actor_id')
    .leftJoin('logo', 'logo.logo_id', 'activity.logo_id')
    .leftJoin('collection', 'collection.collection_id', 'activity.collection_id')
    .leftJoin('comment', 'comment.comment_id', 'activity.comment_id')
    .where('activity.designer_id', '=', designerId)
    .where(eb => eb.not(isBlocked({ id: designerId }, 'activity.actor_id')))
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.activity_id', 'desc')
}

export type Page = { page: number; page_size: number }

/** OFFSET of a page. */
export const offset = (page: Page) => (page.page - 1) * page.page_size
