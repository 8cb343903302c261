import { demoPassword } from '../../demo/accounts.ts'
import { hashPassword } from '../../server/lib/password.ts'
import * as api from '../../shared/api.ts'
import type { SiteName } from '../../shared/site-words.ts'
import { createDesigner } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import { expectNoFaultsInBoth } from './axe.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { test as base, expect, signInto } from './test.ts'

/** On an empty server of its own, whose administrator needs no second factor. Each test changes words of its own. */
const test = base.extend<object, { house: { origin: string; admin: string } }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const { username } = await memory.prepare(async db =>
        createDesigner(db, { role: 'admin', password_hash: await hashPassword(demoPassword) }),
      )
      // A database with members is not filled.
      const server = await memory.start({ DEMO: '1' })
      await use({ origin: server.origin, admin: username })
      await endInPeace(server)
      await memory.forget()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ house }, use) => use(house.origin),
})

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ context, house }) => signInto(context, house.admin))

/** Takes a word back to its default, also if another version was saved before. */
async function reset({ origin, admin }: { origin: string; admin: string }, name: SiteName) {
  const client = httpClient(origin)
  await client.call(api.auth.login, { username: admin, password: demoPassword })
  await client.call(api.desk.site.save, { name, version: 0 })
}

test('a text is previewed while it is written, saved with a reason, read on its page, compared and taken back', async ({
  page,
  house,
}) => {
  await reset(house, 'about')
  const why = `Our own text ${Date.now()}`
  await page.goto('/admin/site')
  await page.getByRole('searchbox', { name: 'Search the site’s words' }).fill('emblem')
  await expect(page.getByText('1 text', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/admin/site/about')
  const form = page.getByRole('form', { name: 'About' })
  const preview = page.getByRole('region', { name: 'Preview' })
  await form.getByLabel('About').fill('{site_name} hangs **marks**.\n\n## Where\n\nIn [the hall](/books).')
  await expect(preview.getByText('Colophon hangs marks.')).toBeVisible()
  await expect(preview.getByRole('heading', { name: 'Where' })).toBeVisible()
  await expect(preview.getByRole('link', { name: 'the hall' })).toHaveAttribute('href', '/books')
  await form.getByLabel('Why (optional)').fill(why)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“About” is saved.')).toBeVisible()

  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('listitem').first()).toContainText(`in use${house.admin}`)
  const visitor = await (await fetch(`${house.origin}/api/site?names=about`)).json()
  expect(visitor.about).toContain('Colophon hangs **marks**.')

  await versions.getByRole('button', { name: 'Compare the default' }).click()
  const difference = versions.getByRole('region', { name: 'What the default would change' })
  await expect(difference.getByRole('deletion').first()).toBeVisible()
  await expect(difference.getByRole('insertion').first()).toBeVisible()
  await versions.getByRole('button', { name: 'Reset to the default' }).click()
  await versions
    .getByRole('form', { name: 'Reset to the default' })
    .getByRole('button', { name: 'Reset to the default' })
    .click()
  await expect(page.getByText('The default is back.')).toBeVisible()
  await expect(form.getByLabel('About')).toHaveValue(/^A colophon is the emblem/)
  await page.goto('/admin/history?q=site.about')
  await expect(page.getByRole('row').filter({ hasText: why })).toHaveCount(1)
})

test('links and questions are edited row by row; errors are shown at their fields', async ({
  page,
  house,
  expectFailures,
}) => {
  await reset(house, 'social_links')
  expectFailures([/400.*\/api\/admin\/site/])
  await page.goto('/admin/site/social_links')
  for (const [i, [name, address]] of [
    ['Mastodon', 'https://social.example/@marks'],
    ['Fediverse', 'nowhere'],
  ].entries()) {
    await page.getByRole('button', { name: 'Add a link' }).click()
    const link = page.getByRole('group', { name: `Link ${i + 1}` })
    await link.getByLabel('Name').fill(name!)
    await link.getByLabel('Address').fill(address!)
  }
  const second = page.getByRole('group', { name: 'Link 2' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(second.getByText('Enter the full address, beginning with https://')).toBeVisible()
  await expect(second.getByLabel('Address')).toBeFocused()
  await second.getByLabel('Address').fill('https://fediverse.example/')
  await second.getByRole('button', { name: 'Move Fediverse up' }).click()
  await page.getByLabel('Address').first().press('Control+s')
  await expect(page.getByText('“Social links” is saved.')).toBeVisible()
  // The gallery behind the desk says it without being loaded again.
  await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: /Fediverse|Mastodon/ })).toHaveText([/Fediverse/, /Mastodon/])
})

test('leaving with an unsaved change asks for confirmation; a change can be discarded', async ({ page }) => {
  await page.goto('/admin/site/tagline')
  const field = page.getByRole('textbox', { name: 'Tagline' })
  const before = await field.inputValue()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await field.fill('Hung with care')
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'History' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await ask.getByRole('button', { name: 'Stay' }).click()
  await expect(ask).toBeHidden()
  await expect(field).toHaveValue('Hung with care')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field).toHaveValue(before)
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
})

test('a word saved by somebody else in between is shown before it is overwritten', async ({
  page,
  browser,
  house,
}) => {
  await reset(house, 'governing_law')
  await page.clock.install()
  await page.goto('/admin/site/governing_law')
  await page.getByRole('textbox', { name: 'Governing law' }).fill('Saxony')
  const other = await browser.newContext({ baseURL: house.origin })
  await signInto(other, house.admin)
  const second = await other.newPage()
  await second.goto('/admin/site/governing_law')
  await second.getByRole('textbox', { name: 'Governing law' }).fill('Bavaria')
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(second.getByText('“Governing law” is saved.')).toBeVisible()
  await other.close()
  // The page asks every ten seconds.
  await page.clock.runFor(10_000)
  await expect(page.getByText(/saved version \d+ while you were writing/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Governing law” is saved.')).toBeVisible()
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('listitem').first()).toContainText('in use')
  await versions
    .getByRole('button', { name: /^Compare version/ })
    .first()
    .click()
  await expect(
    versions.getByRole('region', { name: /^What version \d+ would change$/ }).getByRole('insertion'),
  ).toHaveText('Bavaria')
})

test('Fresh, Books and News without content say what will be there', async ({ page }) => {
  for (const [path, title, step] of [
    ['/', 'No logos yet', 'Upload the first logo'],
    ['/news', 'No news yet', 'Browse Fresh'],
    ['/books', 'No book is out yet', undefined],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    if (step) await expect(page.getByRole('main').getByRole('link', { name: step })).toBeVisible()
    await expectNoFaultsInBoth(page, title)
  }
})

test('axe finds nothing in the rooms of the site’s words, wide or narrow', async ({ page }) => {
  for (const room of ['site', 'site/about', 'site/faq', 'site/ribbon', 'site/wordmark', 'site/nothing']) {
    const path = `/admin/${room}`
    await page.goto(path)
    await expect(page.getByRole('heading', { name: /^Site/, level: 1 })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expectNoFaultsInBoth(page, path)
  }
})
