import type { Page } from '@playwright/test'
import { findFaults } from './axe.ts'
import { freshName } from './send.ts'
import { expect, test } from './test.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const sendIt = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const sentToast = (page: Page) => page.getByText('Message sent 📤!')

test('a visitor’s message is delivered once and confirmed to the sender', async ({ page }) => {
  const name = freshName('Robin')
  const address = `${name.replace(' ', '-')}@example.com`
  const calls: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') calls.push(request.url())
  })
  await page.goto('/contact')
  await expect(page).toHaveTitle('Contact · Colophon')
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(address)
  await field(page, 'Subject').selectOption('General Contact')
  await field(page, 'Message').fill('How thick is the paper?\n<b>Thank you</b>')
  await sendIt(page).dblclick()
  await expect(sentToast(page)).toBeVisible()
  expect(calls).toHaveLength(1)
  // Another message may follow; name and address stay.
  await expect(field(page, 'Message')).toHaveValue('')
  await expect(field(page, 'Email')).toHaveValue(address)

  const row = (subject: string, to: string | RegExp) =>
    page.getByRole('listitem').filter({ hasText: subject }).filter({ hasText: to })
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(row('We received your message', address)).toHaveCount(1, { timeout: 2000 })
    // Each mail is sent by itself.
    await page.getByRole('link', { name: `General Contact: ${name}` }).click({ timeout: 2000 })
  }).toPass()
  const mail = page.frameLocator('iframe')
  // The hidden line for the list of mails has the same words.
  const sentence = mail.locator('td.ink', { hasText: 'How thick is the paper?' })
  await expect(sentence).toBeVisible()
  await expect(sentence).toContainText('<b>Thank you</b>')
  await expect(page.getByRole('row', { name: /^reply-to/ })).toContainText(address)
})

test('a visitor’s page sets no cookie: the first write requests its token, the next reuses it', async ({
  page,
  context,
}) => {
  const calls: string[] = []
  const tokens = async () => (await context.cookies()).filter(({ name }) => name === 'csrftoken')
  await page.goto('/contact')
  await expect(field(page, 'Name')).toBeVisible()
  expect(await tokens()).toEqual([])
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  for (const message of ['Hello', 'Hello again']) {
    await field(page, 'Name').fill('Ines Park')
    await field(page, 'Email').fill('ines@example.com')
    await field(page, 'Subject').selectOption('General Contact')
    await field(page, 'Message').fill(message)
    await sendIt(page).click()
    await expect(field(page, 'Message')).toHaveValue('')
  }
  expect(await tokens()).toHaveLength(1)
  expect(calls).toEqual(['GET /api/auth/check', 'POST /api/contact', 'POST /api/contact'])
})

test('a keyboard is enough to send a message', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/contact')
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'FAQ' })).toBeFocused()
  for (const text of ['Robin Vale', 'robin@example.com', 'A', 'By keyboard']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await expect(field(page, 'Subject')).toHaveValue('Account Help')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(sentToast(page)).toBeVisible()
})

test('axe finds nothing wrong with /contact, and it fits 320 px', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/contact')
  await sendIt(page).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
