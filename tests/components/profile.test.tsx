// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner, createLogo } from '../factories.ts'
import { untilAt } from './find.ts'
import { logIn } from './log-in.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
let books = 0

type Designer = Awaited<ReturnType<typeof createDesigner>>

/** A designer with logos, of which one has an award, with chosen logos and a public collection. */
async function createFull(count: number, chosen: number) {
  const designer = await createDesigner(site.db)
  const { designer_id } = designer
  const ids: number[] = []
  for (let i = 0; i < count; i += 1) ids.push((await createLogo(site.db, { designer_id })).logo_id)
  books += 1
  const { book_id } = await site.db
    .insertInto('book')
    .values({ series: 'book', number: books, state: 'published', published_on: '2020-05-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  await site.db.insertInto('award').values({ book_id, logo_id: ids[0]! }).execute()
  const logos = ids.slice(0, chosen).map((logo_id, i) => ({ designer_id, logo_id, position: i + 1 }))
  await site.db.insertInto('profile_logo').values(logos).execute()
  await site.db.insertInto('collection').values({ designer_id, name: 'Reds', is_public: true }).execute()
  return designer
}

const follow = (follower: Designer, followed: Designer[]) =>
  site.db
    .insertInto('follow')
    .values(
      followed.map(({ designer_id }) => ({ follower_id: follower.designer_id, followed_id: designer_id })),
    )
    .execute()

/** A designer with twelve followers and eleven followed designers. */
async function createPopular() {
  const popular = await createDesigner(site.db)
  const others: Designer[] = []
  for (let i = 0; i < 12; i += 1) others.push(await createDesigner(site.db))
  for (const other of others) await follow(other, [popular])
  await follow(popular, others.slice(0, 11))
  return popular
}

const tabs = async () => within(await screen.findByRole('navigation', { name: 'Profile' }))
const untilTabs = (texts: RegExp[]) =>
  waitFor(async () => {
    const links = (await tabs()).getAllByRole('link').map(link => link.textContent)
    expect(links).toEqual(texts.map(text => expect.stringMatching(text)))
  })
const tiles = () => document.querySelectorAll('[data-logo]')

test('the own profile has all tabs except Followers, even empty ones', async () => {
  for (const member of [await createFull(2, 1), await createDesigner(site.db)]) {
    await site.signIn(member)
    site.open('/designers?tab=logos')
    await untilTabs([/^Logos/, /^Awards$/, /^Collections$/, /^Likes$/, /^About$/])
  }
})

test('a member sees another’s tabs that have content, and never Likes', async () => {
  const full = await createFull(2, 1)
  const bare = await createDesigner(site.db)
  await site.signIn(await createDesigner(site.db))
  site.open(`/designers/${full.slug}?tab=logos`)
  await untilTabs([/^Logos/, /^Awards$/, /^Collections$/, /^About$/])
  site.open(`/designers/${full.slug}?tab=likes`)
  await untilAt(`/designers/${full.slug}?tab=logos`)

  site.open(`/designers/${bare.slug}`)
  await untilTabs([/^About$/])
  const about = (await tabs()).getByRole('link', { name: 'About' })
  await waitFor(() => expect(about.getAttribute('aria-current')).toBe('page'))
  for (const tab of ['logos', 'awards', 'collections', 'likes']) {
    site.open(`/designers/${bare.slug}?tab=${tab}`)
    await untilAt(`/designers/${bare.slug}?tab=about`)
    await screen.findByText('Member since')
  }
})

test('a visitor sees the chosen logos and About; Awards and Follow lead to joining', async () => {
  const { slug } = await createFull(4, 3)
  site.open(`/designers/${slug}?tab=logos`)
  await untilTabs([/^Logos/, /^Awards$/, /^About$/])
  await waitFor(() => expect(tiles()).toHaveLength(3))
  const awards = (await tabs()).getByRole('link', { name: /^Awards/ })
  expect(awards.getAttribute('href')).toBe('/join')
  expect(screen.getByRole('link', { name: 'Follow' }).getAttribute('href')).toBe('/join')
  for (const tab of ['collections', 'likes']) {
    site.open(`/designers/${slug}?tab=${tab}`)
    await untilAt(`/designers/${slug}?tab=logos`)
  }
})

test('a visitor who opens Following signs in and then sees it', async () => {
  const member = await createDesigner(site.db)
  const followed = await createDesigner(site.db)
  const { logo_id } = await createLogo(site.db, { designer_id: followed.designer_id })
  await follow(member, [followed])
  const user = site.open('/')
  const sections = within(await screen.findByRole('navigation', { name: 'Explore' }))
  await user.click(sections.getByRole('link', { name: 'Following' }))
  await untilAt('/login?next=%2Ffollowing')
  await screen.findByText('Log in to see the designers you follow.')
  await logIn(user, member.username)
  await untilAt('/following')
  await waitFor(() => expect(document.querySelector(`[data-logo="${logo_id}"]`)).not.toBeNull())
})

test('a follow or unfollow that fails is reverted with a message', async () => {
  const { slug } = await createFull(1, 1)
  await site.signIn(await createDesigner(site.db))
  const user = site.open(`/designers/${slug}?tab=logos`)
  let restore = site.answer('POST /api/designers/follow', lost)
  const follow = () => screen.findByRole('button', { name: 'Follow' })
  const unfollow = () => screen.findByRole('button', { name: /Unfollow$/ })
  await user.click(await follow())
  await screen.findByText('Error following designer.')
  await follow()

  restore()
  await user.click(await follow())
  await screen.findByText('Designer followed!')
  restore = site.answer('POST /api/designers/follow', lost)
  await user.click(await unfollow())
  await screen.findByText('Error unfollowing designer.')
  await unfollow()
})

test('the figures of a profile open the lists behind them, page by page', async () => {
  const popular = await createPopular()
  await site.signIn(popular)
  const user = site.open('/designers?tab=logos')
  const links = await tabs()
  await links.findByRole('link', { name: 'About' })
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  expect(links.queryByRole('link', { name: 'Followers' })).toBeNull()
  await user.click(await screen.findByRole('link', { name: /^12 followers$/ }))
  await untilAt('/designers?tab=followers')

  const list = within(await screen.findByRole('region', { name: 'Followers' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(10))
  const first = list.getAllByRole('listitem')[0]!.textContent
  expect(first).toMatch(/\d+ logos? · \d+ awards?$/)
  await list.findByText('Page 1 of 2')
  // Its style hides it.
  expect(list.getByRole('link', { name: 'Prev' }).closest('[data-off]')).not.toBeNull()
  await user.click(list.getByRole('link', { name: 'Next' }))
  await untilAt('/designers?tab=followers&page=2')
  await list.findByText('Page 2 of 2')
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
  expect(list.getAllByRole('listitem')[0]!.textContent).not.toBe(first)
  await user.click(list.getByRole('link', { name: 'Prev' }))
  await list.findByText('Page 1 of 2')

  await user.click(list.getByRole('link', { name: '11 following' }))
  const following = () => screen.findByRole('region', { name: 'Following' })
  await within(await following()).findByText('Page 1 of 2')
  const [one] = await within(await following()).findAllByRole('listitem')
  await user.click(within(one!).getByRole('link'))
  // A designer without logos sees a suggestion instead.
  await waitFor(() =>
    expect(location.pathname + location.search).toMatch(/^\/designers\/[^?]+\?tab=(logos|about)$/),
  )
  history.back()
  await user.click(await within(await following()).findByRole('link', { name: 'Latest from following' }))
  await untilAt('/following')
})

test('another member’s lists have no link to the own feed; empty lists show a message', async () => {
  const { slug } = await createPopular()
  await site.signIn(await createDesigner(site.db))
  site.open(`/designers/${slug}?tab=followers`)
  const list = within(await screen.findByRole('region', { name: 'Followers' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(10))
  expect(screen.queryByRole('link', { name: 'Latest from following' })).toBeNull()
  site.open('/designers?tab=followers&list=following')
  await screen.findByRole('heading', { name: 'You don’t follow anyone yet' })
})

test('lists that fail to load show an error', async () => {
  await site.signIn(await createPopular())
  site.answer('GET /api/designers/followers', lost)
  site.answer('GET /api/designers/following', lost)
  const user = site.open('/designers?tab=followers')
  await screen.findByText('Error loading followers.')
  const links = within(screen.getByRole('main')).getAllByRole('link', { name: /^11 following$/ })
  await user.click(links.at(-1)!)
  await screen.findByText('Error loading following.')
})
