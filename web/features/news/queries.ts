import { queryOptions } from '@tanstack/react-query'
import type { Post } from '../../../shared/api/news.ts'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { call } from '../../lib/api/call.ts'
import { news } from './post.ts'

const categories = { news: 1, feature: 7 }

type Ask = { categories: number; per_page: number; offset?: number; page?: number; exclude?: number }

/** Requests posts from the blog. A page past the last one is empty; any other refusal is an error. */
async function listPosts(ask: Ask, signal: AbortSignal): Promise<{ posts: Post[]; total: number }> {
  const query = Object.entries(ask).filter(([, value]) => value !== undefined)
  try {
    const response = await fetch(
      `/wp-json/wp/v2/posts?_embed&${query.map(([name, value]) => `${name}=${value}`).join('&')}`,
      { headers: { accept: 'application/json' }, signal },
    )
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok && Array.isArray(body))
      return { posts: body, total: Number(response.headers.get('x-wp-total') ?? body.length) }
    if (response.status === 400 && (body as { code?: unknown })?.code === 'rest_post_invalid_page_number')
      return { posts: [], total: 0 }
    throw new CallError(Math.max(500, response.status), { error: 'Something went wrong on our side.' })
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error
    throw new CallError(0, { error: 'The blog could not be reached.' })
  }
}

const couldNotLoadPosts = 'Could not load posts.'

export const featureQuery = queryOptions({
  queryKey: ['news', 'feature'],
  queryFn: async ({ signal }) =>
    (await listPosts({ categories: categories.feature, per_page: 1 }, signal)).posts[0] ?? null,
  meta: { error: 'Could not load feature post.' },
})

/** The newest posts. `exclude`: the feature post, which may be news as well. */
export const sideQuery = (exclude?: number) =>
  queryOptions({
    queryKey: ['news', 'side', exclude],
    queryFn: ({ signal }) => listPosts({ categories: categories.news, per_page: news.side, exclude }, signal),
    meta: { error: couldNotLoadPosts },
  })

/** A page of the posts that follow those at the side. */
export const pageQuery = (page: number, exclude?: number) =>
  queryOptions({
    queryKey: ['news', 'page', page, exclude],
    queryFn: ({ signal }) =>
      listPosts(
        {
          categories: categories.news,
          per_page: news.page,
          offset: news.side + news.page * (page - 1),
          page,
          exclude,
        },
        signal,
      ),
    meta: { error: couldNotLoadPosts },
  })

/** One own post with its text. */
export const articleQuery = (slug: string) =>
  queryOptions({
    queryKey: ['news', 'article', slug],
    queryFn: ({ signal }) => call(api.news.find, { slug }, { signal }),
    meta: { error: couldNotLoadPosts },
  })
