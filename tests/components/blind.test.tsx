// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
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

/** Opens the page, keeps the first five, and waits for the names. */
async function play() {
  const user = site.open('/blind')
  await screen.findByRole('heading', { name: 'Keep five.' })
  for (let n = 1; n <= 5; n++) await user.click(button(`Tile ${n}, a logo without name, not kept`))
  await user.click(button('Show the names'))
  await screen.findByRole('heading', { name: 'You kept these five.' })
  return user
}

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
