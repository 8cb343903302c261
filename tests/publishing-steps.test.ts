import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scoreRound } from '../demo/play-jurors.ts'
import * as api from '../shared/api.ts'
import type { BookState } from '../shared/rules/books.ts'
import { atMoment } from './crash-moments.ts'
import { injectCrashes, rejectStep } from './fault-injection.ts'
import { createOpenBook } from './judging.ts'
import { judgingActs } from './judging-acts.ts'
import { compileCache } from './running-server.ts'
import { startTestServer, type TestServer } from './server.ts'
import { thorough } from './thorough.ts'

// Closing, drawing, both rounds, publishing and mailing are interrupted by the end of the process, at each moment at which
// something else may be left. Each step of a book is taken whole or not at all; every entrant gets one letter.

let server: TestServer
let faults: ReturnType<typeof openFaults>
let book: Awaited<ReturnType<typeof createOpenBook>>
function openFaults({ services, databaseUrl }: TestServer) {
  const { payments } = services
  if (!payments) throw new Error('The test server has payments')
  return injectCrashes({ ...services, payments }, databaseUrl, rejectStep)
}

beforeAll(async () => {
  server = await startTestServer()
  faults = openFaults(server)
  book = await createOpenBook(server, { entries: 20 })
})
afterAll(async () => {
  await faults.close()
  await server.close()
})

/** All that a step may have written, but the times. */
async function everything() {
  const row = await server.db
    .selectFrom('book')
    .where('book_id', '=', book.book_id)
    .select(['state', 'entries_hash', 'inputs_hash', 'seed'])
    .executeTakeFirstOrThrow()
  const count = async (
    table:
      | 'entry'
      | 'juror_conflict'
      | 'assignment'
      | 'book_result'
      | 'award'
      | 'result_letter'
      | 'staff_act',
  ) => {
    const { n } = await server.db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }
  return {
    state: row.state,
    hashes: [row.entries_hash, row.inputs_hash, row.seed?.toString('hex')],
    counts: await Promise.all(
      (
        [
          'entry',
          'juror_conflict',
          'assignment',
          'book_result',
          'award',
          'result_letter',
          'staff_act',
        ] as const
      ).map(count),
    ),
  }
}

const step = (to: BookState) => judgingActs.step(faults.services, { book: book.slug, to })

/** Crashes the step at each of its moments, then takes it; nothing of a crashed one may be left. */
async function crashEverywhere(to: BookState) {
  const before = await everything()
  let [crashes, taken] = [0, 0]
  for (;;) {
    const steps = await faults.crashAfterSteps(() => step(to), atMoment(crashes))
    const now = await everything()
    if (now.state === to) break
    expect(now).toEqual(before)
    crashes++
    taken = steps.length
  }
  // At least the beginning, and the end of all its statements.
  expect(crashes).toBeGreaterThan(1)
  expect(taken).toBeGreaterThan(4)
  const after = await everything()
  await faults.crashAfterSteps(() => step(to))
  expect(await everything()).toEqual(after)
}

/** The same act in a process of its own, which is ended with kill -9. */
async function kill(act: keyof typeof judgingActs, input: unknown, maxSteps: number) {
  const order = { url: server.databaseUrl, act, input, maxSteps, aheadMs: 0 }
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'crashing-process.ts'), JSON.stringify(order)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...compileCache },
    },
  )
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

/** Ends the process of a step with kill -9 after some of its statements, within its transaction: nothing of it is left. */
async function killStep(to: BookState, maxSteps: number) {
  const before = await everything()
  for (const most of thorough ? [1, maxSteps] : [maxSteps]) {
    await kill('step', { book: book.slug, to }, most)
    expect(await everything()).toEqual(before)
  }
}

test('a book passes through all states with crashes in every step, which leave nothing', {
  timeout: 300_000,
}, async () => {
  await killStep('closed', 4)
  await crashEverywhere('closed')
  await killStep('judging', 4)
  await crashEverywhere('judging')
  await scoreRound(server.services, book.book_id, 1)
  await killStep('border', 4)
  await crashEverywhere('border')
  await scoreRound(server.services, book.book_id, 2)
  await killStep('ratified', 8)
  await crashEverywhere('ratified')
  await killStep('published', 8)
  await crashEverywhere('published')
  const { jurors } = await server.visit().call(api.books.findReliability, { book: book.slug })
  expect(jurors).toHaveLength(8)
})

test('letters are written once to every entrant with a crash at every statement', {
  timeout: 240_000,
}, async () => {
  const written = () =>
    server.db
      .selectFrom('mail')
      .where('kind', '=', 'book-results')
      .select(['to_address', 'dedupe_key'])
      .execute()
  expect(await written()).toEqual([])
  for (let steps = 0; steps < 3; steps++) {
    await faults.crashAfterSteps(() => judgingActs.writeLetters(faults.services), steps)
    if (steps === 2 || thorough) await kill('writeLetters', null, steps)
    expect(await written()).toEqual([])
  }
  for (let steps = 3; (await written()).length === 0; steps++)
    await faults.crashAfterSteps(() => judgingActs.writeLetters(faults.services), steps)
  await Promise.all([1, 2, 3].map(() => judgingActs.writeLetters(server.services)))
  const entrants = await server.db
    .selectFrom('logo')
    .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
    .where('logo_id', 'in', book.entries)
    .distinct()
    .select('email')
    .execute()
  expect((await written()).map(mail => mail.to_address).toSorted()).toEqual(
    entrants.map(e => e.email).toSorted(),
  )
})
