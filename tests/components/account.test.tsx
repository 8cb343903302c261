// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as api from '../../shared/api.ts'
import { avatarMessages } from '../../shared/rules/avatar.ts'
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

async function enter() {
  const member = await createDesigner(site.db)
  return { member, call: (await site.signIn(member)).call }
}

/** Another browser, signed in as the member. */
const signInElsewhere = (member: { designer_id: number }) => site.server.signIn(member)

async function fill(user: UserEvent, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const element = await screen.findByLabelText(label)
    await user.clear(element)
    if (value) await user.type(element, value)
  }
}
const postal = {
  Phone: '2125550123',
  'Street address': '12 Quai',
  City: '  Lyon ',
  'State or region': 'Rhône',
  ZIP: '69001',
}
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Account' })).getByRole('link', { name })

test('the account is open to members only, and each section has its own URL', async () => {
  const { username } = await createDesigner(site.db)
  const user = site.open('/account/edit-profile')
  await untilAt('/login?next=%2Faccount%2Fedit-profile')
  await logIn(user, username)
  await untilAt('/account/edit-profile')
  await waitFor(() => expect(document.title).toMatch(/^Account Settings/))
  expect(tab('Profile').getAttribute('aria-current')).toBe('page')
  expect((await screen.findByLabelText<HTMLInputElement>(/^First name/i)).value).toBe('Robin')
  for (const path of ['/account', '/account/nothing']) {
    site.open(path)
    await screen.findByLabelText('Email')
    expect(tab('Contact Info').getAttribute('aria-current')).toBe('page')
  }
  await user.click(tab('Password'))
  await untilAt('/account/password')
  await user.click(button(/^Account of/))
  await user.click(await screen.findByRole('menuitem', { name: 'Account Settings' }))
  await untilAt('/account')
  site.open('/designers?tab=logos')
  await user.click(await screen.findByRole('link', { name: 'Edit Profile' }))
  await untilAt('/account/edit-profile')
})

test('contact info shows each error at its field, is sent in both forms of its names, and is saved once', async () => {
  const { member } = await enter()
  const user = site.open('/account/contact-info')
  const saveChanges = () => user.click(button('Save Changes'))
  await waitFor(() => expect(input('Email').value).toBe(member.email))
  const country = input('Country') as unknown as HTMLSelectElement
  expect(country.options[0]!.textContent).toBe('Anywhere')
  expect(country.querySelector('option[value=PL]')!.textContent).toBe('Poland')
  await fill(user, { Email: 'nobody', Phone: '12' })
  await saveChanges()
  for (const text of [
    'Email is not valid',
    'Phone number is not valid',
    'Address is required',
    'City is required',
    'State is required',
    'ZIP is required',
    'Country is required',
  ])
    await screen.findByText(text)
  await untilFocused(field('Email'))

  const email = `new-${member.email}`
  const address = {
    'Street address': '1 Quoin Street',
    City: 'Lawrence',
    'State or region': 'KS',
    ZIP: '66044',
  }
  await fill(user, { Email: email, 'Current Password': 'Wrong-Horse-1!', Phone: '2125550123', ...address })
  expect(input('Phone').value).toBe('(212) 555-0123')
  await user.selectOptions(country, 'US')
  let sent: unknown
  const restore = site.answer('PUT /api/designers/contact-info', ({ body }) => {
    sent = body
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await saveChanges()
  await screen.findByText('Error updating contact information.')
  // The form's field names and the record's.
  expect(sent).toMatchObject({
    streetAddress: '1 Quoin Street',
    suite: '',
    addressLocality: 'Lawrence',
    addressRegion: 'KS',
    postalCode: '66044',
    address1: '1 Quoin Street',
    address2: '',
    city: 'Lawrence',
    state: 'KS',
    zip: '66044',
    country: 'US',
  })
  restore()
  await saveChanges()
  await untilDescribed('Current Password', 'Current password is incorrect.')
  await untilFocused(field('Current Password'))

  await fill(user, { 'Current Password': testPassword })
  const before = site.calls.length
  await user.dblClick(button('Save Changes'))
  await screen.findByText('Contact information updated!')
  expect(site.calls.slice(before).filter(call => call.startsWith('PUT'))).toHaveLength(1)
  const waiting = `Waiting for ${email} to be confirmed.`
  await untilSaid(waiting)
  site.reload()
  await untilSaid(waiting)
  expect(input('Email').value).toBe(member.email)

  // Saving the form again leaves the pending address; one press withdraws it.
  await fill(user, { City: 'Topeka' })
  // happy-dom does not show the stored country in the select.
  await user.selectOptions(field('Country'), 'US')
  await saveChanges()
  await screen.findByText('Contact information updated!')
  await untilSaid(waiting)
  await user.click(button(`Keep ${member.email}`))
  await waitFor(() => expect(document.body.textContent).not.toContain('to be confirmed.'))
  site.reload()
  await waitFor(() => expect(input('City').value).toBe('Topeka'))
  expect(document.body.textContent).not.toContain('to be confirmed.')
})

test('an email address of another account is refused at its field', async () => {
  const { call, member } = await enter()
  const other = await createDesigner(site.db)
  await call(api.account.updateContactInfo, {
    email: member.email,
    phone: '212-555-0123',
    streetAddress: '1 Quoin Street',
    addressLocality: 'Lawrence',
    addressRegion: 'KS',
    postalCode: '66044',
    country: 'US',
  })
  const user = site.open('/account')
  await waitFor(() => expect(input('City').value).toBe('Lawrence'))
  await fill(user, { Email: other.email, 'Current Password': testPassword })
  await user.selectOptions(field('Country'), 'US')
  await user.click(button('Save Changes'))
  await untilDescribed('Email', 'Email is already in use')
  await screen.findByText('Error updating contact information.')
})

test.each([
  ['204', () => new Response(null, { status: 204 })],
  ['200 without a body', () => new Response('')],
  ['null', () => Response.json(null)],
  ['an object without the record', () => Response.json({})],
])('contact info that is answered by %s is saved, and shown as the server keeps it', async (_, reply) => {
  const { member } = await enter()
  site.answer('PUT /api/designers/contact-info', async ({ forward }) => {
    expect((await forward()).status).toBe(200)
    return reply()
  })
  const user = site.open('/account/contact-info')
  await fill(user, postal)
  await user.selectOptions(field('Country'), 'FR')
  await user.click(button('Save Changes'))
  await screen.findByText('Contact information updated!')
  await waitFor(() => expect(input('City').value).toBe('Lyon'))
  expect(input('Email').value).toBe(member.email)
  expect(screen.queryByText('Error updating contact information.')).toBeNull()
  // Nothing is unsaved: no question.
  await user.click(tab('Profile'))
  await untilAt('/account/edit-profile')
})

test('a profile whose answer lacks the record is read again; the answer null is a failure', async () => {
  const { member } = await enter()
  const answerWith = (body: unknown) =>
    site.answer('PUT /api/designers/profile', async ({ forward }) => {
      expect((await forward()).status).toBe(200)
      return Response.json(body)
    })
  const restore = answerWith({})
  const user = site.open('/account/edit-profile')
  await fill(user, { 'First Name': 'Rio' })
  await user.click(button('Save Changes'))
  await screen.findByText('Profile updated!')
  expect(input('First Name').value).toBe('Rio')
  await screen.findByRole('button', { name: `Account of ${member.company}` })
  restore()
  answerWith(null)
  await fill(user, { 'First Name': 'Mara' })
  await user.click(button('Save Changes'))
  await screen.findByText('Error updating profile.')
  expect(input('First Name').value).toBe('Mara')
})

test('an authenticator app’s secret that does not arrive is said at the password', async () => {
  await enter()
  site.answer('POST /api/auth/totp', () => Response.json({}))
  const user = site.open('/account/security')
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  await fill(user, { 'Your password': testPassword })
  await user.click(button('Show the QR code'))
  await untilDescribed('Your password', /^The answer was incomplete\./)
})

test('leaving with unsaved changes asks for confirmation', async () => {
  await enter()
  const user = site.open('/account/contact-info')
  await fill(user, { City: 'Lyon' })
  await user.click(tab('Profile'))
  const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  const answer = async (name: string) => user.click(within(await question()).getByRole('button', { name }))
  await answer('Stay')
  expect(address()).toBe('/account/contact-info')
  expect(input('City').value).toBe('Lyon')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(tab('Profile'))
  await answer('Leave')
  await untilAt('/account/edit-profile')

  await fill(user, { Company: 'Rook' })
  await user.click(tab('Password'))
  await answer('Leave')
  await untilAt('/account/password')
})

test('the profile shows errors at its fields, counts the bio, and is saved after a failure', async () => {
  const { member } = await enter()
  const user = site.open('/account/edit-profile')
  await fill(user, { 'First Name': '', Company: '', Website: 'javascript:alert(1)', Instagram: '@owl' })
  await user.click(button('Save Changes'))
  await untilDescribed('First Name', 'First Name is required')
  await untilDescribed('Company', 'Company is required')
  await untilDescribed('Website', 'Enter a web address, such as example.com')
  await untilDescribed('Instagram', 'Enter the full address, beginning with https://')

  await fill(user, { 'First Name': 'Rio', Company: 'Owl', Website: 'www.owl.example', Instagram: '' })
  await user.click(field('Bio'))
  await user.paste('b'.repeat(1801))
  await screen.findByText('199 characters left')
  await fill(user, { Bio: 'Night marks' })
  expect(screen.queryByText(/characters left/)).toBeNull()
  const restore = site.answer('PUT /api/designers/profile', lost)
  await user.click(button('Save Changes'))
  await screen.findByText('Error updating profile.')
  restore()
  await user.click(button('Save Changes'))
  await screen.findByText('Profile updated!')
  await screen.findByRole('button', { name: 'Account of Owl' })
  site.open('/designers?tab=about')
  await screen.findByRole('heading', { level: 1, name: 'Owl' })
  await screen.findByText('owl.example')
  await screen.findByText('Night marks')
  site.becomeVisitor()
  site.open(`/designers/${member.slug}`)
  await screen.findByRole('heading', { level: 1, name: 'Owl' })
})

test('what is saved too often says so beside the button; the picture keeps its own error, and a refused one has the focus', async () => {
  await enter()
  const error = 'Too many changes. Please try again in a minute.'
  for (const call of ['PUT /api/designers/profile', 'PUT /api/designers/contact-info'])
    site.answer(call, () => Response.json({ error }, { status: 429 }))
  let user = site.open('/account/edit-profile')
  await fill(user, { 'First Name': 'Rio' })
  await user.upload(field('Choose a picture'), new File(['no picture'], 'a.png', { type: 'image/png' }))
  await untilDescribed('Choose a picture', avatarMessages.kind)
  await user.click(button('Save Changes'))
  await screen.findByText(error)
  await untilDescribed('Choose a picture', avatarMessages.kind)
  const damaged = 'This picture is damaged.'
  site.answer('PUT /api/designers/profile', () =>
    Response.json({ error: damaged, errors: { avatar_base64: damaged } }, { status: 400 }),
  )
  await user.click(button('Save Changes'))
  await untilDescribed('Choose a picture', damaged)
  await untilFocused(field('Choose a picture'))

  user = site.open('/account/contact-info')
  await fill(user, postal)
  await user.selectOptions(field('Country'), 'FR')
  await user.click(button('Save Changes'))
  await screen.findByText(error)
})

const rows = () =>
  screen.getAllByRole('listitem').filter(row => /This device|Last seen/.test(row.textContent ?? ''))

test('sessions on other devices are listed and ended', async () => {
  const { member } = await enter()
  const others = [await signInElsewhere(member), await signInElsewhere(member)]
  const user = site.open('/account/password')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows()[0]!.textContent).toContain('This device')
  await user.click(
    within(rows()[1]!).getByRole('button', { name: /^Log out .+, last seen (just now|\d+[sm] ago)$/ }),
  )
  await screen.findByText('Logged out there.')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
  const states = await Promise.all(others.map(other => other.call(api.auth.check, {})))
  expect(states.filter(state => state.isAuthenticated)).toHaveLength(1)
})

test('a new password ends every other session; wrong fields and a lost request keep the form', async () => {
  const { member } = await enter()
  const other = await signInElsewhere(member)
  const user = site.open('/account/password')
  await waitFor(() => expect(rows()).toHaveLength(2))
  const update = () => user.click(button('Update Password'))
  await update()
  await untilDescribed('Current Password', 'Current password is required')
  await fill(user, { 'Current Password': 'Wrong-Horse-1!', 'New Password': 'Other-Horse-2!' })
  await update()
  await screen.findByText('Current password is incorrect.')
  await fill(user, { 'Current Password': testPassword })
  const restore = site.answer('POST /api/auth/update-password', lost)
  await update()
  await screen.findByText('Error: Could not update password.')
  restore()
  await update()
  await screen.findByText('Password updated successfully.')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(await other.call(api.auth.check, {})).toMatchObject({ isAuthenticated: false })
})

test('an archive that is refused shows the reason, and a sentence of ours where a proxy answers', async () => {
  await enter()
  const user = site.open('/account')
  const error = 'Too many attempts. Please wait 40 minutes.'
  site.answer('GET /api/designers/export', () => Response.json({ error }, { status: 429 }))
  await user.click(await screen.findByRole('button', { name: 'Download your data' }))
  expect((await screen.findByText(error)).closest('[role=alert]')).not.toBeNull()
  const badGateway = { status: 502, statusText: 'Bad Gateway' }
  site.answer('GET /api/designers/export', () => new Response('<h1>Bad Gateway</h1>', badGateway))
  await user.click(screen.getByRole('button', { name: 'Download your data' }))
  await screen.findByText('The gallery is away for a moment. Please try again.')
})

/** The files that the page saves from now on. */
function hearSaved() {
  const saved: { name: string; file: Blob }[] = []
  const makeUrl = vi.spyOn(URL, 'createObjectURL')
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const at = makeUrl.mock.results.findIndex(({ value }) => value === this.href)
    saved.push({ name: this.download, file: makeUrl.mock.calls[at]![0] as Blob })
  })
  onTestFinished(() => {
    makeUrl.mockRestore()
    press.mockRestore()
  })
  return saved
}

test('a member downloads their data, is refused a wrong password in a dialog that can be left, then closes the account for good', async () => {
  const { member, call } = await enter()
  const saved = hearSaved()
  const user = site.open('/account')
  await user.click(await screen.findByRole('button', { name: 'Download your data' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toContain(`colophon-${member.slug}`)
  // A zip file.
  expect((await saved[0]!.file.text()).slice(0, 2)).toBe('PK')

  await user.click(screen.getByRole('button', { name: 'Close account' }))
  const dialog = async () => within(await screen.findByRole('alertdialog', { name: 'Close your account?' }))
  const password = async () => (await dialog()).getByLabelText('Password')
  const close = async () => (await dialog()).getByRole('button', { name: 'Close for good' })
  await user.type(await password(), 'Wrong-Horse-1!')
  await user.click(await close())
  await (await dialog()).findByText('Current password is incorrect.')
  await untilFocused(await password())
  await user.click((await dialog()).getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await call(api.auth.check, {})).toMatchObject({ isAuthenticated: true })

  await user.click(screen.getByRole('button', { name: 'Close account' }))
  await user.type(await password(), testPassword)
  const before = site.calls.length
  pressTwice(await close())
  await untilAt('/')
  await screen.findByText('Your account is closed.')
  await within(screen.getAllByRole('banner')[0]!).findByRole('link', { name: 'Login' })
  const sent = site.calls.slice(before).filter(each => /close-account/.test(each))
  expect(sent).toHaveLength(1)
})
