// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepApproved } from '../../web/features/checkout/approved.ts'
import { createDesigner } from '../factories.ts'
import { makePerson } from '../person.ts'
import { address, button, field, untilAt, untilDescribed, untilSaid } from './find.ts'
import { join } from './joining.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
const enterLapsed = async () => site.signIn(await createDesigner(site.db, { membership: 'lapsed' }))

test('a member’s gift card is sent without an account form, and its rejection is shown', async () => {
  await enterLapsed()
  const { promise: held, resolve: load } = Promise.withResolvers<void>()
  site.answer('GET /api/designers/checkout-info', async ({ forward }) => {
    await held
    return forward()
  })
  const user = site.open('/checkout')
  const choice = () => screen.findByRole<HTMLInputElement>('radio', { name: 'Gift card' })
  // Nothing can be chosen while the account loads: the reason for the payment still moves the page.
  expect((await choice()).disabled).toBe(true)
  load()
  await waitFor(async () => expect((await choice()).disabled).toBe(false))
  await user.click(await choice())
  await user.click(button('Process Gift Card'))
  await untilDescribed('Gift Card Number', 'Gift Card Number is required')

  await user.type(field('Gift Card Number'), 'AAAA-BBBB-CCCC-DDDD')
  let sent: unknown
  const restore = site.answer('POST /api/register/giftcard', ({ body }) => {
    sent = body
    return Response.json({ success: false, error: 'Used on Monday.' })
  })
  await user.click(button('Process Gift Card'))
  await untilDescribed('Gift Card Number', 'Used on Monday.')
  expect(sent).toMatchObject({
    gift_card_code: 'AAAA-BBBB-CCCC-DDDD',
    isNew: false,
    affiliate: null,
    user: { email: expect.stringContaining('@'), city: expect.any(String), country: expect.any(String) },
  })
  restore()
  site.answer('POST /api/register/giftcard', lost)
  await user.click(button('Process Gift Card'))
  const failed = 'An error occurred during the transaction. Please try again.'
  await untilDescribed('Gift Card Number', failed)
  expect(address()).toBe('/checkout')
})

test('checkout without a registration redirects to Join', async () => {
  site.open('/checkout')
  await untilAt('/join')
})

test.each([
  '/',
  '/fresh/2',
  '/search?keyword=fox',
  '/following',
  '/activity',
  '/submit',
  '/designers?tab=about',
  '/books',
  '/login',
  '/join',
  '/account/password',
])('a lapsed member is redirected from %s to checkout and told why', async path => {
  await enterLapsed()
  site.open(path)
  await untilAt('/checkout')
  await screen.findByText(/^Your membership expired on \w{3} \d+, \d{4}\./)
  await screen.findByText(/pick up where you left off/)
})

test('a lapsed member comes from the account to checkout, and logs out there', async () => {
  await enterLapsed()
  const user = site.open('/account/membership')
  await screen.findByRole('heading', { name: 'Your membership has expired' })
  await user.click(screen.getByRole('link', { name: 'Subscribe' }))
  await untilAt('/checkout')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  await untilAt('/')
  await screen.findByRole('heading', { level: 1, name: 'Fresh' })
})

test('checkout settings that fail to load show an error and a retry button', async () => {
  await enterLapsed()
  const restore = site.answer('GET /api/designers/checkout-info', lost)
  const user = site.open('/checkout')
  await screen.findByText('Error getting checkout information.')
  restore()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('region', { name: 'Your account' })
})

test('in a country without the provider, support is named instead of the button', async () => {
  const user = await join(site, { ...makePerson(), country: 'GH' })
  await untilAt('/checkout')
  const account = await screen.findByRole('region', { name: 'Your account' })
  expect(account.textContent).toContain('Ghana **')
  await untilSaid('PayPal doesn’t take payments from Ghana **.')
  expect(screen.queryByRole('button', { name: 'Continue with PayPal' })).toBeNull()
  const countries = (await screen.findByText('Where PayPal isn’t available')).closest('details')!
  expect(countries.open).toBe(false)
  await user.click(countries.querySelector('summary')!)
  expect(countries.open).toBe(true)
  expect(countries.textContent).toContain('Cuba **')
  expect(countries.textContent).toContain('must contact support to renew')
})

test('an approval that is refused shows the support address', async () => {
  await join(site, makePerson())
  await untilAt('/checkout')
  await screen.findByText('Where PayPal isn’t available')
  // The page asks for the outcome of an approval that an earlier page has kept. This subscription does not exist.
  keepApproved('I-NOBODYS')
  const restore = site.answer('POST /api/register/paypal_approved', lost)
  const user = site.reload()
  await screen.findByText('An error occurred during the transaction. Please try again.')
  restore()
  await user.click(button('Check again'))
  await screen.findByText(/^Transaction completed but registration failed\./)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe(
    "Transaction completed but registration failed. Please contact Colophon's support.",
  )
  expect(site.calls).toContain('POST /api/register/paypal_approved')
  expect(within(alert).getByRole('link', { name: 'support' }).getAttribute('href')).toBe('/contact')
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact')
  // The other choices, and the text about choosing, are hidden.
  expect(screen.queryByText('Where PayPal isn’t available')).toBeNull()
})
