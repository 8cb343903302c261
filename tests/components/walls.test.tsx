// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner, createLogo } from '../factories.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

test.each([
  ['the wall', '/', 'GET /api/logos/fresh', 'Error loading fresh logos.'],
  ['the feed', '/following', 'GET /api/logos/following', 'Error loading following feed.'],
])('%s that fails to load shows an error, and loads on retry', async (_name, path, call, message) => {
  const member = await createDesigner(site.db)
  const { logo_id, designer_id } = await createLogo(site.db)
  await site.db
    .insertInto('follow')
    .values({ follower_id: member.designer_id, followed_id: designer_id })
    .execute()
  await site.signIn(member)
  const restore = site.answer(call, lost)
  const user = site.open(path)
  await screen.findByText(message)
  await screen.findByRole('heading', { name: /didn’t load/ })
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.querySelector(`[data-logo="${logo_id}"]`)).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a wall refused with Retry-After waits that long and loads', async () => {
  const { logo_id } = await createLogo(site.db)
  const asked: number[] = []
  site.answer('GET /api/logos/fresh', ({ forward }) => {
    asked.push(performance.now())
    if (asked.length > 1) return forward()
    return Response.json({ error: 'Busy' }, { status: 503, headers: { 'retry-after': '1' } })
  })
  site.open('/')
  await waitFor(() => expect(document.querySelector(`[data-logo="${logo_id}"]`)).not.toBeNull())
  expect(asked).toHaveLength(2)
  // Except the rounding of two clocks.
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(990)
})
