import { add, find, remove, update } from '../../../../shared/api/desk/posts.ts'
import type { Db } from '../../../db/connect.ts'
import { HttpError } from '../../../http/errors.ts'
import { route } from '../../../http/serve.ts'
import { pageOf } from '../../../lib/page-of-rows.ts'
import { actorOf } from '../../../viewer.ts'
import { countAllPosts, findAnyPost, listAllPosts } from '../../posts/queries.ts'
import { addPost, changePost, listPostVersions, removePost } from '../../posts/write-post.ts'

export const deskPostsRoutes = [
  route(find, async ({ db, input, now, isCounted }) => {
    const { post_id, page, page_size, sort, ...filter } = input
    if (post_id !== undefined) return { data: [await describe(db, post_id)], count: 1 }
    const which = { ...filter, at: now() }
    return pageOf(
      { isCounted },
      () => listAllPosts(db, which, { page, page_size, sort }),
      () => countAllPosts(db, which),
    )
  }),

  route(add, async ({ db, files, now, input, viewer }) =>
    describe(db, await addPost({ db, files, now }, input, actorOf(viewer))),
  ),

  route(update, async ({ db, files, now, input, viewer }) => {
    await changePost({ db, files, now }, input, actorOf(viewer))
    return describe(db, input.post_id)
  }),

  route(remove, async ({ db, files, now, input, viewer }) => {
    await removePost({ db, files, now }, input, actorOf(viewer))
    return { post_id: input.post_id }
  }),
]

/** The newest versions that an answer holds. */
const mostVersions = 50

/** One post with its versions. */
async function describe(db: Db, postId: number) {
  const post = await findAnyPost(db, { post_id: postId })
  if (!post) throw new HttpError(404, 'Post not found')
  return { ...post, versions: (await listPostVersions(db, post)).slice(0, mostVersions) }
}
