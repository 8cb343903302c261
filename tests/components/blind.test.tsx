// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { blindTiles } from '../../shared/rules/blind.ts'
import { dayMs } from '../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { button, untilSaid } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

/** A published book with a logo by each of twenty designers. */
beforeAll(async () => {
  const { book_id } = await site.db
    .insertInto('book')
    .values({ series: 'book', number: 13, state: 'published', published_on: '2026-01-01' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < blindTiles; n++) {
    const { logo_id } = await createLogo(site.db, { title: `Mark ${n}` })
    await site.db.insertInto('award').values({ book_id, logo_id }).execute()
  }
})
// A network sends twenty results in an hour.
beforeEach(async () => void (await site.db.deleteFrom('limit_count').execute()))

/** Opens the page and keeps logos at these places. */
async function keep(places = [1, 2, 3, 4, 5]) {
  const user = site.open('/blind')
  await screen.findByRole('heading', { name: 'Keep five.' })
  for (const n of places) {
    await user.click(button(`Tile ${n}, a logo without name, not kept`))
    await screen.findByRole('button', { name: `Tile ${n}, a logo without name, kept` })
  }
  return user
}

const untilRevealed = () => screen.findByRole('heading', { name: 'You kept these five.' })

/** Opens the page, keeps five, and waits for the names. */
async function play(places?: number[]) {
  const user = await keep(places)
  await user.click(button('Show the names'))
  await untilRevealed()
  return user
}
/** The lists after the reveal: the five, and the others. */
const lists = () => within(screen.getByRole('main')).getAllByRole('list')

/** Uses up what one network may send in this hour and the next. */
async function useUpLimit() {
  const hour = Math.floor(Date.now() / 3_600_000)
  const key = 'blind:address:127.0.0.1'
  const hits = [0, 1].map(each => ({ key, window_start: new Date((hour + each) * 3_600_000), count: 20 }))
  await site.db
    .insertInto('limit_count')
    .values(hits)
    .onConflict(c => c.columns(['key', 'window_start']).doUpdateSet({ count: 20 }))
    .execute()
}
const refusal =
  /Many have played from your network in the last hour\. Your five are kept on this device\. Please wait/
const mayPlayAgain = () => site.db.deleteFrom('limit_count').execute()

test('where no book has twenty designers the page says so, and no footer leads there', async () => {
  const publish = (state: 'ratified' | 'published') => site.db.updateTable('book').set({ state }).execute()
  await publish('ratified')
  onTestFinished(async () => void (await publish('published')))
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  site.answer('GET /api/site/state', async ({ forward }) => {
    const state = await forward()
    // The page has shown it by then.
    setTimeout(tell, 100)
    return state
  })
  site.open('/blind')
  await screen.findByRole('heading', { name: 'Nothing to play yet', level: 1 })
  const footer = within(await screen.findByRole('contentinfo'))
  await footer.findByRole('link', { name: 'Books' })
  await act(() => told)
  expect(footer.queryByRole('link', { name: 'Blind' })).toBeNull()
})

/** The designers of the first `count` logos of the day. */
const designersOf = async (count: number) => {
  const { logo_ids } = await site.db.selectFrom('blind_day').select('logo_ids').executeTakeFirstOrThrow()
  const rows = await site.db
    .selectFrom('logo')
    .where('logo_id', 'in', logo_ids.slice(0, count))
    .select('designer_id')
    .execute()
  return rows.map(({ designer_id }) => designer_id)
}

test('a member follows all five designers at once', async () => {
  const { designer_id } = await createDesigner(site.db)
  await site.signIn({ designer_id })
  const user = await play()
  await user.click(await screen.findByRole('button', { name: 'Follow all five designers' }))
  await untilSaid('You follow all five designers.')
  const followed = site.db.selectFrom('follow').where('follower_id', '=', designer_id).select('followed_id')
  expect(await followed.execute()).toHaveLength(5)
})

test('only designers who are not followed yet are offered to follow; where all are, the page says so', async () => {
  const member = await createDesigner(site.db)
  await site.signIn(member)
  const follow = async (count: number) => {
    const rows = (await designersOf(count)).map(followed_id => ({
      follower_id: member.designer_id,
      followed_id,
      created_at: new Date(),
    }))
    await site.db
      .insertInto('follow')
      .values(rows)
      .onConflict(c => c.doNothing())
      .execute()
  }
  await play()
  await screen.findByRole('button', { name: 'Follow all five designers' })
  await follow(3)
  const user = site.reload()
  await user.click(await screen.findByRole('button', { name: 'Follow the other two designers' }))
  await untilSaid('You follow all five designers.')
  expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
  expect(site.calls.filter(call => call === 'POST /api/designers/follow')).toHaveLength(2)
  site.reload()
  await screen.findByRole('heading', { name: 'You kept these five.' })
  await waitFor(() => expect(screen.getByText('You follow all five designers.')).toBeTruthy())
  expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
})

test('without a connection the next twenty don’t load: the page says what to do, and a press with a connection loads them', async () => {
  site.answer('GET /api/blind', async ({ forward }) => {
    const today = await (await forward()).json()
    return Response.json({ ...today, ends_at: new Date(Date.now() - 1).toISOString() })
  })
  const user = await play()
  const reconnect = site.answer('GET /api/blind', lost)
  await user.click(await screen.findByRole('button', { name: 'Play today’s twenty' }))
  await untilSaid('Today’s twenty didn’t load. Press again once you’re online.')
  reconnect()
  site.server.clock.aheadMs = dayMs
  try {
    await user.click(button('Play today’s twenty'))
    await screen.findByRole('heading', { name: 'Keep five.' })
  } finally {
    site.server.clock.aheadMs = 0
  }
})

test('a logo that was hidden leaves an empty square, which isn’t kept', async () => {
  await keep([])
  const { logo_ids } = await site.db.selectFrom('blind_day').select('logo_ids').executeTakeFirstOrThrow()
  const change = (hidden: { hidden_at: Date; hidden_by: 'staff'; hidden_why: string } | null) =>
    site.db
      .updateTable('logo')
      .set(hidden ?? { hidden_at: null, hidden_by: null, hidden_why: null })
      .where('logo_id', '=', logo_ids[3]!)
      .execute()
  await change({ hidden_at: new Date(), hidden_by: 'staff', hidden_why: 'Copied' })
  try {
    const user = site.reload()
    const tile = await screen.findByRole('button', { name: 'Tile 4, no longer shown' })
    await user.click(tile)
    await screen.findByText('This logo is no longer shown.')
    expect(within(tile).queryByRole('img')).toBeNull()
    await play([2, 7, 9, 13, 18])
    expect(within(lists()[1]!).getAllByRole('link')).toHaveLength(14)
  } finally {
    await change(null)
  }
})

const named = Array(5).fill(expect.stringMatching(/^Mark \d+Studio \w+/))
const namesOfFive = () =>
  within(lists()[0]!)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('beyond twenty results from one network the names are shown with the reason why the five don’t count; they do on a later visit', async () => {
  const user = await keep()
  await useUpLimit()
  await user.click(button('Show the names'))
  await untilRevealed()
  await untilSaid(refusal)
  expect(namesOfFive()).toEqual(named)
  await mayPlayAgain()
  site.reload()
  await untilSaid('You’re among the first today.')
})

test('names that were shown without a connection stay, with the reason, when the network’s limit refuses the five', async () => {
  const user = await keep()
  await useUpLimit()
  const reconnect = site.answer('POST /api/blind/results', lost)
  act(() => void dispatchEvent(new Event('offline')))
  await user.click(button('Show the names'))
  await untilRevealed()
  await untilSaid('How many others kept them comes with the connection.')
  reconnect()
  act(() => void dispatchEvent(new Event('online')))
  await untilSaid(refusal)
  expect(namesOfFive()).toEqual(named)
})
