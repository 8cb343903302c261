// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner } from '../factories.ts'
import { button, field, input, untilDescribed, untilFocused } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

test('name and address are filled in for a member, also a lapsed one', async () => {
  const member = await createDesigner(site.db, { membership: 'lapsed' })
  await site.signIn(member)
  site.open('/contact')
  await waitFor(() => expect(input('Email').value).toBe(member.email))
  expect(input('Name').value).toBe('Robin Vale')
})

test('missing fields and errors of sending are shown, and the typed text is kept', async () => {
  const user = site.open('/contact')
  await user.click(await screen.findByRole('button', { name: 'Send Message' }))
  for (const label of ['Name', 'Email', 'Subject', 'Message'])
    await untilDescribed(label, `${label} is required`)
  await untilFocused(field('Name'))
  await user.type(field('Name'), 'Robin')
  await user.type(field('Email'), 'robin@example')
  await user.selectOptions(field('Subject'), 'Account Help')
  await user.type(field('Message'), 'Hello')
  await user.click(button('Send Message'))
  await untilDescribed('Email', 'Email is not valid')
  await untilFocused(field('Email'))
  await user.type(field('Email'), '.com')

  const restore = site.answer('POST /api/contact', lost)
  await user.click(button('Send Message'))
  await screen.findByText('There was an error, try again later.')
  restore()
  const error = 'Too many attempts. Please wait 12 minutes.'
  site.answer('POST /api/contact', () => Response.json({ error }, { status: 429 }))
  await user.click(button('Send Message'))
  await screen.findByText(error)
  const kept = { Name: 'Robin', Email: 'robin@example.com', Subject: 'Account Help', Message: 'Hello' }
  for (const [label, value] of Object.entries(kept)) expect(input(label).value).toBe(value)
})
