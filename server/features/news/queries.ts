import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'

/** `at`: posts that are out by then; `categories`: posts in any of them; `exclude`: ids to leave out. */
export type PostFilter = { at: Date; categories?: number[]; exclude?: number[]; slugs?: string[] }

function matching(db: Db, { at, categories = [], exclude = [], slugs = [] }: PostFilter) {
  return db
    .selectFrom('blog_post')
    .where('is_draft', '=', false)
    .where('published_at', '<=', at)
    .$if(categories.length > 0, q =>
      q.where(e =>
        e.exists(
          e
            .selectFrom('blog_post_category as own')
            .select('own.category_id')
            .whereRef('own.post_id', '=', 'blog_post.post_id')
            .where('own.category_id', 'in', categories),
        ),
      ),
    )
    .$if(exclude.length > 0, q => q.where('post_id', 'not in', exclude))
    .$if(slugs.length > 0, q => q.where('slug', 'in', slugs))
}

const withAll = (posts: ReturnType<typeof matching>) =>
  posts.select(e => [
    'post_id',
    'slug',
    'title',
    'excerpt',
    'body',
    'published_at',
    e
      .selectFrom('blog_post_category as own')
      .whereRef('own.post_id', '=', 'blog_post.post_id')
      .select(sql<number[]>`array_agg(own.category_id order by own.category_id)`.as('ids'))
      .as('categories'),
    jsonObjectFrom(
      e
        .selectFrom('blog_media as media')
        .whereRef('media.media_id', '=', 'blog_post.media_id')
        .select(['media.media_id', 'media.path', 'media.alt_text', 'media.width', 'media.height']),
    ).as('media'),
  ])

export type PostRow = Awaited<ReturnType<typeof listPosts>>[number]
export type MediaRow = NonNullable<PostRow['media']>

/** A page of posts, newest first. */
export async function listPosts(
  db: Db,
  filter: PostFilter,
  { limit, skip }: { limit: number; skip: number },
) {
  return withAll(matching(db, filter))
    .orderBy('published_at', 'desc')
    .orderBy('post_id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
}

export async function countPosts(db: Db, filter: PostFilter) {
  const { n } = await matching(db, filter)
    .select(e => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function findPost(db: Db, key: { post_id: number } | { slug: string }, at: Date) {
  const all = withAll(matching(db, { at }))
  return (
    'slug' in key ? all.where('slug', '=', key.slug) : all.where('post_id', '=', key.post_id)
  ).executeTakeFirst()
}

/** The next post to read: the one before it in time; after the oldest, the newest. */
export async function findNextPost(
  db: Db,
  { post_id, published_at }: Pick<PostRow, 'post_id' | 'published_at'>,
  at: Date,
) {
  return matching(db, { at })
    .select(['slug', 'title'])
    .where('post_id', '!=', post_id)
    .orderBy(sql`(published_at, post_id) < (${published_at}, ${post_id})`, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('post_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The categories, and how many posts of each are out. */
export async function listCategories(db: Db, at: Date) {
  return db
    .selectFrom('blog_category')
    .select(e => [
      'blog_category.category_id',
      'slug',
      'name',
      matching(db, { at })
        .innerJoin('blog_post_category as own', 'own.post_id', 'blog_post.post_id')
        .where('own.category_id', '=', sql<number>`blog_category.category_id`)
        .select(e.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('post_ct'),
    ])
    .orderBy('name')
    .orderBy('category_id')
    .execute()
}

/** The pictures of posts that are out. */
export async function listMedia(db: Db, at: Date) {
  return db
    .selectFrom('blog_media')
    .where(e =>
      e.exists(
        matching(db, { at })
          .select('post_id')
          .where('blog_post.media_id', '=', sql<number>`blog_media.media_id`),
      ),
    )
    .select(['media_id', 'path', 'alt_text', 'width', 'height'])
    .orderBy('media_id', 'desc')
    .execute()
}
