import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const light = 'rgb(241, 241, 241)'
const dark = 'rgb(21, 21, 21)'

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

test('the theme follows the system, also while the page is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect.poll(() => background(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).toBe(light)
})

test('a theme set by hand wins over the system and is remembered', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => background(page)).toBe(dark)
  await expect(page.getByRole('button', { name: 'Light theme' })).toBeVisible()

  await page.reload()
  await expect.poll(() => background(page)).toBe(dark)
  const another = await context.newPage()
  await another.emulateMedia({ colorScheme: 'light' })
  await another.goto('/login')
  await expect.poll(() => background(another)).toBe(dark)

  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'System' }).click()
  await expect.poll(() => background(page)).toBe(light)
})

test('the theme stands before anything is drawn, so that nothing flashes', async ({
  page,
  expectFailures,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    // As if it had been loaded once more already, which a page without its code is.
    sessionStorage.setItem('reloadedAt', String(Date.now()))
  })
  // Without the application: what is seen is what the browser draws first.
  await page.route('**/assets/*.js', route => route.abort())
  expectFailures([/net::ERR_FAILED .*\/assets\/.*\.js/])
  await Promise.all([page.waitForEvent('console'), page.goto('/')])
  await expect(page.getByRole('heading', { name: 'Fresh' })).toBeVisible()
  expect(await background(page)).toBe(dark)
})
