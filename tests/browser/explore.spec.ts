import type { Locator, Page } from '@playwright/test'
import { hearRequests, untilAtRest } from './at-rest.ts'
import { expect, test } from './test.ts'
import { endingOf, idsOnWall, listIds, scrollDown, scrollUntil, tilesOf } from './wall.ts'

const countAll = async (page: Page) =>
  (await (await page.request.get('/api/logos/fresh?page_size=1')).json()).count as number

test('a member scrolls through every logo once, and the footer shows their number', async ({
  page,
  signIn,
}) => {
  await signIn('ben')
  const count = await countAll(page)
  const ids = await listIds(page, Math.ceil(count / 50))
  await page.goto('/')
  await scrollUntil(page, () => endingOf(page).isVisible())
  // Tiles outside the viewport are rendered a little later.
  await expect.poll(() => idsOnWall(page)).toEqual(ids)
  await expect(endingOf(page)).toHaveText(`${count} logos`)
})

test('a visitor’s wall ends after 150 logos with an invitation', { tag: '@both' }, async ({ page }) => {
  const requested: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/logos/fresh')) requested.push(new URL(request.url()).search)
  })
  await page.goto('/')
  const invitation = page.getByRole('heading', { name: /^[\d,]+ more behind this wall\.$/ })
  await scrollUntil(page, () => invitation.isVisible())
  await expect(tilesOf(page)).toHaveCount(150)
  await scrollDown(page)
  await expect(endingOf(page)).toBeHidden()
  // The first page was embedded in the document.
  expect(requested).toEqual(['?page=2', '?page=3'])
  // Real pictures, cropped at half height, without links.
  const row = page.locator('[data-beyond]')
  const half = row.locator('picture').first()
  await expect(half).toBeVisible()
  const heightOf = async (box: Locator) => (await box.boundingBox())!.height
  await expect
    .poll(async () => Math.abs((await heightOf(row)) - (await heightOf(half)) / 2))
    .toBeLessThanOrEqual(2)
  await expect(row.getByRole('link', { includeHidden: true })).toHaveCount(0)
  // A single call to action: the invitation replaces the ribbon, and its text does not repeat it.
  await expect(page.getByText(/Make your mark on logo history/).filter({ visible: true })).toHaveCount(1)
  const ways = page.getByRole('complementary', { name: 'Join' }).getByRole('link')
  await expect
    .poll(() => ways.evaluateAll(links => links.map(a => [a.textContent, a.getAttribute('href')])))
    .toEqual([
      ['Join, $100 a year', '/join'],
      ['Log in', '/login?next=%2Ffresh%2F4'],
    ])
  await ways.last().click()
  await expect(page.getByText('Log in to see every logo.')).toBeVisible()
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
  await expect(slider).toHaveValue('320')
  const chosen = await widthOf()
  await page.reload()
  await expect(slider).toHaveValue('320')
  await expect.poll(widthOf).toBe(chosen)
})

test('Back restores the wall: loaded pages and scroll position', { tag: '@both' }, async ({ page }) => {
  const untilQuiet = hearRequests(page)
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await scrollUntil(page, async () => (await tilesOf(page).count()) >= 100)
  // Well above the last fifth of the wall, where scrolling would load more while the tiles are counted.
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
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()
  await expect(tilesOf(page)).toHaveCount(count)
  await expect.poll(async () => Math.abs((await y()) - before)).toBeLessThan(3)
})

test('a page that fails to load shows an error, and a retry continues the wall there', async ({
  page,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\/fresh\?page=2/])
  await page.route('**/api/logos/fresh?page=2', route => route.abort())
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await scrollDown(page)
  await expect(page.getByText('Error loading fresh logos.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The next logos didn’t load' })).toBeVisible()
  await page.unroute('**/api/logos/fresh?page=2')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(tilesOf(page)).toHaveCount(100)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  const ids = await listIds(page, 2)
  await expect.poll(() => idsOnWall(page)).toEqual(ids)
})

test('offline shows a message, and once online the wall goes on by itself and shows no picture as missing', async ({
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
