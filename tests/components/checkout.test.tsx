// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner } from '../factories.ts'
import { address, button, field, untilAt, untilDescribed } from './find.ts'
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
