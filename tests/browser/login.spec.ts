import type { Page } from '@playwright/test'
import { fillLogin, openAccount, openListening, signOut } from './sign-in.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'
import { withoutAnswers } from './without-answers.ts'

test('what is missing is said at its field', { tag: '@both' }, async ({ page }) => {
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

test('a wrong password is told apart from no answer', async ({ page, expectFailures }) => {
  expectFailures([/401 .*\/api\/auth\/login/, /ERR_FAILED .*\/api\/auth\/login/])
  await page.goto('/login')
  await fillLogin(page, 'juror5', 'Wrong-Horse-1!')
  await expect(page.getByText('Username or Password Incorrect')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

  await page.route('**/api/auth/login', route => route.abort())
  await fillLogin(page, 'juror5')
  await expect(page.getByText('Error: Could not connect to authorization server.')).toBeVisible()

  await page.unroute('**/api/auth/login')
  await fillLogin(page, 'juror5')
  await expect(page).toHaveURL('/')
})

test('a guarded page sends to sign in and gets its visitor back', async ({ page }) => {
  await page.goto('/submit')
  await expect(page).toHaveURL('/login?next=%2Fsubmit')
  await fillLogin(page, 'juror6')
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('heading', { name: 'Submit Your Logo' })).toBeVisible()
})

test('one’s own profile sends to sign in and gets its visitor back', async ({ page }) => {
  await page.goto('/designers?tab=logos')
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/login\?next=%2Fdesigners/)
  await fillLogin(page, 'juror6')
  await expect(page).toHaveURL('/designers?tab=logos')
})

for (const next of [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
])
  test(`signing in never leads to ${JSON.stringify(next)}`, async ({ page }) => {
    page.on('dialog', () => expect('a script ran').toBe(false))
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await fillLogin(page, 'juror7')
    await expect(page.getByRole('heading', { level: 1, name: 'Fresh' })).toBeVisible()
    await expect(page).toHaveURL('/')
  })

test('whoever is signed in already is sent on from the login page', async ({ page, signIn }) => {
  await signIn('juror8')
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await expect(tilesOf(page).first()).toBeVisible()
})

test('signing out and in is noticed in other tabs', async ({ page, context, signIn }) => {
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

test('a profile stays open when another tab signs out', async ({ page, context, signIn }) => {
  await signIn('juror9')
  const { slug } = await (await page.request.get('/api/designers/profile?designer_id=1')).json()
  await openListening(page, `/designers/${slug}?tab=logos`)
  const another = await context.newPage()
  await openListening(another)
  await signOut(another)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL(`/designers/${slug}?tab=logos`)
})

/** Ends the page's session behind its back. */
const endSession = (page: Page) => page.context().clearCookies({ name: 'session' })

test('a session that has ended is noticed by what is refused', async ({ page, signIn, expectFailures }) => {
  expectFailures([/401 .*\/api\//])
  await signIn('juror4')
  await page.goto('/account/password')
  await expect(page.getByLabel('Current Password', { exact: true })).toBeVisible()
  await endSession(page)
  await page.getByRole('link', { name: 'Contact Info' }).click()
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fcontact-info')
})

test('when nobody answers who is signed in, a member stays and is asked for again', async ({
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

test('nothing is shown to whoever was signed in until that is known', async ({ page, signIn }) => {
  await signIn('juror4')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await withoutAnswers(page)
  await page.route('**/api/auth/check', async route => {
    await held
    await route.continue()
  })
  const answer = page.waitForResponse('**/api/logos/fresh*')
  await page.reload()
  await answer
  // Time to show it wrongly.
  await page.waitForTimeout(500)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(tilesOf(page)).toHaveCount(0)
  release()
  await expect(tilesOf(page).first()).toBeVisible()
})

test('whose membership has ended is led only where one may go', async ({ page, signIn }) => {
  await signIn('lapsed')
  await page.goto('/faq')
  await openAccount(page)
  await expect(page.getByRole('menuitem', { name: 'Profile', exact: true })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await expect(page).toHaveURL('/account/membership')
  const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  await expect(tabs).toHaveText(['Membership'])
})
