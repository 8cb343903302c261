import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { demoPassword } from '../../demo/accounts.ts'
import { expectNoFaults, expectNoFaultsInBoth } from './axe.ts'
import { startDemoServer } from './memory.ts'
import { send } from './send.ts'
import { becomeVisitor } from './sign-in.ts'
import { test as base, expect } from './test.ts'

/** On a server that knows its content to be the demonstration's: its staff are asked for no second factor. */
const test = base.extend<object, { desk: { origin: string; databaseUrl: string } }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const { end, ...desk } = await startDemoServer({ DEMO: '1' })
      await use(desk)
      await end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  databaseUrl: [({ desk }, use) => use(desk.databaseUrl), { scope: 'worker' }],
  baseURL: ({ desk }, use) => use(desk.origin),
})

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

test('a list with addresses is saved after the password was typed again, by administrators alone', async ({
  page,
  db,
  signIn,
  expectFailures,
}) => {
  expectFailures([/status of 403.*members\.csv/])
  await signIn('support')
  await page.goto('/admin/members')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveCount(0)

  await signIn('admin')
  await page.goto('/admin/members?role=staff')
  await db
    .updateTable('session')
    .set({ confirmed_at: new Date(Date.now() - 20 * 60_000) })
    .execute()
  await page.getByRole('link', { name: 'CSV' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('admin-members.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^designer_id,username,name,company,email,/)
  await page.goto('/admin/history')
  const row = page.getByRole('row').filter({ hasText: 'list saved as a file' }).first()
  await expect(row).toContainText('/api/admin/members')
  await expect(row.getByRole('rowheader')).toHaveCSS('white-space', 'nowrap')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-weight', '500')
})

test('a moderator suspends a member until a day, and lifts it again', async ({
  page,
  signIn,
  createMember,
}) => {
  const member = await createMember()
  await signIn('moderator')
  await page.goto(`/admin/members/${member.designer_id}`)
  const open = page.getByRole('button', { name: 'Suspend', exact: true }).first()
  const profile = page.getByRole('link', { name: 'Profile', exact: true })
  const before = [await open.boundingBox(), await profile.boundingBox()]
  expect(before.map(box => box!.height)).toEqual([36, 36])
  await open.click()
  const form = page.getByRole('form', { name: 'Suspend' })
  await expect(form.getByRole('heading', { name: /^Suspend / })).toBeVisible()
  // The row of acts stays as it is; the form opens below it.
  expect([await open.boundingBox(), await profile.boundingBox()]).toEqual(before)
  expect((await form.boundingBox())!.y).toBeGreaterThanOrEqual(before[1]!.y + before[1]!.height)
  const send = form.getByRole('button', { name: 'Suspend' })
  await form.getByLabel(/^Until/).fill('2099-05-01')
  await expect(send).toBeDisabled()
  await form.getByLabel('Why').fill('Advertising under every logo')
  await send.click()
  await expect(page.getByText('The account is suspended.')).toBeVisible()
  // The time line tells of the letter with the same words.
  const state = page.getByRole('definition').filter({ hasText: 'suspended until May 1, 2099' })
  await expect(state).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'suspension changed' })).toContainText(
    'Advertising under every logo',
  )
  await page.getByRole('button', { name: 'Lift suspension' }).click()
  const lift = page.getByRole('form', { name: 'Lift suspension' })
  await lift.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(page.getByText('The suspension is lifted.')).toBeVisible()
  await expect(state).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
})

test('Today shows the last twelve months to those who may see them, with the figures that a chart draws', async ({
  page,
  signIn,
}) => {
  await signIn('moderator')
  await page.goto('/admin')
  const table = page.getByRole('table', { name: 'Last twelve months' })
  await expect(table.getByRole('rowheader')).toHaveText(['New members', 'Uploads', 'Reports'])
  const uploads = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Uploads' }) })
  const figures = (await uploads.getByRole('cell').allTextContents()).map(text =>
    Number(text.replace(',', '')),
  )
  expect(figures).toHaveLength(13)
  expect(figures.at(-1)).toBe(figures.slice(0, 12).reduce((sum, value) => sum + value, 0))
  expect(figures.at(-1)).toBeGreaterThan(0)
  // As high as the figures are large, and nothing of it is read out.
  const chart = uploads.locator('svg[aria-hidden="true"]')
  const heights = await chart
    .locator('rect')
    .evaluateAll(bars => bars.map(bar => Number(bar.getAttribute('height'))))
  const most = Math.max(...figures.slice(0, 12))
  expect(heights.indexOf(Math.max(...heights))).toBe(figures.indexOf(most))
  await expect(table.getByRole('columnheader').last()).toHaveText('Total')

  await becomeVisitor(page)
  await signIn('admin')
  await page.goto('/admin')
  await expect(table.getByRole('rowheader')).toHaveText(['New members', 'Uploads', 'Income', 'Reports'])
  // On a phone the figures stand below their chart, and nothing is cut off.
  await page.setViewportSize({ width: 390, height: 844 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width).toBe(390)
  await expectNoFaults(page, 'today on a phone')
})

test('a template of a mail is shown with its pictures, which the page loads in a frame without scripts', async ({
  page,
  signIn,
}) => {
  await signIn('support')
  await page.goto('/admin/mail/templates/book-results')
  const mail = page.frameLocator('iframe[sandbox=""]')
  await expect(mail.getByRole('heading', { name: 'Two of your logos are in Colophon Book 14' })).toBeVisible()
  await expect(mail.getByText('Selected for Book 14')).toHaveCount(2)
  const sizes = () =>
    mail
      .locator('img[width="534"], img[width="56"]')
      .evaluateAll(images =>
        images
          .filter(image => image.getAttribute('src')?.startsWith('data:image/jpeg'))
          .map(image => (image as HTMLImageElement).naturalWidth),
      )
  await expect.poll(sizes).toEqual([1200, 1200, 112])
})

const rooms = [
  ['', 'Today'],
  ['members', 'Members'],
  ['money', 'Money'],
  ['money/attention', 'Money'],
  ['gift-cards', 'Gift cards'],
  ['affiliates', 'Affiliates'],
  ['mail', 'Mail'],
  ['mail/templates/welcome', 'Mail'],
  ['people', 'People'],
  ['history', 'History'],
  ['reports', 'Reports'],
  ['logos', 'Logos'],
  ['comments', 'Comments'],
  ['books', 'Books & jury'],
] as const

/** Where staff write: each is looked at on a phone, too. */
const writingRooms = [
  ['posts', 'Posts'],
  ['posts/new', 'Posts'],
  ['site', 'Site'],
  ['site/about', 'Site'],
  ['site/faq', 'Site'],
  ['site/ribbon', 'Site'],
  ['site/wordmark', 'Site'],
  ['site/nothing', 'Site'],
] as const

async function openRoom(page: Page, path: string, heading: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
}

test('axe finds nothing in the desk’s rooms', async ({ page, signIn }) => {
  await signIn('admin')
  for (const [room, heading] of rooms) {
    await openRoom(page, `/admin/${room}`, heading)
    await expectNoFaults(page, room)
  }
  for (const [room, heading] of writingRooms) {
    await openRoom(page, `/admin/${room}`, heading)
    await expectNoFaultsInBoth(page, room)
  }
})

test('axe finds nothing in the desk’s search, in a report that is decided, nor in a member’s page with an act open', async ({
  page,
  signIn,
  createMember,
}) => {
  const [reporter, reported] = [await createMember(), await createMember()]
  await signIn(reporter.username)
  const report = { kind: 'designer', id: reported.designer_id, reason: 'spam' }
  await send(page.context(), 'POST', '/api/reports', report)
  await becomeVisitor(page)
  await signIn('admin')
  await page.goto(`/admin/search?q=${reporter.username}`)
  await expect(page.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: reporter.username, exact: true })).toBeVisible()
  await expectNoFaults(page, 'search')

  await page.goto(`/admin/reports?q=${reported.company}`)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByLabel('Until (UTC)')).toBeFocused()
  await expectNoFaults(page, 'report')

  await page.goto(`/admin/members/${reported.designer_id}`)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Suspend' })).toBeVisible()
  await expectNoFaults(page, 'member')
})
