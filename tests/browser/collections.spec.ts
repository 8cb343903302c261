import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { untilDrawn } from './at-rest.ts'
import { expectNoFaults } from './axe.ts'
import { freshName, send } from './send.ts'
import { becomeVisitor } from './sign-in.ts'
import { expect, test } from './test.ts'
import { keepToasts } from './toasts.ts'
import { expectOpen, idsOnWall, listIds, scrollUntil, tilesOf } from './wall.ts'

type Made = { light_box_id: number; name: string; slug: string; company: string }

/** A collection of the signed-in member, with these logos, the last one on top. */
async function makeCollection(page: Page, logoIds: number[], facts = {}): Promise<Made> {
  const made = await send(page.context(), 'POST', '/api/collections', { name: freshName('Marks'), ...facts })
  for (const logo_id of logoIds)
    await send(page.context(), 'POST', '/api/logos/save', {
      collection_id: made.light_box_id,
      logo_id,
      state: 1,
    })
  return made
}

const holds = async (page: Page, { light_box_id }: Made) => {
  const [found] = await (await page.request.get(`/api/collections?collection_id=${light_box_id}`)).json()
  return found.logos.map((logo: { logo_id: number }) => logo.logo_id) as number[]
}

const saveDialog = (page: Page) => page.getByRole('dialog', { name: 'Save to collection' })
const saveButton = (page: Page) => page.getByRole('button', { name: /^Saved?$/ })
const boxOf = (page: Page, { name }: Made) => saveDialog(page).getByRole('checkbox', { name })
const done = (page: Page) => saveDialog(page).getByRole('button', { name: 'Done' })

test('keys in the collection chooser do not reach the logo beneath', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const id = (await listIds(page, 1))[25]!
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id)
  await expect(page.getByRole('button', { name: 'Next logo' })).toBeVisible()
  await saveButton(page).click()
  await saveDialog(page).getByRole('button', { name: 'Create New' }).click()
  await page.getByRole('radio', { name: 'Public' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Private' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expectOpen(page, id)
  await expect(saveButton(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a logo is saved from the wall, by pointer and by keyboard', async ({ page, createMember, signIn }) => {
  await signIn((await createMember()).username)
  const [, , , , , id] = await listIds(page, 1)
  const into = await makeCollection(page, [])
  await page.goto('/')
  const tile = page.locator(`[data-logo="${id}"]`)
  const save = tile.getByRole('button', { name: /^Saved? / })
  await tile.hover()
  await save.click()
  await boxOf(page, into).check({ force: true })
  await done(page).click()
  await expect(page.getByText(`Collection "${into.name}" saved successfully.`)).toBeVisible()
  await expect(saveDialog(page)).toBeHidden()
  await expect(save).toBeFocused()
  await expect(save).toHaveAccessibleName(/^Saved /)
  expect(await holds(page, into)).toEqual([id])

  await tile.getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(save).toBeFocused()
  await expect(save).toBeInViewport()
  await page.keyboard.press('Enter')
  await boxOf(page, into).focus()
  await page.keyboard.press('Space')
  await expect(boxOf(page, into)).not.toBeChecked()
  await done(page).press('Enter')
  await expect(saveDialog(page)).toBeHidden()
  expect(await holds(page, into)).toEqual([])
})

test('the toast of a save offers Undo and a link to the collection', async ({
  page,
  createMember,
  signIn,
}) => {
  await keepToasts(page)
  await signIn((await createMember()).username)
  const id = (await listIds(page, 1))[31]!
  const into = await makeCollection(page, [])
  const save = async () => {
    await saveButton(page).click()
    await boxOf(page, into).check({ force: true })
    await done(page).click()
    await expect(saveDialog(page)).toBeHidden()
  }
  await page.goto(`/logo/${id}`)
  await save()
  await expect.poll(() => holds(page, into)).toEqual([id])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => holds(page, into)).toEqual([])
  await save()
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(`/collection/${into.light_box_id}`)
  await expect.poll(() => idsOnWall(page)).toEqual([id])
})

/** Counts the member's presses in the page: keys, clicks and taps. */
async function countPresses(page: Page) {
  await page.evaluate(() => {
    Object.assign(window, { presses: 0 })
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(
        kind,
        event => event.isTrusted && (window as unknown as { presses: number }).presses++,
        true,
      )
  })
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses)
}

test('ten search results are saved to a collection with twenty presses', {
  tag: '@both',
}, async ({ page, createMember, signIn, isMobile }) => {
  await signIn((await createMember()).username)
  await page.goto('/search?sort=oldest')
  await expect(tilesOf(page)).toHaveCount(30)
  const ids = (await idsOnWall(page)).slice(10, 20)
  const into = await makeCollection(page, [])
  const presses = await countPresses(page)
  for (const id of ids) {
    const tile = page.locator(`[data-logo="${id}"]`)
    const save = tile.getByRole('button', { name: /^Save / })
    await save.scrollIntoViewIfNeeded()
    if (isMobile) await save.tap()
    else {
      await tile.hover()
      await page.keyboard.press('s')
    }
    await expect(boxOf(page, into)).toBeChecked()
    await expect(done(page)).toBeFocused()
    if (isMobile) await done(page).tap()
    else await page.keyboard.press('Enter')
    await expect(saveDialog(page)).toBeHidden()
  }
  expect(await presses()).toBeLessThanOrEqual(20)
  await expect(page).toHaveURL(/^[^?]+\/search\?sort=oldest/)
  expect((await holds(page, into)).sort()).toEqual([...ids].sort())
})

test('leaving the page ends Undo and sends the removal', async ({ page, createMember, signIn }) => {
  await keepToasts(page)
  await signIn((await createMember()).username)
  const ids = (await listIds(page, 1)).slice(5, 7)
  const made = await makeCollection(page, ids)
  await page.goto(`/collectionX/${made.light_box_id}`)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(tilesOf(page)).toHaveCount(1)
  expect(await holds(page, made)).toHaveLength(2)
  await page.goto('about:blank')
  await expect.poll(() => holds(page, made)).toHaveLength(1)
})

test('an unliked logo leaves the member’s list of likes', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  await signIn((await createMember()).username)
  for (const logo_id of await listIds(page, 1))
    await send(page.context(), 'POST', '/api/logos/like', { logo_id, state: 1 })
  const list = await (await page.request.get('/api/designers/likes')).json()
  const ids = list.data.map((logo: { logo_id: number }) => logo.logo_id)
  await page.goto('/designers?tab=likes')
  await expect(tilesOf(page).nth(29)).toBeAttached()
  expect((await idsOnWall(page)).slice(0, 30)).toEqual(ids)

  const tile = page.locator(`[data-logo="${ids[1]}"]`)
  await page.route('**/api/logos/like', route => route.abort())
  expectFailures([/ERR_FAILED .*\/api\/logos\/like/, /ERR_FAILED .*\/api\/designers\/likes/])
  await tile.getByRole('button', { name: /^Like/ }).click()
  await expect(page.getByText('Error unliking logo.')).toBeVisible()
  await expect(tile).toBeVisible()
  await page.unroute('**/api/logos/like')
  await tile.getByRole('button', { name: /^Like/ }).click()
  await expect(tile).toHaveCount(0)
  await expect(page.getByRole('link', { name: new RegExp(`^Likes ?${list.count - 1}$`) })).toBeVisible()

  // A logo unliked in its detail stays in the sequence, and the focus moves to a visible element.
  await page.locator(`[data-logo="${ids[2]}"]`).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  const like = dialog.getByRole('button', { name: /like/i }).first()
  await like.click()
  await dialog.getByRole('button', { name: 'Next logo' }).click()
  await expectOpen(page, ids[3])
  await dialog.getByRole('button', { name: 'Previous logo' }).click()
  await expectOpen(page, ids[0])
  await dialog.getByRole('button', { name: 'Next logo' }).click()
  await expectOpen(page, ids[3])
  await like.click()
  await expect(page.locator(`[data-logo="${ids[3]}"]`)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator(`[data-logo="${ids[4]}"]`).getByRole('link').first()).toBeFocused()

  // No logo is skipped where the list continues.
  await scrollUntil(page, async () => (await tilesOf(page).count()) >= list.count - 3)
  await expect(tilesOf(page)).toHaveCount(list.count - 3)

  await page.route('**/api/designers/likes?*', route => route.abort())
  await page.reload()
  await expect(page.getByText('Error getting liked logos.')).toBeVisible()
})

test('an owner arranges a collection by the keyboard, notes something, and a client sees it with the link until it ends', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  expectFailures([/404 .*collections\?link=/])
  await signIn((await createMember()).username)
  const ids = (await listIds(page, 1)).slice(0, 3)
  const made = await makeCollection(page, ids, { is_public: '0' })
  const [first, second, third] = await holds(page, made)

  await page.goto(`/collection/${made.light_box_id}`)
  await page.getByRole('link', { name: 'Arrange' }).click()
  const places = page.getByRole('list', { name: 'Logos in order' }).getByRole('listitem')
  await expect(places).toHaveCount(3)
  const handle = places.first().getByRole('button').first()
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Picked up .*, 1 of 3\.$/)).toBeAttached()
  // The positions of the others are measured after that is drawn.
  await untilDrawn(page)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/ is now 2 of 3\.$/)).toBeAttached()
  const moved = page.waitForResponse('**/api/collections/order')
  await page.keyboard.press('Space')
  await moved
  await expect.poll(() => holds(page, made)).toEqual([second, first, third])

  const noted = page.waitForResponse('**/api/collections/note')
  await places.first().getByRole('textbox').fill('Ask about the red.')
  await places.nth(1).getByRole('textbox').focus()
  await noted
  const covered = page.waitForResponse('**/api/collections')
  await places
    .nth(2)
    .getByRole('button', { name: /^Cover/ })
    .click()
  await covered
  await expect(places.nth(2).getByRole('button', { name: /^Cover/ })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Edit Collection' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const url = new URL(await page.getByLabel('The link, shown only now').inputValue())
  expect(url.pathname).toMatch(/^\/client\/[\w-]{43}$/)

  await becomeVisitor(page)
  await page.goto(url.pathname)
  await expect(page.getByRole('heading', { name: made.name })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('figure') })).toHaveCount(3)
  await expect(page.getByText('Ask about the red.')).toBeVisible()
  await page.goto(`${url.pathname}x`)
  await expect(page.getByRole('heading', { name: 'This link doesn’t work anymore' })).toBeVisible()
})

test('logos of a collection are compared: chosen by the keyboard, named by the address, shown to a visitor', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const made = await makeCollection(page, (await listIds(page, 1)).slice(0, 7))
  const [first, second] = (await holds(page, made)) as [number, number]

  await page.goto(`/collection/${made.light_box_id}`)
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Choose two to six logos' })).toBeVisible()
  const pool = page.getByRole('list', { name: 'Logos to compare' }).getByRole('button')
  await expect(pool).toHaveCount(7)
  const names = page.getByRole('region', { name: 'Comparison' }).getByRole('columnheader')
  for (const at of [0, 1, 2, 3, 4, 5]) {
    await pool.nth(at).press('Enter')
    await expect(pool.nth(at)).toHaveAttribute('aria-pressed', 'true')
  }
  await expect(names).toHaveCount(6)
  await expect(pool.nth(6)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('row', { name: /^16 px/ }).getByRole('img')).toHaveCount(6)
  for (const left of [5, 4, 3, 2]) {
    await names.nth(2).getByRole('button').press('Enter')
    await expect(names).toHaveCount(left)
  }
  await expect(names.nth(1).getByRole('button')).toBeFocused()
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBe(`${first},${second}`)
  await expectNoFaults(page, 'the comparison', ['light'])

  const address = page.url()
  await becomeVisitor(page)
  await page.goto(address)
  await expect(names).toHaveCount(2)
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(tilesOf(page).first()).toBeVisible()
})

test('a contact sheet is downloaded as a PDF on the chosen paper; a refusal is said in the dialog', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  await signIn((await createMember()).username)
  const made = await makeCollection(page, (await listIds(page, 1)).slice(0, 2))
  await page.goto(`/collection/${made.light_box_id}`)
  await page.getByRole('button', { name: 'Contact sheet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact sheet' })
  await dialog.getByText('A4', { exact: true }).click()
  await dialog.getByText('6', { exact: true }).click()
  await expectNoFaults(page, 'the contact sheet’s dialog', ['light'])

  expectFailures([/409 .*\/api\/collections\/sheet/])
  await page.route('**/api/collections/sheet?*', route =>
    route.fulfill({ status: 409, json: { error: 'A contact sheet holds 200 logos.' } }),
  )
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect(dialog.getByText('A contact sheet holds 200 logos.')).toBeVisible()
  await page.unroute('**/api/collections/sheet?*')

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`collection-${made.light_box_id}-a4.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(dialog).toBeHidden()
})
