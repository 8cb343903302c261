import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '../../demo/accounts.ts'
import * as api from '../../shared/api.ts'
import { makePicture } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import { expectNoFaults, expectNoFaultsInBoth } from './axe.ts'
import { startDemoServer } from './memory.ts'
import { freshName, send } from './send.ts'
import { becomeVisitor } from './sign-in.ts'
import { test as base, expect, type Member } from './test.ts'

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

test('a list with addresses is saved after the password was typed again, by administrators alone; the history has it, its moment on one line below a medium title', async ({
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

/** Reports a member as the one who is signed in. */
const reportMember = (page: Page, { designer_id: id }: Member, reason: 'abuse' | 'spam') =>
  send(page.context(), 'POST', '/api/reports', { kind: 'designer', id, reason })

test('axe finds nothing in Today: a moderator’s with a report, and an administrator’s on a phone, where nothing is cut off', async ({
  page,
  signIn,
  createMember,
}) => {
  await signIn((await createMember()).username)
  await reportMember(page, await createMember(), 'abuse')
  await becomeVisitor(page)
  await signIn('moderator')
  await page.goto('/admin')
  const oldest = page.getByRole('region', { name: 'To decide' }).getByRole('list').getByRole('list')
  await expect(oldest.getByRole('link').first()).toBeVisible()
  const table = page.getByRole('table', { name: 'Last twelve months' })
  await expect(table).toBeVisible()
  await expectNoFaults(page, 'today')

  await becomeVisitor(page)
  await signIn('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  // On a phone the figures stand below their chart.
  await expect(table).toBeVisible()
  await expect(page.getByRole('region', { name: 'The installation' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectNoFaults(page, 'today on a phone')
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
const roomsOfWords = [
  ['posts', 'Posts'],
  ['posts/new', 'Posts'],
  ['site', 'Site'],
  ['site/about', 'Site'],
  ['site/faq', 'Site'],
  ['site/ribbon', 'Site'],
  ['site/wordmark', 'Site'],
  ['site/nothing', 'Site'],
] as const

test('axe finds nothing in the desk’s rooms, nor on a phone in those of posts and words', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const open = async ([room, title]: readonly [string, string]) => {
    const path = `/admin/${room}`
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    return path
  }
  for (const room of rooms) await expectNoFaults(page, await open(room))
  for (const room of roomsOfWords) await expectNoFaultsInBoth(page, await open(room))
})

/** Expects that a form opens below what its button stands in, which stays as it is. */
async function expectToOpenBelow(above: Locator[], open: () => Promise<unknown>, form: Locator) {
  const boxes = () => Promise.all(above.map(each => each.boundingBox()))
  const before = await boxes()
  await open()
  await expect(form).toBeVisible()
  expect(await boxes()).toEqual(before)
  const ends = before.map(box => box!.y + box!.height)
  expect((await form.boundingBox())!.y).toBeGreaterThanOrEqual(Math.max(...ends))
  return before.map(box => box!.height)
}

test('axe finds nothing in the desk’s search, in a report that is decided, nor in a member’s page with an act open; the forms of a member and a comment open below them', async ({
  page,
  db,
  signIn,
  createMember,
}) => {
  const [reporter, reported] = [await createMember(), await createMember()]
  await signIn(reporter.username)
  await reportMember(page, reported, 'spam')
  const { logo_id } = await db
    .selectFrom('logo')
    .select('logo_id')
    .where('hidden_at', 'is', null)
    .orderBy('logo_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const comment = freshName('Cheap pills')
  const posted = await send(page.context(), 'POST', '/api/logos/comments', { logo_id, comment })
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
  const suspend = page.getByRole('button', { name: 'Suspend', exact: true }).first()
  const acts = [suspend, page.getByRole('link', { name: 'Profile', exact: true })]
  const form = page.getByRole('form', { name: 'Suspend' })
  expect(await expectToOpenBelow(acts, () => suspend.click(), form)).toEqual([36, 36])
  await expectNoFaults(page, 'member')

  await page.goto(`/admin/comments?q=${posted.logo_comment_id}`)
  const row = page.getByRole('row').filter({ hasText: comment })
  const hide = row.getByRole('button', { name: /^Hide / })
  const why = page.getByRole('form', { name: /^Hide the comment by / })
  await expectToOpenBelow([row], () => hide.click(), why)
  await expectNoFaults(page, 'comment')
})

/** A client with this member's session. */
async function signInElsewhere(origin: string, { username }: Member) {
  const client = httpClient(origin)
  await client.call(api.auth.login, { username, password: demoPassword })
  return client
}

/** Uploads a logo; returns its id. */
async function upload({ call }: ReturnType<typeof httpClient>, logo: string, picture: Buffer) {
  const file_base64 = picture.toString('base64')
  return (await call(api.logos.submit, { logo, logotype: 'Symbol', file_base64 })).logo_id
}

test('an uploaded logo that is another designer’s when mirrored is reported automatically, beside the original', async ({
  page,
  desk,
  signIn,
  createMember,
}) => {
  const title = freshName('Slow Harbour')
  const bar = (width: number, height: number) =>
    ({ create: { width, height, channels: 3, background: '#123a7a' } }) as const
  const original = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#ffffff' } })
    .composite([
      { input: bar(100, 400), left: 75, top: 50 },
      { input: bar(325, 100), left: 75, top: 350 },
    ])
    .png()
    .toBuffer()
  const mirrored = await sharp(original).flop().toBuffer()
  await upload(await signInElsewhere(desk.origin, await createMember()), 'Harbour', original)
  await upload(await signInElsewhere(desk.origin, await createMember()), title, mirrored)
  await signIn('moderator')
  await expect
    .poll(
      async () => {
        const list = await page.request.get('/api/admin/reports', { params: { q: title } })
        return ((await list.json()) as { count: number }).count
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await page.goto(`/admin/reports?q=${title}`)
  const open = page.getByRole('article', { name: title })
  await expect(open).toContainText('Mirrored, its shape matches')
  const pictures = ['Reported', 'Looks the same'].map(name => open.getByRole('img', { name, exact: true }))
  for (const picture of pictures)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      const [left, right] = await Promise.all(pictures.map(picture => picture.boundingBox()))
      return left && right && right.x >= left.x + left.width && Math.round(right.y - left.y)
    })
    .toBe(0)
})

test('a case has an address, and on a phone the queue comes before it', async ({
  page,
  desk,
  signIn,
  createMember,
}) => {
  const owner = await signInElsewhere(desk.origin, await createMember())
  const reporter = await signInElsewhere(desk.origin, await createMember())
  const report = async (title: string) => {
    const id = await upload(owner, title, await makePicture({ side: 200 }))
    await reporter.call(api.reports.file, { kind: 'logo', id, reason: 'spam' })
    return id
  }
  const first = await report('Pocket Marks One')
  const second = await report('Pocket Marks Two')
  await signIn('moderator')
  await page.goto(`/admin/reports/logo/${second}?q=Pocket Marks`)
  await expect(page.getByRole('article', { name: 'Pocket Marks Two' })).toBeVisible()
  await page
    .getByRole('link', { name: /^Pocket Marks One/ })
    .first()
    .click()
  await expect(page.getByRole('article', { name: 'Pocket Marks One' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article', { name: 'Pocket Marks Two' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/reports?q=Pocket Marks')
  const form = page.getByRole('form', { name: 'Decision' })
  const row = page.getByRole('region', { name: 'Queue' }).getByRole('link', { name: 'Pocket Marks One' })
  await expect(row).toBeVisible()
  await expect(form).toBeHidden()
  await row.click()
  await expect(page).toHaveURL(`/admin/reports/logo/${first}?q=Pocket+Marks`)
  await expect(form).toBeInViewport({ ratio: 1 })
  await expect(row).toBeHidden()
  await page.goBack()
  await expect(row).toBeVisible()
})
