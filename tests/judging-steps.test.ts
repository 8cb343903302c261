import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepBook } from '../server/features/books/step-book.ts'
import { findSeat } from '../server/features/jury/queries.ts'
import { sendScores } from '../server/features/jury/send-scores.ts'
import { moveLateTiles } from '../server/jobs/late-tiles.ts'
import { injectCrashes, rejectStep } from './fault-injection.ts'
import { createOpenBook } from './judging.ts'
import { startTestServer, type TestServer } from './server.ts'

// Closing, drawing, scoring and moving late tiles are interrupted between any two of their steps by a crash. What is
// there afterwards is all of it or nothing; and done again, it is done once.

let server: TestServer
let faults: ReturnType<typeof injectCrashes<TestServer['services']>>
beforeAll(async () => {
  server = await startTestServer()
  faults = injectCrashes(server.services, server.databaseUrl, rejectStep)
})
afterAll(async () => {
  await faults.close()
  await server.close()
})

const shell = { designer_id: null, origin: 'shell' } as const
const tables = [
  'entry',
  'juror',
  'juror_conflict',
  'assignment',
  'score',
  'score_key',
  'score_chain',
  'tile_move',
  'staff_act',
  'mail',
] as const

/** How many rows each table of judging has, and the state of the book. */
async function count(bookId: number) {
  const counts: Record<string, unknown> = {}
  for (const table of tables) {
    const row = await server.db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = row.count
  }
  const book = await server.db
    .selectFrom('book')
    .where('book_id', '=', bookId)
    .select(['state', 'entries_hash', 'seed', 'late_round'])
    .executeTakeFirstOrThrow()
  return { ...counts, ...book }
}

/** Crashes `work` after each number of steps in turn; then lets it end, and again. */
async function crashEverywhere(bookId: number, work: (services: typeof faults.services) => Promise<unknown>) {
  const before = await count(bookId)
  let after: Awaited<ReturnType<typeof count>> | undefined
  for (let most = 0; ; most++) {
    const steps = await faults.crashAfterSteps(() => work(faults.services), most)
    const now = await count(bookId)
    // The last step, the commit, may or may not have been heard of.
    if (JSON.stringify(now) !== JSON.stringify(before)) {
      after = now
      if (steps.length < most) break
    }
    if (steps.length < most) break
  }
  expect(after).toBeDefined()
  await work(server.services as typeof faults.services)
  expect(await count(bookId)).toEqual(after)
  return { before, after }
}

test('closing, drawing, scores and late tiles are atomic in a crash between any two steps', async () => {
  const { book_id, slug, jurors } = await createOpenBook(server, { entries: 10 })
  const step = (to: 'closed' | 'judging') => (services: typeof faults.services) =>
    stepBook(services, { book: slug, to, why: 'It is time' }, shell)

  const closing = await crashEverywhere(book_id, step('closed'))
  expect(closing.after).toMatchObject({
    state: 'closed',
    entry: 10,
    entries_hash: expect.any(String),
    assignment: 0,
  })
  const drawing = await crashEverywhere(book_id, step('judging'))
  expect(drawing.after).toMatchObject({ state: 'judging', assignment: 30, score_chain: 1 })

  const [juror] = jurors.toSorted((a, b) => a.designer_id - b.designer_id)
  if (!juror) throw new Error('The book has jurors')
  const tiles = await server.db
    .selectFrom('assignment')
    .where('number', '=', 1)
    .select('assignment_id')
    .execute()
  const scored_at = new Date().toISOString()
  const scores = tiles.map(({ assignment_id }) => ({
    key: `key ${assignment_id}`,
    assignment_id,
    score: 2,
    scored_at,
  }))
  const scoring = await crashEverywhere(book_id, async services => {
    const seat = await findSeat(services.db, juror.designer_id)
    if (seat) await sendScores(services, seat, juror.designer_id, scores)
  })
  expect(scoring.after).toMatchObject({ score: tiles.length, score_key: tiles.length })

  server.clock.aheadMs = 29 * 86_400_000
  const moving = await crashEverywhere(book_id, moveLateTiles)
  expect(moving.after).toMatchObject({ late_round: 1 })
})
