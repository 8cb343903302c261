import type { Page } from '@playwright/test'
import { demoPassword } from '../../demo/accounts.ts'
import * as api from '../../shared/api.ts'
import { makePicture } from '../factories.ts'
import { httpClient } from '../http-client.ts'
import { untilDrawn } from './at-rest.ts'
import { expectNoFaults, expectToFit } from './axe.ts'
import { type Account, type Gallery, test } from './members-server.ts'
import { expect } from './test.ts'

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

/** Another browser, signed in as the member. */
async function signInElsewhere({ server }: Gallery, { username }: Account) {
  const client = httpClient(server.origin)
  await client.call(api.auth.login, { username, password: demoPassword })
  return client
}

async function uploadLogos(gallery: Gallery, member: Account, n: number) {
  const client = await signInElsewhere(gallery, member)
  const ids = []
  for (let i = 1; i <= n; i++) {
    const file_base64 = (await makePicture({ side: 200 })).toString('base64')
    ids.push(
      (await client.call(api.logos.submit, { logo: `Mark ${i}`, logotype: 'Symbol', file_base64 })).logo_id,
    )
  }
  return ids
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name })

test('the stored country is chosen, and the caret stays in place while a phone number is typed', async ({
  page,
  member,
  gallery,
}) => {
  const { call } = await signInElsewhere(gallery, member)
  await call(api.account.updateContactInfo, {
    email: member.email,
    phone: '212-555-0123',
    streetAddress: '1 Quoin Street',
    addressLocality: 'Lawrence',
    addressRegion: 'KS',
    postalCode: '66044',
    country: 'US',
  })
  await page.goto('/account')
  await expect(page.getByLabel('Country')).toHaveValue('US')
  const phone = page.getByLabel('Phone')
  await phone.fill('')
  await phone.pressSequentially('212555012')
  await expect(phone).toHaveValue('(212) 555-012')
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
  await page.keyboard.type('99')
  const value = await phone.inputValue()
  expect(value.replace(/\D/g, '')).toBe('21992555012')
  const caret = await phone.evaluate((input: HTMLInputElement) => input.selectionStart!)
  expect(value.slice(0, caret).replace(/\D/g, '')).toBe('2199')
  await page.keyboard.press('Backspace')
  expect((await phone.inputValue()).replace(/\D/g, '')).toBe('2192555012')
})

test('a picture is chosen, cropped by keyboard and pointer, and shown everywhere at once', async ({
  page,
  member,
}) => {
  expect(member).toBeTruthy()
  await page.goto('/account/edit-profile')
  const chooser = page.getByLabel(/Choose a picture|Change picture/)
  await chooser.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('File must be a JPG, PNG, GIF or WebP image.')).toBeVisible()

  const buffer = await makePicture({ width: 600, height: 300, format: 'jpeg' })
  await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const dialog = page.getByRole('dialog', { name: 'Your picture' })
  const stage = dialog.getByRole('application')
  await expect(stage).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.1')
  const box = (await stage.boundingBox())!
  await page.mouse.move(box.x + 100, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 90, { steps: 4 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(dialog).toBeHidden()
  await saveButton(page).click()
  await expect(page.getByText('Profile updated!')).toBeVisible()
  const { avatar } = await (await page.request.get('/api/auth/check')).json()
  expect(avatar).toMatch(/-avatar\.webp$/)
  await expect(page.getByRole('banner').locator(`img[src="${avatar}"]`)).toBeVisible()

  // A picture dropped anywhere on the page replaces the chosen one.
  await page.evaluate(
    async base64 => {
      const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    (await makePicture({ side: 300 })).toString('base64'),
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await saveButton(page).click()
  await expect(page.getByRole('banner').locator(`img[src="${avatar}"]`)).toHaveCount(0)
})

test('profile logos are chosen, ordered by keyboard, and saved; an eleventh is refused', async ({
  page,
  member,
  gallery,
  expectFailures,
}) => {
  const ids = (await uploadLogos(gallery, member, 11)).reverse()
  await page.goto('/account/edit-profile')
  const pool = page.getByRole('list', { name: 'All your logos' }).getByRole('button')
  await expect(pool).toHaveCount(11)
  for (let i = 0; i < 10; i++) await pool.nth(i).click()
  await expect(page.getByText('10 of 10')).toBeVisible()
  await pool.nth(10).click()
  await expect(page.getByText('Only 10 profile logos are allowed.')).toBeVisible()
  for (let i = 3; i < 10; i++) await pool.nth(i).click()
  await expect(page.getByText('3 of 10')).toBeVisible()

  const chosen = page.getByRole('list', { name: 'Chosen logos' }).getByRole('listitem')
  const first = chosen.first().getByRole('button', { name: /^Mark 11, 1/ })
  await first.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Picked up Mark 11, 1 of 3.')).toBeAttached()
  // The positions of the others are measured after that is drawn.
  await untilDrawn(page)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Mark 11 is now 2 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(chosen.nth(1).getByRole('button', { name: /^Mark 11, 2/ })).toBeVisible()

  const save = page.getByRole('button', { name: 'Save Profile Logos' })
  await page.route('**/api/designers/profile/logos', route => route.abort())
  expectFailures([/ERR_FAILED .*profile\/logos/])
  await save.click()
  await expect(page.getByText('Error updating profile logos.')).toBeVisible()
  await page.unroute('**/api/designers/profile/logos')
  await save.click()
  await expect(page.getByText('Profile logos updated successfully.')).toBeVisible()
  const profile = await (await page.request.get('/api/designers/profile')).json()
  expect(profile.profile_logos.map((logo: { logo_id: number }) => logo.logo_id)).toEqual([
    ids[1],
    ids[0],
    ids[2],
  ])
  await expect(save).toBeDisabled()

  await page.getByLabel('Find by title, client or keyword').fill('mark 7')
  await expect(pool).toHaveCount(1)
  await chosen
    .first()
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(chosen).toHaveCount(2)
})

/** A token of the member, and a webhook with a message that was sent to this address. */
async function makeIntegrations({ call }: ReturnType<typeof httpClient>, url: string) {
  await call(api.tokens.create, { name: 'My portfolio', scope: 'read' })
  const { webhook_id } = await call(api.webhooks.create, { url, events: ['logo.liked'] })
  await call(api.webhooks.sendTest, { webhook_id })
}

/** Gives a logo views, words by which it was found, and a place in a public collection of its owner. */
async function makeStatistics(gallery: Gallery, { call }: ReturnType<typeof httpClient>, logo_id: number) {
  const day = new Date().toISOString().slice(0, 10)
  const view = { logo_id, day, view_ct: 7 }
  await gallery.prepare(async db => {
    for (const source of ['wall', 'search'] as const)
      await db
        .insertInto('logo_view_day')
        .values({ ...view, source })
        .execute()
    const found = { logo_id, words: 'blue bird', view_ct: 6, searchers: null, last_day: day }
    await db.insertInto('logo_words').values(found).execute()
  })
  const { light_box_id: collection_id } = await call(api.collections.create, { name: 'Kept', is_public: '1' })
  await call(api.collections.save, { collection_id, logo_id, state: 1 })
}

test('the account has no accessibility violations and fits 1440 and 320 px, where the row of tabs shows the open one and that it continues', async ({
  page,
  member,
  gallery,
}) => {
  const [logoId] = await uploadLogos(gallery, member, 3)
  const client = await signInElsewhere(gallery, member)
  await makeIntegrations(client, `${gallery.server.origin}/hooks`)
  await makeStatistics(gallery, client, logoId!)
  const check = async (name: string) => {
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoFaults(page, `${name} at ${width} px`)
      await expectToFit(page, name)
    }
  }
  const row = page.getByRole('navigation', { name: 'Account' })
  await page.goto('/account')
  await saveButton(page).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await check('Contact Info')
  await page.reload()
  await expect(tab(page, 'Contact Info')).toBeInViewport({ ratio: 1 })
  await expect(row).toHaveAttribute('data-after')
  await expect(row).not.toHaveAttribute('data-before')
  await page.getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check('closing the account')
  await page.goto('/account/edit-profile')
  await page.getByRole('button', { name: 'Mark 1', exact: true }).click()
  await check('Edit Profile')
  await page.getByLabel(/Choose a picture/).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await makePicture({ side: 300 }),
  })
  const picture = page.getByRole('dialog', { name: 'Your picture' })
  await expect(picture).toBeVisible()
  await check('Your picture')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(picture).toBeHidden()
  await page.goto('/account/password')
  await expect(page.getByText('This device')).toBeVisible()
  await check('Password')
  await page.goto('/account/api')
  await expect(page.getByText('My portfolio')).toBeVisible()
  await expect(page.getByRole('row', { name: 'webhook.test' })).toBeVisible()
  await check('API')
  await page.goto('/account/statistics')
  // Except the fraction of a pixel that scrolling rounds away.
  await expect(tab(page, 'Statistics')).toBeInViewport({ ratio: 0.99 })
  await expect(row).toHaveAttribute('data-before')
  await expect(row).not.toHaveAttribute('data-after')
  for (const text of ['Fresh and Following', 'blue bird', 'Kept'])
    await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
  const figures = page.getByRole('table', { name: 'Last 12 months' })
  await figures.getByRole('button', { expanded: false }).nth(1).click()
  await expect(figures.getByRole('rowheader', { name: /^[A-Z][a-z]{2} 1$/ })).toHaveCount(1)
  await check('Statistics')
})
