import { makePerson, newPassword } from '../person.ts'
import { expectAccessible } from './axe.ts'
import { fillAboutYou, fillNewAccount, joinTo } from './joining.ts'
import { expect, test } from './test.ts'

test('errors from the server appear in toasts and at the fields', async ({ page, expectFailures }) => {
  expectFailures([
    /(400|409) .*\/api\/register\/validate/,
    /ERR_FAILED .*\/api\/register\/validate/,
    /500 .*\/api\/register\/validate/,
    /answer 500: .*\/api\/register\/validate/,
  ])
  const person = makePerson()
  await page.goto('/join')
  await fillNewAccount(page, 'ADA')
  await fillAboutYou(page, person)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('username: Username is already taken')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username is already taken')
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page).toHaveURL('/join')

  await page.getByLabel('Username').fill(person.username)
  await page.route('**/api/register/validate', route => route.abort())
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Invalid User Info: Unknown error', { exact: true })).toBeVisible()
  await page.unroute('**/api/register/validate')
  await page.route('**/api/register/validate', route => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Invalid User Info: Internal Server Error', { exact: true })).toBeVisible()
  await page.unroute('**/api/register/validate')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('typed fields survive a reload and Back; the password survives only Back', async ({ page }) => {
  const person = makePerson()
  await joinTo(page, person)
  await page.getByRole('link', { name: 'Change your details' }).click()
  await expect(page).toHaveURL('/join')
  await expect(page.getByLabel('First Name')).toHaveValue(person.first)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(newPassword)

  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue(person.username)
  await expect(page.getByLabel('Country')).toHaveValue('US')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]),
  )
  expect(kept).toContain(person.username)
  expect(kept).not.toContain(newPassword)

  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Password is required',
  )
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/checkout')

  await page.reload()
  await expect(page).toHaveURL('/join')
  await expect(page.getByLabel('First Name')).toHaveValue(person.first)
})

test('the first affiliate code of a browser is remembered for thirty days', async ({ page, context }) => {
  await page.goto('/join?aff=%3Cscript%3E')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const bound = async () => (await context.cookies()).find(cookie => cookie.name === 'affiliate')
  expect(await bound()).toBeUndefined()
  await page.goto('/join?aff=press-2026')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/join?aff=somebody_else')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const cookie = await bound()
  expect(cookie).toMatchObject({ value: 'press-2026', sameSite: 'Lax', path: '/' })
  expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(30)

  await joinTo(page, makePerson())
  const sent = page.waitForRequest('**/api/payments/intents')
  await page.getByRole('button', { name: 'Continue with PayPal' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ affiliate: 'press-2026', isNew: true })
})

test('a keyboard is enough to join', async ({ page }) => {
  const person = makePerson()
  const { keyboard } = page
  await page.goto('/join')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await keyboard.press('Tab')
  await expect(page.getByLabel('Username')).toBeFocused()
  await keyboard.type(person.username)
  await keyboard.press('Tab')
  await keyboard.type(newPassword)
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'About You' })).toBeFocused()
  for (const text of ['Lena', 'Pasternak', 'Studio', `${person.username}@example.com`, '+1 316 555 0134']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  for (const text of ['412 East Douglas Avenue', 'Suite 2', 'Wichita', 'KS', '67202', 'URU']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await expect(page.getByLabel('Country')).toHaveValue('UY')
  await page.getByLabel('ZIP').focus()
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused()
})

test('axe finds nothing wrong with Join, whose errors stand apart from the next field, and which does not scroll sideways at 320 px', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/join')
  await page.getByRole('button', { name: 'Continue' }).click()
  // A message belongs to the field above it.
  const distance = async () => {
    const label = await page.locator('label', { hasText: /^Password$/ }).boundingBox()
    const message = await page.getByText('Username is required').boundingBox()
    return label!.y - message!.y - message!.height
  }
  await expect.poll(distance).toBeGreaterThanOrEqual(10)
  await fillNewAccount(page, makePerson().username)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Country is required')).toBeVisible()
  await expectAccessible(page, 'join', { isMobile })
})
