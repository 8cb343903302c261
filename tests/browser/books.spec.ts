import { untilDrawn } from './at-rest.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

test('the serif’s arrival after the books moves nothing', { tag: '@both' }, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/newsreader-latin*', async route => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    const observer = new PerformanceObserver(list => add(list.getEntries()))
    const add = (entries: PerformanceEntryList) =>
      void shifts.push(...entries.map(entry => (entry as unknown as { value: number }).value))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts, takeShifts: () => add(observer.takeRecords()) })
  })
  const asked = page.waitForRequest('**/assets/newsreader-latin*')
  await page.goto('/books', { waitUntil: 'commit' })
  await asked
  await expect(page.getByRole('img', { name: /^Cover of / })).toHaveCount(18)
  const hasSerif = () => page.evaluate(() => document.fonts.check('400 32px Newsreader'))
  expect(await hasSerif()).toBe(false)
  release()
  await expect.poll(hasSerif).toBe(true)
  await untilDrawn(page)
  const shifts = await page.evaluate(() => {
    const seen = window as unknown as { shifts: number[]; takeShifts: () => void }
    seen.takeShifts()
    return seen.shifts
  })
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001)
})

test('a tab scrolls to its section and stays selected while the page scrolls there', async ({ page }) => {
  await page.clock.install()
  await page.goto('/books')
  const tabs = page.getByRole('navigation', { name: 'Books' })
  const isCurrent = (name: string) =>
    expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'location')
  await isCurrent('All Books')
  await tabs.getByRole('link', { name: 'Master Library' }).click()
  await isCurrent('Master Library')
  await expect(page.getByRole('heading', { level: 2, name: 'Master Library' })).toBeInViewport()
  await isCurrent('Master Library')

  // After the pause the scroll position selects the tab.
  await page.clock.runFor(1000)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await isCurrent('All Books')
})

test('a spine on the shelf scrolls to its book', async ({ page }) => {
  await page.goto('/books')
  const shelf = page.getByRole('list', { name: 'All books on one shelf' })
  await expect(shelf.getByRole('link')).toHaveCount(18)
  await expect(shelf.getByRole('link', { name: 'Colophon Book 13' })).toHaveAttribute('href', '#book-13')
  const widths = await shelf.getByRole('link').evaluateAll(spines => spines.map(spine => spine.clientWidth))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(18)
  expect(Math.max(...widths)).toBe(44)
  await shelf.getByRole('link', { name: /Type & calligraphy/ }).click()
  await expect(page).toHaveURL('/books#master-book-4')
  await expect(page.getByRole('heading', { name: 'Volume 4: Type & calligraphy' })).toBeInViewport()
})

test('a book’s title begins at the left margin, also beside a wide wall; its cover is at the right', async ({
  page,
}) => {
  for (const width of [1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/books/book-13')
    const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    const tile = (await page.locator('[data-logo]').first().boundingBox())!
    const cover = (await page.getByRole('img', { name: 'Cover of Colophon Book 13' }).boundingBox())!
    expect(title.x).toBeCloseTo(tile.x, 0)
    expect(cover.x + cover.width).toBeCloseTo(width - tile.x, 0)
  }
})

test('a book has one date of publication, an open one its dates, and a draw only where there is one to look at', async ({
  page,
}) => {
  await page.goto('/books')
  const month = await page.locator('#book-13 time').innerText()
  await page.goto('/books/book-13')
  await expect(page.getByText(`Published ${month}.`)).toBeVisible()
  await expect(page.getByText('Entries', { exact: true })).toBeVisible()
  await expect(page.getByText('Draw', { exact: true })).toHaveCount(0)
  await page.goto('/books/book-14')
  await expect(page.getByRole('link', { name: 'How the jury was assigned' })).toBeVisible()
  await expect(page.getByText(/^Open for entries until .* Results are due by /)).toBeVisible()
})

test('entries side by side align their facts and Buy Now', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/books')
  await expect(page.getByRole('article')).toHaveCount(18)
  const tiles = await page.getByRole('article').evaluateAll(entries =>
    entries.map(entry => ({
      top: Math.round(entry.getBoundingClientRect().top),
      buy: Math.round(entry.querySelector('[aria-label^="Buy Now"]')!.getBoundingClientRect().top),
      date: Math.round(entry.querySelector('time')!.getBoundingClientRect().top),
    })),
  )
  const rows = Map.groupBy(tiles, tile => tile.top)
  // The newest edition, twelve in rows of three, the textbook, the volumes in rows of two.
  expect([...rows.values()].map(row => row.length)).toEqual([1, 3, 3, 3, 3, 1, 2, 2])
  for (const row of rows.values()) {
    expect(new Set(row.map(tile => tile.buy)).size).toBe(1)
    expect(new Set(row.map(tile => tile.date)).size).toBe(1)
  }
})

test('on a phone the cover stands left of a short text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/books')
  const entry = page.getByRole('article').first()
  const cover = await entry.getByRole('img').boundingBox()
  const title = await entry.getByRole('heading').boundingBox()
  expect(cover!.width).toBeCloseTo(120, -0.5)
  expect(title!.x).toBeGreaterThan(cover!.x + cover!.width)
  expect((await entry.boundingBox())!.height).toBeLessThan(320)
})

test('axe finds nothing wrong with the books, which do not scroll sideways at 320 px', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/books')
  await expect(page.getByRole('heading', { name: 'Logo Creed' })).toBeVisible()
  await expectAccessible(page, 'books', { isMobile })
})
