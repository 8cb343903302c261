import type { BrowserContext } from '@playwright/test'
import { findFaults } from './axe.ts'
import { test } from './judging-server.ts'
import { expectOutbox, failedToLoad, openBench, readBench } from './jury-bench.ts'
import { fillLogin } from './sign-in.ts'
import { expect } from './test.ts'

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

/** Lets no score through until it is called. */
async function holdScores(context: BrowserContext) {
  await context.route('**/api/jury/scores', route => route.abort())
  return () => context.unroute('**/api/jury/scores')
}

test('two tabs share one outbox and show each other’s scores', async ({
  page,
  context,
  juror,
  expectFailures,
}) => {
  expectFailures(failedToLoad)
  expect(juror.designer_id).toBeGreaterThan(0)
  await openBench(page)
  const other = await context.newPage()
  await openBench(other)
  const release = await holdScores(context)
  await page.bringToFront()
  for (const key of ['3', '3']) await page.keyboard.press(key)
  await expectOutbox(other, 2, 0)
  await expect(other.getByRole('option', { name: /scored 3, must be in/ })).toHaveCount(2)
  await other.bringToFront()
  await other.keyboard.press('ArrowRight')
  await other.keyboard.press('ArrowRight')
  await other.keyboard.press('1')
  await expectOutbox(page, 3, 0)
  await expect(page.getByText(/no connection/)).toBeVisible()
  await release()
  await expectOutbox(page, 0, 3)
  await expectOutbox(other, 0, 3)
  expect(await readBench(context)).toMatchObject({ scored: 3, distribution: [0, 1, 0, 2] })
})

test('a juror whose session ended logs in in another tab, or from the bench and returns to it, and no score is lost', async ({
  page,
  context,
  juror,
  expectFailures,
}) => {
  expectFailures(failedToLoad)
  await openBench(page)
  await context.clearCookies()
  for (const key of ['2', '1', '2']) await page.keyboard.press(key)
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('You’ve been logged out. What you scored is kept here')
  const other = await context.newPage()
  await other.goto('/login')
  // The bench hears of the new session and loads its tiles again: keys that are pressed before have no tile.
  const tilesAgain = page.waitForResponse(
    answer => /\/api\/jury\/tiles\?.*from=next/.test(answer.url()) && answer.ok(),
  )
  await fillLogin(other, juror.username)
  await expect(other).toHaveURL('/')
  await other.close()
  await tilesAgain
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectOutbox(page, 0, 3)
  await expect(notice).toHaveCount(0)
  expect(await readBench(context)).toMatchObject({ scored: 3 })

  await context.clearCookies()
  for (const key of ['2', '2']) await page.keyboard.press(key)
  await notice.getByRole('link', { name: 'Log in' }).click()
  await fillLogin(page, juror.username)
  await expect(page).toHaveURL('/jury')
  await expectOutbox(page, 0, 5)
  expect(await readBench(context)).toMatchObject({ scored: 5 })
})

test('in the grid an arrow leads to the tile below; a held key shows the picture in another way; axe finds nothing in the grid and at a tile alone', async ({
  page,
  context,
  juror,
}) => {
  expect(juror.designer_id).toBeGreaterThan(0)
  await openBench(page)
  const selected = page.getByRole('option', { selected: true })
  const boxOf = async () => (await selected.boundingBox())!
  const first = await selected.textContent()
  const above = await boxOf()
  await page.keyboard.press('ArrowDown')
  await expect(selected).not.toHaveText(first!)
  const below = await boxOf()
  expect(below.x).toBeCloseTo(above.x)
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
  expect(below.y).toBeLessThan(above.y + 2 * above.height)

  const picture = page.locator('[data-look]')
  for (const key of ['r', 'o', 'b', 'm']) {
    await page.keyboard.down(key)
    await expect(picture).toHaveAttribute('data-look', key)
    if (key === 'o') await expect(picture.getByRole('img', { name: /in one colour$/ })).toBeVisible()
    await page.keyboard.up(key)
    await expect(picture).toHaveCount(0)
  }
  expect(await readBench(context)).toMatchObject({ scored: 0 })
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('application')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test('without a connection the bench says so in its top line, and no message covers the tiles; what it keeps is sent once online', async ({
  page,
  context,
  juror,
  expectFailures,
}) => {
  expectFailures(failedToLoad)
  expect(juror.designer_id).toBeGreaterThan(0)
  await openBench(page)
  await context.setOffline(true)
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByText('1 kept here, 0 sent · no connection')).toBeVisible()
  await expect(page.getByText(/^You’re offline/)).toHaveCount(0)
  await context.setOffline(false)
  await expectOutbox(page, 0, 1)
  await expect(page.getByText(/no connection/i)).toHaveCount(0)
})

test('the chair goes from the list of books to each juror’s progress and to what is missing; on a phone the table scrolls, and the page does not', async ({
  page,
  judging,
  signIn,
}) => {
  await signIn(judging.chair.username)
  await page.goto('/admin/books')
  await page.getByRole('link', { name: 'Colophon Book 14' }).click()
  await expect(page).toHaveURL(`/admin/books/${judging.slug}`)
  await expect(page.getByRole('table', { name: 'Jurors and their progress' }).getByRole('row')).toHaveCount(
    10,
  )
  await expect(page.getByRole('list', { name: 'Missing' })).toContainText('not scored yet')
  const life = page.getByRole('list', { name: 'Life of the book' }).getByRole('listitem')
  await expect(life.filter({ hasText: 'Judging' })).toHaveAttribute('aria-current', 'step')
  await expect(life.getByRole('strong')).toHaveText([
    'Open',
    'Closed',
    'Judging',
    'Border round',
    'Ratified',
    'Published',
  ])
  // When it came into each: the later ones are still to come.
  await expect(life.locator('time')).toHaveCount(3)
  // What is missing leads to the part of the page where it can be mended.
  await page.getByRole('list', { name: 'Missing' }).getByRole('link', { name: 'Go to the jury' }).click()
  await expect(page).toHaveURL(`/admin/books/${judging.slug}#jury`)
  await expect(page.getByRole('heading', { name: /^Jury/, level: 2 })).toBeInViewport()
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('on a phone the buttons score and a swipe only moves', { tag: '@phone' }, async ({
  page,
  context,
  juror,
}) => {
  expect(juror.designer_id).toBeGreaterThan(0)
  await openBench(page)
  const stage = page.getByRole('application')
  await expect(stage).toHaveAttribute('aria-label', /^Tile 1\./)
  const button = page.getByRole('button', { name: '2 Worthy' })
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(56)
  await button.tap()
  await expect(stage).toHaveAttribute('aria-label', /^Tile 2\..*no score yet/)
  await expectOutbox(page, 0, 1)
  const box = (await stage.boundingBox())!
  const y = box.y + box.height / 2
  const client = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', 300)
  await touch('touchMove', 200)
  await touch('touchMove', 100)
  await touch('touchEnd')
  await expect(stage).toHaveAttribute('aria-label', /^Tile 3\..*no score yet/)
  await expectOutbox(page, 0, 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findFaults(page)).toEqual([])
})
