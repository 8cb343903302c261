// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { fillPosts } from '../../demo/posts.ts'
import { testSite } from './site.tsx'

const site = testSite()
beforeAll(() => fillPosts(site.db))

const posts = 'GET /wp-json/wp/v2/posts'
const titlesIn = (name: string) => {
  const region = screen.queryByRole('region', { name })
  return region ? within(region).queryAllByRole('heading', { level: 2 }) : []
}

test('an unknown post and a page past the end each show a message', async () => {
  const user = site.open('/news/nothing')
  await screen.findByRole('heading', { name: 'Post not found' })
  await user.click(screen.getByRole('link', { name: 'See all news' }))
  await waitFor(() => expect(titlesIn('Newest')).toHaveLength(4))
  site.open('/news/9')
  await screen.findByRole('heading', { name: 'There’s nothing on this page' })
})

test('news that fail to load show an error and a retry button', async () => {
  const restore = site.answer(posts, () => Response.json({ code: 'blog_unavailable' }, { status: 503 }))
  const user = site.open('/news')
  await screen.findByText('Could not load feature post.')
  await screen.findByText('Could not load posts.')
  await screen.findByRole('heading', { name: 'The posts didn’t load' })
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(titlesIn('Newest')).toHaveLength(4))
  await waitFor(() => expect(titlesIn('Earlier posts')).toHaveLength(2))
})

test('news without their feature post still show the rest', async () => {
  site.answer(posts, ({ forward, query }) =>
    query.get('categories') === '7' ? Response.json({}, { status: 503 }) : forward(),
  )
  site.open('/news')
  await screen.findByText('Could not load feature post.')
  await waitFor(() => expect(titlesIn('Newest')).toHaveLength(3))
  expect(screen.queryByText('Could not load posts.')).toBeNull()
})
