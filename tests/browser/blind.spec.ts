import type { Page } from '@playwright/test'
import { readFocus } from './accessibility-tree.ts'
import { untilDrawn } from './at-rest.ts'
import { expectAccessible } from './axe.ts'
import { test } from './blind-server.ts'
import { expectEdges, marginAt } from './edges.ts'
import { expect } from './test.ts'

// One server for all of them.
test.describe.configure({ mode: 'default' })

const tile = (page: Page, n: number) => page.getByRole('button', { name: `Tile ${n},` })
const showNames = (page: Page) => page.getByRole('button', { name: 'Show the names' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function open(page: Page) {
  await page.goto('/blind')
  await expect(heading(page)).toHaveText('Keep five.')
}

async function keep(page: Page, places: number[]) {
  for (const n of places) {
    await tile(page, n).click()
    await expect(tile(page, n)).toHaveAccessibleName(`Tile ${n}, a logo without name, kept`)
  }
}

async function reveal(page: Page) {
  await showNames(page).click()
  await expect(heading(page)).toHaveText('You kept these five.')
}

/** The names of the other fifteen that can be read. */
const otherNames = (page: Page) =>
  page
    .getByRole('list')
    .nth(1)
    .getByText(/Blindmark \d+/)
    .filter({ visible: true })

const five = [2, 7, 9, 13, 18]

test('twenty logos are played by pointer: five kept, the names, a line that spoils nothing', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const answers: string[] = []
  page.on('response', async response => {
    if (response.url().includes('/api/blind')) answers.push(await response.text())
  })
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blind' }).click()
  await expect(page).toHaveTitle('Blind · Colophon')
  await expect(heading(page)).toHaveText('Keep five.')
  await expect(page.getByRole('button', { name: /^Tile \d+, a logo without name, not kept$/ })).toHaveCount(
    20,
  )
  await expect(page.getByText('0 kept, 5 to go')).toBeVisible()
  await expect(showNames(page)).toBeDisabled()
  expect(await page.content()).not.toMatch(/Blindmark|Blindstudio/)
  expect(answers.join()).not.toMatch(/Blindmark|Blindstudio/)

  await keep(page, five.slice(0, 4))
  await expect(page.getByText('4 kept, 1 to go')).toBeVisible()
  await tile(page, 7).click()
  await expect(tile(page, 7)).toHaveAccessibleName('Tile 7, a logo without name, not kept')
  await keep(page, [7, 18])
  await tile(page, 1).click()
  await expect(page.getByText('Five are kept. Let one go first.')).toBeVisible()
  await expectAccessible(page, 'Blind', { isMobile: false })

  await reveal(page)
  const kept = page.getByRole('list').first().getByRole('listitem')
  await expect(kept).toHaveCount(5)
  for (const each of await kept.all()) await expect(each).toContainText(/Blindmark \d+Blindstudio \d+/)
  await expect(page.getByText('You’re among the first today.')).toBeVisible()
  await expect(page.getByRole('list').nth(1).getByRole('link')).toHaveCount(15)
  await expect(otherNames(page)).toHaveCount(0)
  await page.getByRole('list').nth(1).getByRole('link').nth(2).hover()
  await expect(otherNames(page)).toHaveCount(1)
  await expect(page.getByText(/^Next one in (\d+ h)?( ?\d+ min)?$/)).toBeVisible()
  await expectAccessible(page, 'Blind’s names', { isMobile: false })

  const line = /^Colophon Blind \d+ {2}○●○○○ ○●○●○ ○○●○○ ○○●○○/
  await page.getByRole('button', { name: 'Copy result' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(line)
  expect(copied.split('\n')[1]).toBe(`${server.origin}/blind`)
  expect(copied).not.toMatch(/Blindmark|Blindstudio/)

  // The result is kept on the device, and counted once.
  await page.reload()
  await expect(heading(page)).toHaveText('You kept these five.')
  await page.getByRole('link', { name: 'Join to follow them' }).click()
  await expect(page).toHaveURL('/join')
})

test('the game is played by keys and announced by the accessibility tree', async ({ page }) => {
  const expectFocus = (announcement: Record<string, unknown>) =>
    expect.poll(() => readFocus(page)).toMatchObject(announcement)
  await open(page)
  await tile(page, 1).focus()
  await expectFocus({ role: 'button', name: 'Tile 1, a logo without name, not kept' })
  await page.keyboard.press('Space')
  await expectFocus({ name: 'Tile 1, a logo without name, kept', live: ['1 kept, 4 to go'] })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expectFocus({ name: 'Tile 7, a logo without name, not kept' })
  await page.keyboard.press('Space')
  await expectFocus({ live: ['2 kept, 3 to go'] })
  await page.keyboard.press('u')
  await expectFocus({ name: 'Tile 7, a logo without name, not kept', live: ['1 kept, 4 to go'] })

  await page.keyboard.press('Enter')
  await expect(page.getByText('7 of 20')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectFocus({ name: 'Tile 8, a logo without name, not kept' })
  await page.keyboard.press('Space')
  await expectFocus({ name: 'Tile 8, a logo without name, kept' })
  await page.keyboard.press('Escape')
  await expect(page.getByText('8 of 20')).toBeHidden()
  await expectFocus({ name: 'Tile 8, a logo without name, kept' })
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expectFocus({ name: 'Tile 5, a logo without name, kept', live: ['5 kept'] })
  await showNames(page).focus()
  await page.keyboard.press('Enter')
  await expectFocus({ role: 'heading', name: 'You kept these five.' })
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await readFocus(page))?.name).toMatch(/^Blindmark \d+, Blindstudio \d+$/)
})

test('an opened game is played to its names without a connection, and is counted with it', async ({
  page,
  context,
  db,
  expectFailures,
}) => {
  expectFailures([/ERR_INTERNET_DISCONNECTED/])
  await open(page)
  await untilDrawn(page)
  await expect
    .poll(() =>
      page.locator('img').evaluateAll(all => all.every(img => (img as HTMLImageElement).naturalWidth)),
    )
    .toBe(true)
  await context.setOffline(true)
  await keep(page, five)
  await page.getByRole('button', { name: 'Large' }).click()
  await expect(page.getByText('18 of 20')).toBeVisible()
  await showNames(page).click()
  await expect(heading(page)).toHaveText('You kept these five.')
  const kept = page.getByRole('list').first().getByRole('listitem')
  await expect(kept).toHaveText(Array(5).fill(/Blindmark \d+Blindstudio \d+/))
  await expect(page.getByText('How many others kept them comes with the connection.')).toBeVisible()
  const count = async () =>
    (await db.selectFrom('blind_day').select('player_ct').orderBy('day', 'desc').executeTakeFirstOrThrow())
      .player_ct
  const before = await count()
  await context.setOffline(false)
  await expect(page.getByText('You’re among the first today.')).toBeVisible()
  expect(await count()).toBe(before + 1)
})

test('at midnight a game can be finished, which the page shows and announces, and the next twenty are offered', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.clock.install({ time: new Date() })
  await open(page)
  const about = page.getByRole(isMobile ? 'main' : 'banner')
  await expect(about.getByText('Twenty from Colophon Book 99, the same for everyone today')).toBeVisible()
  await keep(page, five)
  await page.clock.fastForward('24:00:00')
  const sentence = 'A new day has begun. You can still finish this one.'
  const status = page.getByRole('contentinfo').getByRole('status')
  await expect(about.getByText(sentence)).toBeVisible()
  await expect(status).toHaveText(sentence)
  await tile(page, 18).click()
  await expect(status).toHaveText('4 kept, 1 to go')
  await keep(page, [18])
  await reveal(page)
  await expect(page.getByRole('button', { name: 'Play today’s twenty' })).toBeVisible()
})

test('the reveal moves the tiles and lets the words appear; under reduced motion both are there at once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...motion) {
      if ('place' in (this as HTMLElement).dataset) document.documentElement.dataset.flown = ''
      return animate.apply(this, motion)
    }
  })
  const readMotion = () =>
    heading(page).evaluate(title => [
      'flown' in document.documentElement.dataset,
      getComputedStyle(title).animationName !== 'none',
    ])
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await open(page)
    await keep(page, five)
    await reveal(page)
    const moves = reducedMotion === 'no-preference'
    expect([reducedMotion, ...(await readMotion())]).toEqual([reducedMotion, moves, moves])
    await page.goto('/about')
    await page.evaluate(() => localStorage.clear())
  }
})

test('the page begins at the site’s left edge at every width, and its header cuts the line about the book where it must', async ({
  page,
}) => {
  await expectEdges(page, ['/blind'], marginAt)
  await page.setViewportSize({ width: 700, height: 900 })
  await expect(page.getByRole('banner').getByText('the same for everyone today')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(700)
})

test('on a phone the whole game is one screen, played by touch', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  const boxes = await page
    .locator('[data-place]')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON()))
  expect(new Set(boxes.map(box => box.left)).size).toBe(4)
  expect(Math.max(...boxes.map(box => box.bottom))).toBeLessThan(844 - 70)
  for (const n of five) await tile(page, n).tap()
  await showNames(page).tap()
  await expect(heading(page)).toHaveText('You kept these five.')
  await expect(otherNames(page)).toHaveCount(15)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

  test('by touch, the names of the other fifteen are below their pictures', async ({ page }) => {
    await open(page)
    for (const n of five) await tile(page, n).tap()
    await showNames(page).tap()
    await expect(heading(page)).toHaveText('You kept these five.')
    await expect(otherNames(page)).toHaveCount(15)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
  })
})
