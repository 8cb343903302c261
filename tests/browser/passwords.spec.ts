import type { Page } from '@playwright/test'
import { passwordMessage } from '../../shared/rules/password.ts'
import { createDesigner, testPassword } from '../factories.ts'
import { endServer } from '../running-server.ts'
import { expectNoFaults, expectToFit } from './axe.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { fillLogin } from './sign-in.ts'
import { test as base, expect } from './test.ts'

type Member = Awaited<ReturnType<typeof createDesigner>>

// A server of its own, because its members' passwords change and its mailbox is read.
const test = base.extend<object, { own: { origin: string; members: Member[] } }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      try {
        const server = await memory.start()
        try {
          const members = await memory.prepare(db =>
            Promise.all(Array.from({ length: 8 }, () => createDesigner(db))),
          )
          await use({ origin: server.origin, members })
          await endInPeace(server)
        } finally {
          await endServer(server, 'SIGKILL')
        }
      } finally {
        await memory.forget()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ own }, use) => use(own.origin),
})
test.describe.configure({ mode: 'default' })

const newPassword = 'Another-Horse-2!'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Opens the newest mail to that address in the mailbox; returns the path and query of its link. */
async function linkInMail(
  page: Page,
  { email }: { email: string },
  subject: string,
  name = 'Set a new password',
) {
  const rows = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })
  const look = async () => {
    await page.goto('/dev/mailbox')
    return rows.count()
  }
  await expect.poll(look).toBeGreaterThan(0)
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)
  const frame = page.frameLocator('iframe')
  const href = await frame.getByRole('link', { name }).getAttribute('href')
  const { pathname, search } = new URL(href!)
  return pathname + search
}

test('a forgotten password is reset by a mailed link, which works once', async ({
  page,
  own,
  expectFailures,
}) => {
  expectFailures([/400 .*\/api\/auth\/reset-password/])
  const member = own.members[0]!
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveTitle('Forgot Password · Colophon')
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeFocused()
  await field(page, 'Username / Email').fill(member.email)
  // The second click of a double click finds the button disabled.
  await page.getByRole('button', { name: 'Send' }).dblclick()
  const sent = page.getByRole('button', { name: 'Email Sent!' })
  await expect(sent).toBeVisible()
  await expect(sent).toBeDisabled()

  const link = await linkInMail(page, member, 'Set a new password for Colophon')
  await page.goto(link)
  await expect(page).toHaveTitle('Password Reset · Colophon')
  // The token stands in the address no longer, and a reload keeps it.
  await expect(page).toHaveURL('/password-reset')
  await page.reload()
  await field(page, 'New Password').fill(newPassword)
  await field(page, 'Confirm Password').fill(newPassword)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated successfully.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, member.username, newPassword)
  await expect(page).toHaveURL('/')
  await linkInMail(page, member, 'Your Colophon password was changed')

  await page.goto(link)
  await field(page, 'New Password').fill('Third-Horse-3!')
  await field(page, 'Confirm Password').fill('Third-Horse-3!')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Error resetting password.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused()
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

/** Signs a member in, who requests a change of address. */
async function askForAddress(page: Page, member: Member, email: string) {
  await page.goto('/login?next=%2Faccount%2Fcontact-info')
  await fillLogin(page, member.username, testPassword)
  await field(page, 'Email').fill(email)
  await field(page, 'Current Password').fill(testPassword)
  await field(page, 'Phone').fill('2125550123')
  await field(page, 'Street address').fill('1 Quoin Street')
  await field(page, 'City').fill('Lawrence')
  await field(page, 'State or region').fill('KS')
  await field(page, 'ZIP').fill('66044')
  await field(page, 'Country').selectOption('US')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`Waiting for ${email} to be confirmed.`)).toBeVisible()
}

const confirmSubject = 'Confirm your email address for Colophon'
const changeSubject = 'Your Colophon email address is about to change'

test('a new email address is confirmed by its link, and reverted by the old address', async ({
  page,
  own,
  expectFailures,
}) => {
  expectFailures([/400 .*\/api\/auth\/(confirm|restore)-email/])
  const member = own.members[4]!
  const email = `new-${member.email}`
  await askForAddress(page, member, email)
  const confirmLink = await linkInMail(page, { email }, confirmSubject, 'Confirm this address')
  await page.goto(confirmLink)
  await expect(page).toHaveTitle('Confirm your email · Colophon')
  // The token stands in the address no longer, and a reload keeps it.
  await expect(page).toHaveURL('/confirm-email')
  await page.reload()
  await page.getByRole('button', { name: 'Confirm this address' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeFocused()
  await expect(page.getByText(`From now on we’ll write to ${email}`)).toBeVisible()
  await page.goto(confirmLink)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'This address is confirmed' })).toBeFocused()
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(page.getByText('to be confirmed')).toBeHidden()

  const restoreLink = await linkInMail(page, member, changeSubject, 'It wasn’t me')
  await page.goto(restoreLink)
  await expect(page).toHaveTitle('Take your account back · Colophon')
  await page.getByRole('button', { name: 'Restore my address' }).click()
  await expect(page).toHaveURL('/password-reset')
  await field(page, 'New Password').fill(newPassword)
  await field(page, 'Confirm Password').fill(newPassword)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto(restoreLink)
  await page.getByRole('button', { name: 'Restore my address' }).click()
  await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeFocused()
  await page.goto('/login?next=%2Faccount%2Fcontact-info')
  await fillLogin(page, member.email, newPassword)
  await expect(field(page, 'Email')).toHaveValue(member.email)
})

test('an invalid link shows the reason, and a lost answer can be retried', async ({
  page,
  expectFailures,
}) => {
  expectFailures([/(400|409) .*-email/, /ERR_FAILED .*-email/])
  for (const [path, button] of [
    ['confirm-email', 'Confirm this address'],
    ['restore-email', 'Restore my address'],
  ] as const) {
    await page.goto(`/${path}`)
    await expect(page).toHaveURL('/login')
    await page.route(`**/api/auth/${path}`, route => route.abort())
    await page.goto(`/${path}?token=nobody-was-mailed-this`)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText('We couldn’t reach the gallery.')).toBeVisible()
    await page.unroute(`**/api/auth/${path}`)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused()

    await page.route(`**/api/auth/${path}`, route =>
      route.fulfill({ status: 409, json: { error: 'Email is already in use' } }),
    )
    await page.goto(`/${path}?token=taken-meanwhile`)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { name: /address is taken$/ })).toBeFocused()
    await page.unroute(`**/api/auth/${path}`)
  }
})

test('an answer of 200 that does not report success is a failure', async ({ page }) => {
  await page.route('**/api/auth/forgot-password', route => route.fulfill({ json: 'Queued' }))
  await page.goto('/forgot-password')
  await field(page, 'Username / Email').fill('somebody')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Error: Could not send password reset email.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()

  await page.route('**/api/auth/reset-password', route => route.fulfill({ json: 'Expired' }))
  await page.goto('/password-reset?user=1&token=abc')
  await field(page, 'New Password').fill(newPassword)
  await field(page, 'Confirm Password').fill(newPassword)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Error resetting password.')).toBeVisible()
  await expect(page).toHaveURL('/password-reset')
})

test('a double click requests one mail', async ({ page, own }) => {
  const member = own.members[1]!
  const requested: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') requested.push(request.url())
  })
  await page.goto('/forgot-password')
  await field(page, 'Username / Email').fill(member.username)
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await expect(page.getByRole('button', { name: 'Email Sent!' })).toBeVisible()
  expect(requested).toHaveLength(1)
  // A mistyped name can be corrected.
  await field(page, 'Username / Email').fill('nobody-at-all')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: 'Email Sent!' })).toBeVisible()
})

test('missing or wrong fields show errors, and the typed text is kept', async ({ page, expectFailures }) => {
  expectFailures([/ERR_FAILED .*forgot-password/, /429 .*forgot-password/])
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send' }).click()
  const name = field(page, 'Username / Email')
  await expect(name).toHaveAccessibleDescription('Username is required')
  await expect(name).toBeFocused()

  await page.route('**/api/auth/forgot-password', route => route.abort())
  await name.fill('ada')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Error: Could not send password reset email.')).toBeVisible()
  await expect(name).toHaveValue('ada')
  await page.unroute('**/api/auth/forgot-password')
  const error = 'Too many attempts. Please wait 5 minutes.'
  await page.route('**/api/auth/forgot-password', route => route.fulfill({ status: 429, json: { error } }))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(error)).toBeVisible()
})

test('a reset link without a user or a token leads to the login page', async ({ page }) => {
  for (const query of ['', '?user=1', '?token=x', '?user=&token=']) {
    await page.goto(`/password-reset${query}`)
    await expect(page, query).toHaveURL('/login')
  }
})

test('the password rule shows its missing parts, and errors appear at their fields', async ({ page }) => {
  await page.goto('/password-reset?user=1&token=x')
  const [password, confirm] = [field(page, 'New Password'), field(page, 'Confirm Password')]
  const update = page.getByRole('button', { name: 'Update Password' })
  await update.click()
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(confirm).toHaveAccessibleDescription('Confirm password is required')

  const met = page.getByRole('list', { name: 'A password needs' }).getByRole('img', { name: 'Done:' })
  await expect(met).toHaveCount(0)
  await password.fill('aB')
  await expect(met).toHaveCount(2)
  await expect(password).toHaveAccessibleDescription(passwordMessage)
  await password.fill('aB3!')
  await expect(met).toHaveCount(4)
  await password.fill(newPassword)
  await expect(met).toHaveCount(5)
  await expect(password).toHaveAccessibleDescription('')

  await confirm.fill('Another-Horse-3!')
  await update.click()
  await expect(confirm).toHaveAccessibleDescription('Passwords do not match')
  await expect(confirm).toBeFocused()
  await confirm.fill(newPassword)
  await expect(confirm).toHaveAccessibleDescription('')

  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show new password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(confirm).toHaveAttribute('type', 'password')
  for (const input of [password, confirm]) await expect(input).toHaveAttribute('autocomplete', 'new-password')
})

test('a keyboard is enough to reset a password', async ({ page, own }) => {
  const { keyboard } = page
  const member = own.members[2]!
  await page.goto('/forgot-password')
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type(member.username)
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Email Sent!' })).toBeVisible()

  await page.goto(await linkInMail(page, member, 'Set a new password for Colophon'))
  await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type(newPassword)
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(field(page, 'New Password')).toHaveAttribute('type', 'text')
  await keyboard.press('Tab')
  await keyboard.type(newPassword)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
})

test('a reset signs out the other tab', async ({ page, context, own }) => {
  const member = own.members[3]!
  await page.goto('/login')
  await Promise.all([
    page.waitForResponse('**/activity/stream'),
    fillLogin(page, member.username, testPassword),
  ])
  await expect(page).toHaveURL('/')
  const another = await context.newPage()
  await another.goto('/forgot-password')
  await field(another, 'Username / Email').fill(member.username)
  await another.getByRole('button', { name: 'Send' }).click()
  await expect(another.getByRole('button', { name: 'Email Sent!' })).toBeVisible()
  await another.goto(await linkInMail(another, member, 'Set a new password for Colophon'))
  await field(another, 'New Password').fill(newPassword)
  await field(another, 'Confirm Password').fill(newPassword)
  await another.getByRole('button', { name: 'Update Password' }).click()
  // The member was signed in until now; the page shows the login form and does not redirect home.
  await expect(another.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL('/login')
})

const screens = {
  '/forgot-password': async (page: Page) => page.getByRole('button', { name: 'Send' }).click(),
  '/password-reset?user=1&token=x': async (page: Page) => {
    await field(page, 'New Password').fill('aB3')
    await page.getByRole('button', { name: 'Update Password' }).click()
  },
  '/confirm-email?token=x': async () => {},
  '/restore-email?token=x': async () => {},
  '/undo-factor?token=x': async () => {},
  '/dev/mailbox': async () => {},
}
test('axe finds nothing wrong with the pages of passwords and addresses, and they fit 320 px', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [path, act] of Object.entries(screens)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await act(page)
    await expectNoFaults(page, path)
    await expectToFit(page, path)
  }
})
