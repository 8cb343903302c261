import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { LogoList } from '../../shared/api/logos.ts'
import { untilDrawn } from './at-rest.ts'
import { expectNoFaults } from './axe.ts'
import { freshName, send } from './send.ts'
import { becomeVisitor, signOut } from './sign-in.ts'
import { expect, test } from './test.ts'
import { keepToasts } from './toasts.ts'
import { expectOpen, idsOnWall, listIds, scrollUntil, tileOf, tilesOf } from './wall.ts'

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

/** Opens the collection chooser for a logo on the logo's own page. */
async function openSaving(page: Page, logoId: number) {
  await page.goto(`/logo/${logoId}`)
  await saveButton(page).click()
  await expect(saveDialog(page)).toBeVisible()
}

test('a new collection is made while saving a logo, and shown', { tag: '@both' }, async ({
  page,
  createMember,
  signIn,
}) => {
  await keepToasts(page)
  await signIn((await createMember()).username)
  const [, , id] = await listIds(page, 1)
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id!)
  await saveButton(page).click()
  await saveDialog(page).getByRole('button', { name: 'Create New' }).click()
  const form = page.getByRole('dialog', { name: 'New collection' })
  await form.getByRole('button', { name: 'Save Collection' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()

  const name = freshName('Bees')
  await form.getByLabel('Title').fill(name)
  await form.getByLabel('Description').fill('Wings and stripes')
  await form.getByText('Private').click()
  await form.getByRole('button', { name: 'Save Collection' }).click()
  await expect(page.getByText(`Collection "${name}" saved successfully.`)).toBeVisible()
  await expect(page).toHaveURL(/\/collection\/\d+$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Wings and stripes')).toBeVisible()
  await expect(page.getByText('Private')).toBeVisible()
  await expect(page.getByText('1 logo', { exact: true })).toBeVisible()
  await expect.poll(() => idsOnWall(page)).toEqual([id])

  // The toast links to the collection.
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL(`/?logo_id=${id}`)
  await expectOpen(page, id!)
})

test('saving sends only what was changed, and a logo can leave its last collection', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const [, , , id] = await listIds(page, 1)
  const own: (Made & { is_saved: 0 | 1 })[] = await (
    await page.request.get(`/api/collections?logo_id=${id}`)
  ).json()
  for (const { light_box_id } of own.filter(made => made.is_saved))
    await send(page.context(), 'POST', '/api/logos/save', {
      collection_id: light_box_id,
      logo_id: id,
      state: 0,
    })
  const held = await makeCollection(page, [id!])
  const other = await makeCollection(page, [])
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/logos/save')) sent.push(request.postDataJSON())
  })

  await openSaving(page, id!)
  await expect(page.getByRole('button', { name: 'Saved', exact: true, includeHidden: true })).toBeAttached()
  await expect(boxOf(page, held)).toBeChecked()
  await expect(boxOf(page, other)).not.toBeChecked()
  await boxOf(page, other).check({ force: true })
  await boxOf(page, other).uncheck({ force: true })
  await boxOf(page, other).check({ force: true })
  await done(page).click()
  await expect(page.getByText(`Collection "${other.name}" saved successfully.`)).toBeVisible()
  await expect(saveDialog(page)).toBeHidden()
  expect(sent).toEqual([{ collection_id: other.light_box_id, logo_id: id, state: 1 }])

  await saveButton(page).click()
  await expect(boxOf(page, other)).toBeChecked()
  await boxOf(page, other).uncheck({ force: true })
  await boxOf(page, held).uncheck({ force: true })
  await expect(done(page)).toBeEnabled()
  await done(page).click()
  await expect(saveDialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  expect(sent.length).toBe(3)
  expect(await holds(page, held)).toEqual([])

  // If the logo is in no collection, the one last saved to is ticked; without a tick there is nothing to save.
  await saveButton(page).click()
  const ticked = saveDialog(page).getByRole('checkbox', { checked: true })
  await expect(ticked).toHaveCount(1)
  await expect(saveDialog(page).getByRole('checkbox').first()).toBeChecked()
  await expect(done(page)).toBeFocused()
  await ticked.uncheck({ force: true })
  await expect(done(page)).toBeDisabled()
})

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

test('a public collection opens for everyone with its link, a private one only for its owner', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  expectFailures([/404 .*\/api\/collections/])
  await signIn((await createMember()).username)
  const ids = (await listIds(page, 1)).slice(20, 23)
  const made = await makeCollection(page, [...ids].reverse(), { description: 'For everyone' })
  const secret = await makeCollection(page, ids.slice(0, 1), { is_public: '0' })
  const edit = page.getByRole('link', { name: 'Edit Collection' })

  await page.goto(`/collection/${secret.light_box_id}`)
  await expect(page.getByText('Private', { exact: true })).toBeVisible()
  await expect(edit).toBeVisible()

  await becomeVisitor(page)
  await signIn('ben')
  await page.goto(`/collectionX/${made.light_box_id}`)
  await expect(tilesOf(page)).toHaveCount(3)
  await expect(edit).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)

  await becomeVisitor(page)
  await page.goto(`/collection/${made.light_box_id}`)
  await expect(page.getByRole('heading', { level: 1, name: made.name })).toBeVisible()
  await expect(page.getByText('For everyone')).toBeVisible()
  await expect(page.getByText('3 logos', { exact: true })).toBeVisible()
  await expect(edit).toHaveCount(0)
  await expect.poll(() => idsOnWall(page)).toEqual(ids)

  // The detail moves through the collection and ends with it.
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await page.getByRole('button', { name: 'Next logo' }).click()
  await expectOpen(page, ids[2]!)
  await expect(page.getByRole('button', { name: 'Next logo' })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('link', { name: made.company, exact: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`/designers/${made.slug}`))

  await page.goto(`/collection/${secret.light_box_id}`)
  await expect(page.getByRole('heading', { name: 'Collection not found' })).toBeVisible()
  const [stranger] = await listIds(page, 1)
  const path = `/collection/${made.light_box_id}?logo_id=${stranger}`
  await page.goto(path)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
})

test('a deleted collection can be restored by Undo, and is deleted once Undo is over', async ({
  page,
  createMember,
  signIn,
}) => {
  await keepToasts(page)
  await signIn((await createMember()).username)
  const made = await makeCollection(page, [])
  const deletions: string[] = []
  page.on('request', request => {
    if (request.method() === 'DELETE') deletions.push(request.url())
  })
  const card = page.getByRole('link', { name: new RegExp(made.name) })
  const remove = async () => {
    await page.goto(`/collection/${made.light_box_id}`)
    await page.getByRole('link', { name: 'Edit Collection' }).click()
    await page.getByRole('button', { name: 'Delete Collection' }).click()
    await expect(page).toHaveURL('/designers?tab=collections')
    await expect(page.getByText(`Collection “${made.name}” deleted.`)).toBeVisible()
    await expect(card).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  expect(deletions).toEqual([])

  await remove()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  const stillThere = async () =>
    (await page.request.get(`/api/collections?collection_id=${made.light_box_id}`)).status()
  await expect.poll(stillThere).toBe(404)
  await expect(card).toHaveCount(0)
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

test('signing out sends pending removals first; each of several can be undone until then', async ({
  page,
  createMember,
  signIn,
}) => {
  await keepToasts(page)
  await signIn((await createMember()).username)
  const ids = (await listIds(page, 1)).slice(10, 15)
  const made = await makeCollection(page, [...ids].reverse())
  await page.goto(`/collectionX/${made.light_box_id}`)
  const remove = page.getByRole('button', { name: /^Remove / })
  for (let left = 5; left > 1; left -= 1) {
    await expect(tilesOf(page)).toHaveCount(left)
    await remove.first().click()
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(4)
  expect(await holds(page, made)).toHaveLength(5)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(tilesOf(page)).toHaveCount(2)
  await expect.poll(() => idsOnWall(page)).toEqual([ids[0], ids[4]])
  await signOut(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(() => holds(page, made)).toEqual([ids[0], ids[4]])
})

test('a logo is removed from a collection and restored by Undo', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  const letToastsGo = await keepToasts(page)
  await signIn((await createMember()).username)
  const ids = (await listIds(page, 1)).slice(7, 10)
  const made = await makeCollection(page, [...ids].reverse())
  await page.goto(`/collection/${made.light_box_id}`)
  await page.getByRole('link', { name: 'Remove logos' }).click()
  await expect(page).toHaveURL(`/collectionX/${made.light_box_id}`)
  const remove = page.locator(`[data-logo="${ids[1]}"]`).getByRole('button', { name: /^Remove / })
  const next = page.locator(`[data-logo="${ids[2]}"]`).getByRole('button', { name: /^Remove / })
  await remove.click()
  await expect(tilesOf(page)).toHaveCount(2)
  await expect(page.getByText('2 logos', { exact: true })).toBeVisible()
  await expect(next).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tilesOf(page)).toHaveCount(3)
  await expect(next).toBeFocused()
  await expect.poll(() => idsOnWall(page)).toEqual(ids)
  expect(await holds(page, made)).toEqual(ids)

  expectFailures([/ERR_FAILED .*\/api\/logos\/save/])
  await page.route('**/api/logos/save', route => route.abort())
  await remove.click()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await expect(page.getByText(`Failed to remove from collection "${made.name}".`)).toBeVisible()
  await expect(tilesOf(page)).toHaveCount(3)
  await page.unroute('**/api/logos/save')

  await letToastsGo()
  await remove.click()
  // Without Undo, the server is told five seconds later.
  await expect.poll(() => holds(page, made)).toEqual([ids[0], ids[2]])
  await expect(tilesOf(page)).toHaveCount(2)
})

test('on a collection’s page, unsaving in the detail removes the logo and saving restores it', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const ids = (await listIds(page, 1)).slice(30, 32)
  const made = await makeCollection(page, [...ids].reverse())
  await page.goto(`/collection/${made.light_box_id}`)
  await tileOf(page, ids[0]!).click()
  await expectOpen(page, ids[0]!)
  await saveButton(page).click()
  await boxOf(page, made).uncheck({ force: true })
  await done(page).click()
  await expect(saveDialog(page)).toBeHidden()
  await expect(tilesOf(page)).toHaveCount(1)
  await expectOpen(page, ids[0]!)
  await saveButton(page).click()
  await boxOf(page, made).check({ force: true })
  await done(page).click()
  await expect(tilesOf(page)).toHaveCount(2)
})

test('the profile shows collections as sheets, to members only', async ({ page, signIn, expectFailures }) => {
  await signIn('ada')
  const { slug } = await (await page.request.get('/api/auth/check')).json()
  const tabs = page.getByRole('navigation', { name: 'Profile' })
  // What the page itself was told: another journey may save one of ada's logos in the meantime.
  const answered = page.waitForResponse(/\/api\/collections\?designer_id=/)
  await page.goto('/designers?tab=collections')
  const own = await (await answered).json()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(own.length)
  await expect(cards.first().locator('img')).toHaveCount(Math.min(4, own[0].count))
  await expect(cards.filter({ hasText: 'Private' })).not.toHaveCount(0)
  await expect
    .poll(() => tabs.getByRole('link').allTextContents())
    .toEqual(expect.arrayContaining([`Collections${own.length}`, 'Likes', 'About']))
  await cards.first().getByRole('link').click()
  await expect(page).toHaveURL(`/collection/${own[0].light_box_id}`)

  // Another member sees the public ones, and no likes.
  await becomeVisitor(page)
  await signIn('ben')
  await page.goto(`/designers/${slug}?tab=collections`)
  await expect(cards).toHaveCount(own.filter((c: { is_public: string }) => c.is_public === '1').length)
  await page.goto(`/designers/${slug}?tab=likes`)
  await expect(page).toHaveURL(`/designers/${slug}?tab=logos`)
  await expect(tabs.getByRole('link', { name: 'Likes' })).toHaveCount(0)
  expectFailures([/ERR_FAILED .*\/api\/collections/])
  await page.route('**/api/collections?*', route => route.abort())
  await page.goto(`/designers/${slug}?tab=collections`)
  await expect(page.getByText('Error getting collections.')).toBeVisible()

  await becomeVisitor(page)
  await page.goto(`/designers/${slug}?tab=collections`)
  await expect(page).toHaveURL(`/designers/${slug}?tab=logos`)
  await expect(tabs.getByRole('link', { name: 'Collections' })).toHaveCount(0)
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

test('answers that were read before an unlike do not undo it', async ({ page, createMember, signIn }) => {
  await signIn((await createMember()).username)
  const [first, second, other] = (await listIds(page, 1)) as [number, number, number]
  for (const logo_id of [other, second, first])
    await send(page.context(), 'POST', '/api/logos/like', { logo_id, state: 1 })
  /** Holds the next answer at `path`, and renames its last logo, so that its arrival is seen. */
  const hold = async (path: string, name: string) => {
    const released = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    await page.route(path, async route => {
      const response = await route.fetch()
      const list: LogoList = await response.json()
      list.data.at(-1)!.logo = name
      read.resolve()
      await released.promise
      await route.fulfill({ response, json: list })
    })
    return { isRead: read.promise, release: released.resolve }
  }
  const unlike = (like: Locator) =>
    Promise.all([page.waitForResponse('**/api/logos/like').then(it => it.finished()), like.click()])
  await page.goto('/designers?tab=likes')
  await expect(tilesOf(page)).toHaveCount(3)

  const detail = await hold(`**/api/logos?logo_id=${first}*`, 'Late detail')
  await tileOf(page, first).click()
  await detail.isRead
  const dialog = page.getByRole('dialog')
  const like = dialog.getByRole('button', { name: /^Like/ })
  await unlike(like)
  await expect(tilesOf(page)).toHaveCount(2)
  detail.release()
  await expect(dialog.getByRole('heading', { name: 'Late detail' })).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(tilesOf(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const tabs = page.getByRole('navigation', { name: 'Profile' })
  await tabs.getByRole('link', { name: 'About' }).click()
  const list = await hold('**/api/designers/likes*', 'Late list')
  await tabs.getByRole('link', { name: 'Likes' }).click()
  await list.isRead
  await unlike(page.locator(`[data-logo="${second}"]`).getByRole('button', { name: /^Like/ }))
  await expect(tilesOf(page)).toHaveCount(1)
  list.release()
  await expect(page.getByRole('img', { name: /^Late list by/ })).toBeVisible()
  await expect(tilesOf(page)).toHaveCount(1)
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

test('a member who helps with a private collection finds it, saves to it and stops helping', async ({
  page,
  createMember,
  signIn,
  expectFailures,
}) => {
  expectFailures([/404 .*\/api\/collections\/helpers/])
  const helper = await createMember()
  const owner = await createMember()
  await signIn(owner.username)
  const [held, added] = (await listIds(page, 1)) as [number, number]
  const made = await makeCollection(page, [held], { is_public: '0' })
  await page.goto(`/collection/${made.light_box_id}`)
  await page.getByRole('link', { name: 'Edit Collection' }).click()
  const helpers = page.getByRole('region', { name: 'Helpers' })
  await helpers.getByLabel('Username').fill('no.such.member')
  await helpers.getByRole('button', { name: 'Invite' }).click()
  await expect(helpers.getByText('No member has this username.')).toBeVisible()
  await helpers.getByLabel('Username').fill(helper.username)
  await helpers.getByRole('button', { name: 'Invite' }).click()
  await expect(helpers.getByRole('listitem')).toHaveText(new RegExp(helper.company))

  await becomeVisitor(page)
  await signIn(helper.username)
  await openSaving(page, added)
  await expect(saveDialog(page).getByRole('listitem')).toContainText(`${made.name} by ${made.company}`)
  const saved = page.waitForResponse('**/api/logos/save')
  await done(page).click()
  await saved
  await page.goto('/designers?tab=collections')
  await page.getByRole('link', { name: made.name }).click()
  await expect.poll(() => idsOnWall(page)).toEqual([added, held])
  await expect(page.getByRole('link', { name: 'Arrange' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Collection' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop helping' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop helping' }).click()
  await expect(page).toHaveURL(/tab=collections$/)
  await expect(page.getByText('No collections yet')).toBeVisible()
})
