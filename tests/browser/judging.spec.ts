import type { BrowserContext, Locator, Page } from '@playwright/test'
import { gridSize } from '../../web/features/jury/tile-list.ts'
import { findFaults } from './axe.ts'
import { test } from './books-server.ts'
import {
  expectAtHand,
  expectOutbox,
  failedToLoad,
  listScored,
  listTiles,
  openBench,
  readBench,
} from './jury-bench.ts'
import { send } from './send.ts'
import { expect, signInto } from './test.ts'

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

/** The bench of a juror with calibration tiles, scored up to the first one that is not for practice. */
async function passCalibration(page: Page, context: BrowserContext) {
  const tiles = await listTiles(context, 100)
  for (const tile of tiles.filter(tile => tile.is_calibration)) {
    await expectAtHand(page, tile)
    await page.keyboard.press('1')
  }
  return tiles.filter(tile => !tile.is_calibration)
}

test('calibration tiles come first, cannot be saved or flagged, and do not count', async ({
  page,
  context,
  shelf,
  signIn,
}) => {
  await signIn(shelf.books.judging.jurors[0]!.username)
  const tiles = await listTiles(context)
  const calibration = tiles.filter(tile => tile.is_calibration)
  expect(calibration).toHaveLength(16)
  expect(tiles.slice(0, 16)).toEqual(calibration)
  const total = await openBench(page)
  expect(total).toBe(tiles.length - 16)
  await expect(page.getByText('Calibration, 16 tiles left: logos of the last book')).toBeVisible()
  const said = page.getByRole('status')
  await page.keyboard.press('v')
  await expect(said.filter({ hasText: 'Calibration tiles can’t be saved.' })).toBeAttached()
  await page.keyboard.press('f')
  await expect(said.filter({ hasText: 'Calibration tiles can’t be flagged.' })).toBeAttached()
  const [first] = await passCalibration(page, context)
  await expectAtHand(page, first!)
  await expect(page.getByText(/^Please finish by /)).toBeVisible()
  await expectOutbox(page, 0, 16)
  const beside = page.getByRole('list', { name: 'Your scores beside the expected shares' })
  await expect(beside.getByRole('listitem').first()).toContainText(/^0: 0 of yours, 0 %; expected \d+ %/)
  const bench = { calibration_left: 0, scored: 0, total, distribution: [0, 0, 0, 0], saves_left: 20 }
  expect(await readBench(context)).toMatchObject(bench)
  await expect(page.getByText(`0 of ${total}`)).toBeVisible()
})

test('in the border round the keys go to ten, and nothing is saved any more', async ({
  page,
  context,
  shelf,
  signIn,
}) => {
  await signIn(shelf.books.border.jurors[0]!.username)
  const [first, second] = await listTiles(context)
  const total = await openBench(page)
  await expect(page.getByRole('heading', { name: 'Border round' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Score' }).getByRole('button')).toHaveCount(11)
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await expectAtHand(page, first!)
  await page.keyboard.press('t')
  await expectAtHand(page, second!)
  await page.keyboard.press('v')
  await page.keyboard.press('7')
  await expectOutbox(page, 0, 2)
  const distribution = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1]
  expect(await readBench(context)).toMatchObject({
    stage: 'border',
    total,
    scored: 2,
    saves_left: 0,
    distribution,
  })
  // Expected shares are of the first round's scale.
  const scores = page.getByRole('list', { name: 'Your scores', exact: true }).getByRole('listitem')
  await expect(scores.nth(10)).toContainText('10: 1 of yours, 50 %')
  await expect(scores.filter({ hasText: 'expected' })).toHaveCount(0)
  expect(await findFaults(page)).toEqual([])
})

test('before the draw a juror names designers whose work is known, and takes one off the list', async ({
  page,
  context,
  shelf,
  signIn,
}) => {
  await signIn(shelf.books.open.jurors[0]!.username)
  const [one, other] = shelf.entrants
  await page.goto('/jury')
  const named = page.getByRole('list', { name: 'Designers you named' })
  for (const { company } of [one!, other!]) {
    await page.getByLabel('Find a designer').fill(company)
    await page.getByRole('button', { name: `I know them: ${company}` }).click()
    await expect(named.getByText(company)).toBeVisible()
  }
  expect(await findFaults(page)).toEqual([])
  await expect.poll(async () => (await readBench(context)).declared).toHaveLength(2)
  await page.reload()
  await expect(named.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: `Take ${one!.company} off the list` }).click()
  await expect(named.getByRole('listitem')).toHaveCount(1)
  await expect(named.getByText(other!.company)).toBeVisible()
  await expect.poll(async () => (await readBench(context)).declared).toEqual([other!.designer_id])
})

test('a tile handed on by a colleague is added at the end for the juror who has finished', async ({
  page,
  context,
  browser,
  shelf,
  signIn,
}) => {
  const [, late, giver] = shelf.books.judging.jurors
  await signIn(late!.username)
  const total = await openBench(page)
  const own = await passCalibration(page, context)
  for (const tile of own) {
    await expectAtHand(page, tile)
    await page.keyboard.press('2')
  }
  await expect(page.getByRole('heading', { name: 'You’ve scored every tile' })).toBeVisible()
  await expectOutbox(page, 0, 16 + total)
  const colleague = await browser.newContext({ baseURL: shelf.origin })
  await signInto(colleague, giver!.username)
  const mine = new Set(own.map(tile => tile.logo))
  const handedOn = (await listTiles(colleague)).find(tile => !tile.is_calibration && !mine.has(tile.logo))!
  await send(colleague, 'POST', '/api/jury/conflicts', { assignment_id: handedOn.assignment_id })
  await colleague.close()
  await expectAtHand(page, handedOn)
  await expect(page.getByText(/^1 tile came in from another juror/)).toBeVisible()
  await page.keyboard.press('3')
  await expectOutbox(page, 0, 16 + total + 1)
  await expect(page.getByRole('heading', { name: 'You’ve scored every tile' })).toBeVisible()
  expect(await readBench(context)).toMatchObject({ total: total + 1, scored: total + 1 })
})

test('a juror who is offline continues until the downloaded tiles are scored, and goes on once online', async ({
  page,
  context,
  shelf,
  signIn,
  expectFailures,
}) => {
  expectFailures(failedToLoad)
  await signIn(shelf.books.long.jurors[0]!.username)
  const second = page.waitForResponse(response => /tiles\?.*after=/.test(response.url()))
  await openBench(page)
  await (await second).finished()
  const tiles = await listTiles(context, 200)
  await context.setOffline(true)
  for (const [i, tile] of tiles.entries()) {
    // A key that arrives while the next grid is not drawn yet scores nothing.
    if (i % gridSize === 0) await expectAtHand(page, tile)
    await page.keyboard.press(String(i % 4))
  }
  const usedUp = page.getByRole('heading', { name: 'No more tiles on this device' })
  await expect(usedUp).toBeVisible()
  await expect(page.getByText(/^200 kept here, 0 sent · no connection/)).toBeVisible()
  await context.setOffline(false)
  await expect(usedUp).toHaveCount(0)
  await expectOutbox(page, 0, 200)
  expect(await readBench(context)).toMatchObject({ total: 1000, scored: 184, calibration_left: 0 })
  const [next] = await listTiles(context, 1)
  await expectAtHand(page, next!)
})

test('the draw page confirms a correct draw, and reports one with a swapped juror', async ({
  page,
  shelf,
}) => {
  const { slug } = shelf.books.published
  await page.goto(`/books/${slug}/draw`)
  await expect(page.getByText(/it was combined with the list of entries and the jury\.$/)).toBeVisible()
  await expect(page.getByText(/^None\. The draw depends on the secret alone/)).toBeVisible()
  const repeat = page.getByRole('button', { name: 'Check the draw' })
  await repeat.click()
  await expect(page.getByText(/^It agrees\./)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.route('**/api/books/draw*', async route => {
    const answer = await route.fetch()
    const draw = await answer.json()
    const [, panel] = draw.assignments[0] as [number, number[]]
    const another = [1, 2, 3, 4].find(juror => !panel.includes(juror))!
    draw.assignments[0][1] = [...panel.slice(1), another].sort((a, b) => a - b)
    await route.fulfill({ response: answer, json: draw })
  })
  await page.goto(`/books/${slug}`)
  await page.getByRole('link', { name: 'How the jury was assigned' }).click()
  await repeat.click()
  await expect(page.getByText(/^It does not agree\./)).toBeVisible()
  const findings = page.getByRole('status').getByRole('listitem')
  await expect(findings.filter({ hasText: /^Differs/ })).toHaveText([/other jurors than those published/])
})

test('the chair’s ranking shows intervals and the cut; a disqualified entry leaves it with its reason, and comes back', async ({
  page,
  shelf,
  signIn,
}) => {
  await signIn(shelf.chair.username)
  await page.goto(`/admin/books/${shelf.books.ratified.slug}`)
  const table = page.getByRole('region', { name: 'Ranking' }).getByRole('table')
  const rows = table.getByRole('row')
  // The head, 24 entries, and the cut after the eighth.
  await expect(rows).toHaveCount(26)
  await expect(rows.nth(9)).toHaveText('The cut: 8 places. Above it is the book.')
  await expect(rows.nth(1)).toContainText(/from -?\d\.\d\d to -?\d\.\d\d/)
  expect(await findFaults(page)).toEqual([])
  const first = await rows.nth(1).getByRole('rowheader').textContent()
  const second = await rows.nth(2).getByRole('rowheader').textContent()
  await page.getByRole('button', { name: `Disqualify ${first}`, exact: true }).click()
  const why = rows.nth(1).getByRole('textbox', { name: 'Why' })
  await why.press('Escape')
  await expect(page.getByRole('button', { name: `Disqualify ${first}`, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(why).toBeFocused()
  await why.fill('Published elsewhere in 2019')
  await why.press('Enter')
  await expect(rows.nth(1).getByRole('rowheader')).toHaveText(second!)
  const last = rows.nth(25)
  await expect(last.getByRole('rowheader')).toHaveText(first!)
  await expect(last.getByRole('cell').first()).toHaveText('–')
  await expect(last).toContainText('Disqualified: Published elsewhere in 2019')
  await page.getByRole('button', { name: `Put back ${first}`, exact: true }).click()
  await last.getByRole('textbox', { name: 'Why' }).fill('It was a sketch')
  await last.getByRole('textbox', { name: 'Why' }).press('Enter')
  await expect(rows.nth(1).getByRole('rowheader')).toHaveText(first!)
  await expect(rows.nth(2).getByRole('rowheader')).toHaveText(second!)
})

test('twenty tiles take twenty presses in the grid and one by one; changing three of them takes fewer in the grid', async ({
  page,
  context,
  shelf,
  signIn,
}) => {
  await signIn(shelf.books.long.jurors[1]!.username)
  const tiles = await listTiles(context, 41)
  await openBench(page)
  const showsPicture = (tile: Locator) => expect(tile.locator('img')).toHaveJSProperty('complete', true)
  let presses = 0
  const score = async (some: typeof tiles, atHand: Locator) => {
    const began = performance.now()
    for (const tile of some) {
      await expectAtHand(page, tile)
      await showsPicture(atHand)
      await page.keyboard.press('1')
      presses += 1
    }
    return `${((performance.now() - began) / 1000).toFixed(1)} s`
  }
  /** Changes the 15th, the 8th and the 3rd of the twenty just scored, and returns: how many presses it took. */
  const change = async (scored: typeof tiles, next: number, columns: number) => {
    let [at, taken] = [next, 0]
    const press = async (key: string, times = 1) => {
      for (let i = 0; i < times; i += 1) await page.keyboard.press(key)
      taken += times
    }
    const go = async (to: number) => {
      const rows = Math.round((to - at) / columns)
      const rest = to - at - rows * columns
      await press(rows < 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(rows))
      await press(rest < 0 ? 'ArrowLeft' : 'ArrowRight', Math.abs(rest))
      await expectAtHand(page, tiles[to]!)
      at = to
    }
    for (const nth of [15, 8, 3]) {
      await go(tiles.indexOf(scored[nth - 1]!))
      await press('2')
      at += 1
    }
    await go(next)
    return taken
  }
  const grid = await score(tiles.slice(0, 20), page.locator('[role=option][aria-selected=true]'))
  expect(presses).toBe(20)
  const changedInGrid = await change(tiles.slice(0, 20), 20, 5)
  expect(changedInGrid).toBe(16)
  await page.keyboard.press('Enter')
  const alone = await score(tiles.slice(20, 40), page.getByRole('application'))
  expect(presses).toBe(40)
  const changedAlone = await change(tiles.slice(20, 40), 40, 1)
  expect(changedAlone).toBe(40)
  // A score that had not been sent when another replaced it never is: how many were sent differs.
  await expect(page.getByText(/^0 kept here, \d+ sent/)).toBeVisible({ timeout: 60_000 })
  const kept = await listScored(context)
  const scores = tiles
    .slice(0, 40)
    .map(one => kept.find(tile => tile.assignment_id === one.assignment_id)?.score)
  expect(scores).toEqual(scores.map((_, i) => ([2, 7, 14].includes(i % 20) ? 2 : 1)))
  const description = `grid ${grid}, one by one ${alone}; three changed: ${changedInGrid} and ${changedAlone} presses`
  test.info().annotations.push({ type: 'twenty tiles', description })
})
