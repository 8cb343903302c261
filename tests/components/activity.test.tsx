// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { groupActivity } from '../../web/domain/activity/activity-groups.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, untilAt } from './find.ts'
import { logIn } from './log-in.ts'
import { testSite } from './site.tsx'

const site = testSite()

/** A member with two full pages of activity, on six logos within four days. */
async function createFeed() {
  const [member, fan] = [await createDesigner(site.db), await createDesigner(site.db)]
  const logos: { logo_id: number }[] = []
  for (let i = 0; i < 6; i += 1) logos.push(await createLogo(site.db, { designer_id: member.designer_id }))
  const items = Array.from({ length: 24 }, (_, i) => ({
    designer_id: member.designer_id,
    actor_id: fan.designer_id,
    type: 'like' as const,
    logo_id: logos[Math.floor(i / 3) % 6]!.logo_id,
    created_at: new Date(Date.now() - (i + 1) * 4 * 3_600_000),
  }))
  await site.db.insertInto('activity').values(items).execute()
  const { call } = await site.server.signIn(member)
  /** How many groups a page of the feed has: one for each logo and day. */
  const countGroups = async (page: number) => {
    const { activity } = await call(api.designers.activity, { page })
    expect(activity).toHaveLength(10)
    return groupActivity(activity).length
  }
  return { member, countGroups }
}

const groups = () => screen.getByRole('list', { name: 'Activity' }).children

test('the feed loads page by page, and an address past the end links to its first page', async () => {
  const { member, countGroups } = await createFeed()
  await site.signIn(member)
  let user = site.open('/activity')
  await screen.findByText(/^Page 1 of \d+$/)
  const first = await countGroups(1)
  await waitFor(() => expect(groups()).toHaveLength(first))
  // Its style hides it.
  expect(screen.getByRole('link', { name: 'Prev' }).closest('[data-off]')).not.toBeNull()
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await screen.findByText(/^Page 2 of \d+$/)
  expect(address()).toBe('/activity/2')
  const second = await countGroups(2)
  await waitFor(() => expect(groups()).toHaveLength(second))
  await user.click(screen.getByRole('link', { name: 'Prev' }))
  await untilAt('/activity')

  user = site.open('/activity/99999')
  await screen.findByRole('heading', { name: 'There’s nothing on this page' })
  await user.click(screen.getByRole('link', { name: 'See the newest' }))
  await screen.findByText(/^Page 1 of \d+$/)
  await waitFor(() => expect(groups()).toHaveLength(first))
  site.open('/activity/anything')
  await untilAt('/activity')
})

test('a visitor who opens the feed signs in and then sees it', async () => {
  const { member, countGroups } = await createFeed()
  const user = site.open('/activity/2')
  await untilAt('/login?next=%2Factivity%2F2')
  await logIn(user, member.username)
  await screen.findByText(/^Page 2 of \d+$/)
  expect(address()).toBe('/activity/2')
  const second = await countGroups(2)
  await waitFor(() => expect(groups()).toHaveLength(second))
})
