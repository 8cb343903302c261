import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scoreRound } from '../../../../demo/play-jurors.ts'
import * as api from '../../../../shared/api.ts'
import { type BookState, bookStates } from '../../../../shared/rules/books.ts'
import { createOpenBook, opening, signInChair } from '../../../../tests/judging.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'

// One book goes through its life. In every state each act that belongs to another one is refused with its reason.

let server: TestServer
let book: Awaited<ReturnType<typeof createOpenBook>>
let benches: Client[]
let other: Client
beforeAll(async () => {
  server = await startTestServer()
  book = await createOpenBook(server, { entries: 20 })
  benches = await Promise.all(book.jurors.map(juror => server.signIn(juror)))
  other = await signInChair(server)
})
afterAll(() => server.close())

const title = 'Colophon Book 14'
const isAfter = (state: BookState, than: BookState) => bookStates.indexOf(state) > bookStates.indexOf(than)
const countStepActs = async () =>
  (await server.db.selectFrom('staff_act').where('what', '=', 'books.state').select('act_id').execute())
    .length
const stateOf = async () =>
  ((await book.chair.call(api.desk.books.find, { book: book.slug })) as { state: BookState }).state
const reasonOf = async (call: Promise<unknown>) => {
  const { status, body } = await refusal(call)
  return [status, body.error]
}

/** Every state but the next is refused. The same step again records no second act. */
async function refuseOtherSteps(state: BookState) {
  const acts = await countStepActs()
  const next = bookStates[bookStates.indexOf(state) + 1]
  for (const to of bookStates) {
    if (to === next) continue
    if (to === state) {
      expect(await book.step(to)).toMatchObject({ state })
      continue
    }
    const reason = isAfter(to, state) ? `: ${next} comes next.` : ' already: there is no way back.'
    expect([to, await reasonOf(book.step(to))]).toEqual([to, [409, `${title} is ${state}${reason}`]])
  }
  expect([await stateOf(), await countStepActs()]).toEqual([state, acts])
}

/** What is decided before the draw is not changed after it. */
async function refuseLateChanges(state: BookState) {
  const { chair, slug } = book
  const [first, ...rest] = book.jurors.map(juror => juror.designer_id)
  if (state !== 'judging' && state !== 'border')
    expect(
      await reasonOf(chair.call(api.desk.books.setJurors, { book: slug, designer_ids: rest, why: 'Ill' })),
    ).toEqual([409, `${title} is ${state}: its jury stays as it is.`])
  expect(await reasonOf(chair.call(api.desk.books.update, { book: slug, places: 9 }))).toEqual([
    409,
    `${title} is closed: places cannot change any more.`,
  ])
  if (state !== 'published')
    expect(
      (await refusal(benches[0]!.call(api.jury.declare, { designer_ids: [first!] }))).body.error,
    ).toMatch(/can only declare whom you know while the book is open/)
}

/** Results and their files are there from ratification on, the jury's agreement from publication on. */
async function expectResults(state: BookState) {
  const { chair, slug } = book
  const isRatified = state === 'ratified' || state === 'published'
  for (const name of ['results', 'results.csv', 'ledger.csv']) {
    const url = `/api/admin/books/${name}?book=${slug}`
    const { statusCode, body, headers } = await chair.send({ method: 'GET', url })
    expect([state, name, statusCode]).toEqual([state, name, isRatified ? 200 : 409])
    if (!isRatified) expect(body).toContain('There are no results until the book is ratified.')
    else if (name !== 'results') expect(headers['content-type']).toContain('text/csv')
  }
  const agreement = server.visit().call(api.books.findReliability, { book: slug })
  if (state === 'published') expect((await agreement).jurors).toHaveLength(8)
  else expect((await refusal(agreement)).status).toBe(409)
  const draw = await server.visit().call(api.books.findDraw, { book: slug })
  expect([state, 'secret' in draw]).toEqual([state, isRatified])
}

/** An entry is disqualified from closing until publication. */
async function expectDisqualifying(state: BookState) {
  const set = (is: 0 | 1) =>
    book.chair.call(api.desk.books.setDisqualified, {
      book: book.slug,
      logo_id: book.entries[0]!,
      state: is,
      why: 'A copy',
    })
  if (state === 'open' || state === 'published')
    return expect(await reasonOf(set(1))).toEqual([
      409,
      `${title} is ${state}: entries are disqualified from closing until publication.`,
    ])
  expect(await set(1)).toMatchObject({ is_disqualified: 1 })
  expect(await set(0)).toMatchObject({ is_disqualified: 0 })
}

let firstRound: { bench: Client; assignment_id: number }
let borderRound: { bench: Client; assignment_id: number }

/** Scores that a bench sends after their round has ended. */
async function refuseAfterTheEnd({ bench, assignment_id }: typeof firstRound) {
  const ended = [409, 'This round has ended.']
  const score = { key: `late ${assignment_id} ${Math.random()}`, assignment_id, score: 1 }
  const scored_at = new Date().toISOString()
  const lines = async () => (await server.db.selectFrom('score').select('n').execute()).length
  const before = await lines()
  expect(await reasonOf(bench.call(api.jury.sendScores, { scores: [{ ...score, scored_at }] }))).toEqual(
    ended,
  )
  expect(await reasonOf(bench.call(api.jury.setSaved, { assignment_id, state: 1 }))).toEqual(ended)
  expect(await reasonOf(bench.call(api.jury.reportConflict, { assignment_id }))).toEqual(ended)
  expect(await lines()).toBe(before)
}

/** A tile of the round, of the first juror who has one. */
async function takeTile() {
  for (const bench of benches) {
    const [tile] = (await bench.call(api.jury.tiles, { from: 'next', page_size: 1 })).data
    if (tile) return { bench, assignment_id: tile.assignment_id }
  }
  throw new Error('A juror has a tile')
}

/** Two chairs take the same step at once: it is taken once, and both are told the new state. */
async function stepTogether(to: BookState) {
  const acts = await countStepActs()
  const why = 'It is time'
  const answers = await Promise.all([
    book.step(to),
    other.call(api.desk.books.setState, { book: book.slug, to, why }),
    book.step(to),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ state: to })
  expect([await stateOf(), await countStepActs()]).toEqual([to, acts + 1])
}

describe('in every state of a book', () => {
  test('open: only closing is possible; there are no results and no tiles', async () => {
    await refuseOtherSteps('open')
    await expectResults('open')
    await expectDisqualifying('open')
    expect(await reasonOf(other.call(api.desk.books.open, opening({ number: 15 })))).toEqual([
      409,
      'Another book is open. Close book-14 first.',
    ])
    expect((await benches[0]!.call(api.jury.tiles, {})).data).toEqual([])
    await stepTogether('closed')
  })

  test('closed: entries, jurors and conflicts are fixed, and there are no tiles yet', async () => {
    await refuseOtherSteps('closed')
    await refuseLateChanges('closed')
    await expectResults('closed')
    await expectDisqualifying('closed')
    expect((await benches[0]!.call(api.jury.tiles, {})).data).toEqual([])
    await stepTogether('judging')
    const tiles = await server.db.selectFrom('assignment').select('assignment_id').execute()
    expect(tiles).toHaveLength(60)
  })

  test('judging: no result is shown, and the border round needs all scores', async () => {
    await refuseOtherSteps('judging')
    await refuseLateChanges('judging')
    await expectResults('judging')
    await expectDisqualifying('judging')
    expect(await reasonOf(book.step('border'))).toEqual([409, '60 tiles are not scored yet.'])
    firstRound = await takeTile()
    await scoreRound(server.services, book.book_id, 1)
    await stepTogether('border')
  })

  test('border: the first round takes no score any more', async () => {
    await refuseOtherSteps('border')
    await refuseLateChanges('border')
    await refuseAfterTheEnd(firstRound)
    await expectResults('border')
    await expectDisqualifying('border')
    borderRound = await takeTile()
    expect((await refusal(book.step('ratified'))).body.error).toMatch(/^\d+ tiles are not scored yet\.$/)
    const { bench, assignment_id } = borderRound
    expect((await refusal(bench.call(api.jury.setSaved, { assignment_id, state: 1 }))).body.error).toMatch(
      /^Logos are saved in the first round/,
    )
    await scoreRound(server.services, book.book_id, 2)
    await stepTogether('ratified')
  })

  test('ratified: scores are refused, the files exist, and no letter is written', async () => {
    await refuseOtherSteps('ratified')
    await refuseLateChanges('ratified')
    await refuseAfterTheEnd(firstRound)
    await refuseAfterTheEnd(borderRound)
    await expectResults('ratified')
    await expectDisqualifying('ratified')
    expect(await server.db.selectFrom('result_letter').select('designer_id').execute()).toEqual([])
    await stepTogether('published')
    // One letter for each of the four entrants, although two chairs took the step.
    expect(await server.db.selectFrom('result_letter').select('designer_id').execute()).toHaveLength(4)
    expect(
      await server.db.selectFrom('award').where('book_id', '=', book.book_id).select('logo_id').execute(),
    ).toHaveLength(5)
  })

  test('published: every change is refused', async () => {
    await refuseOtherSteps('published')
    await refuseLateChanges('published')
    await expectResults('published')
    await expectDisqualifying('published')
    const { bench, assignment_id } = borderRound
    const scores = [{ key: 'too late', assignment_id, score: 1, scored_at: new Date().toISOString() }]
    expect((await refusal(bench.call(api.jury.sendScores, { scores }))).status).toBe(409)
  })
})
