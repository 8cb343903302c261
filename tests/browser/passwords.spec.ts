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
            Promise.all(Array.from({ length: 2 }, () => createDesigner(db))),
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

/** Opens the newest mail to that member in the mailbox; returns the path and query of its link. */
async function findResetLink(page: Page, { email }: Member) {
  const subject = 'Set a new password for Colophon'
  const rows = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })
  const look = async () => {
    await page.goto('/dev/mailbox')
    return rows.count()
  }
  await expect.poll(look).toBeGreaterThan(0)
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Set a new password' })
  const { pathname, search } = new URL((await link.getAttribute('href'))!)
  return pathname + search
}

test('a keyboard is enough to reset a password, which signs out the other tab', async ({
  page,
  context,
  own,
}) => {
  const member = own.members[0]!
  await page.goto('/login')
  await Promise.all([
    page.waitForResponse('**/activity/stream'),
    fillLogin(page, member.username, testPassword),
  ])
  await expect(page).toHaveURL('/')
  const another = await context.newPage()
  const { keyboard } = another
  await another.goto('/forgot-password')
  await expect(another.getByRole('heading', { name: 'Forgot Password' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type(member.username)
  await keyboard.press('Enter')
  await expect(another.getByRole('button', { name: 'Email Sent!' })).toBeVisible()

  await another.goto(await findResetLink(another, member))
  await expect(another.getByRole('heading', { name: 'Password Reset' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type(newPassword)
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(field(another, 'New Password')).toHaveAttribute('type', 'text')
  await keyboard.press('Tab')
  await keyboard.type(newPassword)
  await keyboard.press('Enter')
  // The member was signed in until now; the page shows the login form and does not redirect home.
  await expect(another).toHaveURL('/login')
  await expect(another.getByRole('heading', { name: 'Login' })).toBeFocused()
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
