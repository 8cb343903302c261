import type { Page } from '@playwright/test'
import { hearRequests, untilAtRest } from './at-rest.ts'
import { expect, test } from './test.ts'
import { endingOf, idsOnWall, listIds, scrollDown, scrollUntil, tilesOf } from './wall.ts'
import { withoutAnswers } from './without-answers.ts'

const countAll = async (page: Page) =>
  (await (await page.request.get('/api/logos/fresh?page_size=1')).json()).count as number

test('a member scrolls through every logo once, and the footer says how many there were', async ({
  page,
  signIn,
}) => {
  await signIn('ben')
  const count = await countAll(page)
  const ids = await listIds(page, Math.ceil(count / 50))
  await page.goto('/')
  await scrollUntil(page, () => endingOf(page).isVisible())
  // Tiles out of sight are drawn a little later.
  await expect.poll(() => idsOnWall(page)).toEqual(ids)
  await expect(endingOf(page)).toHaveText(`${count} logos`)
})

test('a visitor’s wall ends after 150 logos with an invitation', { tag: '@both' }, async ({ page }) => {
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/logos/fresh')) asked.push(new URL(request.url()).search)
  })
  await page.goto('/')
  const invitation = page.getByRole('heading', { name: /^\d+ more logos behind this/ })
  await scrollUntil(page, () => invitation.isVisible())
  await expect(tilesOf(page)).toHaveCount(150)
  await scrollDown(page)
  await expect(endingOf(page)).toBeHidden()
  // The first came along with the page.
  expect(asked).toEqual(['?page=2', '?page=3'])
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login?next=%2Ffresh%2F4')
})

test('in a rush the wall waits as it is told, and comes', async ({ page, expectFailures }) => {
  expectFailures([/503 .*logos\/fresh/, /answer 503/])
  await withoutAnswers(page)
  const asked: number[] = []
  await page.route('**/api/logos/fresh?page=1', route => {
    asked.push(Date.now())
    if (asked.length > 1) return route.continue()
    return route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: { error: 'Busy' } })
  })
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  expect(asked).toHaveLength(2)
  expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(2000)
})

test('the tile size is remembered', async ({ page }) => {
  await page.goto('/')
  const tile = tilesOf(page).first()
  await expect(tile).toBeVisible()
  const widthOf = async () => (await tile.boundingBox())!.width
  const before = await widthOf()
  const slider = page.getByRole('slider', { name: 'Tile size' })
  await slider.focus()
  await page.keyboard.press('End')
  await expect.poll(widthOf).toBeGreaterThan(before + 80)
  const chosen = await widthOf()
  await page.reload()
  await expect(slider).toHaveValue('320')
  await expect.poll(widthOf).toBe(chosen)
})

test('Back finds the wall as it was left: loaded pages and place', { tag: '@both' }, async ({ page }) => {
  const untilQuiet = hearRequests(page)
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await scrollUntil(page, async () => (await tilesOf(page).count()) >= 100)
  // Well above the last fifth of the wall, where more would be loaded while the tiles are counted.
  const tile = tilesOf(page).nth(55)
  await tile.scrollIntoViewIfNeeded()
  await untilQuiet()
  const company = tile.getByRole('link').nth(1)
  await expect(company).toBeInViewport()
  const count = await tilesOf(page).count()
  const y = () => tile.evaluate(element => Math.round(element.getBoundingClientRect().top))
  const before = await y()
  await company.click()
  await expect(page).toHaveURL(/\/designers\//)
  await expect(page.getByRole('navigation', { name: 'Profile' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()
  await expect(tilesOf(page)).toHaveCount(count)
  await expect.poll(async () => Math.abs((await y()) - before)).toBeLessThan(3)
})

test('what did not arrive is said, and trying again goes on where the wall broke off', async ({
  page,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\/fresh\?page=2/])
  await page.route('**/api/logos/fresh?page=2', route => route.abort())
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await scrollDown(page)
  await expect(page.getByText('Error loading fresh logos.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The next logos did not arrive' })).toBeVisible()
  await page.unroute('**/api/logos/fresh?page=2')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tilesOf(page)).toHaveCount(100)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  const ids = await listIds(page, 2)
  await expect.poll(() => idsOnWall(page)).toEqual(ids)
})

test('offline is said, and once online the wall and its pictures go on by themselves', async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures([/ERR_INTERNET_DISCONNECTED/])
  await untilAtRest(page, () => page.goto('/'))
  await expect(tilesOf(page)).toHaveCount(50)
  await context.setOffline(true)
  await scrollDown(page)
  await expect(page.getByText('Error loading fresh logos.')).toBeVisible()
  await expect(page.getByText('You seem to be offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(tilesOf(page)).toHaveCount(100)
  await expect(page.getByRole('img', { name: /the picture is missing/ })).toHaveCount(0)
})

test('a wall that never came can be asked for again', async ({ page, expectFailures }) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\/fresh/])
  await withoutAnswers(page)
  await page.route('**/api/logos/fresh*', route => route.abort())
  await page.goto('/')
  await expect(page.getByText('Error loading fresh logos.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The logos did not arrive' })).toBeVisible()
  await page.unroute('**/api/logos/fresh*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tilesOf(page)).toHaveCount(50)
})
