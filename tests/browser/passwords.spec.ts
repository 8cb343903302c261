import type { Page } from '@playwright/test'
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
  await expect(field(page, 'Country')).toHaveValue('US')
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
