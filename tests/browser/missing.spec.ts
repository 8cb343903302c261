import type { Page } from '@playwright/test'
import { hearRequests, untilAtRest, untilDrawn } from './at-rest.ts'
import { expect, test } from './test.ts'
import { keepToasts } from './toasts.ts'
import { tilesOf } from './wall.ts'

/** Holds back the scripts whose names begin so; returns a function that releases them. */
async function lose(page: Page, name: string) {
  const files = new RegExp(`/assets/${name}-[^/]*$`)
  await page.route(files, route => route.abort())
  return () => page.unroute(files)
}

const lost = /ERR_FAILED .*\/assets\//
const banner = (page: Page) => page.getByRole('banner')

test('a page whose code fails to load keeps the header and loads on retry', async ({
  page,
  expectFailures,
}) => {
  expectFailures([lost])
  const find = await lose(page, 'BooksPage')
  await page.goto('/about')
  await banner(page).getByRole('link', { name: 'Books' }).click()
  await expect(page.getByRole('heading', { name: 'This page didn’t load', level: 2 })).toBeVisible()
  await expect(banner(page).getByRole('link', { name: 'News' })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  const lostAgain = page.waitForEvent('requestfailed')
  await again.click()
  await lostAgain
  await expect(again).toBeVisible()
  await find()
  await again.click()
  await expect(page.getByRole('heading', { name: 'What the juries chose' })).toBeVisible()
  // With its stylesheet, which failed as well.
  const display = (element: Element) => getComputedStyle(element).display
  await expect.poll(() => page.locator('article').first().evaluate(display)).toBe('grid')
})

test('a page whose code fails to load while offline loads once online', async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures([/ERR_INTERNET_DISCONNECTED/])
  await untilAtRest(page, () => page.goto('/about'))
  await context.setOffline(true)
  await banner(page).getByRole('link', { name: 'Books' }).click()
  await expect(page.getByRole('heading', { name: 'This page didn’t load', level: 2 })).toBeVisible()
  await expect(page.getByText('You’re offline. You can keep using what’s loaded.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'What the juries chose' })).toBeVisible()
})

const books = (page: Page) => page.getByRole('heading', { name: 'What the juries chose' })
const pressBooks = (page: Page) => banner(page).getByRole('link', { name: 'Books' }).click()

/** Opens Explore while the chunk with the routes of the other pages is held back; returns a function that releases it. */
async function openWithoutRoutes(page: Page) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/routes-/, async route => {
    await held
    await route.continue()
  })
  const requested = page.waitForRequest(/\/assets\/routes-/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('main#main')).toBeVisible()
  await requested
  return release
}

test('a link that is pressed before the routes have loaded opens its page once they have', async ({
  page,
}) => {
  const release = await openWithoutRoutes(page)
  await pressBooks(page)
  // The wall stays until then.
  await untilDrawn(page)
  await expect(tilesOf(page).first()).toBeVisible()
  await expect(page).toHaveURL('/')
  release()
  await expect(books(page)).toBeVisible()
  await expect(page).toHaveURL('/books')
})

test('a link whose navigation was abandoned before the routes had loaded opens its page later', async ({
  page,
}) => {
  const release = await openWithoutRoutes(page)
  await pressBooks(page)
  await banner(page).getByRole('link', { name: 'Colophon' }).first().click()
  const loaded = page.waitForEvent('requestfinished', request => request.url().includes('/assets/routes-'))
  release()
  await loaded
  await untilDrawn(page)
  await expect(page).toHaveURL('/')
  await pressBooks(page)
  await expect(books(page)).toBeVisible()
})

test('a link whose route fails to load keeps the header and opens its page on retry', async ({
  page,
  expectFailures,
}) => {
  expectFailures([lost])
  const find = await lose(page, 'routes')
  const missed = page.waitForEvent('requestfailed', request => request.url().includes('/assets/routes-'))
  await page.goto('/')
  await missed
  await pressBooks(page)
  await expect(page.getByRole('heading', { name: 'This page didn’t load', level: 2 })).toBeVisible()
  await expect(page).toHaveURL('/books')
  await expect(banner(page).getByRole('link', { name: 'News' })).toBeVisible()
  const lostAgain = page.waitForEvent('requestfailed')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await lostAgain
  await expect(again).toBeVisible()
  await find()
  await again.click()
  await expect(books(page)).toBeVisible()
})

test('a link whose route fails to load while offline opens its page once online', async ({
  page,
  context,
  expectFailures,
}) => {
  // The first press also requests code that is loaded ahead.
  expectFailures([lost, /ERR_INTERNET_DISCONNECTED/])
  const find = await lose(page, 'routes')
  await untilAtRest(page, () => page.goto('/'))
  await context.setOffline(true)
  await pressBooks(page)
  await expect(page.getByRole('heading', { name: 'This page didn’t load', level: 2 })).toBeVisible()
  await expect(page.getByText('You’re offline. You can keep using what’s loaded.')).toBeVisible()
  await find()
  await context.setOffline(false)
  await expect(books(page)).toBeVisible()
})

test('background code that failed to load offline starts once online', async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures([lost])
  const find = await lose(page, 'background')
  const untilQuiet = hearRequests(page)
  await Promise.all([page.waitForEvent('requestfailed'), page.goto('/about')])
  await untilQuiet()
  await find()
  await untilAtRest(page, async () => {
    await context.setOffline(true)
    await context.setOffline(false)
  })
})

test('the wall works without footer, announcement and search field', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([lost])
  await signIn('juror3')
  const names = ['footer', 'HeaderSearch']
  for (const name of names) await lose(page, name)
  const missed = names.map(name =>
    page.waitForEvent('requestfailed', request => request.url().includes(`/assets/${name}-`)),
  )
  await page.goto('/')
  await Promise.all(missed)
  await expect(tilesOf(page).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
})

test('a logo and the account menu whose code fails to load show an error and open later', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([lost])
  await signIn('juror3')
  const findLogo = await lose(page, 'LogoDialog')
  const findMenu = await lose(page, 'AccountMenu')
  await page.goto('/')
  await tilesOf(page).first().getByRole('link').first().click()
  await expect(page.getByText('This part of the gallery didn’t load. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/')
  const account = page.getByRole('button', { name: /^Account of / })
  await account.click()
  await expect(page.getByText('The menu didn’t load. Please try again.')).toBeVisible()
  await findLogo()
  await findMenu()
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await tilesOf(page).first().getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a collection chooser whose code fails to load shows an error and opens later', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([lost])
  await keepToasts(page)
  await signIn('juror3')
  const find = await lose(page, 'SaveDialog')
  await page.goto('/')
  await tilesOf(page).first().getByRole('link').first().click()
  const save = page.getByRole('dialog').getByRole('button', { name: /^Saved?$/ })
  await save.click()
  await expect(page.getByText('This part of the gallery didn’t load. Please try again.')).toBeVisible()
  await expect(save).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await expect(page.getByText('This part of the gallery didn’t load. Please try again.')).toHaveCount(0)
  await save.click()
  await expect(page.getByText('This part of the gallery didn’t load. Please try again.')).toBeVisible()
  await find()
  await save.click()
  await expect(page.getByRole('dialog', { name: 'Save to collection' })).toBeVisible()
})

test('an account section whose code fails to load loads on retry', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([lost])
  await signIn('juror3')
  const find = await lose(page, 'ProfileForm')
  await page.goto('/account/edit-profile')
  await expect(page.getByRole('heading', { name: 'This part didn’t load' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Password' })).toBeVisible()
  await find()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: /Save|Update/ }).first()).toBeVisible()
})
