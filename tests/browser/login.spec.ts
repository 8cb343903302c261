import type { Page } from '@playwright/test'
import { untilDrawn } from './at-rest.ts'
import { fillLogin, openAccount, openListening, signOut } from './sign-in.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'
import { withoutAnswers } from './without-answers.ts'

test('missing fields show their errors', async ({ page }) => {
  await page.goto('/login')
  const [username, password] = [page.getByLabel('Username'), page.getByLabel('Password', { exact: true })]
  await fillLogin(page, '', '')
  await expect(username).toHaveAccessibleDescription('Username is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(username).toBeFocused()

  await fillLogin(page, 'ada', '')
  await expect(username).toHaveAccessibleDescription('')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(page).toHaveURL('/login')
})

test('a wrong password and a failed request show different messages', async ({ page, expectFailures }) => {
  expectFailures([/401 .*\/api\/auth\/login/, /ERR_FAILED .*\/api\/auth\/login/])
  await page.goto('/login')
  await fillLogin(page, 'juror5', 'Wrong-Horse-1!')
  const refused = 'Username or Password Incorrect'
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByText(refused)).toHaveCount(2)
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveAccessibleDescription(`${refused} Forgot password?`)
  // The toast disappears, the field's error stays until it is edited.
  await expect(page.getByText(refused)).toHaveCount(1)
  const forgot = page.locator('form').getByRole('link', { name: 'Forgot password?' })
  await expect(forgot).toHaveAttribute('href', '/forgot-password')
  await password.pressSequentially('x')
  await expect(page.getByText(refused)).toHaveCount(0)
  await expect(password).not.toHaveAttribute('aria-invalid')
  await expect(forgot).toHaveCount(0)

  await page.route('**/api/auth/login', route => route.abort())
  await fillLogin(page, 'juror5')
  await expect(page.getByText('Error: Could not connect to authorization server.')).toBeVisible()

  await page.unroute('**/api/auth/login')
  await fillLogin(page, 'juror5')
  await expect(page).toHaveURL('/')
})

test('a login that is answered without the session says that it failed; a logout answered so is a logout', async ({
  page,
}) => {
  for (const answer of [{ json: {} }, { status: 204 }]) {
    await page.route('**/api/auth/login', route => route.fulfill(answer))
    await page.goto('/login')
    await fillLogin(page, 'juror5')
    await expect(page.getByText('Error: Could not connect to authorization server.')).toBeVisible()
    await expect(page).toHaveURL('/login')
  }
  await page.unroute('**/api/auth/login')
  await fillLogin(page, 'juror5')
  await expect(page).toHaveURL('/')

  await page.route('**/api/auth/logout', async route => {
    await route.fetch()
    await route.fulfill({ status: 204 })
  })
  await signOut(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

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

test('a guarded page redirects to sign in and returns afterwards', async ({ page }) => {
  await page.goto('/submit')
  await expect(page).toHaveURL('/login?next=%2Fsubmit')
  await fillLogin(page, 'juror6')
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('heading', { name: 'Submit Your Logo' })).toBeVisible()
})

test('the own profile redirects to sign in and returns afterwards', async ({ page }) => {
  await page.goto('/designers?tab=logos')
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/login\?next=%2Fdesigners/)
  await fillLogin(page, 'juror6')
  await expect(page).toHaveURL('/designers?tab=logos')
})

test('signing in never redirects to another host', async ({ page }) => {
  await page.goto(`/login?next=${encodeURIComponent('//evil.example')}`)
  await fillLogin(page, 'juror7')
  await expect(page.getByRole('heading', { level: 1, name: 'Fresh' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a signed-in member is redirected from the login page', async ({ page, signIn }) => {
  await signIn('juror8')
  await page.goto('/login')
  await expect(page).toHaveURL('/')
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

/** Ends the page's session without its knowledge. */
const endSession = (page: Page) => page.context().clearCookies({ name: 'session' })

test('a session that has ended is noticed when a call is refused', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([/401 .*\/api\//])
  await signIn('juror4')
  await page.goto('/account/password')
  await expect(page.getByLabel('Current Password', { exact: true })).toBeVisible()
  await endSession(page)
  await page.getByRole('link', { name: 'Contact Info' }).click()
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fcontact-info')
})

test('a member stays signed in while the session check fails, and it is retried', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/auth\/check/])
  await signIn('juror4')
  await page.goto('/activity')
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  await withoutAnswers(page)
  await page.route('**/api/auth/check', route => route.abort())
  await page.reload()
  await expect(page.getByText('Error: Could not connect to authorization server.')).toBeVisible()
  await expect(page).toHaveURL('/activity')
  await page.unroute('**/api/auth/check')
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  await expect(page).toHaveURL('/activity')
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

test('a lapsed member finds only the membership in the account, and no profile in the menu', async ({
  page,
  signIn,
}) => {
  await signIn('lapsed')
  await page.goto('/faq')
  await openAccount(page)
  await expect(page.getByRole('menuitem', { name: 'Profile', exact: true })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await expect(page).toHaveURL('/account/membership')
  const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  await expect(tabs).toHaveText(['Membership'])
})
