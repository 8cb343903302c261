// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passwordMessage } from '../../shared/rules/password.ts'
import { createDesigner, testPassword } from '../factories.ts'
import {
  address,
  button,
  field,
  input,
  pressTwice,
  untilAt,
  untilDescribed,
  untilFocused,
  untilSaid,
} from './find.ts'
import { logIn } from './log-in.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
const newPassword = 'Another-Horse-2!'

type User = ReturnType<typeof site.open>

/** The mail to this address with this subject. */
const findMail = (to: string, subject: string) =>
  site.db
    .selectFrom('mail')
    .select('html')
    .where('to_address', '=', to)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()

/** The path and query of the link with this name in that mail. */
async function linkInMail(to: string, subject: string, name: string) {
  const { html } = await findMail(to, subject)
  const page = new DOMParser().parseFromString(html!, 'text/html')
  const link = [...page.querySelectorAll('a')].find(each => each.textContent?.trim() === name)
  const { pathname, search } = new URL(link!.getAttribute('href')!)
  return pathname + search
}

/** Fills in the form of a reset and submits it. */
async function setPassword(user: User, password: string) {
  await user.type(await screen.findByLabelText('New Password'), password)
  await user.type(field('Confirm Password'), password)
  await user.click(button('Update Password'))
}

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

test('a forgotten password is reset by a mailed link, which works once', async () => {
  const member = await createDesigner(site.db)
  let user = site.open('/login')
  await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  await untilFocused(await screen.findByRole('heading', { name: 'Forgot Password' }))
  expect(document.title).toBe('Forgot Password · Colophon')
  await user.type(field('Username / Email'), member.email)
  await user.click(button('Send'))
  const sent = await screen.findByRole<HTMLButtonElement>('button', { name: 'Email Sent!' })
  expect(sent.disabled).toBe(true)

  const link = await linkInMail(member.email, 'Set a new password for Colophon', 'Set a new password')
  site.open(link)
  await screen.findByLabelText('New Password')
  await waitFor(() => expect(document.title).toBe('Password Reset · Colophon'))
  // The token stands in the address no longer, and a reload keeps it.
  await untilAt('/password-reset')
  user = site.reload()
  await setPassword(user, newPassword)
  await screen.findByText('Password updated successfully.')
  await untilAt('/login')
  await logIn(user, member.username, newPassword)
  await untilAt('/')
  await findMail(member.email, 'Your Colophon password was changed')

  user = site.open(link)
  await setPassword(user, 'Third-Horse-3!')
  await screen.findByText('Error resetting password.')
  await untilFocused(await screen.findByRole('heading', { name: 'This link has expired' }))
  await user.click(screen.getByRole('link', { name: 'Get a new link' }))
  await untilAt('/forgot-password')
})

/** Requests a change of address on the page of the account. */
async function askForAddress(user: User, email: string) {
  await user.clear(await screen.findByLabelText('Email'))
  for (const [label, text] of [
    ['Email', email],
    ['Current Password', testPassword],
    ['Phone', '2125550123'],
    ['Street address', '1 Quoin Street'],
    ['City', 'Lawrence'],
    ['State or region', 'KS'],
    ['ZIP', '66044'],
  ] as const)
    await user.type(await screen.findByLabelText(label), text)
  await user.selectOptions(field('Country'), 'US')
  await user.click(button('Save Changes'))
  await untilSaid(`Waiting for ${email} to be confirmed.`)
}

test('a new email address is confirmed by its link, and reverted by the old address', async () => {
  const member = await createDesigner(site.db)
  const email = `new-${member.email}`
  let user = site.open('/login?next=%2Faccount%2Fcontact-info')
  await logIn(user, member.username)
  await askForAddress(user, email)
  const confirmLink = await linkInMail(
    email,
    'Confirm your email address for Colophon',
    'Confirm this address',
  )
  site.open(confirmLink)
  await screen.findByRole('button', { name: 'Confirm this address' })
  await waitFor(() => expect(document.title).toBe('Confirm your email · Colophon'))
  // The token stands in the address no longer, and a reload keeps it.
  await untilAt('/confirm-email')
  site.reload()
  pressTwice(await screen.findByRole('button', { name: 'Confirm this address' }))
  await untilFocused(await screen.findByRole('heading', { name: 'Email confirmed' }))
  expect(site.calls.filter(call => call === 'POST /api/auth/confirm-email')).toHaveLength(1)
  await untilSaid(`From now on we’ll write to ${email}`)
  user = site.open(confirmLink)
  await user.click(await screen.findByRole('button', { name: 'Confirm this address' }))
  await untilFocused(await screen.findByRole('heading', { name: 'This address is confirmed' }))
  await user.click(screen.getByRole('link', { name: 'Your account' }))
  await waitFor(() => expect(input('Email').value).toBe(email))
  expect(document.body.textContent).not.toContain('to be confirmed')

  const restoreLink = await linkInMail(
    member.email,
    'Your Colophon email address is about to change',
    'It wasn’t me',
  )
  user = site.open(restoreLink)
  await user.click(await screen.findByRole('button', { name: 'Restore my address' }))
  await untilAt('/password-reset')
  await setPassword(user, newPassword)
  await untilAt('/login')
  user = site.open(restoreLink)
  await screen.findByRole('button', { name: 'Restore my address' })
  await waitFor(() => expect(document.title).toBe('Take your account back · Colophon'))
  await user.click(button('Restore my address'))
  await untilFocused(await screen.findByRole('heading', { name: 'This link has already been used' }))
  user = site.open('/login?next=%2Faccount%2Fcontact-info')
  await logIn(user, member.email, newPassword)
  await waitFor(() => expect(input('Email').value).toBe(member.email))
})
