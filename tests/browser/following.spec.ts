import type { Page } from '@playwright/test'
import { readProfile } from './profile.ts'
import { send } from './send.ts'
import { expect, test } from './test.ts'
import { idsOnWall, tilesOf } from './wall.ts'

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Explore' })
const scrollDown = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

/** Ids of all logos of followed designers, in the server's order. */
async function listFollowed(page: Page) {
  const ids: number[] = []
  for (let number = 1; ; number++) {
    const { data, count } = await (await page.request.get(`/api/logos/following?page=${number}`)).json()
    ids.push(...data.map((logo: { logo_id: number }) => logo.logo_id))
    if (ids.length >= count) return ids
  }
}

/** A designer with logos that no other test follows: those use the newest logos. */
async function findStranger(page: Page) {
  const idsOf = async (number: number) => {
    const { data } = await (await page.request.get(`/api/logos/fresh?page=${number}`)).json()
    return new Set<number>(data.map((logo: { designer_id: number }) => logo.designer_id))
  }
  const newest = await idsOf(1)
  const id = [...(await idsOf(2))].find(id => id > 20 && !newest.has(id))
  return readProfile(page, id!)
}

test('Following shows the logos of followed designers, newest first, to the last, and switching the section starts at its first page', async ({
  page,
  signIn,
}) => {
  await signIn('ben')
  const ids = await listFollowed(page)
  expect(ids.length).toBeGreaterThan(50)
  await page.goto('/')
  // Before its code has loaded a link opens a full page.
  await expect(page.locator('main#main')).toBeVisible()
  await tabsOf(page).getByRole('link', { name: 'Following' }).click()
  await expect(page).toHaveURL('/following')
  await expect(page.getByRole('heading', { level: 1, name: 'Following' })).toBeFocused()
  const ending = page.getByRole('contentinfo').getByText(/^[\d,]+ logos$/)
  await expect
    .poll(
      async () => {
        await scrollDown(page)
        return ending.isVisible()
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  let seen: number[] = []
  const findListed = async () => {
    seen = await idsOnWall(page)
    // Followed designers may upload in the meantime.
    return seen.filter(id => ids.includes(id))
  }
  // Tiles outside the viewport are rendered a little later.
  await expect.poll(findListed).toEqual(ids)
  expect(new Set(seen).size).toBe(seen.length)

  await page.goto('/following/2')
  await expect(tilesOf(page).first()).toHaveAttribute('data-logo', String(ids[50]))
  await tabsOf(page).getByRole('link', { name: 'Fresh' }).click()
  await expect(page).toHaveURL('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await scrollDown(page)
  await expect.poll(() => tilesOf(page).count()).toBeGreaterThan(50)
  await page.evaluate(() => scrollTo(0, 0))
  await tabsOf(page).getByRole('link', { name: 'Following' }).click()
  await expect(page).toHaveURL('/following')
  await expect(tilesOf(page).first()).toHaveAttribute('data-logo', String(ids[0]))
  await tabsOf(page).getByRole('link', { name: 'Fresh' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fresh' })).toBeVisible()
  await expect(tilesOf(page)).toHaveCount(50)
})

test('a member who follows no one sees how to follow', async ({ page, signIn }) => {
  await signIn('newcomer')
  await page.goto('/following')
  await expect(
    page.getByRole('heading', { name: 'Follow designers to see their new logos here' }),
  ).toBeVisible()
  // Placeholders for logos stand on the left, the sentence beside them.
  const placeholders = page.locator('main section > [aria-hidden]')
  await expect(placeholders.locator('> *')).toHaveCount(5)
  const [drawn, said] = [
    (await placeholders.boundingBox())!,
    (await page.getByRole('heading', { level: 2 }).boundingBox())!,
  ]
  expect(said.x).toBeGreaterThan(drawn.x + drawn.width)
  await page.getByRole('link', { name: 'Find designers on Fresh' }).click()
  await expect(page).toHaveURL('/')
})

test('following a designer shows at once, persists, and fills Following', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('juror3')
  const { designer_id, slug } = await findStranger(page)
  await send(context, 'POST', '/api/designers/follow', { designer_id, state: 0 })
  const before = (await readProfile(page, designer_id)).follower_count

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/designers/follow', async route => {
    await held
    await route.continue()
  })
  await page.goto(`/designers/${slug}?tab=logos`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  const figure = page.getByRole('link', { name: /^[\d,]+ followers?$/ })
  await expect(figure).toHaveAccessibleName(new RegExp(`^${before + 1} `))
  release()
  await expect(page.getByText('Designer followed!')).toBeVisible()
  // A state, and the action only under the pointer or with the focus.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Following', exact: true }).focus()
  await expect(page.getByRole('button', { name: 'Unfollow', exact: true })).toBeFocused()

  await page.goto('/following')
  await expect(page.locator(`a[href="/designers/${slug}?tab=logos"]`).first()).toBeAttached()
  await page.goto(`/designers/${slug}?tab=logos`)
  await page.getByRole('button', { name: /^(Following|Unfollow)$/ }).click()
  await expect(page.getByText('Designer unfollowed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await expect(figure).toHaveAccessibleName(new RegExp(`^${before} `))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
})
