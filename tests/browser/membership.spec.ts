import { AxeBuilder } from '@axe-core/playwright'
import { answerProvider, dayIn, joinTo, makePerson, newPassword } from './joining.ts'
import { test } from './own-server.ts'
import { fillLogin } from './sign-in.ts'
import { expect } from './test.ts'

// One server for all of them, in one worker.
test.describe.configure({ mode: 'default' })

test('a member sees the next payment, cancels after being asked, and keeps the paid time', {
  tag: '@both',
}, async ({ page, expectFailures }) => {
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
  await expect(page.getByRole('alert')).toContainText('could not be cancelled just now')
  await page.unroute('**/api/subscriptions/cancel')
  await expect(dialog).toBeHidden()

  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
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
  await expect(page.getByRole('heading', { name: 'Your membership does not renew by itself' })).toBeVisible()
  await expect(page.getByText(dayIn(12))).toBeVisible()
  await page.goto('/activity')
  await expect(page).toHaveURL('/activity')
})

test('a subscription that does not agree with the membership is explained', async ({ page, signIn }) => {
  await signIn('mismatch')
  await page.goto('/')
  await expect(page).toHaveURL('/account/membership')
  await expect(
    page.getByRole('heading', { name: 'Your subscription and your membership do not agree' }),
  ).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Check your latest payment at PayPal/ })).toBeVisible()
  await expect(main.getByRole('link', { name: 'e-mail support' })).toHaveAttribute('href', '/contact')
  await expect(main.getByRole('link', { name: /^Manage at PayPal/ })).toHaveAttribute('href', /.+/)
  await expect(main.getByText('Subscription ID', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
})

test('a membership that does not arrive is told of, and comes on trying again', async ({
  page,
  signIn,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/designers\/membership/])
  await signIn('newcomer')
  await page.route('**/api/designers/membership', route => route.abort())
  await page.goto('/account/membership')
  await expect(page.getByRole('heading', { name: 'Your membership did not arrive' })).toBeVisible()
  await page.unroute('**/api/designers/membership')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: /^Your membership (renews|does not)/ })).toBeVisible()
})

for (const username of ['mismatch', 'newcomer', 'lapsed'])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing wrong, nor sideways: membership of ${username}, ${colorScheme}`, async ({
      page,
      signIn,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 320, height: 640 })
      await signIn(username)
      await page.goto('/account/membership')
      await expect(page.getByRole('heading', { name: /^Your (membership|subscription)/ })).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(v => ({ rule: v.id, where: v.nodes.map(n => n.html) }))).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })
