// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner } from '../factories.ts'
import { makePerson, newPassword } from '../person.ts'
import { address, button, field, input, untilAt, untilDescribed, untilFocused } from './find.ts'
import { fillNewAccount, join } from './joining.ts'
import { testSite } from './site.tsx'

const site = testSite()

const passwordRule =
  'Password must be between 8 and 20 characters long, containing: one uppercase letter, one lowercase letter, one number, and one special character.'

test('missing fields of a new account show their errors, and the password rule ticks off its parts', async () => {
  const user = site.open('/join')
  await screen.findByLabelText('Username')
  await waitFor(() => expect(document.title).toBe('Join · Colophon'))
  const about = () => screen.queryByRole('heading', { name: 'About You' })
  expect(about()).toBeNull()
  // The form keeps the password in memory, which a test's next page shares.
  await user.clear(field('Password'))
  await user.click(button('Continue'))
  await untilDescribed('Username', 'Username is required')
  await untilDescribed('Password', 'Password is required')
  const terms = screen.getByRole('checkbox', { name: /Terms and Conditions/ })
  await untilDescribed(terms, 'Terms and Conditions is Required')
  await untilFocused(field('Username'))
  expect(about()).toBeNull()

  const fillPassword = async (text: string) => {
    await user.clear(field('Password'))
    if (text) await user.type(field('Password'), text)
  }
  const weak = [
    'Short-1',
    'no-capitals-1',
    'NO-SMALL-1',
    'No-numbers!',
    'NoSpecial12',
    `Aa1!${'a'.repeat(17)}`,
  ]
  for (const password of weak) {
    await fillPassword(password)
    await user.click(button('Continue'))
    await untilDescribed('Password', passwordRule)
  }
  expect(screen.getByRole('link', { name: 'Terms and Conditions' }).getAttribute('href')).toBe('/terms')

  const parts = within(screen.getByRole('list', { name: 'A password needs' }))
  expect(parts.getAllByRole('listitem')).toHaveLength(5)
  for (const [password, done] of [
    ['', 0],
    ['colophon', 2],
    [newPassword, 5],
  ] as const) {
    await fillPassword(password)
    await waitFor(() => expect(parts.queryAllByLabelText('Done:')).toHaveLength(done))
  }
  expect(input('Password').type).toBe('password')
  await user.click(button('Show password'))
  expect(input('Password').type).toBe('text')
})

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
