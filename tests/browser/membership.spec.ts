import { formatReceiptNumber } from '../../shared/rules/receipt-number.ts'
import { makePerson, newPassword } from '../person.ts'
import { expectNoFaults, expectToFit } from './axe.ts'
import { answerProvider, dayIn, joinTo } from './joining.ts'
import { test } from './own-server.ts'
import { becomeVisitor, fillLogin } from './sign-in.ts'
import { expect } from './test.ts'

// Another server than that of checkout's journeys, where the lapsed member renews.
test.use({ serverOf: 'membership' })
// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

test('a member sees the next payment, cancels after confirming, and keeps the paid time', async ({
  page,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/subscriptions\/cancel/])
  const person = makePerson()
  await joinTo(page, person)
  await answerProvider(page, 'Approve and continue')
  await expect(page).toHaveURL('/login')
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
  await page.goto('/account/membership')
  await expect(page.getByRole('heading', { name: 'Your membership renews automatically' })).toBeVisible()
  await expect(page.getByText(dayIn(12)).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Review your subscription at PayPal/ })).toHaveAttribute(
    'href',
    /.+/,
  )

  const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel Subscription' })
  await cancel.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`You stay a member until ${dayIn(12)}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeFocused()

  await page.route('**/api/subscriptions/cancel', route => route.abort())
  await cancel.click()
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByRole('alert')).toContainText('couldn’t cancel your subscription just now')
  await page.unroute('**/api/subscriptions/cancel')
  await expect(dialog).toBeHidden()

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/subscriptions/cancel', async route => {
    await held
    await route.continue()
  })
  await cancel.click()
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByRole('button', { name: 'Cancelling…' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText(`Begins when your membership expires on ${dayIn(12)}`).first()).toBeVisible()

  await page.goto('/account/membership')
  await expect(page.getByRole('heading', { name: 'Your membership won’t renew automatically' })).toBeVisible()
  await expect(page.getByText(dayIn(12))).toBeVisible()
  await page.goto('/activity')
  await expect(page).toHaveURL('/activity')
})

test('a member finds each payment and its receipt, which has no accessibility violations, fits 320 px and prints; a visitor signs in first', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = makePerson()
  await joinTo(page, person)
  await answerProvider(page, 'Approve and continue')
  await fillLogin(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
  await page.goto('/account/membership')
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments.getByRole('listitem')).toHaveCount(1)
  await expect(payments.getByRole('listitem')).toContainText('Yearly membership')
  await expect(payments.getByRole('listitem')).toContainText('$100.00')
  await payments.getByRole('link', { name: `Receipt of ${dayIn(0)}` }).click()

  await expect(page).toHaveURL(/\/receipt\/\d+$/)
  const number = formatReceiptNumber(/\d+$/.exec(page.url())![0])
  await expect(page).toHaveTitle(`Receipt ${number} · Colophon`)
  await expect(page.getByRole('heading', { level: 1, name: `Receipt ${number}` })).toBeFocused()
  const sheet = page.getByRole('article')
  for (const text of [
    person.company,
    'Lena Pasternak',
    '412 East Douglas Avenue',
    'Wichita, KS 67202',
    'United States',
    'Colophon membership, yearly',
    `${dayIn(0)} to ${dayIn(12)}`,
  ])
    await expect(sheet).toContainText(text)
  await expect(sheet.getByRole('row', { name: /^Paid/ })).toContainText('$100.00')

  const former = page.viewportSize()!
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoFaults(page, 'receipt')
  await expectToFit(page, 'receipt')
  await page.setViewportSize(former)

  // In print: our wordmark and the sheet.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes'
    }
  })
  await page.getByRole('button', { name: 'Print or save' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // With backgrounds printed, too, the paper stays white and no dark bar crosses it.
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByText('This is a test: no money moved.')).toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  )
  await expect(sheet).toBeVisible()
  await expect(sheet).toHaveCSS('color', 'rgb(138, 138, 138)')
  for (const gone of [
    page.getByRole('button', { name: 'Print or save' }),
    page.getByRole('link', { name: 'Your membership' }),
    page.getByRole('contentinfo'),
  ])
    await expect(gone).toBeHidden()

  const address = page.url()
  const visitor = await browser.newPage({ baseURL })
  await visitor.goto(address)
  await expect(visitor).toHaveURL(`/login?next=${encodeURIComponent(new URL(address).pathname)}`)
  await visitor.close()
})

test('memberships in every state have no accessibility violations and fit 320 px; a subscription that differs from the ledger is explained', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn('mismatch')
  await page.goto('/')
  await expect(page).toHaveURL('/account/membership')
  await expect(
    page.getByRole('heading', { name: 'Your subscription is active, but your membership has expired' }),
  ).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Check your latest payment at PayPal/ })).toBeVisible()
  await expect(main.getByRole('link', { name: 'email support' })).toHaveAttribute('href', '/contact')
  await expect(main.getByRole('link', { name: /^Manage at PayPal/ })).toHaveAttribute('href', /.+/)
  await expect(main.getByText('Subscription ID', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
  await expectNoFaults(page, 'mismatch')
  await expectToFit(page, 'mismatch')

  for (const username of ['newcomer', 'lapsed']) {
    await becomeVisitor(page)
    await signIn(username)
    await page.goto('/account/membership')
    await expect(page.getByRole('heading', { name: /^Your (membership|subscription)/ })).toBeVisible()
    await expectNoFaults(page, username)
    await expectToFit(page, username)
  }
})
