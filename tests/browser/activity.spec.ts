import type { Page } from '@playwright/test'
import { readProfile } from './profile.ts'
import { send } from './send.ts'
import { fillLogin, openAccount } from './sign-in.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

const [ada, ben] = [1, 2]
const feedOf = (page: Page) => page.getByRole('main').getByRole('list')
const itemsOf = (page: Page) => feedOf(page).getByRole('listitem')

test('what others do to one’s logos is told, and no longer when they take it back', async ({
  page,
  context,
  browser,
  baseURL,
  signIn,
}) => {
  await signIn('ben')
  const { company } = await readProfile(page, ben)
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
  const told = (text: string) => itemsOf(feed).filter({ hasText: text })
  const sentences = [
    `${company} liked ${logo}`,
    `${company} saved ${logo} to ${name}`,
    `${company} commented on ${logo}: The counters breathe well…`,
  ]
  for (const sentence of sentences) await expect(told(sentence)).toHaveCount(1)

  const saved = told(sentences[1]!)
  await expect(saved.getByRole('link', { name: company })).toHaveAttribute(
    'href',
    /^\/designers\/.+\?tab=logos$/,
  )
  await expect(saved.getByRole('link', { name: logo })).toHaveAttribute('href', `/logo/${logo_id}`)
  await expect(saved.getByRole('link', { name })).toHaveAttribute('href', `/collection/${light_box_id}`)
  await expect(saved.locator('img[src*="320"]')).toBeVisible()
  await expect(saved.locator('time')).toHaveText(/^(just now|\d+[sm])$/)

  await send(context, 'POST', '/api/logos/like', { logo_id, state: 0 })
  await send(context, 'PUT', '/api/logos/comments', { comment_id: logo_comment_id })
  await send(context, 'DELETE', '/api/collections', { collection_id: light_box_id })
  await feed.reload()
  await expect(itemsOf(feed).first()).toBeVisible()
  for (const sentence of sentences) await expect(told(sentence)).toHaveCount(0)
  await adas.close()
})

test('the feed goes on page by page', { tag: '@both' }, async ({ page, signIn }) => {
  await signIn('ada')
  await page.goto('/activity')
  await expect(itemsOf(page)).toHaveCount(10)
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Prev' })).toBeHidden()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/activity/2')
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await expect(itemsOf(page)).toHaveCount(10)
  await page.getByRole('link', { name: 'Prev' }).click()
  await expect(page).toHaveURL('/activity')

  await page.goto('/activity/99999')
  await expect(page.getByRole('heading', { name: 'The feed ends before this page' })).toBeVisible()
  await page.getByRole('link', { name: 'See the newest' }).click()
  await expect(itemsOf(page)).toHaveCount(10)
  await page.goto('/activity/anything')
  await expect(page).toHaveURL('/activity')
})

test('who has no activity yet is told what will be here', async ({ page, signIn }) => {
  await signIn('newcomer')
  // Whatever other tests may have done to the newcomer's logos.
  await page.route('**/api/designers/activity*', route =>
    route.fulfill({ json: { activity: [], count: [0] } }),
  )
  await page.goto('/activity')
  await expect(page.getByRole('heading', { name: 'It is quiet here' })).toBeVisible()
  await openAccount(page)
  await expect(page.getByText('Likes, saves, comments and follows will stand here.')).toBeVisible()
})

test('a visitor signs in first and gets there', async ({ page }) => {
  await page.goto('/activity/2')
  await expect(page).toHaveURL('/login?next=%2Factivity%2F2')
  await fillLogin(page, 'ada')
  await expect(page).toHaveURL('/activity/2')
  await expect(itemsOf(page)).toHaveCount(10)
})

test('the account menu shows five rows to come, then the newest five', { tag: '@both' }, async ({
  page,
  signIn,
}) => {
  await signIn('ada')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/designers/activity?short=1', async route => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await openAccount(page)
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

test('the account menu leads to one’s own profile and says that it was meant', async ({ page, signIn }) => {
  await signIn('ada')
  await page.goto('/')
  const usr = () => page.evaluate(() => history.state?.usr)
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await expect(page).toHaveURL('/designers?tab=logos')
  expect(await usr()).toEqual({ user: true })
  await expect(page.getByRole('menu')).toBeHidden()
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
