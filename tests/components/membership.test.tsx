// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { test } from 'vitest'
import { createDesigner } from '../factories.ts'
import { button, untilAt } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

test('a lapsed member may ask for a receipt: an unknown one shows a message, and one that fails to load a retry button; so do payments', async () => {
  await site.signIn(await createDesigner(site.db, { membership: 'lapsed' }))
  for (const path of ['/receipt/999999', '/receipt/nothing']) {
    site.open(path)
    await screen.findByRole('heading', { name: 'Receipt not found' })
  }
  const receipt = site.answer('GET /api/designers/receipt', lost)
  const user = site.open('/receipt/1')
  await screen.findByRole('heading', { name: 'We couldn’t load your receipt' })
  receipt()
  await user.click(button('Try again'))
  await screen.findByRole('heading', { name: 'Receipt not found' })

  const payments = site.answer('GET /api/designers/payments', lost)
  await user.click(screen.getByRole('link', { name: 'Your payments' }))
  await untilAt('/account/membership')
  const region = within(await screen.findByRole('region', { name: 'Payments' }))
  await region.findByText(/Your payments didn’t load\./)
  payments()
  await user.click(region.getByRole('button', { name: 'Try again' }))
  await region.findByText(/None yet\./)
})

test('a membership that fails to load shows an error and a retry button', async () => {
  await site.signIn(await createDesigner(site.db))
  const restore = site.answer('GET /api/designers/membership', lost)
  const user = site.open('/account/membership')
  await screen.findByRole('heading', { name: 'We couldn’t load your membership' })
  restore()
  await user.click(button('Try again'))
  await screen.findByRole('heading', { name: /^Your membership (renews|won’t)/ })
})
