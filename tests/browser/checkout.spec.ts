import { makePerson, newPassword } from '../person.ts'
import { expectAccessible } from './axe.ts'
import { answerProvider, dayIn, joinTo } from './joining.ts'
import { test } from './own-server.ts'
import { fillLogin } from './sign-in.ts'
import { expect } from './test.ts'

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

const failed = 'An error occurred during the transaction. Please try again.'

test('a visitor joins, pays in the provider’s window and signs in', { tag: '@both' }, async ({ page }) => {
  const person = makePerson()
  await joinTo(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('This is a test: no money moves.')).toBeVisible()
  const summary = page.getByRole('region', { name: 'Your account' })
  for (const text of [
    'Lena Pasternak',
    person.company,
    `${person.username}@example.com`,
    '+1 316 555 0134',
    '412 East Douglas Avenue',
    'United States',
  ])
    await expect(summary).toContainText(text)

  const [yearly, monthly] = [
    page.getByRole('radio', { name: /^Yearly/ }),
    page.getByRole('radio', { name: /^Monthly/ }),
  ]
  await expect(yearly).toBeChecked()
  await expect(yearly).toHaveAccessibleName(/\$100\.00/)
  await expect(yearly).toHaveAccessibleName(new RegExp(`Begins on ${dayIn(0)}`))
  await expect(yearly).toHaveAccessibleName(new RegExp(`Automatically Renews ${dayIn(12)}`))
  await expect(monthly).toHaveAccessibleName(/\$10\.00/)
  await expect(monthly).toHaveAccessibleName(new RegExp(`Automatically Renews ${dayIn(1)}`))

  await answerProvider(page, 'Approve and continue')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(/^Welcome to Colophon/)).toBeVisible()
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')

  await page.goto('/checkout')
  await expect(page).toHaveURL('/account/membership')
  await expect(page.getByRole('heading', { name: 'Your membership renews automatically' })).toBeVisible()
})

test('a visitor joins by gift card and signs in', async ({ page, server, expectFailures }) => {
  expectFailures([/\b4\d\d\b .*\/api\/register\/giftcard/, /ERR_FAILED .*\/api\/register\/giftcard/])
  const person = makePerson()
  await joinTo(page, person)
  await page.getByText('Gift card', { exact: true }).click()
  await expect(page.getByText(/^Automatically Renews/)).toHaveCount(0)
  const [number, process] = [
    page.getByLabel('Gift Card Number'),
    page.getByRole('button', { name: 'Process Gift Card' }),
  ]
  await process.click()
  await expect(number).toHaveAccessibleDescription('Gift Card Number is required')

  const refused = page.waitForResponse('**/api/register/giftcard')
  await number.fill('AAAA-BBBB-CCCC-DDDD')
  await process.click()
  const { error } = await (await refused).json()
  await expect(number).toHaveAccessibleDescription(error)

  const code = await server.takeGiftCode()
  await number.fill(code)
  await page.route('**/api/register/giftcard', route => route.abort())
  await process.click()
  await expect(number).toHaveAccessibleDescription(failed)
  await page.unroute('**/api/register/giftcard')
  // Switching to the other way of paying loses nothing.
  await page.getByText('PayPal or credit card', { exact: true }).click()
  await page.getByText('Gift card', { exact: true }).click()
  await expect(number).toHaveValue(code)
  await process.click()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
  await page.goto('/account/membership')
  await expect(page.getByRole('heading', { name: 'Your membership won’t renew automatically' })).toBeVisible()
  await expect(page.getByText(dayIn(12))).toBeVisible()
})

test('on a phone the plans stand before the address form', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn('lapsed')
  await page.goto('/checkout')
  const plan = page.getByRole('radio').first()
  await expect(page.getByRole('region', { name: 'Your account' })).toBeVisible()
  const account = (await page.getByRole('region', { name: 'Your account' }).boundingBox())!
  expect((await plan.locator('xpath=ancestor::fieldset[1]').boundingBox())!.y).toBeLessThan(account.y)
})

test('a payment window that is blocked, closed or answered by a declined card keeps the form, and payment can be tried again', async ({
  page,
}) => {
  const person = makePerson()
  await joinTo(page, person)
  const alert = page.getByRole('alert')
  await page.evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })
  await page.getByRole('button', { name: 'Continue with PayPal' }).click()
  await expect(alert).toContainText('Allow pop-ups for this page, then try again.')
  await expect(page.getByRole('button', { name: 'Continue with PayPal' })).toBeEnabled()

  await answerProvider(page, 'Cancel and return')
  await expect(alert).toContainText('You closed PayPal’s window')
  await expect(page.getByRole('region', { name: 'Your account' })).toContainText(person.username)

  await answerProvider(page, 'The card is declined')
  await expect(alert).toContainText(failed)

  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with PayPal' }).click()
  await (await opening).close()
  await expect(alert).toContainText('You closed PayPal’s window')
  await answerProvider(page, 'Approve and continue')
  await expect(page).toHaveURL('/login')
})

test('an approval whose answer is lost is sent again after a reload, and paid once', async ({
  page,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/register\/paypal_approved/])
  const person = makePerson()
  await joinTo(page, person)
  await page.route('**/api/register/paypal_approved', route => route.abort())
  await answerProvider(page, 'Approve and continue')
  await expect(page.getByText('Confirming your payment…')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(failed)
  // The page offers no second payment.
  await expect(page.getByRole('button', { name: 'Continue with PayPal' })).toHaveCount(0)
  await page.unroute('**/api/register/paypal_approved')
  await page.reload()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
})

test('an approval in a window that is then lost still makes a member', async ({ page }) => {
  const person = makePerson()
  await joinTo(page, person)
  await answerProvider(page, 'Approve, and lose the connection')
  await expect(page).toHaveURL('/login', { timeout: 55_000 })
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
})

test('an approval that the provider has not booked yet is polled until it has', async ({ page, context }) => {
  const person = makePerson()
  await joinTo(page, person)
  const tell = async (what: string, data: object) =>
    expect((await context.request.post(`/__paypal/__sandbox/${what}`, { data })).status()).toBe(200)
  // Longer than one call of the page polls, while others poll, too.
  await tell('fault', { match: 'GET /v1/billing/subscriptions/*', times: 1000, effect: 'stale' })
  await answerProvider(page, 'Approve and continue')
  await expect(page.getByText(/^PayPal has your approval and is still processing it/)).toBeVisible({
    timeout: 30_000,
  })
  await tell('mend', {})
  await expect(page).toHaveURL('/login', { timeout: 30_000 })
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
})

test('axe finds nothing wrong with checkout, which does not scroll sideways at 320 px', {
  tag: '@both',
}, async ({ page, signIn, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn('lapsed')
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: 'Continue with PayPal' })).toBeEnabled()
  await expectAccessible(page, 'PayPal', { isMobile })
  await page.getByText('Gift card', { exact: true }).click()
  await page.getByRole('button', { name: 'Process Gift Card' }).click()
  await expect(page.getByText('Gift Card Number is required')).toBeVisible()
  await expectAccessible(page, 'gift card', { isMobile })
})

test('a keyboard is enough to choose a payment', async ({ page, signIn }) => {
  await signIn('lapsed')
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: 'Continue with PayPal' })).toBeEnabled()
  await page.getByRole('radio', { name: /^Yearly/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Monthly/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Gift Card Number')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Gift Card Number')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Gift Card Number')).toHaveAccessibleDescription(
    'Gift Card Number is required',
  )
})

// The last test: afterwards this member is active again.
test('a lapsed member whose payment button fails to load tries again, and renews by the month', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/assets\/PayPalV6/])
  await signIn('lapsed')
  await page.route('**/assets/PayPalV6*.js', route => route.abort())
  await page.goto('/checkout')
  await expect(page.getByRole('alert')).toContainText('PayPal didn’t load')
  await page.unroute('**/assets/PayPalV6*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Continue with PayPal' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('radio', { name: /^Monthly/ }).check()
  await expect(page.getByRole('heading', { level: 1, name: 'Renew' })).toBeVisible()
  await expect(page).toHaveTitle('Renew · Colophon')
  await answerProvider(page, 'Approve and continue')
  await expect(page).toHaveURL('/')
  await expect(page.getByText(/^Thank you\./)).toBeVisible()
  await page.goto('/activity')
  await expect(page).toHaveURL('/activity')
  await page.goto('/account/membership')
  await expect(page.getByText('Monthly, $10.00')).toBeVisible()
})
