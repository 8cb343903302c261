import { find } from '../../../shared/api/news.ts'
import { HttpError } from '../../http/errors.ts'
import { readRoute } from '../../http/serve.ts'
import { findNextPost, findPost } from './queries.ts'

export const newsRoutes = [
  readRoute(find, async ({ db, input, now }) => {
    const post = await findPost(db, { slug: input.slug }, now())
    if (!post) throw new HttpError(404, 'Post not found')
    return { ...post, image: post.media, next: (await findNextPost(db, post, now())) ?? null }
  }),
]
