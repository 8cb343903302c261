import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listPosts: db =>
    queries.listPosts(
      db,
      { at: now, categories: [1], exclude: [6], slugs: ['one-ink-first'] },
      { limit: 6, skip: 3 },
    ),
  countPosts: db => queries.countPosts(db, { at: now, categories: [1] }),
  findPost: async db => {
    await queries.findPost(db, { slug: 'one-ink-first' }, now)
    await queries.findPost(db, { post_id: 1 }, now)
  },
  findNextPost: db => queries.findNextPost(db, { post_id: 1, published_at: new Date(0) }, now),
  listCategories: db => queries.listCategories(db, now),
  listMedia: db => queries.listMedia(db, now),
}
