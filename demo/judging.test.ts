import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../server/config.ts'
import { createDesigner, createLogo } from '../tests/factories.ts'
import { createOpenBook } from '../tests/judging.ts'
import { startTestServer, type TestServer } from '../tests/server.ts'
import { playJudging } from './judging.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const config = loadConfig({ NODE_ENV: 'test' })
const play = (state: string) => playJudging(server.db, config, state)
const books = () =>
  server.db.selectFrom('book').orderBy('number').select(['slug', 'state', 'reliability']).execute()

/** How many tiles of each juror are scored, by number. */
async function scored(round: 1 | 2) {
  const rows = await server.db
    .selectFrom('assignment')
    .where('round', '=', round)
    .groupBy('number')
    .orderBy('number')
    .select(eb => ['number', eb.fn.count<number>('score').as('scored'), eb.fn.countAll<number>().as('tiles')])
    .execute()
  return rows
}

test('playing a book without the demonstration’s jurors changes nothing and prints the reason', async () => {
  await expect(play('judging')).rejects.toThrow(/no demonstration data/)
  await expect(play('judged')).rejects.toThrow(/A state is one of/)
})

test('a demonstration book is played to each state with its last round half scored, and a published one is followed by the next', async () => {
  for (let i = 1; i <= 9; i++)
    await createDesigner(server.db, { role: 'juror', username: `juror${i}`, membership: 'none' })
  const { slug, entries: entered } = await createOpenBook(server, { jurors: 0, entries: 40 })

  await play('judging')
  expect((await books())[0]).toMatchObject({ slug, state: 'judging' })
  const first = await scored(1)
  expect(first).toHaveLength(9)
  expect(first[0]?.scored).toBe(0)
  for (const juror of first.slice(1)) {
    expect(juror.scored).toBeGreaterThan(0)
    expect(juror.scored).toBeLessThan(juror.tiles)
  }
  await expect(play('closed')).rejects.toThrow(/there is no way back/)

  await play('border')
  for (const juror of await scored(1)) expect(juror.scored).toBe(juror.tiles)
  expect((await scored(2)).length).toBeGreaterThan(0)

  await play('published')
  expect((await books())[0]).toMatchObject({ slug, state: 'published', reliability: expect.anything() })
  const letters = await server.db
    .selectFrom('mail')
    .where('kind', '=', 'book-results')
    .select('to_address')
    .execute()
  expect(letters).toHaveLength(4)

  const awards = await server.db.selectFrom('award').select('logo_id').execute()
  const chosen = new Set(awards.map(award => award.logo_id))
  expect(chosen.size).toBeGreaterThan(0)
  const passed = entered.filter(logo_id => !chosen.has(logo_id))
  const later: number[] = []
  for (let i = 0; i < 15; i++) later.push((await createLogo(server.db)).logo_id)
  await play('closed')
  expect((await books())[1]).toMatchObject({ slug: 'book-15', state: 'closed' })
  const entries = await server.db
    .selectFrom('entry')
    .innerJoin('book', 'book.book_id', 'entry.book_id')
    .where('book.slug', '=', 'book-15')
    .select('logo_id')
    .execute()
  expect(entries.map(entry => entry.logo_id).toSorted((a, b) => a - b)).toEqual(
    [...passed, ...later].toSorted((a, b) => a - b),
  )
})
