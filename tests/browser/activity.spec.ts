import type { Locator, Page } from '@playwright/test'
import { readProfile } from './profile.ts'
import { send } from './send.ts'
import { fillLogin, openAccount } from './sign-in.ts'
import { expect, type Member, test } from './test.ts'
import { tilesOf } from './wall.ts'

const ada = 1
const feedOf = (page: Page) => page.getByRole('list', { name: 'Activity' })
/** The groups of the feed: one for each logo and day. */
const groupsOf = (page: Page) => feedOf(page).locator('> li')

test('activity on a member’s logos is shown, and disappears when it is undone', async ({
  page,
  context,
  browser,
  baseURL,
  createMember,
  signIn,
}) => {
  const { username, company } = await createMember()
  await signIn(username)
  const { slug } = await readProfile(page, ada)
  const { data } = await (await page.request.get(`/api/logos?folder_url=${slug}&page=2`)).json()
  const { logo_id, logo } = data[4] as { logo_id: number; logo: string }
  const name = `Kept ${Date.now()}`
  const { light_box_id } = await send(context, 'POST', '/api/collections', { name })
  await send(context, 'POST', '/api/logos/like', { logo_id, state: 0 })
  await send(context, 'POST', '/api/logos/like', { logo_id, state: 1 })
  await send(context, 'POST', '/api/logos/save', { logo_id, collection_id: light_box_id, state: 1 })
  const comment = 'The counters breathe well at sixteen pixels.'
  const { logo_comment_id } = await send(context, 'POST', '/api/logos/comments', { logo_id, comment })

  const adas = await browser.newContext({ baseURL })
  const feed = await adas.newPage()
  await feed.goto('/login?next=%2Factivity')
  await fillLogin(feed, 'ada')
  await expect(groupsOf(feed).first()).toBeVisible()
  // One designer did all three on one day.
  const summary = `${company} liked, saved, and commented on ${logo}`
  const group = groupsOf(feed).filter({ hasText: summary })
  await expect(group).toHaveCount(1)
  // Only this group: others of the shared feed come and go with other tests.
  await group.getByRole('button', { name: /^Show all/ }).click()
  const told = (text: string) => feedOf(feed).getByRole('paragraph').filter({ hasText: text })
  const sentences = [
    `${company} liked ${logo}`,
    `${company} saved ${logo} to ${name}`,
    `${company} commented on ${logo}: The counters breathe well…`,
  ]
  for (const sentence of sentences) await expect(told(sentence)).toHaveCount(1)

  const saved = told(sentences[1]!).locator('..')
  await expect(saved.getByRole('link', { name: company })).toHaveAttribute(
    'href',
    /^\/designers\/.+\?tab=logos$/,
  )
  await expect(saved.getByRole('link', { name: logo })).toHaveAttribute('href', `/logo/${logo_id}`)
  await expect(saved.getByRole('link', { name })).toHaveAttribute('href', `/collection/${light_box_id}`)
  await expect(group.locator('img[src*="320"]')).toBeVisible()
  await expect(saved.locator('time')).toHaveText(/^(just now|\d+[sm])$/)

  await send(context, 'POST', '/api/logos/like', { logo_id, state: 0 })
  await send(context, 'PUT', '/api/logos/comments', { comment_id: logo_comment_id })
  await send(context, 'DELETE', '/api/collections', { collection_id: light_box_id })
  await feed.reload()
  await expect(groupsOf(feed).first()).toBeVisible()
  await expect(groupsOf(feed).filter({ hasText: company })).toHaveCount(0)
  await adas.close()
})

test('a feed without activity shows what will appear there', async ({ page, signIn }) => {
  await signIn('newcomer')
  // Independent of what other tests have done to the newcomer's logos.
  await page.route('**/api/designers/activity*', route =>
    route.fulfill({ json: { activity: [], count: [0] } }),
  )
  await page.goto('/activity')
  const nothing = page.getByRole('heading', { name: 'Nothing yet' })
  await expect(nothing).toBeVisible()
  // One way to upload in the page, besides the header's.
  await expect(page.getByRole('main').getByRole('link', { name: 'Upload' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Upload a logo' })).toBeVisible()
  // An artboard at the left margin, the words beside it at column 4, and below them rows in the feed's own geometry.
  const leftOf = (found: Locator) => found.evaluate(element => element.getBoundingClientRect().left)
  const artboard = page.locator('main h1 + div > span[aria-hidden]')
  await expect.poll(() => leftOf(artboard)).toBeCloseTo(24, -0.3)
  await expect.poll(() => leftOf(nothing)).toBeCloseTo(375, -0.3)
  const places = page.locator('main div[aria-hidden] > div')
  await expect(places).toHaveCount(5)
  await expect.poll(() => leftOf(places.first())).toBeCloseTo(375, -0.3)
  await openAccount(page)
  const menu = page.getByRole('menu', { name: /^Account of/ })
  await expect(menu.getByText('Likes, saves, comments and new followers appear here.')).toBeVisible()
})

test('activity since the last visit stands above a line, and a bar chart shows the week', async ({
  context,
  browser,
  baseURL,
  createMember,
  signIn,
}) => {
  const [owner, first, second] = [await createMember(), await createMember(), await createMember()]
  const own = await browser.newContext({ baseURL })
  const feed = await own.newPage()
  await feed.goto('/login?next=%2Fabout')
  await fillLogin(feed, owner.username)
  await expect(feed).toHaveURL('/about')
  const follow = async ({ username }: Member) => {
    await signIn(username)
    await send(context, 'POST', '/api/designers/follow', { designer_id: owner.designer_id, state: 1 })
  }
  await follow(first)
  await feed.goto('/activity')
  const seen = groupsOf(feed).filter({ hasText: `${first.company} followed you` })
  await expect(seen).toBeVisible()
  const untilSeen = () =>
    expect
      .poll(async () => (await feed.request.get('/api/designers/activity/unseen')).json())
      .toEqual({ unseen: 0 })
  await untilSeen()
  await feed.goto('/about')
  await follow(second)

  await feed.goto('/activity')
  await expect(groupsOf(feed).first()).toHaveText(new RegExp(`^${second.company} followed you`))
  await expect(groupsOf(feed).nth(1)).toContainText('Since your last visit')
  await expect(feed.getByRole('img', { name: /^[1-9]\d* in the last seven days$/ })).toBeVisible()
  await untilSeen()
  await feed.reload()
  await expect(groupsOf(feed).first()).toContainText(second.company)
  await expect(feed.getByText('Since your last visit')).toHaveCount(0)

  await own.close()
})

test('the account menu shows five placeholder rows, then the newest five items', { tag: '@both' }, async ({
  page,
  signIn,
}) => {
  await signIn('ada')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/designers/activity?short=1', async route => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of / }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('group', { name: 'Loading' }).locator('> *')).toHaveCount(5)
  release()
  const events = menu.getByRole('menuitem').filter({ has: page.locator('time') })
  await expect(events).toHaveCount(5)
  await expect(menu.getByRole('group')).toHaveCount(0)

  const { company, logo_count, award_count } = await readProfile(page, ada)
  const summary = menu.getByRole('menuitem', { name: company })
  await expect(summary.last()).toContainText(`${logo_count} logos · ${award_count} awards`)
  await menu.getByRole('menuitem', { name: 'Recently' }).click()
  await expect(page).toHaveURL('/activity')
  await expect(menu).toBeHidden()
})

test('the account menu closes on a click outside and on scrolling down', async ({ page, signIn }) => {
  await signIn('ada')
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  const menu = page.getByRole('menu')
  await openAccount(page)
  await page.mouse.click(900, 110)
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/')

  await openAccount(page)
  await page.mouse.move(300, 500)
  await page.mouse.wheel(0, 300)
  await expect(menu).toBeHidden()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})
