// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { randomBytes } from 'node:crypto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Tile } from '../../shared/api/jury.ts'
import * as api from '../../shared/api.ts'
import { prefetched } from '../../web/features/jury/tile-list.ts'
import { createLogo } from '../factories.ts'
import { type Account, createAccounts, writeOpenBook } from '../judging-book.ts'
import { playBook } from '../shelf.ts'
import { listTiles, untilAtHand, untilOutbox } from './bench.ts'
import { button, field, untilSaid } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
let entrant: Account
let earlierLogoId: number
/** One for each test. Each has more tiles than a device fetches ahead, none of them for calibration. */
let jurors: Account[]

beforeAll(async () => {
  entrant = (await createAccounts(site.db, 1))[0]!
  const { designer_id } = entrant
  earlierLogoId = (await createLogo(site.db, { designer_id })).logo_id
  jurors = await createAccounts(site.db, 9, 'juror')
  const book = await writeOpenBook(site.db, {
    number: 14,
    places: 50,
    jurors,
    entrants: [entrant],
    entries: 300,
    image: randomBytes(16).toString('hex'),
  })
  // Five know the only entrant, and get no tile.
  const { book_id } = book
  const declared = jurors.splice(4).map(juror => ({ book_id, juror_id: juror.designer_id, designer_id }))
  await site.db.insertInto('juror_declaration').values(declared).execute()
  await playBook(site.db, book, ['closed', 'judging'])
})

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** The bench of a juror who has scored nothing yet. */
async function openBench() {
  const client = await site.signIn(jurors.pop()!)
  const read = () => client.call(api.jury.find, {})
  const { total } = await read()
  const tiles = await listTiles(client)
  expect(tiles).toHaveLength(total)
  expect(total).toBeGreaterThan(prefetched)
  const user = site.open('/jury')
  await untilAtHand(tiles[0]!)
  return { client, read, user, tiles, total }
}

test('the keys of the bench undo, skip, save, hand a tile on, flag it and explain', async () => {
  const { read, user, tiles, total } = await openBench()
  await user.keyboard('2')
  await untilAtHand(tiles[1]!)
  await user.keyboard('u')
  await untilAtHand(tiles[0]!)
  // On a busy machine the score may have been sent before it was undone.
  await untilSaid(/The score is withdrawn\.|Back at the tile\. Its score was sent/)
  await user.keyboard('3')
  await expect.poll(async () => (await read()).distribution).toEqual([0, 0, 0, 1])

  await user.keyboard('v')
  await screen.findByRole('button', { name: /^Saved · 19 left/ })
  await user.keyboard('s')
  await untilAtHand(tiles[2]!)
  await expect.poll(read).toMatchObject({ skipped: 1, saves_left: 19 })

  await user.keyboard('k')
  await user.click(await screen.findByRole('button', { name: 'Pass it on' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await screen.findByText('Passed on to another juror')
  await untilAtHand(tiles[3]!)
  await expect.poll(async () => (await read()).total).toBe(total - 1)

  await user.keyboard('f')
  await user.click(await screen.findByRole('button', { name: 'Flag it' }))
  await screen.findByText('Say in a few words what is wrong.')
  await user.type(field('In a few words'), 'Seen on a bakery in Porto.')
  await user.click(button('Flag it'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const flags = site.db.selectFrom('entry_flag').select(['reason', 'text'])
  await expect.poll(() => flags.execute()).toEqual([{ reason: 'copy', text: 'Seen on a bakery in Porto.' }])

  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'How to judge' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Enter}')
  await screen.findByRole('application')
  await untilAtHand(tiles[3]!)
  await user.keyboard('{Escape}')
  await screen.findByRole('listbox')
  await untilAtHand(tiles[3]!)
})

test('after 45 minutes the next grid is empty and nothing is scored until the juror goes on; then the time left is told', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { read, user, tiles, total } = await openBench()
  const score = async (key: number, count: number) => {
    vi.setSystemTime(Date.now() + 140_000)
    await user.keyboard(String(key))
    await untilSaid(`First round${count} of ${total}`)
  }
  for (let i = 0; i < 20; i += 1) await score(i % 4, i + 1)
  await screen.findByText('Look out of the window.')
  await untilOutbox(0, 20)
  await user.keyboard('1sv')
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{Enter}')
  await untilAtHand(tiles[20]!)
  for (const count of [21, 22]) await score(1, count)
  await untilOutbox(0, 22)
  expect(await read()).toMatchObject({ scored: 22, skipped: 0, saves_left: 20 })
  await untilSaid('About 8 hours left at your pace.')
})

test('without a connection a juror comes to the end of the tiles on the device, and goes on once online', async () => {
  const { read, user, tiles } = await openBench()
  // The last scored ones, and two pages of tiles: as many as are fetched ahead.
  await waitFor(() => expect(site.calls.filter(call => call === 'GET /api/jury/tiles')).toHaveLength(3))
  const calls = ['PUT /api/jury/scores', 'GET /api/jury', 'GET /api/jury/tiles']
  const restores = calls.map(call => site.answer(call, lost))
  const score = async (some: Tile[]) => {
    for (const tile of some) {
      await untilAtHand(tile)
      await user.keyboard('2')
    }
  }
  await score(tiles.slice(0, 20))
  // A row at a time, up to the last row.
  await user.keyboard('{ArrowDown}'.repeat((prefetched - 25) / 5))
  await score(tiles.slice(prefetched - 5, prefetched))
  await screen.findByRole('heading', { name: 'No more tiles on this device' })
  await screen.findByText('25 kept here, 0 sent · no connection')
  for (const restore of restores) restore()
  // The browser's event once the connection is back.
  act(() => void dispatchEvent(new Event('online')))
  await untilAtHand(tiles[prefetched]!)
  await untilOutbox(0, 25)
  expect(await read()).toMatchObject({ scored: 25 })
})

test('twenty tiles take twenty presses in the grid and one by one; changing three of them takes fewer in the grid', async () => {
  const { client, user, tiles } = await openBench()
  let presses = 0
  const press = async (key: string, times = 1) => {
    for (let i = 0; i < times; i += 1) await user.keyboard(key)
    presses += times
  }
  /** Scores these tiles; returns how many presses it took. */
  const score = async (some: Tile[]) => {
    presses = 0
    for (const tile of some) {
      await untilAtHand(tile)
      await press('1')
    }
    return presses
  }
  /** Changes the 15th, the 8th and the 3rd of the twenty tiles before `next`; returns how many presses it took. */
  const change = async (next: number, columns: number) => {
    let at = next
    presses = 0
    const go = async (to: number) => {
      const rows = Math.round((to - at) / columns)
      const rest = to - at - rows * columns
      await press(rows < 0 ? '{ArrowUp}' : '{ArrowDown}', Math.abs(rows))
      await press(rest < 0 ? '{ArrowLeft}' : '{ArrowRight}', Math.abs(rest))
      await untilAtHand(tiles[to]!)
      at = to
    }
    for (const nth of [15, 8, 3]) {
      await go(next - 21 + nth)
      await press('2')
      at += 1
    }
    await go(next)
    return presses
  }
  expect([await score(tiles.slice(0, 20)), await change(20, 5)]).toEqual([20, 16])
  await user.keyboard('{Enter}')
  await screen.findByRole('application')
  expect([await score(tiles.slice(20, 40)), await change(40, 1)]).toEqual([20, 40])
  // How many were sent differs: a score that was not sent before another replaced it never is.
  await untilOutbox(0, '\\d+')
  const scored = await listTiles(client, 'scored')
  const scores = tiles
    .slice(0, 40)
    .map(tile => scored.find(one => one.assignment_id === tile.assignment_id)?.score)
  expect(scores).toEqual(scores.map((_, i) => ([2, 7, 14].includes(i % 20) ? 2 : 1)))
})

test('an account without a seat sees what the bench is', async () => {
  await site.signIn(entrant)
  site.open('/jury')
  await screen.findByRole('heading', { level: 1, name: 'This page is for jurors' })
  within(screen.getByRole('banner')).getByRole('img', { name: 'Colophon' })
})

test('without an open book, Compete, Books, Submit and one’s own logo say so', async () => {
  const client = await site.signIn(entrant)
  site.open('/compete')
  await untilSaid('No book is open for entries right now. Uploads appear')
  site.open('/books')
  await untilSaid(/No book is open for entries right now\..*Book 14 is being judged\./)
  site.open('/submit')
  await untilSaid('No book is open for entries right now: uploads appear')
  site.open(`/logo/${earlierLogoId}`)
  await screen.findByText('No book is open for entries right now')
  const { data } = await client.call(api.logos.find, { designer_id: 'me', page_size: 30 })
  const entry = data.find(({ logo_id }) => logo_id !== earlierLogoId)!
  site.open(`/logo/${entry.logo_id}`)
  await screen.findByText('Entered. Being judged now')
})
