import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  listAllPosts: db =>
    queries.listAllPosts(db, { at: now, q: 'ink', state: 'out' }, { page: 2, page_size: 50 }),
  countAllPosts: db => queries.countAllPosts(db, { at: now, state: 'draft' }),
  findAnyPost: async db => {
    await queries.findAnyPost(db, { slug: 'one-ink-first' })
    await queries.findAnyPost(db, { post_id: 1 })
  },
  lockPosts: db => db.transaction().execute(trx => queries.lockPosts(trx)),
  chooseSlug: db => queries.chooseSlug(db, 'one-ink-first'),
  insertPost: db => queries.insertPost(db, { slug: 'one-ink-first', title: 'One ink', body: 'Text.' }),
  updatePost: db => queries.updatePost(db, 1, { title: 'One ink' }),
  setKinds: db => queries.setKinds(db, 1, []),
  insertMedia: db =>
    queries.insertMedia(db, { path: `/images/${'0'.repeat(32)}-post.webp`, width: 1600, height: 1000 }),
  findMedia: db => queries.findMedia(db, '/posts/one-ink.svg'),
  setAltText: db => queries.setAltText(db, '/posts/one-ink.svg', 'Two half circles'),
  deleteUnusedMedia: db => queries.deleteUnusedMedia(db, ['/posts/one-ink.svg']),
  deletePost: db => queries.deletePost(db, 1),
  wasPostRemoved: db => queries.wasPostRemoved(db, 'one-ink-first'),
}
