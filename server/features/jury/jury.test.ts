import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { scoreRound } from '../../../demo/play-jurors.ts'
import type { AdminBook } from '../../../shared/api/desk/books.ts'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { verifyDraw } from '../../../shared/judging/verify.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { createOpenBook, opening, signInChair } from '../../../tests/judging.ts'
import {
  type Client,
  refusal,
  startTestServer,
  type TestServer,
  untilNotBusy,
} from '../../../tests/server.ts'
import { moveLateTiles } from '../../jobs/late-tiles.ts'
import { nodeDigest } from '../judging/node-digest.ts'

let server: TestServer
beforeEach(async () => {
  await server?.close()
  server = await startTestServer()
})
afterAll(() => server.close())

/** A book in judging, with every juror signed in, by number. */
async function createJudging(options: Parameters<typeof createOpenBook>[1] = {}, beacon?: string) {
  const book = await createOpenBook(server, options)
  await book.step('closed')
  await book.step('judging', beacon)
  const numbered = book.jurors.toSorted((a, b) => a.designer_id - b.designer_id)
  const benches = await Promise.all(numbered.map(juror => server.signIn(juror)))
  return { ...book, numbered, benches }
}

const listTiles = async (bench: Client, from: 'next' | 'skipped' | 'scored' = 'next') =>
  (await bench.call(api.jury.tiles, { from, page_size: 100 })).data

let keys = 0
const scoreOf = (assignment_id: number, score = 1, scored_at = new Date().toISOString()) => ({
  key: `key ${keys++}`,
  assignment_id,
  score,
  scored_at,
})
/** Jurors who send at once queue for the chain: on a busy machine longer than a statement may take. */
const send = (bench: Client, ...scores: ReturnType<typeof scoreOf>[]) =>
  untilNotBusy(() => bench.call(api.jury.sendScores, { scores })).then(answer => answer.scores)

const chain = () =>
  server.db
    .selectFrom('score')
    .select(['n', 'assignment_id', 'logo_id', 'number', 'round', 'score', 'scored_at', 'kept_at', 'hash'])
    .orderBy('n')
    .execute()

/** The chain as somebody else would repeat it. */
async function isChained() {
  const { commitment } = await server.db
    .selectFrom('book')
    .where('judging_at', 'is not', null)
    .select('commitment')
    .executeTakeFirstOrThrow()
  let hash = commitment!
  for (const { n, logo_id, number, round, score, scored_at, kept_at, hash: kept } of await chain()) {
    const line = [n, logo_id, number, round, score, scored_at.toISOString(), kept_at.toISOString()].join(',')
    hash = createHash('sha256').update(`${hash}\n${line}`).digest('hex')
    if (hash !== kept) return false
  }
  const end = await server.db.selectFrom('score_chain').select('hash').executeTakeFirstOrThrow()
  return end.hash === hash
}

describe('the draw', () => {
  test('gives every entry to three jurors, tells each of them only the picture, title and industry, and can be repeated', async () => {
    const { benches, entries, slug, book_id } = await createJudging()
    const tiles = await Promise.all(benches.map(bench => listTiles(bench)))
    expect(tiles.flat()).toHaveLength(entries.length * 3)
    for (const tile of tiles.flat())
      expect(Object.keys(tile).sort()).toEqual(
        [
          'assignment_id',
          'position',
          'url',
          'image',
          'strip',
          'logo',
          'industry',
          'score',
          'is_saved',
          'is_skipped',
          'is_calibration',
        ].sort(),
      )
    expect(tiles[0]!.map(tile => tile.position)).toEqual(tiles[0]!.map((_, i) => i + 1))
    // None of it is public while scores can be given.
    const draw = await server.visit().call(api.books.findDraw, { book: slug })
    expect(draw).toMatchObject({ state: 'judging', beacon: '' })
    for (const name of ['secret', 'seed', 'assignments', 'jurors']) expect(draw).not.toHaveProperty(name)

    await server.db.updateTable('book').set({ state: 'ratified' }).where('book_id', '=', book_id).execute()
    const published = await server.visit().call(api.books.findDraw, { book: slug })
    expect(published.assignments).toHaveLength(entries.length)
    expect(await verifyDraw(nodeDigest, published)).toMatchObject({ outcome: 'agrees' })
  })

  test('replaces a juror with a conflict, and changes no other assignment', async () => {
    const book = await createOpenBook(server)
    const [juror] = book.jurors
    const owner = await server.db
      .selectFrom('logo')
      .where('logo_id', '=', book.entries[0]!)
      .select('designer_id')
      .executeTakeFirstOrThrow()
    const bench = await server.signIn(juror!)
    expect(await bench.call(api.jury.declare, { designer_ids: [owner.designer_id] })).toEqual({
      declared: [owner.designer_id],
    })
    expect(await bench.call(api.jury.find, {})).toMatchObject({
      stage: null,
      total: 0,
      declared: [owner.designer_id],
    })
    expect((await refusal(bench.call(api.jury.declare, { designer_ids: [999_999] }))).status).toBe(404)
    await book.step('closed')
    expect((await refusal(bench.call(api.jury.declare, { designer_ids: [] }))).status).toBe(409)
    await book.step('judging')
    const own = await server.db
      .selectFrom('assignment')
      .innerJoin('logo', 'logo.logo_id', 'assignment.logo_id')
      .innerJoin('juror', join =>
        join
          .onRef('juror.number', '=', 'assignment.number')
          .onRef('juror.book_id', '=', 'assignment.book_id'),
      )
      .where('juror.designer_id', '=', juror!.designer_id)
      .select('logo.designer_id')
      .execute()
    expect(own.length).toBeGreaterThan(0)
    expect(own.map(row => row.designer_id)).not.toContain(owner.designer_id)
  })

  test('waits for the beacon: refused without its value and before its moment, and never drawn twice', async () => {
    const beacon_at = new Date(Date.now() + 40 * dayMs).toISOString()
    const { chair, slug, book_id, step } = await createOpenBook(server, {
      opening: { beacon_source: 'drand round 9', beacon_at },
    })
    await step('closed')
    expect((await refusal(step('judging', 'abc'))).body.error).toContain('The public value is known from')
    await server.db
      .updateTable('book')
      .set({ beacon_at: new Date() })
      .where('book_id', '=', book_id)
      .execute()
    expect(await refusal(step('judging'))).toMatchObject({
      status: 409,
      body: { error: 'The public value is missing: drand round 9.' },
    })
    await Promise.all([step('judging', 'ünï'), step('judging', 'other')])
    const before = await server.db
      .selectFrom('assignment')
      .select(['assignment_id', 'logo_id', 'number', 'position', 'is_drawn', 'taken_at', 'score'])
      .execute()
    await chair.call(api.desk.books.setState, { book: slug, to: 'judging', why: 'Again', beacon: 'third' })
    expect(
      await server.db
        .selectFrom('assignment')
        .select(['assignment_id', 'logo_id', 'number', 'position', 'is_drawn', 'taken_at', 'score'])
        .execute(),
    ).toEqual(before)
    const { beacon } = await server.visit().call(api.books.findDraw, { book: slug })
    expect(['ünï', 'other']).toContain(beacon)
  })

  test('begins with calibration tiles of the last published book, which do not count', async () => {
    const { book_id: last } = await server.db
      .insertInto('book')
      .values({ series: 'book', number: 13, state: 'published' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    const old = await Promise.all(Array.from({ length: 6 }, () => createLogo(server.db)))
    await server.db
      .insertInto('entry')
      .values(old.map(({ logo_id }) => ({ book_id: last, logo_id })))
      .execute()
    await server.db
      .insertInto('award')
      .values(old.slice(0, 2).map(({ logo_id }) => ({ book_id: last, logo_id })))
      .execute()
    const { benches } = await createJudging()
    const [one, two] = await Promise.all([listTiles(benches[0]!), listTiles(benches[1]!)])
    const first = (tiles: typeof one) => tiles.filter(tile => tile.is_calibration)
    expect(first(one!)).toHaveLength(4)
    expect(one!.slice(0, 4).every(tile => tile.is_calibration)).toBe(true)
    expect(first(one!).map(tile => tile.url)).toEqual(first(two!).map(tile => tile.url))
    const [calibration] = one!
    const before = await benches[0]!.call(api.jury.find, {})
    await send(benches[0]!, scoreOf(calibration!.assignment_id, 3))
    expect(await chain()).toEqual([])
    expect(await benches[0]!.call(api.jury.find, {})).toEqual({ ...before, calibration_left: 3 })
    const { assignment_id } = calibration!
    for (const { status } of await Promise.all(
      [
        benches[0]!.call(api.jury.setSaved, { assignment_id, state: 1 }),
        benches[0]!.call(api.jury.reportConflict, { assignment_id }),
        benches[0]!.call(api.jury.reportFlag, { assignment_id, reason: 'copy', text: 'Seen before' }),
      ].map(refusal),
    ))
      expect(status).toBe(409)
  })

  test('makes no tile for a logo that was deleted after closing', async () => {
    const { entries, step, jurors } = await createOpenBook(server)
    await step('closed')
    await server.db.deleteFrom('logo').where('logo_id', '=', entries[0]!).execute()
    await step('judging')
    const benches = await Promise.all(jurors.map(juror => server.signIn(juror)))
    const tiles = await Promise.all(benches.map(bench => listTiles(bench)))
    expect(tiles.flat()).toHaveLength((entries.length - 1) * 3)
    const totals = await Promise.all(benches.map(bench => bench.call(api.jury.find, {})))
    expect(totals.reduce((sum, { total }) => sum + total, 0)).toBe((entries.length - 1) * 3)
  })
})

describe('scores', () => {
  test('are stored, chained and counted; the latest one counts', async () => {
    const { benches } = await createJudging()
    const [bench] = benches
    const [a, b] = await listTiles(bench!)
    const at = (second: number) => new Date(Date.now() - 60_000 + second * 1000).toISOString()
    await send(bench!, scoreOf(a!.assignment_id, 2, at(10)), scoreOf(b!.assignment_id, 0, at(11)))
    await send(bench!, scoreOf(a!.assignment_id, 3, at(20)))
    // Arrives late, and was given earlier.
    await send(bench!, scoreOf(a!.assignment_id, 1, at(15)))
    expect(await bench!.call(api.jury.find, {})).toMatchObject({ scored: 2, distribution: [1, 0, 0, 1] })
    expect((await listTiles(bench!, 'scored')).map(tile => [tile.assignment_id, tile.score])).toEqual([
      [a!.assignment_id, 3],
      [b!.assignment_id, 0],
    ])
    expect((await chain()).map(line => line.score)).toEqual([2, 0, 3, 1])
    expect(await isChained()).toBe(true)
  })

  test('with a time in the future get the time of their arrival', async () => {
    const { benches } = await createJudging()
    const [tile] = await listTiles(benches[0]!)
    await send(benches[0]!, scoreOf(tile!.assignment_id, 3, '2099-01-01T00:00:00Z'))
    await send(benches[0]!, scoreOf(tile!.assignment_id, 1, '2099-01-01T00:00:00Z'))
    expect((await listTiles(benches[0]!, 'scored'))[0]!.score).toBe(1)
    for (const { scored_at, kept_at } of await chain()) expect(scored_at <= kept_at).toBe(true)
  })

  test('with a time far in the past are stored, and the later of two counts', async () => {
    const { benches } = await createJudging()
    const [a, b] = await listTiles(benches[0]!)
    const tile = a!.assignment_id
    await send(benches[0]!, scoreOf(tile, 3, '1970-01-01T00:00:09Z'))
    await send(
      benches[0]!,
      scoreOf(tile, 1, '1970-01-01T00:00:08Z'),
      scoreOf(b!.assignment_id, 2, '0000-01-01T00:00:00Z'),
    )
    expect((await listTiles(benches[0]!, 'scored')).map(scored => scored.score)).toEqual([3, 2])
    expect(await chain()).toHaveLength(3)
    expect(await isChained()).toBe(true)
  })

  test('sent a hundred times in parallel count once', async () => {
    const { benches } = await createJudging({ entries: 330 })
    const [bench] = benches
    const scores = (await listTiles(bench!)).map(tile => scoreOf(tile.assignment_id, 2))
    expect(scores).toHaveLength(100)
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(bench!, ...scores)))
    for (const answer of answers) expect(answer).toEqual(scores.map(({ key }) => ({ key, state: 'kept' })))
    expect(await chain()).toHaveLength(scores.length)
    expect(await isChained()).toBe(true)
  })

  test('of all jurors sent concurrently form one chain', async () => {
    const { benches } = await createJudging({ entries: 20 })
    await Promise.all(
      benches.map(async bench => {
        for (const tile of await listTiles(bench)) await send(bench, scoreOf(tile.assignment_id, 1))
      }),
    )
    expect(await chain()).toHaveLength(60)
    expect(await isChained()).toBe(true)
  })

  test('with a key that was answered before get the same answer, in any batch', async () => {
    const { benches } = await createJudging()
    const [a, b] = await listTiles(benches[0]!)
    const first = scoreOf(a!.assignment_id, 2)
    const swapped = { ...first, assignment_id: b!.assignment_id, score: 77 }
    // Twice in one call: the first counts.
    expect(await send(benches[0]!, first, swapped)).toEqual([
      { key: first.key, state: 'kept' },
      { key: first.key, state: 'kept' },
    ])
    expect(await send(benches[0]!, swapped)).toEqual([{ key: first.key, state: 'kept' }])
    expect(await chain()).toHaveLength(1)
    // Another juror's keys are another juror's.
    const [theirs] = await listTiles(benches[1]!)
    await send(benches[1]!, { ...first, assignment_id: theirs!.assignment_id })
    expect(await chain()).toHaveLength(2)
  })

  test('refuse the whole call if one has a wrong score, moment, key or tile', async () => {
    const { benches } = await createJudging()
    const [a, b] = await listTiles(benches[0]!)
    const good = scoreOf(a!.assignment_id)
    for (const [change, status] of [
      [{ score: 4 }, 400],
      [{ score: -1 }, 400],
      [{ score: 1.5 }, 400],
      [{ scored_at: 'yesterday' }, 400],
      [{ key: '' }, 400],
      [{ key: 'k'.repeat(65) }, 400],
      [{ assignment_id: 999_999 }, 404],
    ] as const) {
      const refused = await refusal(send(benches[0]!, good, { ...scoreOf(b!.assignment_id), ...change }))
      expect(refused.status, JSON.stringify(change)).toBe(status)
      expect(await chain()).toEqual([])
    }
    expect(await send(benches[0]!, good)).toEqual([{ key: good.key, state: 'kept' }])
  })

  test('for another juror’s tile are 404', async () => {
    const { benches } = await createJudging()
    const [theirs] = await listTiles(benches[1]!)
    const { assignment_id } = theirs!
    const own = benches[0]!
    expect((await refusal(send(own, scoreOf(assignment_id)))).status).toBe(404)
    for (const { status } of await Promise.all(
      [
        own.call(api.jury.setSaved, { assignment_id, state: 1 }),
        own.call(api.jury.setSkipped, { assignment_id, state: 1 }),
        own.call(api.jury.reportConflict, { assignment_id }),
        own.call(api.jury.reportFlag, { assignment_id, reason: 'rules', text: 'No' }),
      ].map(refusal),
    ))
      expect(status).toBe(404)
  })

  test('of 101 tiles or none are refused', async () => {
    const { benches } = await createJudging()
    const [tile] = await listTiles(benches[0]!)
    const many = Array.from({ length: 101 }, () => scoreOf(tile!.assignment_id))
    expect((await refusal(send(benches[0]!, ...many))).status).toBe(400)
    expect((await refusal(send(benches[0]!))).status).toBe(400)
  })

  test('after the end of the round are 409; a tile taken away is refused by its key alone', async () => {
    const { benches, book_id } = await createJudging()
    const [bench] = benches
    const [a, b] = await listTiles(bench!)
    await bench!.call(api.jury.reportConflict, { assignment_id: a!.assignment_id })
    const gone = scoreOf(a!.assignment_id)
    const fresh = scoreOf(b!.assignment_id)
    expect((await send(bench!, gone))[0]).toMatchObject({ key: gone.key, state: 'refused' })
    await server.db.updateTable('book').set({ state: 'ratified' }).where('book_id', '=', book_id).execute()
    expect(await refusal(send(bench!, fresh))).toMatchObject({
      status: 409,
      body: { error: 'This round has ended.' },
    })
    expect((await send(bench!, gone))[0]).toMatchObject({ state: 'refused' })
    expect(await chain()).toEqual([])
  })

  test('for a deleted logo are refused by their key with the reason; others in the batch are stored', async () => {
    const { benches } = await createJudging()
    const [a, b] = await listTiles(benches[0]!)
    const { assignment_id } = a!
    const { logo_id } = await server.db
      .selectFrom('assignment')
      .where('assignment_id', '=', assignment_id)
      .select('logo_id')
      .executeTakeFirstOrThrow()
    await server.db.deleteFrom('logo').where('logo_id', '=', logo_id).execute()
    const [gone, good] = [scoreOf(assignment_id), scoreOf(b!.assignment_id)]
    const error = 'This logo has been withdrawn.'
    const answers = [
      { key: gone.key, state: 'refused', error },
      { key: good.key, state: 'kept' },
    ]
    expect(await send(benches[0]!, gone, good)).toEqual(answers)
    expect(await send(benches[0]!, gone, good)).toEqual(answers)
    expect(await chain()).toHaveLength(1)
    for (const endpoint of [api.jury.setSaved, api.jury.setSkipped])
      expect(await refusal(benches[0]!.call(endpoint, { assignment_id, state: 1 }))).toMatchObject({
        status: 409,
        body: { error },
      })
    expect((await listTiles(benches[0]!)).map(tile => tile.assignment_id)).not.toContain(assignment_id)
  })

  test('are never changed or deleted', async () => {
    const { benches } = await createJudging()
    const [tile] = await listTiles(benches[0]!)
    await send(benches[0]!, scoreOf(tile!.assignment_id))
    await expect(server.db.updateTable('score').set({ score: 0 }).execute()).rejects.toThrow(
      'only ever added',
    )
    await expect(server.db.deleteFrom('score').execute()).rejects.toThrow('only ever added')
  })
})

describe('the bench', () => {
  test('puts skipped tiles last until they are scored', async () => {
    const { benches } = await createJudging({ entries: 24 })
    const [bench] = benches
    const [first, ...rest] = await listTiles(bench!)
    await bench!.call(api.jury.setSkipped, { assignment_id: first!.assignment_id, state: 1 })
    const ids = (tiles: { assignment_id: number }[]) => tiles.map(tile => tile.assignment_id)
    expect(ids(await listTiles(bench!))).toEqual([...ids(rest), first!.assignment_id])
    expect(ids(await listTiles(bench!, 'skipped'))).toEqual([first!.assignment_id])
    expect(await bench!.call(api.jury.find, {})).toMatchObject({ skipped: 1 })
    await send(bench!, scoreOf(first!.assignment_id))
    expect(await bench!.call(api.jury.find, {})).toMatchObject({ skipped: 0, scored: 1 })
  })

  test('continues behind a position whose tile has been scored since, and passes from unskipped tiles to skipped ones', async () => {
    const { benches } = await createJudging({ entries: 24 })
    const bench = benches[0]!
    const [first, second, third, fourth, ...others] = await listTiles(bench)
    for (const { assignment_id } of [first!, second!])
      await bench.call(api.jury.setSkipped, { assignment_id, state: 1 })
    const read = async (from: 'next' | 'skipped' | 'scored', after?: number) => {
      const { data } = await bench.call(api.jury.tiles, { from, after, page_size: 2 })
      return data.map(tile => tile.assignment_id)
    }
    const ids = (...tiles: ({ assignment_id: number } | undefined)[]) =>
      tiles.map(tile => tile!.assignment_id)
    expect(await read('next')).toEqual(ids(third, fourth))
    for (const { assignment_id } of [third!, fourth!]) await send(bench, scoreOf(assignment_id))
    expect(await read('next', fourth!.position)).toEqual(ids(others[0], others[1]))
    expect(await read('next', others.at(-1)!.position)).toEqual(ids(first, second))
    expect(await read('skipped', first!.position)).toEqual(ids(second))
    expect(await read('scored', fourth!.position)).toEqual(ids(third))
    expect(await read('scored', third!.position)).toEqual([])
  })

  test('answers a tab that still asks by page with the first tiles as page 1, and with none after it', async () => {
    const { benches } = await createJudging({ entries: 24 })
    const read = async (page: number) =>
      (await benches[0]!.call(api.jury.tiles, { from: 'next', page, page_size: 4 })).data
    expect(await read(1)).toEqual((await listTiles(benches[0]!)).slice(0, 4))
    expect(await read(2)).toEqual([])
  })

  test('allows twenty saves; the twenty-first is refused until one is removed', async () => {
    const { benches } = await createJudging({ entries: 70, opening: { places: 5 } })
    const [bench] = benches
    const tiles = await listTiles(bench!)
    const save = (i: number, state: 0 | 1 = 1) =>
      bench!.call(api.jury.setSaved, { assignment_id: tiles[i]!.assignment_id, state })
    const together = await Promise.allSettled(Array.from({ length: 21 }, (_, i) => save(i)))
    expect(together.filter(answer => answer.status === 'fulfilled')).toHaveLength(20)
    const refusedAt = together.findIndex(answer => answer.status === 'rejected')
    expect(await refusal(save(refusedAt))).toMatchObject({ status: 409 })
    expect(await save((refusedAt + 1) % 21, 0)).toMatchObject({ is_saved: 0, saves_left: 1 })
    expect(await save(refusedAt)).toMatchObject({ is_saved: 1, saves_left: 0 })
    // Saving a saved entry again changes nothing.
    expect(await save(refusedAt)).toMatchObject({ saves_left: 0 })
  })

  test('without a border round has no saves', async () => {
    const { benches } = await createJudging({ opening: { border_round: 0 } })
    expect(await benches[0]!.call(api.jury.find, {})).toMatchObject({ saves_left: 0 })
    const [tile] = await listTiles(benches[0]!)
    expect(
      (await refusal(benches[0]!.call(api.jury.setSaved, { assignment_id: tile!.assignment_id, state: 1 })))
        .status,
    ).toBe(409)
  })

  test('“I know this” gives the tile to the least loaded juror who may have it, once', async () => {
    const { benches, slug, book_id } = await createJudging()
    const [bench] = benches
    const [tile] = await listTiles(bench!)
    const { assignment_id } = tile!
    const before = await server.db
      .selectFrom('assignment')
      .where('assignment_id', '=', assignment_id)
      .select(['assignment_id', 'logo_id', 'number', 'position', 'is_drawn', 'taken_at', 'score'])
      .executeTakeFirstOrThrow()
    await Promise.all([
      bench!.call(api.jury.reportConflict, { assignment_id }),
      bench!.call(api.jury.reportConflict, { assignment_id }),
    ])
    const rows = await server.db
      .selectFrom('assignment')
      .where('logo_id', '=', before.logo_id)
      .where('taken_at', 'is', null)
      .select(['assignment_id', 'logo_id', 'number', 'position', 'is_drawn', 'taken_at', 'score'])
      .execute()
    expect(rows).toHaveLength(3)
    expect(rows.map(row => row.number)).not.toContain(before.number)
    const added = rows.find(row => !row.is_drawn)!
    const { data } = await benches[added.number - 1]!.call(api.jury.tiles, { from: 'next', page_size: 100 })
    expect(data.at(-1)!.assignment_id).toBe(added.assignment_id)
    await server.db.updateTable('book').set({ state: 'ratified' }).where('book_id', '=', book_id).execute()
    const draw = await server.visit().call(api.books.findDraw, { book: slug })
    expect(draw.moved).toEqual([[before.logo_id, before.number, added.number]])
    // What is published as the draw is what was drawn.
    expect(draw.assignments!.find(([logo_id]) => logo_id === before.logo_id)![1]).toContain(before.number)
  })

  test('shows the chair each juror’s latest flag for a logo', async () => {
    const { benches, chair, slug } = await createJudging()
    const [tile] = await listTiles(benches[0]!)
    const { assignment_id } = tile!
    await benches[0]!.call(api.jury.reportFlag, { assignment_id, reason: 'copy', text: 'Like another' })
    await benches[0]!.call(api.jury.reportFlag, { assignment_id, reason: 'rules', text: 'Two logos in one' })
    expect(await chair.call(api.desk.books.find, { book: slug })).toMatchObject({
      flags: [{ logo: tile!.logo, reason: 'rules', text: 'Two logos in one', juror: 1 }],
    })
  })

  test('shows the book being judged, or else the newest, with the last book’s distribution beside the juror’s', async () => {
    const { benches, chair, book_id, numbered } = await createJudging()
    const [bench] = benches
    await chair.call(api.desk.books.open, opening({ number: 15 }))
    const designer_ids = numbered.map(juror => juror.designer_id)
    await chair.call(api.desk.books.setJurors, { book: 'book-15', designer_ids })
    expect(await bench!.call(api.jury.find, {})).toMatchObject({
      book: { slug: 'book-14' },
      stage: 'first',
      expected_distribution: [0.45, 0.3, 0.18, 0.07],
    })
    await scoreRound(server.services, book_id, 1, { give: logo_id => (logo_id % 2 ? 0 : 3) })
    await server.db.updateTable('book').set({ state: 'published' }).where('book_id', '=', book_id).execute()
    const rows = await server.db.selectFrom('score').select('score').execute()
    const best = rows.filter(row => row.score === 3).length / rows.length
    expect(best).toBeGreaterThan(0)
    expect(await bench!.call(api.jury.find, {})).toMatchObject({
      book: { slug: 'book-15' },
      stage: null,
      total: 0,
      expected_distribution: [1 - best, 0, 0, best].map(share => expect.closeTo(share, 9)),
    })
  })

  test('is for members of a jury', async () => {
    await createJudging()
    const outsider = await server.signIn(await createDesigner(server.db, { role: 'juror' }))
    expect(await refusal(outsider.call(api.jury.find, {}))).toMatchObject({
      status: 403,
      body: { error: 'You sit on no jury.' },
    })
  })

  test('shows its pictures to its jurors and the chair, and to no one else', async () => {
    const { benches, chair, numbered } = await createJudging()
    const [tile] = await listTiles(benches[0]!)
    const logo = await server.db
      .selectFrom('assignment')
      .innerJoin('logo', 'logo.logo_id', 'assignment.logo_id')
      .where('assignment_id', '=', tile!.assignment_id)
      .select('image')
      .executeTakeFirstOrThrow()
    expect(tile!.url).not.toContain(logo.image)
    await server.files.put(`images/${logo.image}-900.webp`, Buffer.from('a picture'))
    const statusFor = async (client: Client, url = tile!.url) =>
      (await client.send({ method: 'GET', url })).statusCode
    const member = await server.signIn(await createDesigner(server.db))
    const otherJuror = await server.signIn(await createDesigner(server.db, { role: 'juror' }))
    expect(
      await Promise.all(
        [benches[0]!, benches[7]!, chair, server.visit(), member, otherJuror].map(client =>
          statusFor(client),
        ),
      ),
    ).toEqual([200, 200, 200, 404, 404, 404])
    const suspend = (suspended_until: Date | null) =>
      server.db
        .updateTable('designer')
        .set({ suspended_until })
        .where('designer_id', '=', numbered[0]!.designer_id)
        .execute()
    await suspend(new Date(Date.now() + dayMs))
    expect(await statusFor(benches[0]!)).toBe(404)
    await suspend(null)
    const wrong = tile!.url.replace(/jury\/./, digit => (digit.endsWith('0') ? 'jury/1' : 'jury/0'))
    expect(await statusFor(benches[0]!, wrong)).toBe(404)
    expect((await benches[0]!.send({ method: 'GET', url: tile!.url })).headers['cache-control']).toContain(
      'private',
    )

    // Its picture is of the first version, which had no strip.
    expect(tile!.strip).toBeNull()
    await server.db
      .updateTable('logo')
      .set({ image: `${logo.image}-2` })
      .where('image', '=', logo.image)
      .execute()
    await server.files.put(`images/${logo.image}-2-strip.webp`, Buffer.from('its true sizes'))
    const withStrip = (await listTiles(benches[0]!)).find(one => one.assignment_id === tile!.assignment_id)!
    expect(withStrip.strip).toBe(tile!.url.replace('-900.webp', '-strip.webp'))
    expect(await statusFor(benches[0]!, withStrip.strip!)).toBe(200)
    expect(await statusFor(member, withStrip.strip!)).toBe(404)
  })
})

describe('late work', () => {
  const look = () => moveLateTiles(server.services)
  const letters = () =>
    server.db.selectFrom('mail').where('kind', '=', 'jury-reminder').select('to_address').execute()

  async function scoreAll(benches: Client[]) {
    for (const bench of benches) {
      const tiles = await listTiles(bench)
      if (tiles.length) await send(bench, ...tiles.map(tile => scoreOf(tile.assignment_id)))
    }
  }

  test('is announced on day 21 by one letter, and reassigned on day 28 to jurors who have finished', async () => {
    const { benches, numbered, chair, slug } = await createJudging()
    await scoreAll(benches.slice(1))
    server.clock.aheadMs = 20.9 * dayMs
    await look()
    expect(await letters()).toEqual([])
    server.clock.aheadMs = 21.1 * dayMs
    await look()
    await look()
    expect(await letters()).toEqual([{ to_address: numbered[0]!.email }])
    const { matters } = await (await signInChair(server)).call(api.desk.today.today, {})
    expect(matters).toContainEqual({
      kind: 'late-jurors',
      count: 1,
      text: expect.stringMatching(/^1 juror of Colophon Book 14 with tiles to score, due \w+ \d+$/),
      href: `/admin/books/${slug}`,
      oldest: [
        {
          name: numbered[0]!.company,
          detail: expect.stringMatching(/^\d+ tiles to score$/),
          at: null,
          picture: null,
          href: `/admin/books/${slug}`,
        },
      ],
    })
    expect(
      await server.db.selectFrom('tile_move').select(['from_number', 'to_number', 'logo_id']).execute(),
    ).toEqual([])
    const { unscored } = await server.db
      .selectFrom('assignment')
      .where('score', 'is', null)
      .select(eb => eb.fn.countAll<number>().as('unscored'))
      .executeTakeFirstOrThrow()
    server.clock.aheadMs = 28.1 * dayMs
    await Promise.all([look(), look()])
    const moved = await server.db
      .selectFrom('tile_move')
      .select(['from_number', 'to_number', 'logo_id'])
      .execute()
    expect(moved).toHaveLength(unscored)
    expect(new Set(moved.map(move => move.from_number))).toEqual(new Set([1]))
    server.clock.aheadMs = 0
    await server.db
      .updateTable('book')
      .set({ judging_at: new Date(Date.now() - 29 * dayMs) })
      .where('slug', '=', slug)
      .execute()
    expect(await listTiles(benches[0]!)).toEqual([])
    const { missing } = (await chair.call(api.desk.books.find, { book: slug })) as AdminBook
    expect(missing).toEqual([{ text: `${unscored} tiles are not scored yet.`, where: 'jury' }])
    // A tile that was moved is no longer late, so it is not moved again.
    await look()
    expect(
      await server.db.selectFrom('tile_move').select(['from_number', 'to_number', 'logo_id']).execute(),
    ).toHaveLength(unscored)
  })

  test('in the border round is announced on day 7, and reassigned on day 10', async () => {
    const { benches, numbered, book_id, step } = await createJudging()
    await scoreRound(server.services, book_id, 1)
    await step('border')
    const late = (await listTiles(benches[0]!)).length
    expect(late).toBeGreaterThan(0)
    await scoreAll(benches.slice(1))
    const moved = () => server.db.selectFrom('tile_move').select(['from_number', 'to_number']).execute()
    server.clock.aheadMs = 6.9 * dayMs
    await look()
    expect(await letters()).toEqual([])
    server.clock.aheadMs = 7.1 * dayMs
    await look()
    server.clock.aheadMs = 9.9 * dayMs
    await look()
    expect(await letters()).toEqual([{ to_address: numbered[0]!.email }])
    expect(await moved()).toEqual([])
    server.clock.aheadMs = 10.1 * dayMs
    await Promise.all([look(), look()])
    const rows = await moved()
    expect(rows).toHaveLength(late)
    expect(new Set(rows.map(row => row.from_number))).toEqual(new Set([1]))
  })

  test('only an administrator can suspend a juror whose book is judged, with or without a report', async () => {
    const { numbered, slug } = await createJudging()
    const { designer_id } = numbered[0]!
    const input = { designer_id, suspended_until: new Date(Date.now() + dayMs).toISOString(), why: 'Spam' }
    for (const role of ['moderator', 'support'] as const) {
      const client = await server.signIn(await createDesigner(server.db, { role }))
      expect(await refusal(client.call(api.desk.members.update, input))).toMatchObject({
        status: 409,
        body: { code: 'on_jury', book: slug, error: expect.stringContaining(slug) },
      })
    }
    const reporter = await server.signIn(await createDesigner(server.db))
    const { report_id } = await reporter.call(api.reports.file, {
      kind: 'designer',
      id: designer_id,
      reason: 'spam',
    })
    const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
    const decision = {
      report_ids: [report_id],
      decision: 'suspend' as const,
      until: input.suspended_until,
      why: 'Spam',
    } satisfies InputOf<typeof api.desk.reports.decide>
    expect(await refusal(moderator.call(api.desk.reports.decide, decision))).toMatchObject({
      status: 409,
      body: { code: 'on_jury', book: slug },
    })
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    expect(await admin.call(api.desk.members.update, input)).toMatchObject({ designer_id })
  })

  test('of a juror who leaves is reassigned; five must remain, and none can join', async () => {
    const { benches, chair, slug, numbered, book_id } = await createJudging()
    const ids = numbered.map(juror => juror.designer_id)
    const set = (designer_ids: number[]) =>
      chair.call(api.desk.books.setJurors, { book: slug, designer_ids, why: 'Ill' })
    const stranger = await createDesigner(server.db, { role: 'juror' })
    expect((await refusal(set([...ids.slice(1), stranger.designer_id]))).status).toBe(409)
    expect((await refusal(set(ids.slice(0, 4)))).status).toBe(409)
    await scoreAll(benches.slice(0, 1))
    const unfinished = (await listTiles(benches[1]!)).length
    await set(ids.filter((_, i) => i !== 0 && i !== 1))
    expect(
      await server.db.selectFrom('tile_move').select(['from_number', 'to_number', 'logo_id']).execute(),
    ).toHaveLength(unfinished)
    for (const bench of benches.slice(0, 2))
      expect((await refusal(bench.call(api.jury.find, {}))).status).toBe(403)
    // The first juror's scores stay.
    const stays = await server.db
      .selectFrom('assignment')
      .where('number', '=', 1)
      .where('taken_at', 'is not', null)
      .select(['assignment_id', 'logo_id', 'number', 'position', 'is_drawn', 'taken_at', 'score'])
      .execute()
    expect(stays).toEqual([])
    await server.db.updateTable('book').set({ state: 'ratified' }).where('book_id', '=', book_id).execute()
    const { left } = await server.visit().call(api.books.findDraw, { book: slug })
    expect(left!.map(([number]) => number)).toEqual([1, 2])
  })
})

test('the border round waits for every tile, and says how many are missing', async () => {
  const { step, chair, slug, entries } = await createJudging()
  const sentence = `${entries.length * 3} tiles are not scored yet.`
  expect(await refusal(step('border'))).toMatchObject({ status: 409, body: { error: sentence } })
  const other = await signInChair(server)
  expect(await other.call(api.desk.books.find, { book: slug })).toMatchObject({
    next: 'border',
    missing: [{ text: sentence, where: 'jury' }],
  })
  expect((await refusal(chair.call(api.desk.books.results, { book: slug }))).status).toBe(409)
})
