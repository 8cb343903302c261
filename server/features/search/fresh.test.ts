import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareWithBruteForce } from '../../../bench/brute-force.ts'
import { createRandom } from '../../../demo/random.ts'
import * as api from '../../../shared/api.ts'
import { untilBlocked } from '../../../tests/database-locks.ts'
import { createDesigner, createLogo, randomPalette } from '../../../tests/factories.ts'
import { startRelay } from '../../../tests/relay.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'
import { connect, type Db, retried, transaction } from '../../db/connect.ts'
import { startMergingUploads } from '../../jobs/merge-uploads.ts'
import { lockSubject, updateHidden } from '../reports/queries.ts'
import { chooseBitmaps, findLogos, listSharing, mergeUploads, refreshSuggestions } from './queries.ts'

// Logos whose bits are not set yet.

const random = createRandom('fresh')
const words = ['rose', 'rosette', 'wave', 'wavelet', 'fox', 'foxglove', 'bell', 'comet']
const all = 10_000
/** The same for all, as brute force orders by it: two uploads at once may have their ids in another order than their times. */
const uploadDate = new Date('2026-01-05T12:00:00Z')

let server: TestServer
let db: Db
let owners: number[]
let collection: number
let book: number
beforeAll(async () => {
  server = await startTestServer()
  db = server.db
  owners = []
  for (const [i, company] of ['Bell & Fox', 'Rosette', 'Comet Works'].entries())
    owners.push((await createDesigner(db, { company, country: ['SE', 'US', 'NO'][i]! })).designer_id)
  const { collection_id } = await db
    .insertInto('collection')
    .values({ designer_id: owners[0]!, name: 'Some' })
    .returning('collection_id')
    .executeTakeFirstOrThrow()
  collection = collection_id
  const { book_id } = await db
    .insertInto('book')
    .values({ series: 'book', number: 1, state: 'published' })
    .returning('book_id')
    .executeTakeFirstOrThrow()
  book = book_id
  for (let i = 0; i < 80; i++) await upload()
  await refreshSuggestions(db)
  await chooseBitmaps(db, { least: 1 })
})
afterAll(() => server.close())

const makeFacts = () => ({
  title: random.sample(words, 2).join(' '),
  keywords: random.sample(words, random.int(0, 2)),
  client: random.pick(words),
  logotype: random.pick(['Symbol', 'Typographic', 'Combo'] as const),
  ...randomPalette(random),
})

const insert = (one: Db, facts: NonNullable<Parameters<typeof createLogo>[1]>) =>
  createLogo(one, { upload_date: uploadDate, ...facts })

const upload = async () => (await insert(db, { designer_id: random.pick(owners), ...makeFacts() })).logo_id

/** Everything that changes what a logo is found by, and that is its own. */
const changesOfLogo = [
  (logo_id: number) => db.updateTable('logo').set(makeFacts()).where('logo_id', '=', logo_id).execute(),
  (logo_id: number) =>
    db.updateTable('logo').set(randomPalette(random)).where('logo_id', '=', logo_id).execute(),
  (logo_id: number) =>
    db
      .insertInto('logo_like')
      .values({ logo_id, designer_id: random.pick(owners) })
      .onConflict(c => c.doNothing())
      .execute(),
  (logo_id: number) =>
    db
      .insertInto('collection_logo')
      .values({ logo_id, collection_id: collection })
      .onConflict(c => c.doNothing())
      .execute(),
  (logo_id: number) =>
    db
      .insertInto('award')
      .values({ logo_id, book_id: book })
      .onConflict(c => c.doNothing())
      .execute(),
  (logo_id: number) =>
    transaction(db, async trx => {
      const key = { kind: 'logo', id: logo_id } as const
      const subject = await lockSubject(trx, key)
      const hidden = subject?.hidden_by ? null : { at: new Date(), by: 'staff' as const, why: 'Copied' }
      if (subject) await updateHidden(trx, key, hidden)
    }),
  (logo_id: number) =>
    db
      .deleteFrom('logo')
      .where('logo_id', '=', logo_id)
      .where('hidden_at', 'is', null)
      .where(eb =>
        eb.not(
          eb.exists(eb.selectFrom('award').whereRef('award.logo_id', '=', 'logo.logo_id').select('book_id')),
        ),
      )
      .execute(),
]

const changes = [
  ...changesOfLogo,
  () =>
    db
      .updateTable('designer')
      .set({ country: random.pick(['SE', 'US', 'NO']) })
      .where('designer_id', '=', random.pick(owners))
      .execute(),
]

/** Some logos are hidden or deleted, and two changes of shared rows may meet in another order. */
const attempt = (act: (typeof changes)[number], logo_id: number) =>
  retried<unknown>(db, () => act(logo_id)).catch(error =>
    expect(error.message).toMatch(/The logo is hidden|foreign key|deadlock|timeout/),
  )

/** SQLSTATE lock_not_available and, on a machine that is slow for a moment, deadlock_detected or query_canceled. */
const lockFailures = ['55P03', '40P01', '57014']

const listFresh = async () =>
  (await db.selectFrom('search_fresh').select('logo_id').execute()).map(row => row.logo_id)

async function expectExact(queries: number) {
  const compare = await compareWithBruteForce(db, { queries, seed: random.next() })
  expect(compare.differing).toEqual([])
  expect(compare.found).toBeGreaterThan(queries / 4)
  const { rows: setTwice } = await sql`
    select logo_id, term from search_fresh cross join unnest(terms) as term
    join search_bitmap using (term) where seg = logo_id / 16384 and get_bit(bits, logo_id % 16384) = 1`.execute(
    db,
  )
  expect(setTwice).toEqual([])
  expect((await wrongCounts.execute(db)).rows).toEqual([])
}

test('searches and counts are exact before new logos are merged, half-way, and through every change of them', {
  timeout: 120_000,
}, async () => {
  const ids: number[] = []
  for (let i = 0; i < 40; i++) ids.push(await upload())
  expect(await listFresh()).toEqual(ids)
  await expectExact(80)
  const change = async () => {
    for (const act of changes) for (let i = 0; i < 4; i++) await attempt(act, random.pick(ids))
  }
  await change()
  expect((await listFresh()).length).toBeGreaterThan(20)
  await expectExact(80)
  expect(await mergeUploads(db, 15)).toBe(15)
  await expectExact(80)
  await change()
  await expectExact(80)
  await mergeUploads(db, all)
  expect(await listFresh()).toEqual([])
  await expectExact(80)
})

test('a bitmap that is made beside logos that are not merged has their bits', async () => {
  for (let i = 0; i < 3; i++)
    await insert(db, { designer_id: owners[0]!, title: 'Zebra', client: 'Zephyr works' })
  await refreshSuggestions(db)
  expect(await listFresh()).toHaveLength(3)
  await chooseBitmaps(db, { least: 1 })
  expect(await listFresh()).toEqual([])
  await insert(db, { designer_id: owners[0]!, title: 'Zebra', client: 'Zephyr' })
  const page = { page: 1, page_size: 9 }
  expect((await findLogos(db, { search_text: 'zeb', sort: 'popular' }, page)).count).toBe(4)
  expect((await findLogos(db, { search_client: 'ephy', sort: 'recent' }, page)).count).toBe(4)
  await expectExact(40)
})

test('the quick search counts countries, and related logos are found, before new logos are merged', async () => {
  const { designer_id } = await createDesigner(db, { country: 'IS' })
  const reader = await server.signIn(await createDesigner(db))
  const make = () => insert(db, { designer_id, title: 'Geyser', keywords: ['geyser', 'bell'] })
  await make()
  await refreshSuggestions(db)
  await chooseBitmaps(db, { least: 1 })
  const { logo_id } = await make()
  expect(await listFresh()).toEqual([logo_id])
  const { countries } = await reader.call(api.search.quickSearch, { text: 'iceland' })
  expect(countries).toEqual([{ code: 'IS', logo_ct: 2 }])
  // As many logos as a frequent keyword has.
  const frequent = ['geyser', 'bell'].map(term => ({ term, logo_ct: 1000, is_frequent: true }))
  expect(await listSharing(db, frequent)).toContain(logo_id)
})

test('uploads do not wait for each other', async () => {
  const other = await createDesigner(db)
  await db.transaction().execute(async one => {
    await insert(one, { designer_id: owners[0]!, ...makeFacts() })
    await db.transaction().execute(async two => {
      await sql`set local lock_timeout = '200ms'`.execute(two)
      await insert(two, { designer_id: other.designer_id, ...makeFacts() })
    })
  })
  await expectExact(20)
})

test('a change waits for a merge under way, and a merge leaves out what is being changed', async () => {
  await mergeUploads(db, all)
  const [first, second] = [await upload(), await upload()]
  const rename = (one: Db, logo_id: number) =>
    one.updateTable('logo').set({ title: 'Foxglove wave' }).where('logo_id', '=', logo_id).execute()
  let renaming: Promise<unknown> | undefined
  await db.transaction().execute(async one => {
    await sql`select merge_uploads(1)`.execute(one)
    renaming = rename(db, first)
    await untilBlocked(db, renaming)
  })
  await renaming
  await db.transaction().execute(async one => {
    await rename(one, second)
    expect(await mergeUploads(db, all)).toBe(0)
  })
  expect(await listFresh()).toEqual([second])
  await expectExact(40)
})

test('two processes merge while others upload, change, hide and delete', { timeout: 120_000 }, async () => {
  let isWriting = true
  const merge = async () => {
    while (isWriting) await mergeUploads(db, 3).catch(error => expect(lockFailures).toContain(error.code))
  }
  const merging = [merge(), merge()]
  const write = async () => {
    for (let i = 0; i < 25; i++) {
      const logo_id = await retried(db, upload)
      for (const act of random.sample(changesOfLogo, 2)) await attempt(act, logo_id)
    }
  }
  const writing = Promise.all([write(), write(), write(), write()])
  for (let i = 0; i < 3; i++) await expectExact(20)
  await writing
  isWriting = false
  await Promise.all(merging)
  await expectExact(60)
  await mergeUploads(db, all)
  await expectExact(60)
})

test('the job merges, and uploads do where there is no job', async () => {
  const logo_id = await upload()
  expect(await listFresh()).toEqual([logo_id])
  const job = startMergingUploads({ db }, error => expect.fail(String(error)))
  await expect.poll(listFresh).toEqual([])
  await job.stop()
  await sql`insert into count_change (week, change) select current_date, 0 from generate_series(1, 2001)`.execute(
    db,
  )
  await upload()
  expect(await listFresh()).toEqual([])
  const { rows } = await sql`select from count_change`.execute(db)
  // That of the upload itself.
  expect(rows).toHaveLength(1)
})

test('while the database is away the job says so once, and once more in the next outage', async () => {
  const relay = await startRelay([server.databaseUrl])
  const outside = connect(relay.url)
  const problems: unknown[] = []
  const job = startMergingUploads(outside, error => problems.push(error))
  try {
    for (const outages of [1, 2]) {
      await upload()
      await expect.poll(listFresh).toEqual([])
      const before = relay.refusals()
      relay.cut()
      // At the third attempt two turns have failed.
      await expect.poll(() => relay.refusals(), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 3)
      expect(problems).toHaveLength(outages)
      relay.restore()
    }
  } finally {
    await job.stop()
    await outside.close()
    await relay.close()
  }
})

test('a search does not read the pages that many merged uploads have left', async () => {
  await sql`
    insert into search_fresh (logo_id, terms)
    select 1000000 + n, array(select md5((n * 100 + m)::text) from generate_series(1, 40) m) from generate_series(1, 1000) n`.execute(
    db,
  )
  await sql`delete from search_fresh where logo_id > 1000000`.execute(db)
  await sql`vacuum (analyze) search_fresh`.execute(db)
  const { rows } = await sql<{ left: number }>`
    select (pg_relation_size('search_fresh') / 8192)::int as left`.execute(db)
  expect(rows[0]!.left).toBeGreaterThan(100)
  const page = { page: 1, page_size: 30 }
  for (const sort of ['recent', 'popular'] as const) {
    const read = await transaction(db, async trx => {
      const countRead = async () => {
        const { rows } = await sql<{ read: number }>`
          select pg_stat_get_xact_blocks_fetched('search_fresh'::regclass)::int as read`.execute(trx)
        return rows[0]!.read
      }
      const before = await countRead()
      expect((await findLogos(trx, { search_text: 'rose', sort }, page)).count).toBeGreaterThan(0)
      return (await countRead()) - before
    })
    expect(read).toBeLessThan(20)
  }
})
