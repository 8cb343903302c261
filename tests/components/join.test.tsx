// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner } from '../factories.ts'
import { makePerson } from '../person.ts'
import { address, button, field, input, untilAt, untilDescribed, untilFocused } from './find.ts'
import { fillNewAccount, join } from './joining.ts'
import { testSite } from './site.tsx'

const site = testSite()

test('every required field of the second stage shows its error, and a phone number keeps only its characters', async () => {
  const user = site.open('/join')
  await fillNewAccount(user, makePerson().username)
  const heading = await screen.findByRole('heading', { name: 'About You' })
  await untilFocused(heading)
  screen.getByRole('heading', { name: 'Your Whereabouts' })
  await user.click(button('Create Account'))
  const labels = [
    'First Name',
    'Last Name',
    'Company',
    'Email',
    'Phone',
    'Address',
    'City',
    'State',
    'ZIP',
    'Country',
  ]
  for (const label of labels) await untilDescribed(label, `${label} is required`)
  await untilFocused(field('First Name'))
  await user.type(field('Email'), 'no-address')
  await untilDescribed('Email', 'Email is not valid')
  // A phone number keeps digits, spaces, hyphens, plus and parentheses, twenty at most.
  await user.type(field('Phone'), 'tel. +1 (316) 555-0134 ext')
  expect(input('Phone').value.trim()).toBe('+1 (316) 555-0134')
  await user.clear(field('Phone'))
  await user.type(field('Phone'), '1234567890123456789012345')
  expect(input('Phone').value).toBe('12345678901234567890')
  expect(address()).toBe('/join')
})

test('a company name like an existing one gets one warning and can be kept', async () => {
  await createDesigner(site.db, { company: 'Ada Lindqvist' })
  const user = await join(site, { ...makePerson(), company: 'Ada  lindqvist' })
  const warning = /^Another designer is called this, too\./
  await untilDescribed('Company', warning)
  await untilFocused(field('Company'))
  expect(address()).toBe('/join')
  await user.clear(field('Company'))
  await user.type(field('Company'), 'Ada Lindqvíst')
  await untilDescribed('Company', /^Shown with your logos/)
  await user.click(button('Create Account'))
  await untilDescribed('Company', warning)
  await user.click(button('Create Account'))
  await untilAt('/checkout')
})

test('a registration that the server accepts without a body is followed by checkout', async () => {
  site.answer('POST /api/register/validate', () => new Response(null, { status: 204 }))
  await join(site, makePerson())
  await untilAt('/checkout')
})

test('a common password is refused at its field', async () => {
  await join(site, makePerson(), 'Password123!')
  await untilDescribed('Password', 'Password is too common.')
  await untilFocused(field('Password'))
})

test('a signed-in member is redirected from Join to checkout', async () => {
  await site.signIn(await createDesigner(site.db, { membership: 'lapsed' }))
  site.open('/join')
  await untilAt('/checkout')
})
