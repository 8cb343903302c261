import type { Locator, Page } from '@playwright/test'
import { untilAtRest, untilDrawn } from './at-rest.ts'
import { expect, test } from './test.ts'
import { expectOpen, idsOnWall, listIds, tileOf, tilesOf } from './wall.ts'

type Found = {
  logo_id: number
  slug: string
  company: string
  book_id: number | null
  master_book_id: number | null
}

/** The newest awarded logos, with and without a place in the Master Library. */
async function findAwarded(page: Page) {
  const { data } = await (await page.request.get('/api/logos?filter_category=books')).json()
  const awarded = (data as Found[]).filter(logo => logo.slug)
  const both = awarded.find(logo => logo.book_id !== null && logo.master_book_id !== null)
  return { awarded, both }
}

const boxOf = async (locator: Locator) => (await locator.boundingBox())!

test('a picture is never covered: its books are named in the caption and link to their award pages', {
  tag: '@both',
}, async ({ page, createMember, signIn, isMobile }) => {
  await signIn((await createMember()).username)
  await page.goto('/search?class=books')
  const { awarded, both } = await findAwarded(page)
  expect(awarded.length).toBeGreaterThan(3)
  for (const logo of [awarded[0]!, both ?? awarded[1]!]) {
    const tile = page.locator(`[data-logo="${logo.logo_id}"]`)
    await tile.scrollIntoViewIfNeeded()
    if (!isMobile) await tile.hover()
    const art = tileOf(page, logo.logo_id)
    const isCovered = () =>
      art.evaluate(link => {
        const { left, top, width, height } = link.getBoundingClientRect()
        const parts = [0.02, 0.25, 0.5, 0.75, 0.98]
        return parts.some(x =>
          parts.some(y => {
            const hit = document.elementFromPoint(left + width * x, top + height * y)
            return !!hit && !link.contains(hit)
          }),
        )
      })
    await expect.poll(isCovered).toBe(false)
    const links = tile.getByRole('link', { name: /^(Book|Master) \d+$/ })
    const expected = [
      ...(logo.book_id === null
        ? []
        : [[`Book ${logo.book_id}`, `/award/${logo.slug}/book-${logo.book_id}`]]),
      ...(logo.master_book_id === null
        ? []
        : [[`Master ${logo.master_book_id}`, `/award/${logo.slug}/master-book-${logo.master_book_id}`]]),
    ]
    await expect
      .poll(() => links.evaluateAll(all => all.map(a => [a.textContent, a.getAttribute('href')])))
      .toEqual(expected)
    const below = async () => {
      const artBox = await boxOf(art)
      return (await boxOf(links.first())).y - artBox.y - artBox.height
    }
    await expect.poll(below).toBeGreaterThanOrEqual(0)
  }

  // All rows have one height, with and without books.
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  const heights = () =>
    tilesOf(page).evaluateAll(tiles => new Set(tiles.map(tile => tile.getBoundingClientRect().height)).size)
  await expect.poll(heights).toBe(1)

  // A book's page shows its number itself.
  const [logo] = awarded
  await page.goto(
    logo!.book_id === null
      ? `/award/${logo!.slug}/master-book-${logo!.master_book_id}`
      : `/award/${logo!.slug}/book-${logo!.book_id}`,
  )
  await expect(page.getByRole('heading', { level: 1, name: /\d$/ })).toBeVisible()
  await expect(tilesOf(page).first()).toBeVisible()
  await expect(tilesOf(page).getByText(/^(Book|Master) \d+$/)).toHaveCount(0)
})

test('on a phone a tile has one line of 44 px, a line of books within 52, and no control overlaps another', {
  tag: '@phone',
}, async ({ page, createMember, signIn }) => {
  await signIn((await createMember()).username)
  await page.goto('/search?class=books')
  const { both, awarded } = await findAwarded(page)
  const logo = both ?? awarded[0]!
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const tile = page.locator(`[data-logo="${logo.logo_id}"]`)
    await tile.scrollIntoViewIfNeeded()
    const measure = () =>
      tile
        .locator('a, button')
        .filter({ visible: true })
        .evaluateAll(all =>
          all.map(control => {
            const { left, top, right, bottom } = control.getBoundingClientRect()
            return {
              name: control.getAttribute('aria-label') ?? control.textContent,
              left,
              top,
              right,
              bottom,
            }
          }),
        )
    await expect.poll(async () => (await measure()).length).toBeGreaterThanOrEqual(4)
    await untilDrawn(page)
    const boxes = await measure()
    expect(boxes.map(box => box.name)).not.toContainEqual(expect.stringMatching(/^Like /))
    // A book's line takes some of the name's height: both keep the 24 px that WCAG asks for.
    for (const box of boxes) {
      const isShared = box.name === logo.company || /^(Book|Master) \d+$/.test(box.name!)
      expect(box.bottom - box.top, box.name!).toBeGreaterThanOrEqual(isShared ? 24 : 44)
    }
    const picture = boxes[0]!.right - boxes[0]!.left
    await expect
      .poll(() => tile.evaluate(element => element.getBoundingClientRect().height))
      .toBeCloseTo(picture + 52, 0)
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1)) {
        const meets =
          a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
        expect(meets, `${a.name} and ${b.name}`).toBe(false)
      }
  }
})

test('L likes and S saves the tile under the pointer or with the focus, and the open logo', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const ids = (await listIds(page, 1)).slice(40, 43)
  // The keys work once the page has loaded.
  await untilAtRest(page, () => page.goto('/'))
  const likeOf = (id: number) => page.locator(`[data-logo="${id}"]`).getByRole('button', { name: /^Like/ })
  const press = (key: string) =>
    Promise.all([page.waitForResponse('**/api/logos/like'), page.keyboard.press(key)])
  const toggled = (state: string | null) => String(state !== 'true')

  // By pointer.
  const before = await likeOf(ids[0]!).getAttribute('aria-pressed')
  await page.locator(`[data-logo="${ids[0]}"]`).hover()
  await press('l')
  await expect(likeOf(ids[0]!)).toHaveAttribute('aria-pressed', toggled(before))
  await press('L')
  await expect(likeOf(ids[0]!)).toHaveAttribute('aria-pressed', before!)

  // By focus, with the pointer still over the other.
  await tileOf(page, ids[1]!).focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Save to collection' })
  await expect(dialog).toBeVisible()
  const title = await page.locator(`[data-logo="${ids[1]}"] img`).getAttribute('alt')
  await expect(dialog.getByText(title!.split(' by ')[0]!, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // In the open logo; while typing they are letters.
  await tileOf(page, ids[2]!).click()
  await expectOpen(page, ids[2]!)
  const open = page.getByRole('dialog').getByRole('button', { name: /^Like/ }).first()
  const was = await open.getAttribute('aria-pressed')
  await press('l')
  await expect(open).toHaveAttribute('aria-pressed', toggled(was))
  await press('l')
  await expect(open).toHaveAttribute('aria-pressed', was!)
  const comment = page.getByRole('dialog').getByRole('textbox').first()
  await comment.fill('')
  await comment.pressSequentially('less')
  await expect(comment).toHaveValue('less')
  await expect(dialog).toBeHidden()
  await expect(open).toHaveAttribute('aria-pressed', was!)
  expect(await idsOnWall(page)).toContain(ids[2])
})
