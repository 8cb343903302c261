import { untilDrawn } from './at-rest.ts'
import { fillLogin, openListening, signOut } from './sign-in.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'
import { withoutAnswers } from './without-answers.ts'

test('signing out clears the site’s storage but keeps display settings', async ({ page }) => {
  await page.goto('/login')
  await fillLogin(page, 'juror6')
  await expect(page).toHaveURL('/')
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('tileSize', '160')
    localStorage.setItem('typed', 'something of the member')
  })
  const answer = page.waitForResponse('**/api/auth/logout')
  await signOut(page)
  // Only `headerValue` returns headers that the browser hides from scripts.
  expect(await (await answer).headerValue('clear-site-data')).toBe('"storage"')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => ({ ...localStorage })))
    .toEqual({
      theme: 'dark',
      tileSize: '160',
      isAuthenticated: 'false',
    })
  await page.reload()
  await expect(tilesOf(page).first()).toBeVisible()
})

test('other tabs notice signing out and in', async ({ page, context, signIn }) => {
  await signIn('juror9')
  await openListening(page)
  const another = await context.newPage()
  await openListening(another)
  await signOut(another)
  await expect(page).toHaveURL('/login')

  await another.goto('/login')
  await fillLogin(another, 'juror9')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
})

test('a public profile stays open when another tab signs out', async ({ page, context, signIn }) => {
  await signIn('juror9')
  const { slug } = await (await page.request.get('/api/designers/profile?designer_id=1')).json()
  await openListening(page, `/designers/${slug}?tab=logos`)
  const another = await context.newPage()
  await openListening(another)
  await signOut(another)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL(`/designers/${slug}?tab=logos`)
})

test('a page of a signed-in member shows nothing until the session check is answered', async ({
  page,
  signIn,
}) => {
  await signIn('juror4')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await withoutAnswers(page)
  await page.route('**/api/auth/check', async route => {
    await held
    await route.continue()
  })
  const answer = page.waitForResponse('**/api/logos/fresh*')
  await page.reload()
  await (await answer).finished()
  await expect(page.locator('[aria-live]')).toBeAttached()
  await untilDrawn(page)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('heading')).toHaveCount(0)
  await expect(tilesOf(page)).toHaveCount(0)
  release()
  await expect(tilesOf(page).first()).toBeVisible()
})
