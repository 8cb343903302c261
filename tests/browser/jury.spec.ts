import type { BrowserContext } from '@playwright/test'
import type { LogoList } from '../../shared/api/logos.ts'
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

test('a juror whose session ended signs in and returns to the bench, and no score is lost', async ({
  page,
  context,
  juror,
  expectFailures,
}) => {
  expectFailures(failedToLoad)
  await openBench(page)
  await context.clearCookies()
  for (const key of ['2', '2', '2']) await page.keyboard.press(key)
  await expect(page.getByRole('alert')).toContainText('What you scored is kept here')
  await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click()
  await fillLogin(page, juror.username)
  await expect(page).toHaveURL('/jury')
  await expectOutbox(page, 0, 3)
  expect(await readBench(context)).toMatchObject({ scored: 3 })
})

test('a tab that was logged out sends what it keeps once the account logs in in another tab', async ({
  page,
  context,
  juror,
  expectFailures,
}) => {
  expectFailures(failedToLoad)
  await openBench(page)
  await context.clearCookies()
  for (const key of ['2', '1', '2']) await page.keyboard.press(key)
  await expect(page.getByRole('alert')).toContainText('You’ve been logged out.')
  const other = await context.newPage()
  await other.goto('/login')
  await fillLogin(other, juror.username)
  await expect(other).toHaveURL('/')
  await expectOutbox(page, 0, 3)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await readBench(context)).toMatchObject({ scored: 3 })
})

test('the bench’s keys undo, skip, save, hand on, flag and explain', async ({ page, context, juror }) => {
  expect(juror.designer_id).toBeGreaterThan(0)
  const total = await openBench(page)
  const selected = page.getByRole('option', { selected: true })
  const first = await selected.textContent()
  await page.keyboard.press('2')
  await expect(selected).not.toHaveText(first!)
  await page.keyboard.press('u')
  await expect(page.getByRole('status').filter({ hasText: /withdrawn|Back at the tile/ })).toBeAttached()
  await page.keyboard.press('3')
  // The first score was sent, too, where the machine was busy until it was undone.
  await expect.poll(async () => (await readBench(context)).distribution).toEqual([0, 0, 0, 1])

  await page.keyboard.press('v')
  await expect(page.getByRole('button', { name: 'Saved · 19 left' })).toBeVisible()
  await page.keyboard.press('s')
  await expect.poll(async () => (await readBench(context)).skipped).toBe(1)

  await page.keyboard.press('k')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pass it on' }).click()
  // The bench takes keys again once the dialog has gone.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('option', { name: 'Passed on to another juror' })).toBeVisible()
  await expect.poll(async () => (await readBench(context)).total).toBe(total - 1)

  await page.keyboard.press('f')
  await page.getByLabel('In a few words').fill('Seen on a bakery in Porto.')
  await page.getByRole('button', { name: 'Flag it' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'How to judge' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('application')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(selected).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test('the picture at hand is looked at in another way while a key is held', async ({
  page,
  context,
  juror,
}) => {
  expect(juror.designer_id).toBeGreaterThan(0)
  await openBench(page)
  const picture = page.locator('[data-look]')
  for (const key of ['r', 'o', 'b', 'm']) {
    await page.keyboard.down(key)
    await expect(picture).toHaveAttribute('data-look', key)
    if (key === 'o') await expect(picture.getByRole('img', { name: /in one colour$/ })).toBeVisible()
    await page.keyboard.up(key)
    await expect(picture).toHaveCount(0)
  }
  expect(await readBench(context)).toMatchObject({ scored: 0 })
})

test('after 45 minutes the next grid is empty, and nothing is scored until the juror goes on', async ({
  page,
  context,
  juror,
}) => {
  expect(juror.designer_id).toBeGreaterThan(0)
  await page.clock.install()
  const total = await openBench(page)
  expect(total).toBeGreaterThan(22)
  for (let i = 0; i < 20; i += 1) {
    await page.clock.fastForward(140_000)
    await page.keyboard.press(String(i % 4))
    // Two scores that were seen together would have a pause between them.
    await expect(page.getByText(new RegExp(`^${i + 1} of `))).toBeVisible()
  }
  await expect(page.getByText('Look out of the window.')).toBeVisible()
  await expectOutbox(page, 0, 20)
  for (const key of ['1', 's', 'v']) await page.keyboard.press(key)
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
  for (let i = 0; i < 2; i += 1) {
    await page.clock.fastForward(140_000)
    await page.keyboard.press('1')
    await expect(page.getByText(new RegExp(`^${i + 21} of `))).toBeVisible()
  }
  await expectOutbox(page, 0, 22)
  expect(await readBench(context)).toMatchObject({ scored: 22 })
  await expect(page.getByText(/About \d+ min left at your pace\.$/)).toBeVisible()
})

test('without a connection the bench says so in its top line, and no message covers the tiles', async ({
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
  await page.keyboard.press('u')
  await context.setOffline(false)
  await expect(page.getByText('No connection', { exact: true })).toHaveCount(0)
})

test('an account without a seat sees what the bench is', async ({
  page,
  judging,
  signIn,
  expectFailures,
}) => {
  expectFailures(failedToLoad)
  await signIn(judging.member.username)
  await page.goto('/jury')
  await expect(page.getByRole('heading', { level: 1, name: 'This page is for jurors' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('img', { name: 'Colophon' })).toBeVisible()
})

test('the chair sees each juror’s progress and what is missing; a member is refused', async ({
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
  // On a phone the table scrolls, and the page does not.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.goto('about:blank')
  await signIn(judging.member.username)
  await page.goto('/admin/books')
  await expect(page.getByRole('heading', { name: 'Staff only' })).toBeVisible()
})

test('without an open book, Compete, Books, Submit and one’s own logo say so', async ({
  page,
  context,
  judging,
  signIn,
}) => {
  await signIn(judging.member.username)
  await page.goto('/compete')
  await expect(page.getByText('No book is open for entries right now. Uploads appear')).toBeVisible()
  await page.goto('/books')
  await expect(
    page.getByText(/No book is open for entries right now\..*Book 14 is being judged\./),
  ).toBeVisible()
  await page.goto('/submit')
  await expect(page.getByText('No book is open for entries right now: uploads appear')).toBeVisible()
  const { data }: LogoList = await (
    await context.request.get('/api/logos?designer_id=me&page_size=all')
  ).json()
  const idOf = (title: string) => data.find(({ logo }) => logo === title)!.logo_id
  // Uploaded before the book was opened.
  await page.goto(`/logo/${idOf('First mark')}`)
  const main = page.getByRole('main')
  await expect(main.getByText('No book is open for entries right now', { exact: true })).toBeVisible()
  await page.goto(`/logo/${idOf('Mark 1')}`)
  await expect(main.getByText('Entered. Being judged now')).toBeVisible()
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
