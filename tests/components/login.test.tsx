// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner, createLogo } from '../factories.ts'
import { address, field, untilAt, untilDescribed, untilFocused } from './find.ts'
import { logIn } from './log-in.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
const noAnswer = 'Error: Could not connect to authorization server.'

test('missing fields of the login show their errors', async () => {
  const user = site.open('/login')
  await logIn(user, '', '')
  await untilDescribed('Username', 'Username is required')
  await untilDescribed('Password', 'Password is required')
  await untilFocused(field('Username'))

  await logIn(user, 'ada', '')
  await untilDescribed('Username', '')
  await untilDescribed('Password', 'Password is required')
  expect(address()).toBe('/login')
})

test('a wrong password and a failed request show different messages', async () => {
  const { username } = await createDesigner(site.db)
  const user = site.open('/login')
  await logIn(user, username, 'Wrong-Horse-1!')
  const refused = 'Username or Password Incorrect'
  // At the field and in a toast.
  await waitFor(() => expect(screen.getAllByText(refused)).toHaveLength(2))
  await untilFocused(field('Password'))
  expect(field('Password').getAttribute('aria-invalid')).toBe('true')
  await untilDescribed('Password', `${refused} Forgot password?`)
  // The toast disappears, the field's error stays until it is edited.
  await waitFor(() => expect(screen.getAllByText(refused)).toHaveLength(1))
  const forgot = () =>
    within(document.querySelector('form')!).queryByRole('link', { name: 'Forgot password?' })
  expect(forgot()?.getAttribute('href')).toBe('/forgot-password')
  await user.type(field('Password'), 'x')
  await waitFor(() => expect(screen.queryByText(refused)).toBeNull())
  expect(field('Password').hasAttribute('aria-invalid')).toBe(false)
  expect(forgot()).toBeNull()

  const restore = site.answer('POST /api/auth/login', lost)
  await logIn(user, username)
  await screen.findByText(noAnswer)
  restore()
  await logIn(user, username)
  await untilAt('/')
})

test('a login that is answered without the session says that it failed', async () => {
  for (const reply of [() => Response.json({}), () => new Response(null, { status: 204 })]) {
    const user = site.open('/login')
    site.answer('POST /api/auth/login', reply)
    await logIn(user, 'ada')
    await screen.findByText(noAnswer)
    expect(address()).toBe('/login')
  }
})

test('a logout that is answered without a body is a logout', async () => {
  await site.signIn(await createDesigner(site.db))
  const user = site.open('/')
  await user.click(await screen.findByRole('button', { name: /^Account of / }))
  site.answer('POST /api/auth/logout', async ({ forward }) => {
    await forward()
    return new Response(null, { status: 204 })
  })
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
  await screen.findByRole('link', { name: 'Login' })
})

test('the avatar is replaced once, when its menu’s code has arrived: a press in between is not lost', async () => {
  await site.signIn(await createDesigner(site.db))
  const avatars = new Set<Element>()
  const observer = new MutationObserver(() => {
    for (const avatar of screen.queryAllByRole('button', { name: /^Account of / })) avatars.add(avatar)
  })
  observer.observe(document, { childList: true, subtree: true })
  const user = site.open('/')
  const avatar = await screen.findByRole('button', { name: /^Account of / })
  // The header loads the menu’s code 1.5 seconds after it is rendered.
  await waitFor(() => expect(avatar.isConnected).toBe(false), { timeout: 10_000 })
  await user.click(screen.getByRole('button', { name: /^Account of / }))
  await screen.findByRole('menuitem', { name: 'Log Out' })
  observer.disconnect()
  expect(avatars.size).toBe(2)
})

test.each([
  ['/submit', 'Submit Your Logo'],
  ['/designers?tab=logos', /^Studio /],
])('the guarded page %s redirects to sign in and returns afterwards', async (path, heading) => {
  const member = await createDesigner(site.db)
  const user = site.open(path)
  await untilAt(`/login?next=${encodeURIComponent(path)}`)
  await logIn(user, member.username)
  await untilAt(path)
  await screen.findByRole('heading', { name: heading })
})

test('signing in never redirects to another host', async () => {
  const { username } = await createDesigner(site.db)
  const user = site.open(`/login?next=${encodeURIComponent('//evil.example')}`)
  await logIn(user, username)
  await screen.findByRole('heading', { level: 1, name: 'Fresh' })
  expect(address()).toBe('/')
})

test('a signed-in member is redirected from the login page', async () => {
  await createLogo(site.db)
  await site.signIn(await createDesigner(site.db))
  site.open('/login')
  await screen.findByRole('heading', { level: 1, name: 'Fresh' })
  expect(address()).toBe('/')
  await screen.findByRole('img', { name: /^Plain mark by/ })
})

test('a session that has ended is noticed when a call is refused', async () => {
  await site.signIn(await createDesigner(site.db))
  const user = site.open('/account/password')
  await screen.findByLabelText('Current Password')
  site.endSession()
  await user.click(screen.getByRole('link', { name: 'Contact Info' }))
  await untilAt('/login?next=%2Faccount%2Fcontact-info')
})

test('a lapsed member finds of the account only the membership, and no profile', async () => {
  await site.signIn(await createDesigner(site.db, { membership: 'lapsed' }))
  const user = site.open('/faq')
  await user.click(await screen.findByRole('button', { name: /^Account of / }))
  await screen.findByRole('menuitem', { name: 'Log Out' })
  expect(screen.queryByRole('menuitem', { name: 'Profile' })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Account Settings' }))
  await untilAt('/account/membership')
  const tabs = within(await screen.findByRole('navigation', { name: 'Account' })).getAllByRole('link')
  expect(tabs.map(tab => tab.textContent)).toEqual(['Membership'])
})

test('a member stays signed in while the session check fails, and it is retried', async () => {
  await site.signIn(await createDesigner(site.db))
  site.open('/activity')
  await screen.findByRole('button', { name: /^Account of / })
  const restore = site.answer('GET /api/auth/check', lost)
  site.reload()
  await screen.findByText('Error: Could not connect to authorization server.')
  await untilAt('/activity')
  restore()
  await screen.findByRole('button', { name: /^Account of / })
  await untilAt('/activity')
})
