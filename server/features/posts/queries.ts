import { type Insertable, sql, type Updateable } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import { offset } from '../../db/fragments.ts'
import type { Database } from '../../db/types.ts'

/** `state`: drafts, posts that are shown later, or posts that are out at `at`. */
type AdminPostFilter = { at: Date; q?: string | undefined; state?: 'draft' | 'later' | 'out' | undefined }

const matching = (db: Db, { at, q, state }: AdminPostFilter) =>
  db
    .selectFrom('blog_post')
    .$if(q !== undefined && q !== '', query =>
      query.where(sql<boolean>`strpos(lower(title || ' ' || body), lower(${q ?? ''})) > 0`),
    )
    .$if(state === 'draft', query => query.where('is_draft', '=', true))
    .$if(state === 'later', query => query.where('is_draft', '=', false).where('published_at', '>', at))
    .$if(state === 'out', query => query.where('is_draft', '=', false).where('published_at', '<=', at))

const withAll = (posts: ReturnType<typeof matching>) =>
  posts.select(e => [
    'post_id',
    'slug',
    'title',
    'excerpt',
    'body as text',
    'published_at as date',
    sql<0 | 1>`is_draft::int`.as('is_draft'),
    sql<string[]>`array(
      select slug from blog_category
      join blog_post_category as own on own.category_id = blog_category.category_id
      where own.post_id = blog_post.post_id order by own.category_id)`.as('kinds'),
    jsonObjectFrom(
      e
        .selectFrom('blog_media as media')
        .whereRef('media.media_id', '=', 'blog_post.media_id')
        .select(['media.path', 'media.alt_text']),
    ).as('picture'),
  ])

/** A page of posts with drafts and later ones. */
export const listAllPosts = (
  db: Db,
  filter: AdminPostFilter,
  { page, page_size, sort }: { page: number; page_size: number; sort?: 'newest' | 'oldest' | undefined },
) =>
  withAll(matching(db, filter))
    .orderBy('published_at', sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('post_id', sort === 'oldest' ? 'asc' : 'desc')
    .limit(page_size)
    .offset(offset({ page, page_size }))
    .execute()

export async function countAllPosts(db: Db, filter: AdminPostFilter) {
  const { n } = await matching(db, filter)
    .select(e => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const findAnyPost = (db: Db, key: { post_id: number } | { slug: string }) =>
  withAll(matching(db, { at: new Date(0) }))
    .where(e => ('slug' in key ? e('slug', '=', key.slug) : e('post_id', '=', key.post_id)))
    .executeTakeFirst()

/** Locks all posts against writing until the transaction ends: addresses are chosen by what is free. */
export const lockPosts = (trx: Db) => sql`lock table blog_post in share row exclusive mode`.execute(trx)

/** The first free address among `base`, `base-2`, `base-3` … */
export async function chooseSlug(trx: Db, base: string) {
  const taken = new Set(
    (
      await trx
        .selectFrom('blog_post')
        .where(sql<boolean>`starts_with(slug, ${base})`)
        .select('slug')
        .execute()
    ).map(({ slug }) => slug),
  )
  let slug = base
  for (let i = 2; taken.has(slug); i++) slug = `${base}-${i}`
  return slug
}

export async function insertPost(trx: Db, row: Insertable<Database['blog_post']>): Promise<number> {
  const { post_id } = await trx
    .insertInto('blog_post')
    .values(row)
    .returning('post_id')
    .executeTakeFirstOrThrow()
  return post_id
}

export const updatePost = (trx: Db, postId: number, set: Updateable<Database['blog_post']>) =>
  trx.updateTable('blog_post').set(set).where('post_id', '=', postId).execute()

/** Puts a post into exactly these categories. */
export async function setKinds(trx: Db, postId: number, kinds: readonly string[]) {
  await trx.deleteFrom('blog_post_category').where('post_id', '=', postId).execute()
  if (!kinds.length) return
  await trx
    .insertInto('blog_post_category')
    .columns(['post_id', 'category_id'])
    .expression(
      trx
        .selectFrom('blog_category')
        .where('slug', 'in', kinds)
        .select([sql<number>`${postId}::int`.as('post_id'), 'category_id']),
    )
    .execute()
}

export async function insertMedia(trx: Db, row: Insertable<Database['blog_media']>): Promise<number> {
  const { media_id } = await trx
    .insertInto('blog_media')
    .values(row)
    .returning('media_id')
    .executeTakeFirstOrThrow()
  return media_id
}

/** The number of a stored picture. */
export const findMedia = (db: Db, path: string) =>
  db.selectFrom('blog_media').where('path', '=', path).select('media_id').executeTakeFirst()

/** What a picture shows. */
export const setAltText = (trx: Db, path: string, altText: string) =>
  trx.updateTable('blog_media').set({ alt_text: altText }).where('path', '=', path).execute()

/** Removes the rows of uploaded pictures that no post shows any more. Drawings of the program stay. */
export const deleteUnusedMedia = (trx: Db, paths: readonly string[]) =>
  trx
    .deleteFrom('blog_media')
    .where('path', 'in', paths)
    .where('path', 'like', '/images/%')
    .where(e =>
      e.not(
        e.exists(
          e
            .selectFrom('blog_post')
            .whereRef('blog_post.media_id', '=', 'blog_media.media_id')
            .select('post_id'),
        ),
      ),
    )
    .returning('path')
    .execute()

export const deletePost = (trx: Db, postId: number) =>
  trx.deleteFrom('blog_post').where('post_id', '=', postId).execute()

/** Whether staff have removed a post of this address. */
export async function wasPostRemoved(db: Db, slug: string): Promise<boolean> {
  const act = await db
    .selectFrom('staff_act')
    .where('what', '=', 'posts.remove')
    .where(sql<boolean>`before ->> 'slug' = ${slug}`)
    .select('act_id')
    .limit(1)
    .executeTakeFirst()
  return act !== undefined
}
