// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passwordMessage } from '../../shared/rules/password.ts'
import { createDesigner } from '../factories.ts'
import { address, button, field, input, untilAt, untilDescribed, untilFocused } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
const newPassword = 'Another-Horse-2!'

test('a link of a mail that is not valid says why, and a lost answer can be sent again', async () => {
  for (const [path, label] of [
    ['confirm-email', 'Confirm this address'],
    ['restore-email', 'Restore my address'],
  ] as const) {
    site.open(`/${path}`)
    await untilAt('/login')

    let user = site.open(`/${path}?token=unknown`)
    const restore = site.answer(`POST /api/auth/${path}`, lost)
    await user.click(await screen.findByRole('button', { name: label }))
    await screen.findByText('We couldn’t reach the gallery.')
    restore()
    await user.click(button(label))
    const expired = await screen.findByRole('heading', { name: 'This link has expired' })
    await untilFocused(expired)

    user = site.open(`/${path}?token=taken-since`)
    site.answer(`POST /api/auth/${path}`, () =>
      Response.json({ error: 'Email is already in use' }, { status: 409 }),
    )
    await user.click(await screen.findByRole('button', { name: label }))
    const taken = await screen.findByRole('heading', { name: /address is taken$/ })
    await untilFocused(taken)
  }
})

test('an answer of 200 that does not report success is a failure', async () => {
  let user = site.open('/forgot-password')
  site.answer('POST /api/auth/forgot-password', () => Response.json('Queued'))
  await user.type(await screen.findByLabelText('Username / Email'), 'someone')
  await user.click(button('Send'))
  await screen.findByText('Error: Could not send password reset email.')
  expect(button('Send').disabled).toBe(false)

  user = site.open('/password-reset?user=1&token=abc')
  site.answer('POST /api/auth/reset-password', () => Response.json('Expired'))
  await user.type(await screen.findByLabelText('New Password'), newPassword)
  await user.type(field('Confirm Password'), newPassword)
  await user.click(button('Update Password'))
  await screen.findByText('Error resetting password.')
  expect(address()).toBe('/password-reset')
})

test('a double click requests one mail, and a mistyped name can be corrected', async () => {
  const member = await createDesigner(site.db)
  const user = site.open('/forgot-password')
  await user.type(await screen.findByLabelText('Username / Email'), member.username)
  await user.dblClick(button('Send'))
  const sent = await screen.findByRole<HTMLButtonElement>('button', { name: 'Email Sent!' })
  expect(sent.disabled).toBe(true)
  expect(site.calls.filter(call => call.startsWith('POST'))).toEqual(['POST /api/auth/forgot-password'])
  await user.type(field('Username / Email'), '-2')
  await user.click(button('Send'))
  await screen.findByRole('button', { name: 'Email Sent!' })
})

test('a missing name and errors of sending are shown, and the typed name is kept', async () => {
  const user = site.open('/forgot-password')
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await untilDescribed('Username / Email', 'Username is required')
  await untilFocused(field('Username / Email'))

  const restore = site.answer('POST /api/auth/forgot-password', lost)
  await user.type(field('Username / Email'), 'ada')
  await user.click(button('Send'))
  await screen.findByText('Error: Could not send password reset email.')
  expect(input('Username / Email').value).toBe('ada')
  restore()
  const error = 'Too many attempts. Please wait 5 minutes.'
  site.answer('POST /api/auth/forgot-password', () => Response.json({ error }, { status: 429 }))
  await user.click(button('Send'))
  await screen.findByText(error)
})

test.each(['', '?user=1', '?token=x', '?user=&token='])(
  'a reset link with the query "%s" redirects to the login page',
  async query => {
    site.open(`/password-reset${query}`)
    await untilAt('/login')
  },
)

test('the password rule shows its missing parts, and errors appear at their fields', async () => {
  const user = site.open('/password-reset?user=1&token=x')
  const password = await screen.findByLabelText<HTMLInputElement>('New Password')
  const confirm = input('Confirm Password')
  await user.click(button('Update Password'))
  await untilDescribed(password, 'Password is required')
  await untilDescribed(confirm, 'Confirm password is required')

  const rule = within(screen.getByRole('list', { name: 'A password needs' }))
  const met = () => rule.queryAllByLabelText('Done:').length
  expect(met()).toBe(0)
  await user.type(password, 'aB')
  await waitFor(() => expect(met()).toBe(2))
  await untilDescribed(password, passwordMessage)
  await user.type(password, '3!')
  await waitFor(() => expect(met()).toBe(4))
  await user.clear(password)
  await user.type(password, newPassword)
  await waitFor(() => expect(met()).toBe(5))
  await untilDescribed(password, '')

  await user.type(confirm, 'Another-Horse-3!')
  await user.click(button('Update Password'))
  await untilDescribed(confirm, 'Passwords do not match')
  await untilFocused(confirm)
  await user.clear(confirm)
  await user.type(confirm, newPassword)
  await untilDescribed(confirm, '')

  expect(password.type).toBe('password')
  await user.click(button('Show new password'))
  expect(password.type).toBe('text')
  expect(confirm.type).toBe('password')
  for (const each of [password, confirm]) expect(each.getAttribute('autocomplete')).toBe('new-password')
})
