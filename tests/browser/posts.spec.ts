import { demoPassword } from '../../demo/accounts.ts'
import { hashPassword } from '../../server/lib/password.ts'
import * as api from '../../shared/api.ts'
import { createDesigner, makePicture } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import { expectNoFaultsInBoth } from './axe.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { test as base, expect, signInto } from './test.ts'

type House = { origin: string; admin: string; postIsThere: (slug: string) => Promise<boolean> }

/** On a server without posts, whose administrator needs no second factor. Each test writes posts of its own. */
const test = base.extend<{ title: string }, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const { username } = await memory.prepare(async db =>
        createDesigner(db, { role: 'admin', password_hash: await hashPassword(demoPassword) }),
      )
      // A database with members is not filled.
      const server = await memory.start({ DEMO: '1' })
      const postIsThere = async (slug: string) => (await fetch(`${server.origin}/api/news?slug=${slug}`)).ok
      await use({ origin: server.origin, admin: username, postIsThere })
      await endInPeace(server)
      await memory.forget()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ house }, use) => use(house.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
  title: ({}, use, info) => use(`Post ${info.testId} ${info.repeatEachIndex}`),
})

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ context, house }) => signInto(context, house.admin))

test('a post is written as a draft with a picture, previewed, made public, read, and removed', async ({
  page,
  house,
  title,
}) => {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  await page.goto('/admin/posts')
  await page.getByRole('link', { name: 'Write a post' }).click()
  await expect(page).toHaveURL('/admin/posts/new')
  const form = page.getByRole('form', { name: 'Post' })
  const preview = page.getByRole('region', { name: 'Preview' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Text').fill('Nine of us.\n\n## When\n\nIn **spring**.')
  await form.getByLabel('Excerpt').fill('The jury is complete.')
  await form.getByLabel('Choose a picture').setInputFiles({
    name: 'jury.png',
    mimeType: 'image/png',
    buffer: await makePicture({ width: 1600, height: 1000 }),
  })
  await form.getByLabel('What the picture shows').fill('A long table')
  await expect(preview.getByRole('heading', { name: title })).toBeVisible()
  await expect(preview.getByRole('heading', { name: 'When' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'A long table' })).toBeVisible()
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  // Only a post that is stored can be removed: this is its own page.
  await expect(page.getByRole('button', { name: 'Remove post' })).toBeVisible()
  expect(await house.postIsThere(slug)).toBe(false)

  await form.getByText('Public', { exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const read = form.getByRole('link', { name: 'See it on the site' })
  await expect(read).toHaveAttribute('href', `/news/${slug}`)
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  const versions = page.getByRole('region', { name: 'Versions' })
  await form.getByLabel('Text').fill('Ten of us.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(versions.getByRole('listitem').first()).toContainText(`Version 2in use${house.admin}`)
  await versions.getByRole('button', { name: 'Compare version 1' }).click()
  const difference = versions.getByRole('region', { name: 'What version 1 would change' })
  await expect(difference.getByRole('insertion').first()).toContainText('Nine')
  await versions.getByRole('button', { name: 'Restore version 1' }).click()
  await versions
    .getByRole('form', { name: 'Restore' })
    .getByRole('button', { name: 'Restore', exact: true })
    .click()
  await expect(page.getByText('Version 1 is back.')).toBeVisible()
  await expect(form.getByLabel('Text')).toHaveValue(/^Nine of us\./)
  const address = page.url()
  await read.click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByText('Nine of us.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'A long table' })).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: 'Remove post' }).click()
  const remove = page.getByRole('form', { name: 'Remove post' })
  await remove.getByLabel('Why (optional)').fill('Written twice')
  await remove.getByRole('button', { name: 'Remove post' }).click()
  await expect(page).toHaveURL('/admin/posts')
  expect(await house.postIsThere(slug)).toBe(false)
})

test('a post saved by somebody else in between is shown before it is overwritten', async ({
  page,
  house,
  title,
}) => {
  const client = httpClient(house.origin)
  await client.call(api.auth.login, { username: house.admin, password: demoPassword })
  const { post_id } = await client.call(api.desk.posts.add, { title, text: 'Nine of us.' })
  await page.clock.install()
  await page.goto(`/admin/posts/${post_id}`)
  const form = page.getByRole('form', { name: 'Post' })
  const text = form.getByLabel('Text')
  await text.fill('Eleven of us.')
  await client.call(api.desk.posts.update, { post_id, text: 'Ten of us.' })
  // The page asks every ten seconds.
  await page.clock.runFor(10_000)
  await expect(form.getByText('saved version 2 while you were writing.')).toBeVisible({ timeout: 60_000 })
  await expect(text).toHaveValue('Eleven of us.')
  await form.getByRole('button', { name: 'Save draft' }).click()
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('listitem')).toHaveCount(3)
  await expect(form.getByText('while you were writing')).toHaveCount(0)
  await versions.getByRole('button', { name: 'Compare version 2' }).click()
  await expect(versions.getByRole('insertion')).toContainText('Ten')
})

test('a post with a future date is scheduled, and the list says so', async ({ page, house, title }) => {
  await page.goto('/admin/posts/new')
  const form = page.getByRole('form', { name: 'Post' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Text').fill('Soon.')
  await form.getByText('Public', { exact: true }).click()
  await form.getByLabel('From (your local time)').fill('2099-01-31T09:00')
  await expect(form.getByText('Everyone can read it from that date on.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  expect(await house.postIsThere(title.toLowerCase().replaceAll(' ', '-'))).toBe(false)
  await page.goto(`/admin/posts?state=later&q=${title}`)
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('planned')
})

test('errors of a post are shown at their fields, and leaving with unsaved text asks for confirmation', async ({
  page,
  title,
}) => {
  await page.goto('/admin/posts/new')
  const form = page.getByRole('form', { name: 'Post' })
  await expect(form.getByRole('button', { name: 'Save draft' })).toBeDisabled()
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Title').press('Control+s')
  await expect(form.getByText('A post needs a text.')).toBeVisible()
  await expect(form.getByLabel('Text')).toBeFocused()
  await form.getByLabel('Choose a picture').setInputFiles({
    name: 'no-picture.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await expect(form.getByText('File must be a JPG, PNG, GIF or WebP image.')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'Posts' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await ask.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/posts')
})

test('an unknown post shows a message', async ({ page, expectFailures }) => {
  expectFailures([/404.*\/api\/admin\/posts/])
  await page.goto('/admin/posts/999999')
  await expect(page.getByText('There is no such post.')).toBeVisible()
})

test('axe finds nothing in the rooms of posts, wide or narrow', async ({ page }) => {
  for (const path of ['/admin/posts', '/admin/posts/new']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: /^Posts/, level: 1 })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expectNoFaultsInBoth(page, path)
  }
})
