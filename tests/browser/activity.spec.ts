import type { Locator } from '@playwright/test'
import { openAccount } from './sign-in.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

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
