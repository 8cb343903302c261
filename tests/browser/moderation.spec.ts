import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import * as api from '../../shared/api.ts'
import { createDesigner, makePicture, testPassword } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import { decide } from './decide.ts'
import { waitForLetter } from './delivered-mail.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { freshName } from './send.ts'
import { becomeVisitor } from './sign-in.ts'
import { test as base, expect } from './test.ts'

type Account = Awaited<ReturnType<typeof createDesigner>>
type House = {
  origin: string
  /** Accounts that no other test uses. */
  next: () => Account
  nextModerator: () => Account
  /** Waits for a letter to this address, and gives its text. */
  findLetter: (address: string, pattern: RegExp) => Promise<string>
}

/** A server of its own, whose staff needs no second factor because its accounts are demonstration. */
const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const memory = await makeMemory()
      const made = await memory.prepare(async db => {
        const members: Account[] = []
        const moderators: Account[] = []
        for (let i = 0; i < 40; i++) members.push(await createDesigner(db))
        for (let i = 0; i < 20; i++) moderators.push(await createDesigner(db, { role: 'moderator' }))
        return { members, moderators }
      })
      const server = await memory.start({ DEMO: '1' })
      await use({
        origin: server.origin,
        next: () => made.members.pop()!,
        nextModerator: () => made.moderators.pop()!,
        findLetter: (address, pattern) => waitForLetter(join(memory.folder, 'mail'), address, pattern),
      })
      await endInPeace(server)
      await memory.forget()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.origin),
})

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

/** Signs in after another account, with no page open whose event stream would be refused. */
async function signIn(page: Page, { username }: Account) {
  await becomeVisitor(page)
  const context = page.context()
  await context.request.get('/api/auth/check')
  const token = (await context.cookies()).find(cookie => cookie.name === 'csrftoken')!.value
  const answer = await context.request.post('/api/auth/login', {
    headers: { 'x-csrftoken': decodeURIComponent(token) },
    data: { username, password: testPassword },
  })
  expect(answer.status()).toBe(200)
}

async function upload(
  { origin }: House,
  { username }: Account,
  logo: string,
  options?: { file_base64: string },
): Promise<number> {
  const client = httpClient(origin)
  await client.call(api.auth.login, { username, password: testPassword })
  const file_base64 = options?.file_base64 ?? (await makePicture({ side: 200 })).toString('base64')
  return (await client.call(api.logos.submit, { logo, logotype: 'Symbol', file_base64 })).logo_id
}

test('a logo is reported, hidden at the desk, appealed by the letter, and shown again by another moderator', async ({
  page,
  house,
}) => {
  const owner = house.next()
  const logoId = await upload(house, owner, 'Quiet Harbour')
  const isShown = async () => (await fetch(`${house.origin}/api/logos?logo_id=${logoId}`)).status === 200

  await signIn(page, house.next())
  await page.goto(`/logo/${logoId}`)
  await page.getByRole('button', { name: 'Report Quiet Harbour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this logo' })
  await dialog.getByRole('radio', { name: 'It copies someone else’s work' }).check()
  await dialog.getByLabel(/What we should know/).fill('Seen in a magazine')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible()

  const decideQuietHarbour = async (choice: string, why: string) => {
    await page.goto('/admin/reports?q=Quiet Harbour')
    await decide(page, choice, why)
    await expect(page.getByText('Nothing matches.')).toBeVisible()
  }
  await signIn(page, house.nextModerator())
  await decideQuietHarbour('Hide', 'Copied from a magazine')
  expect(await isShown()).toBe(false)

  const letter = await house.findLetter(owner.email, /Copied from a magazine/)
  await signIn(page, owner)
  await page.goto(
    /https?:\/\/\S+\/appeal\?token=\S+/.exec(letter)![0].replace(/^https?:\/\/[^/]+/, house.origin),
  )
  await page.getByLabel('Why the decision is wrong').fill('I drew it for that magazine.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('heading', { name: 'We received your appeal' })).toBeVisible()

  await signIn(page, house.nextModerator())
  await decideQuietHarbour('Reverse', 'The magazine says so')
  expect(await isShown()).toBe(true)
})

test('an uploaded logo that is another designer’s when mirrored is reported automatically, beside the original', async ({
  page,
  house,
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
  await upload(house, house.next(), 'Harbour', { file_base64: original.toString('base64') })
  await upload(house, house.next(), title, { file_base64: mirrored.toString('base64') })
  await signIn(page, house.nextModerator())
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

/** A row of the desk's queue. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Queue' }).getByRole('link', { name })

/** Logos with these titles, each reported by one member. Returns their ids. */
async function reportLogos(house: House, titles: readonly string[]) {
  const owner = house.next()
  const reporter = house.next()
  const by = httpClient(house.origin)
  await by.call(api.auth.login, { username: reporter.username, password: testPassword })
  const ids: number[] = []
  for (const title of titles) {
    const id = await upload(house, owner, title)
    await by.call(api.reports.file, { kind: 'logo', id, reason: 'spam' })
    ids.push(id)
  }
  return ids
}

test('a case has an address, and on a phone the queue comes before it', async ({ page, house }) => {
  const [first, second] = await reportLogos(house, ['Pocket Marks One', 'Pocket Marks Two'])
  await signIn(page, house.nextModerator())
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
  const row = rowOf(page, 'Pocket Marks One')
  await expect(row).toBeVisible()
  await expect(form).toBeHidden()
  await row.click()
  await expect(page).toHaveURL(`/admin/reports/logo/${first}?q=Pocket+Marks`)
  await expect(form).toBeInViewport({ ratio: 1 })
  await expect(row).toBeHidden()
  await page.goBack()
  await expect(row).toBeVisible()
})

test('a moderator is led from a comment to the desk, and hides it there', async ({ page, house }) => {
  const logoId = await upload(house, house.next(), freshName('Calm Harbour'))
  const writer = house.next()
  const client = httpClient(house.origin)
  await client.call(api.auth.login, { username: writer.username, password: testPassword })
  const comment = freshName('Cheap pills')
  await client.call(api.logos.addComment, { logo_id: logoId, comment })

  await signIn(page, house.nextModerator())
  await page.goto(`/logo/${logoId}`)
  const note = page.getByRole('listitem').filter({ hasText: comment })
  const moderate = note.getByRole('link', { name: `Moderate the comment by ${writer.company}` })
  await expect(moderate).toBeVisible()
  await expect(note.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await moderate.click()
  const row = page.getByRole('row').filter({ hasText: comment })
  const high = (await row.boundingBox())!.height
  await row.getByRole('button', { name: /^Hide / }).click()
  const form = page.getByRole('form', { name: `Hide the comment by ${writer.company}` })
  await expect(form.getByLabel('Why')).toBeFocused()
  // The form is below the row, which stays as high as it was.
  const [above, below] = [(await row.boundingBox())!, (await form.boundingBox())!]
  expect(above.height).toBe(high)
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
  await form.getByLabel('Why').fill('Advertising')
  await form.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(row.getByRole('button', { name: /^Show / })).toBeVisible()
  expect(await house.findLetter(writer.email, /Advertising/)).toContain('/appeal?token=')

  // Its writer sees it with the reason; no one else does.
  await signIn(page, writer)
  await page.goto(`/logo/${logoId}`)
  await expect(note).toContainText('Hidden from others: Advertising')
  await expect(note.getByRole('button')).toHaveCount(0)
  await signIn(page, house.next())
  await page.goto(`/logo/${logoId}`)
  await expect(page.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  await expect(note).toHaveCount(0)
})
