import type { Page } from '@playwright/test'
import type { Book } from '../../shared/api/books.ts'
import type { Sixteen, SquareName } from '../../shared/api/sixteen.ts'
import { decodePositions } from '../../shared/rules/sixteen.ts'
import { layOut, middleOf } from '../../web/features/sixteen/layout.ts'
import type { ToPainter } from '../../web/features/sixteen/painter/messages.ts'
import { readFocus } from './accessibility-tree.ts'
import { expectAccessible } from './axe.ts'
import { test } from './own-server.ts'
import { expect } from './test.ts'

// One server for all of them.
test.describe.configure({ mode: 'default' })

const main = (page: Page) => page.getByRole('main')
const cell = (page: Page) => page.getByRole('gridcell')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Waits until every logo of the demonstration has its square. */
async function untilDrawn(page: Page) {
  const read = async () => (await page.request.get('/api/sixteen')).json()
  await expect.poll(async () => (await read()).is_growing, { timeout: 120_000 }).toBe(0)
  return (await read()).count as number
}

/** The first place, in the order of the grounds, whose logo a visitor may not open. */
async function findOlder(page: Page): Promise<number> {
  const { atlases } = await (await page.request.get('/api/sixteen')).json()
  let before = 0
  for (const { atlas, count } of atlases) {
    const names = await (await page.request.get(`/api/sixteen/names?atlas=${atlas}`)).json()
    const slot = names.findIndex((name: { logo_id: number | null }) => name.logo_id === null)
    if (slot >= 0) return before + slot
    before += count
  }
  throw new Error('A visitor may open every logo.')
}

/** The name of the cell at the first place, sorted by year. */
async function findFirstOfYears(page: Page): Promise<RegExp> {
  const { atlases, order }: Sixteen = await (await page.request.get('/api/sixteen?sort=year')).json()
  let slot = decodePositions(order!)[0]!
  for (const { atlas, count } of atlases) {
    if (slot < count) {
      const names: SquareName[] = await (await page.request.get(`/api/sixteen/names?atlas=${atlas}`)).json()
      const { logo, company } = names[slot]!
      return new RegExp(`^${RegExp.escape(`${logo}, ${company}`)}, row 1 of `)
    }
    slot -= count
  }
  throw new Error('No atlas holds the first square.')
}

/** The newest published book of the competition but one. */
async function findOlderBook(page: Page): Promise<Book> {
  const { data }: { data: Book[] } = await (await page.request.get('/api/books')).json()
  return data.filter(({ series, state }) => series === 'book' && state === 'published')[1]!
}

/** Notes of each order from now on whether the painter is told to move the squares. */
async function watchMoves(page: Page): Promise<() => Promise<boolean[]>> {
  const moves = await page.evaluateHandle(() => {
    const told: boolean[] = []
    const { postMessage } = Worker.prototype
    // biome-ignore lint/suspicious/noExplicitAny: the two signatures of postMessage differ in what is optional
    Worker.prototype.postMessage = function (this: Worker, message: ToPainter, more?: any) {
      if (message.kind === 'content') told.push(message.isMoving)
      return postMessage.call(this, message, more)
    }
    return told
  })
  return () => moves.jsonValue()
}

/** Waits until two screenshots, one after the other, are the same. */
async function untilStill(page: Page) {
  let before = await page.screenshot()
  await expect
    .poll(async () => {
      const now = await page.screenshot()
      const isSame = now.equals(before)
      before = now
      return isSame
    })
    .toBe(true)
}

/** Notes on the page that the opening logo grows from its square. */
const noteFlight = (page: Page) =>
  page.evaluate(() => {
    const look = () => {
      if (document.querySelector('[data-flying=opening]')) document.documentElement.dataset.flown = ''
    }
    new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['data-flying'] })
  })

test('every logo is looked at, sorted without motion where less is preferred, and opened by keys, and is one cell to a screen reader', async ({
  page,
  signIn,
}) => {
  test.slow()
  const count = await untilDrawn(page)
  // A visitor opens the newest logos; another one leads to the end of the wall.
  const older = await findOlder(page)
  await page.goto('/sixteen')
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  for (let place = 0; place < older; place++) await page.keyboard.press('ArrowRight')
  await expect(cell(page)).toHaveAccessibleName(/^.+, .+, row \d+ of \d+$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/fresh/4')
  await expect(page.getByRole('heading', { name: /more behind this wall\.$/ })).toBeVisible()
  await page.goto('/sixteen?book=without-awards')
  await expect(page.getByRole('heading', { name: 'There are no logos of without-awards' })).toBeVisible()

  await signIn('ada')
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sixteen' }).click()
  await expect(page).toHaveTitle('Sixteen · Colophon')
  await expect(heading(page)).toHaveText(`${count} logos at sixteen pixels`)
  // Every square in the window is drawn.
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')

  const box = (await main(page).boundingBox())!
  await page.mouse.move(box.x + 24 + 8, 72 + 8)
  await expect(cell(page)).toHaveAccessibleName(/^.+, .+, row 1 of \d+$/)
  await expect(cell(page)).toHaveCount(1)
  const first = await cell(page).getAttribute('aria-label')
  await expectAccessible(page, 'Sixteen', { isMobile: false })

  await page.mouse.move(5, 300)
  await expect(cell(page)).toHaveCount(0)
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await expect(cell(page)).toHaveAccessibleName(first!)
  await page.keyboard.press('ArrowRight')
  await expect(cell(page)).toHaveAttribute('aria-colindex', '2')
  await page.keyboard.press('End')
  await expect(cell(page)).toHaveAccessibleName(/, row (\d+) of \1$/)
  await expect
    .poll(() => readFocus(page))
    .toMatchObject({
      role: 'grid',
      name: 'Logos',
      active: expect.stringMatching(/^.+, .+, row (\d+) of \1$/),
    })
  await page.keyboard.press('Home')
  await expect(cell(page)).toHaveAccessibleName(first!)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moves = await watchMoves(page)
  await page.getByRole('link', { name: 'Year' }).click()
  await expect(page).toHaveURL('/sixteen?sort=year')
  await expect(page.getByRole('link', { name: 'Year' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await expect(cell(page)).toHaveAccessibleName(await findFirstOfYears(page))
  await page.getByRole('button', { name: 'Find mine' }).click()
  await expect(heading(page)).toHaveText(new RegExp(`^\\d+ of ${count} (is|are) yours$`))

  await expect.poll(moves).toEqual([false, false])

  const asked = page.waitForRequest(/\/api\/sixteen\?.*filter_country=PL/)
  await page.goto('/sixteen?country=POLAND&sort=year')
  await asked
  await expect(heading(page)).toHaveText(/^\d+ logos? for “Poland” at sixteen pixels$/)
  const { title, slug } = await findOlderBook(page)
  await page.goto(`/sixteen?book=${slug.replace('book-', '')}`)
  await expect(heading(page)).toHaveText(new RegExp(`^\\d+ logos? of ${title} at sixteen pixels$`))
  await page.getByRole('link', { name: 'See all logos' }).click()
  await expect(page).toHaveURL('/sixteen')
  await expect(heading(page)).toHaveText(`${count} logos at sixteen pixels`)
  await expect(page.getByRole('link', { name: 'See all logos' })).toHaveCount(0)
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await expect(cell(page)).toHaveAccessibleName(first!)
  // Its picture, from which the logo grows.
  const picture = cell(page).locator('img')
  await expect.poll(() => picture.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await noteFlight(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sixteen\?logo_id=\d+$/)
  await expect(page.locator('html')).toHaveAttribute('data-flown', '')
  await expect(page.getByRole('dialog')).toContainText(first!.split(',')[0]!)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/sixteen')
  await expect(cell(page)).toHaveAccessibleName(first!)
  // The keys still move the place once the link that the logo closed to is removed.
  await expect(page.getByRole('grid')).toBeFocused()
  for (const column of ['2', '3']) {
    await page.keyboard.press('ArrowRight')
    await expect(cell(page)).toHaveAttribute('aria-colindex', column)
  }
})

test('on a phone a finger that is held looks, and a second tap on a square opens its logo', {
  tag: '@phone',
}, async ({ page, signIn }) => {
  const count = await untilDrawn(page)
  await signIn('ada')
  await page.goto('/sixteen')
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')
  const opened: string[] = []
  page.on('framenavigated', () => opened.push(new URL(page.url()).search))
  const layout = layOut(count, page.viewportSize()!)
  const finger = await page.context().newCDPSession(page)

  // As long as the finger needs to look: a much longer touch is no tap to the browser.
  const seen = page.evaluate(() => {
    const hasCell = () => document.querySelector('[role=gridcell]') !== null
    return new Promise<void>(resolve =>
      new MutationObserver(() => hasCell() && resolve()).observe(document, {
        subtree: true,
        childList: true,
      }),
    )
  })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [middleOf(layout, 0)] })
  await seen
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(cell(page)).toHaveAttribute('aria-colindex', '1')

  const { x, y } = middleOf(layout, 3)
  await page.touchscreen.tap(x, y)
  await expect(cell(page)).toHaveAttribute('aria-colindex', '4')
  await expect(cell(page)).toHaveAccessibleName(/^.+, .+, row 1 of \d+$/)
  const [title] = (await cell(page).getAttribute('aria-label'))!.split(',')
  const id = await cell(page).locator('[data-logo]').getAttribute('data-logo')
  await page.touchscreen.tap(x, y)
  await expect(page).toHaveURL(`/sixteen?logo_id=${id}`)
  await expect(page.getByRole('dialog')).toContainText(title!)
  expect(opened).toEqual([`?logo_id=${id}`])
})

test('squares move to another order, a logo is opened by the pointer, and a press says so when names can’t be fetched', async ({
  page,
  signIn,
  expectFailures,
}) => {
  await untilDrawn(page)
  await signIn('ada')
  await page.goto('/sixteen')
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')
  const moves = await watchMoves(page)
  await page.getByRole('link', { name: 'Country' }).click()
  await expect.poll(moves).toEqual([true])
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')

  expectFailures([/api\/sixteen\/names/])
  await page.route('**/api/sixteen/names?*', route => route.abort())
  await page.mouse.move(24 + 8, 72 + 8)
  await expect(cell(page)).toHaveAccessibleName(/^row 1 of \d+$/)
  await page.mouse.click(24 + 8, 72 + 8)
  await expect(page.getByText('The logo didn’t open. Please try again.')).toBeVisible()
  await page.unroute('**/api/sixteen/names?*')
  // A press shares the call of a look that is under way, which may still fail.
  await expect(async () => {
    await page.mouse.click(24 + 8, 72 + 8)
    await expect(page).toHaveURL(/\/sixteen\?sort=country&logo_id=\d+$/, { timeout: 10_000 })
  }).toPass()
  // The address changes first; the key is for the dialog.
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/sixteen?sort=country')
  const [title] = (await cell(page).getAttribute('aria-label'))!.split(',')
  await page.mouse.click(24 + 8, 72 + 8)
  await expect(page.getByRole('dialog')).toContainText(title!)
})

test('a window that was scrolled by steps shows the same pixels as one that is drawn whole, at every density', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await untilDrawn(page)
  await signIn('ada')
  await page.goto('/sixteen')
  const storageState = await page.context().storageState()
  for (const deviceScaleFactor of [1, 1.5, 2]) {
    const viewport = { width: 320, height: 120 }
    const context = await browser.newContext({ baseURL, storageState, viewport, deviceScaleFactor })
    const small = await context.newPage()
    await small.goto('/sixteen')
    await expect(main(small)).toHaveAttribute('aria-busy', 'false')
    await small.getByRole('button', { name: 'Find mine' }).click()
    for (const step of [37, 101, -60, 9, 400, -23]) {
      await small.mouse.wheel(0, step)
      await expect(main(small)).toHaveAttribute('aria-busy', 'false')
      await untilStill(small)
    }
    expect(await small.evaluate(() => scrollY)).toBeGreaterThan(viewport.height)
    await expect(heading(small)).toBeInViewport()
    const scrolled = await small.screenshot()
    // With other colours the whole window is drawn.
    await small.emulateMedia({ colorScheme: 'dark' })
    await untilStill(small)
    expect((await small.screenshot()).equals(scrolled)).toBe(false)
    await small.emulateMedia({ colorScheme: 'light' })
    await untilStill(small)
    expect((await small.screenshot()).equals(scrolled), `at ${deviceScaleFactor}`).toBe(true)
    await context.close()
  }
})

test('on a phone the server’s squares stay in sight until the painter has drawn them', {
  tag: '@phone',
}, async ({ page }) => {
  await untilDrawn(page)
  const painter = Promise.withResolvers<void>()
  await page.route('**/assets/painter-*.js', async route => {
    await painter.promise
    await route.continue()
  })
  await page.goto('/sixteen')
  await expect(page.getByRole('grid', { name: 'Logos' })).toBeVisible()
  const square = main(page).locator('img').first()
  await expect(square).toBeVisible()
  expect(await square.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBe(256)
  painter.resolve()
  await expect(main(page)).toHaveAttribute('aria-busy', 'false')
  await expect(main(page).locator('img')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the first squares are a picture with a name', async ({ page }) => {
    await untilDrawn(page)
    await page.goto('/sixteen')
    const picture = page.getByRole('img', { name: /^(\d+ of )?[\d,]+ logos, sorted by ground$/ })
    await expect(picture).toBeVisible()
    const first = picture.locator('img').first()
    await expect.poll(() => first.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBe(256)
  })
})
