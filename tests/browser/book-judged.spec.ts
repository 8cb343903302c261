import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Tile } from '../../shared/api/jury.ts'
import { type Account, createAccounts, storePicture, writeOpenBook } from '../judging-book.ts'
import { findFaults } from './axe.ts'
import {
  dropConnections,
  dropTwoOfThree,
  expectAtHand,
  expectOutbox,
  type Fate,
  failedToLoad,
  listTiles,
  openBench,
  readBench,
} from './jury-bench.ts'
import { endInPeace, makeMemory } from './memory.ts'
import { send } from './send.ts'
import { test as base, collectComplaints, expect, signInto } from './test.ts'

const entries = 48
const places = 6
const entrantCount = 6

type Letter = { to_address: string; text: string }
type Gallery = {
  origin: string
  slug: string
  jurors: Account[]
  entrants: Account[]
  chair: Account
  mailFolder: string
  /** Ends the server, and reads the results letters. */
  endAndReadLetters(): Promise<Letter[]>
}

/** A server whose only book is open, with its entries and its jury. */
const test = base.extend<{ gallery: Gallery }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what is needed
    async ({}, use) => {
      const memory = await makeMemory()
      const accounts = await memory.prepare(async db => {
        const [chair] = await createAccounts(db, 1, 'chair')
        const jurors = await createAccounts(db, 9, 'juror')
        return { chair: chair!, jurors, entrants: await createAccounts(db, entrantCount) }
      })
      // For the accounts of the demonstration, who need no second factor. A database with members is not filled.
      const server = await memory.start({ DEMO: '1' })
      const { slug } = await memory.prepare(async db => {
        const { jurors, entrants } = accounts
        const image = await storePicture(server.origin, db, entrants[0]!)
        return writeOpenBook(db, { number: 14, places, jurors, entrants, entries, image })
      })
      let ended: Promise<void> | undefined
      const end = () => (ended ??= endInPeace(server))
      const readLetters = () =>
        memory.prepare(db =>
          db.selectFrom('mail').where('kind', '=', 'book-results').select(['to_address', 'text']).execute(),
        )
      await use({
        ...accounts,
        slug,
        origin: server.origin,
        mailFolder: join(memory.folder, 'mail'),
        endAndReadLetters: () => end().then(readLetters),
      })
      await end()
      await memory.forget()
    },
    { timeout: 300_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery.origin),
})

/** A score as it was given: a later one for the same tile replaces it. */
type Press = { logo: string; juror: number; round: 1 | 2; score: number }

/** A juror with a browser of the own. */
type Seat = {
  juror: number
  context: BrowserContext
  isPhone: boolean
  complaints: string[]
  fateOfNext: () => Fate
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const phoneJuror = 9

async function takeSeat(browser: Browser, { origin, jurors }: Gallery, juror: number): Promise<Seat> {
  const isPhone = juror === phoneJuror
  const context = await browser.newContext({ baseURL: origin, ...(isPhone && phone) })
  const complaints = collectComplaints(context, new Set([origin]))
  await signInto(context, jurors[juror - 1]!.username)
  return { juror, context, isPhone, complaints, fateOfNext: dropTwoOfThree() }
}

/** The bench of a juror whose decisions the connection drops; how many tiles there are. */
async function openSeat({ context, fateOfNext }: Seat) {
  const page = await context.newPage()
  await dropConnections(page, ['scores', 'saved', 'skipped', 'conflicts'], fateOfNext)
  return { page, total: await openBench(page) }
}

/** A juror's page before the draw, with a designer on the list whose work the juror knows. The list is empty afterwards. */
async function expectDeclaring({ context }: Seat, { designer_id, company }: Account) {
  await send(context, 'PUT', '/api/jury/declared', { designer_ids: [designer_id] })
  const page = await context.newPage()
  await page.goto('/jury')
  const remove = page.getByRole('button', { name: `Take ${company} off the list` })
  await expect(remove).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await remove.click()
  await expect(page.getByText('You haven’t named anyone.')).toBeVisible()
  await page.close()
}

const numberOf = (logo: string) => Number(logo.replace('Mark ', ''))

/** Every eighth logo is the best; jurors differ a little. */
function decide(logo: string, juror: number, round: 1 | 2) {
  const mark = numberOf(logo)
  const quality = [3, 2, 2, 1, 1, 0, 0, 0][mark % 8]!
  const noise = (mark * 5 + juror * 7) % 3
  return round === 1 ? Math.min(3, quality + (noise === 0 ? 1 : 0)) : Math.min(10, quality * 3 + noise)
}

const keyOf = (score: number) => (score === 10 ? 't' : String(score))

/** Scores the tile at hand and those after it, which the bench loaded with it: by keys, on a phone by the buttons. */
async function scoreTiles(page: Page, seat: Seat, round: 1 | 2, tiles: readonly Tile[]): Promise<Press[]> {
  const { juror, isPhone } = seat
  const presses = tiles.map(({ logo }) => ({ logo, juror, round, score: decide(logo, juror, round) }))
  await expectAtHand(page, tiles[0]!)
  if (!isPhone) await page.keyboard.type(presses.map(press => keyOf(press.score)).join(''))
  else
    for (const [i, { score }] of presses.entries()) {
      await expectAtHand(page, tiles[i]!)
      await page.getByRole('button', { name: new RegExp(`^${score}\\b`) }).tap()
    }
  return presses
}

/** One juror's round, to the last tile and until the server has everything. */
async function judgeRound(seat: Seat, round: 1 | 2, { closesPage = false } = {}): Promise<Press[]> {
  const { context } = seat
  const tiles = await listTiles(context)
  let { page, total } = await openSeat(seat)
  expect(total).toBe(tiles.length)
  if (round === 2 && seat.juror === 1) expect(await findFaults(page)).toEqual([])
  const presses: Press[] = []
  const half = closesPage ? Math.floor(tiles.length / 2) : 0
  if (half) {
    // Without a connection at all, and then the page is gone.
    await context.setOffline(true)
    presses.push(...(await scoreTiles(page, seat, round, tiles.slice(0, half))))
    await expectOutbox(page, half, 0)
    await page.close()
    await context.setOffline(false)
    page = (await openSeat(seat)).page
  }
  presses.push(...(await scoreTiles(page, seat, round, tiles.slice(half))))
  await expect(page.getByRole('heading', { name: 'You’ve scored every tile' })).toBeVisible()
  await expectOutbox(page, 0, tiles.length)
  expect(await readBench(context)).toMatchObject({ total: tiles.length, scored: tiles.length })
  await page.close()
  return presses
}

/** Hands the first tile on, saves the second, changes the third's score after it has arrived. */
async function judgeWithEverything(seat: Seat): Promise<Press[]> {
  const { context } = seat
  const [handedOn, saved, changed, ...others] = await listTiles(context)
  const { page, total } = await openSeat(seat)
  await expectAtHand(page, handedOn!)
  await page.keyboard.press('k')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pass it on' }).press('Enter')
  // The bench takes keys again once the dialog has gone.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectAtHand(page, saved!)
  await page.keyboard.press('v')
  const presses = await scoreTiles(page, seat, 1, [saved!, changed!])
  await expectOutbox(page, 0, 2)
  await page.keyboard.press('ArrowLeft')
  await expectAtHand(page, changed!)
  await page.keyboard.press('3')
  presses.push({ logo: changed!.logo, juror: seat.juror, round: 1, score: 3 })
  // The first of the others is skipped, and comes back as the last.
  const [skipped, ...rest] = others
  await expectAtHand(page, skipped!)
  await page.keyboard.press('s')
  presses.push(...(await scoreTiles(page, seat, 1, rest)))
  presses.push(...(await scoreTiles(page, seat, 1, [skipped!])))
  await expect(page.getByRole('heading', { name: 'You’ve scored every tile' })).toBeVisible()
  await expectOutbox(page, 0, presses.length)
  expect(await readBench(context)).toMatchObject({ total: total - 1, scored: total - 1, saves_left: 19 })
  await page.close()
  return presses
}

const atOnce = 5

/** Each juror once, a few at a time: most of a round's time is spent waiting for the next attempt to send. */
async function inGroups<T>(seats: readonly Seat[], work: (seat: Seat) => Promise<T[]>): Promise<T[]> {
  const done: T[] = []
  for (let i = 0; i < seats.length; i += atOnce)
    done.push(...(await Promise.all(seats.slice(i, i + atOnce).map(work))).flat())
  return done
}

/** The chair takes the book on, by keyboard. */
async function takeStep(page: Page, slug: string, button: string, state: string) {
  await page.goto(`/admin/books/${slug}`)
  await page.getByRole('button', { name: button }).press('Enter')
  await page.getByRole('textbox', { name: 'Why' }).fill('It is time')
  await expect(page.getByRole('list', { name: 'Missing' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: button })).toBeEnabled()
  await page.getByRole('button', { name: button }).press('Enter')
  await expect(page.locator('[aria-current=step] strong')).toHaveText(state)
}

const tileOf = ({ logo, juror, round }: Press) => `${logo}, juror ${juror}, round ${round}`

/** The score chain's lines as presses; fails where a line does not follow from the one before. */
async function readScoreChain(context: BrowserContext, slug: string): Promise<Press[]> {
  const { data } = await (
    await context.request.get(`/api/admin/books/results?book=${slug}&page_size=100`)
  ).json()
  const titles = new Map<number, string>(
    data.map((row: { logo_id: number; logo: string }) => [row.logo_id, row.logo]),
  )
  const draw = await (await context.request.get(`/api/books/draw?book=${slug}`)).json()
  const csv = await (await context.request.get(`/api/admin/books/ledger.csv?book=${slug}`)).text()
  let last: string = draw.commitment
  const presses = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map(text => {
      const cells = text.split(',')
      const hash = cells.pop()!
      last = createHash('sha256')
        .update(`${last}\n${cells.join(',')}`)
        .digest('hex')
      expect(hash).toBe(last)
      const [, logo_id, juror, round, score] = cells.map(Number)
      return { logo: titles.get(logo_id!)!, juror: juror!, round: round as 1 | 2, score: score! }
    })
  expect(draw.last_score_hash).toBe(last)
  return presses
}

/** The scores of each tile in order, by tile. */
const byTile = (presses: readonly Press[]) =>
  Object.fromEntries(
    [...Map.groupBy(presses, tileOf)]
      .map(([key, ofTile]) => [key, ofTile.map(press => press.score)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

async function expectLetters({ mailFolder, jurors, entrants, endAndReadLetters }: Gallery) {
  // Each juror was told of the seat, each entrant of the results.
  const expected = jurors.length + entrantCount
  // The folder is made with the first letter.
  const countSent = async () =>
    (await readdir(mailFolder).catch(() => [])).filter(name => name.endsWith('.eml')).length
  await expect.poll(countSent, { timeout: 60_000 }).toBe(expected)
  const letters = await endAndReadLetters()
  expect(await countSent()).toBe(expected)
  expect(letters.map(letter => letter.to_address).sort()).toEqual(entrants.map(one => one.email).sort())
  for (const { to_address, text } of letters) {
    const entrant = entrants.findIndex(one => one.email === to_address)
    const marks = Array.from({ length: entries / entrantCount }, (_, i) => 1 + entrant + i * entrantCount)
    for (const mark of marks) expect(text).toMatch(new RegExp(`Mark ${mark}\\b`))
  }
}

test('nine jurors judge a whole book over connections that keep dropping, and no score is lost or counted twice', async ({
  gallery,
  browser,
  context,
  page,
  signIn,
}) => {
  test.setTimeout(900_000)
  const { slug, chair, entrants } = gallery
  const seats: Seat[] = []
  for (let juror = 1; juror <= 9; juror += 1) seats.push(await takeSeat(browser, gallery, juror))
  const [first, second, ...others] = seats
  await expectDeclaring(first!, entrants[0]!)
  await signIn(chair.username)
  await takeStep(page, slug, 'Close for entries', 'Closed')
  await takeStep(page, slug, 'Draw, and begin judging', 'Judging')

  // Before the others: the tile that is handed on belongs to one of them when they begin.
  const pressed = await judgeWithEverything(first!)
  pressed.push(...(await judgeRound(second!, 1, { closesPage: true })))
  pressed.push(...(await inGroups(others, seat => judgeRound(seat, 1))))
  await takeStep(page, slug, 'Begin the border round', 'Border round')
  pressed.push(...(await inGroups(seats, seat => judgeRound(seat, 2))))
  await takeStep(page, slug, 'Ratify the result', 'Ratified')
  await expect(page.getByRole('region', { name: 'Ranking' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await takeStep(page, slug, 'Publish and write to every entrant', 'Published')

  const chain = await readScoreChain(context, slug)
  expect(byTile(chain)).toEqual(byTile(pressed))
  expect(new Set(chain.map(press => press.juror)).size).toBe(9)
  for (const round of [1, 2] as const) {
    const panels = Map.groupBy(
      chain.filter(press => press.round === round),
      press => press.logo,
    )
    if (round === 1) expect(panels.size).toBe(entries)
    for (const panel of panels.values())
      expect(new Set(panel.map(press => press.juror)).size).toBe(round === 1 ? 3 : 2)
  }

  await page.goto(`/books/${slug}`)
  await expect(page.getByRole('heading', { name: `${places} logos` })).toBeVisible()
  await page.goto(`/books/${slug}/draw`)
  await page.getByRole('button', { name: 'Check the draw' }).press('Enter')
  await expect(page.getByText(/^It agrees\./)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.goto('about:blank')
  for (const seat of seats) {
    await seat.context.close()
    const unexpected = seat.complaints.filter(text => !failedToLoad.some(pattern => pattern.test(text)))
    expect({ juror: seat.juror, unexpected }).toEqual({ juror: seat.juror, unexpected: [] })
    expect(seat.complaints.length).toBeGreaterThan(0)
  }
  await expectLetters(gallery)
})
