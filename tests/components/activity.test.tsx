// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { groupActivity } from '../../web/domain/activity/activity-groups.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, untilAt, untilSaid } from './find.ts'
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

/** A member with a logo. */
async function createOwner() {
  const owner = await createDesigner(site.db)
  return { ...owner, ...(await createLogo(site.db, { designer_id: owner.designer_id })) }
}

const saidIn = (element: Element) => element.textContent!.replaceAll(/\s+/g, ' ').trim()

test('activity on a member’s logos is shown, and disappears when it is undone', async () => {
  const { logo_id, title: logo, ...owner } = await createOwner()
  const { company, ...fan } = await createDesigner(site.db)
  const { call } = await site.server.signIn(fan)
  const { light_box_id } = await call(api.collections.create, { name: 'Kept' })
  await call(api.logos.like, { logo_id, state: 1 })
  await call(api.collections.save, { logo_id, collection_id: light_box_id, state: 1 })
  const comment = 'The counters breathe well at sixteen pixels.'
  const { logo_comment_id } = await call(api.logos.addComment, { logo_id, comment })

  await site.signIn(owner)
  const user = site.open('/activity')
  // One designer did all three on one day.
  await untilSaid(`${company} liked, saved, and commented on ${logo}`)
  expect(groups()).toHaveLength(1)
  const group = within(groups()[0] as HTMLElement)
  await user.click(group.getByRole('button', { name: /^Show all/ }))
  const sentences = [
    `${company} liked ${logo}`,
    `${company} saved ${logo} to Kept`,
    `${company} commented on ${logo}: The counters breathe well…`,
  ]
  const told = (text: string) =>
    group.getAllByRole('paragraph').filter(paragraph => saidIn(paragraph).includes(text))
  for (const sentence of sentences) await waitFor(() => expect(told(sentence)).toHaveLength(1))

  const saved = within(told(sentences[1]!)[0]!.parentElement!)
  const hrefOf = (name: string) => saved.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(company)).toBe(`/designers/${fan.slug}?tab=logos`)
  expect(hrefOf(logo)).toBe(`/logo/${logo_id}`)
  expect(hrefOf('Kept')).toBe(`/collection/${light_box_id}`)
  expect(groups()[0]!.querySelector('img[src*="320"]')).not.toBeNull()
  const time = told(sentences[1]!)[0]!.parentElement!.querySelector('time')!
  expect(time.textContent).toMatch(/^(just now|\d+[sm])$/)

  await call(api.logos.like, { logo_id, state: 0 })
  await call(api.reports.removeComment, { comment_id: logo_comment_id })
  await call(api.collections.remove, { collection_id: light_box_id })
  site.reload()
  await screen.findByRole('heading', { name: 'Nothing yet' })
  expect(document.body.textContent).not.toContain(company)
})

test('activity since the last visit stands above a line, and a bar chart shows the week', async () => {
  const owner = await createDesigner(site.db)
  const [first, second] = [await createDesigner(site.db), await createDesigner(site.db)]
  const follow = async (fan: typeof first) => {
    const { call } = await site.server.signIn(fan)
    await call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
  }
  const { call } = await site.signIn(owner)
  const untilSeen = () =>
    waitFor(async () => expect(await call(api.designers.unseenActivity, {})).toEqual({ unseen: 0 }))
  await follow(first)
  site.open('/activity')
  await untilSaid(`${first.company} followed you`)
  await untilSeen()
  site.open('/about')
  await follow(second)

  site.open('/activity')
  await screen.findByText(/Since your last visit/)
  expect(saidIn(groups()[0]!)).toMatch(new RegExp(`^${second.company} followed you`))
  expect(saidIn(groups()[1]!)).toContain('Since your last visit')
  await screen.findByRole('img', { name: /^[1-9]\d* in the last seven days$/ })
  await untilSeen()
  site.reload()
  await untilSaid(`${second.company} followed you`)
  expect(saidIn(groups()[0]!)).toContain(second.company)
  expect(screen.queryByText(/Since your last visit/)).toBeNull()
})

test('the account menu shows five placeholder rows, then the newest five items', async () => {
  const { member } = await createFeed()
  await site.signIn(member)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  site.answer('GET /api/designers/activity', async ({ forward, query }) => {
    if (query.get('short') === '1') await held
    return forward()
  })
  const user = site.open('/about')
  await user.click(await screen.findByRole('button', { name: /^Account of / }))
  const menu = within(await screen.findByRole('menu'))
  const loading = await menu.findByRole('group', { name: 'Loading' })
  expect(loading.children).toHaveLength(5)
  release()
  const events = () => menu.getAllByRole('menuitem').filter(item => item.querySelector('time'))
  await waitFor(() => expect(events()).toHaveLength(5))
  expect(menu.queryByRole('group')).toBeNull()

  // The figures are asked for by a call of their own.
  await waitFor(() => {
    const summaries = menu.getAllByRole('menuitem', { name: new RegExp(member.company) })
    expect(summaries.at(-1)!.textContent).toContain('6 logos · 0 awards')
  })
  await user.click(menu.getByRole('menuitem', { name: /Recently/ }))
  await untilAt('/activity')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})
