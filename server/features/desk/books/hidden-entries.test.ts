import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inventScore } from '../../../../demo/play-jurors.ts'
import * as api from '../../../../shared/api.ts'
import { webDigest } from '../../../../shared/judging/digest.ts'
import { verifyDraw } from '../../../../shared/judging/verify.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import { createDesigner, createLogo, testPassword } from '../../../../tests/factories.ts'
import { createOpenBook, opening } from '../../../../tests/judging.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'
import { moveLateTiles } from '../../../jobs/late-tiles.ts'
import { writeResultLetters } from '../../judging/write-letters.ts'
import { pictureToken } from '../../pictures/picture-token.ts'

// Entries whose logo is hidden, and entrants who leave or are suspended, in every state of a book.

let server: TestServer
beforeEach(async () => {
  await server?.close()
  server = await startTestServer()
})
afterAll(() => server.close())

const places = 5

async function createScene() {
  const book = await createOpenBook(server, { entries: 40, opening: { places } })
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  const numbered = book.jurors.toSorted((a, b) => a.designer_id - b.designer_id)
  const benches = await Promise.all(numbered.map(juror => server.signIn(juror)))
  const setHidden = (id: number, state: 0 | 1) =>
    moderator.call(api.desk.reports.setHidden, { kind: 'logo', id, state, why: 'Copied' })
  return { ...book, benches, setHidden }
}
type Scene = Awaited<ReturnType<typeof createScene>>

const listTiles = async (bench: Client, from: 'next' | 'scored' = 'next') =>
  (await bench.call(api.jury.tiles, { from, page_size: 100 })).data

/** The tiles of a logo in a round, with the bench of each juror. */
async function tilesOf({ benches, book_id }: Scene, logoId: number, round: 1 | 2 = 1) {
  const rows = await server.db
    .selectFrom('assignment')
    .where('book_id', '=', book_id)
    .where('logo_id', '=', logoId)
    .where('round', '=', round)
    .where('taken_at', 'is', null)
    .orderBy('number')
    .select(['assignment_id', 'number'])
    .execute()
  return rows.map(row => ({ ...row, bench: benches[row.number - 1]! }))
}

/** Every juror scores what the bench shows, until nothing is left. */
async function scoreShown({ benches, book_id }: Scene, round: 1 | 2) {
  const rows = await server.db
    .selectFrom('assignment')
    .where('book_id', '=', book_id)
    .select(['assignment_id', 'logo_id', 'number'])
    .execute()
  const scoreOf = new Map(
    rows.map(row => [row.assignment_id, inventScore(row.logo_id, row.number, round)] as const),
  )
  for (const bench of benches)
    for (let tiles = await listTiles(bench); tiles.length; tiles = await listTiles(bench))
      await bench.call(api.jury.sendScores, {
        scores: tiles.map(({ assignment_id }) => ({
          key: `${round} ${assignment_id}`,
          assignment_id,
          score: scoreOf.get(assignment_id)!,
          scored_at: new Date().toISOString(),
        })),
      })
}

/** The tile is on no bench, neither to score nor scored, and its picture is not sent to jurors. */
async function expectOnNoBench(scene: Scene, logoId: number, round: 1 | 2 = 1) {
  const tiles = await tilesOf(scene, logoId, round)
  expect(tiles.length).toBeGreaterThan(0)
  for (const { bench, assignment_id } of tiles) {
    const shown = [...(await listTiles(bench)), ...(await listTiles(bench, 'scored'))]
    expect(shown.map(tile => tile.assignment_id)).not.toContain(assignment_id)
    const { total, scored, distribution } = await bench.call(api.jury.find, {})
    expect(total).toBe(shown.length)
    expect(distribution.reduce((a, b) => a + b, 0)).toBe(scored)
    const url = `/images/jury/${pictureToken(server.services.secret, 'bench', { list: scene.book_id, logo_id: logoId })}-320.webp`
    expect((await bench.send({ method: 'GET', url })).statusCode).toBe(404)
  }
}

type Described = {
  missing: { text: string }[]
  entry_ct: number
  jurors: { number: number; tiles: number; scored: number }[]
  disqualified: { logo_id: number; why: string }[]
}
const describeBook = async ({ chair, slug }: Scene) =>
  (await chair.call(api.desk.books.find, { book: slug })) as unknown as Described

const listResults = async ({ chair, slug }: Scene) =>
  (await chair.call(api.desk.books.results, { book: slug, page_size: 100 })).data
const winnersOf = async ({ slug }: Scene) =>
  (await server.visit().call(api.books.winners, { book: slug, page_size: 100 })).data.map(
    logo => logo.logo_id,
  )
const byId = (a: number, b: number) => a - b
const entriesHash = (ids: readonly number[]) =>
  createHash('sha256').update(ids.toSorted(byId).join('\n')).digest('hex')

describe('an entry whose logo is hidden', () => {
  test('while its book is open is not counted, is in the published hash, and is drawn', async () => {
    const scene = await createScene()
    const [hidden] = scene.entries as [number]
    await scene.setHidden(hidden, 1)
    expect((await describeBook(scene)).entry_ct).toBe(39)
    await scene.step('closed')
    const draw = await server.visit().call(api.books.findDraw, { book: scene.slug })
    expect(draw.entries_hash).toBe(entriesHash(scene.entries))
    await scene.step('judging')
    expect(await tilesOf(scene, hidden)).toHaveLength(3)
    await expectOnNoBench(scene, hidden)
    expect((await describeBook(scene)).missing).toMatchObject([
      { text: `${39 * 3} tiles are not scored yet.` },
    ])

    // Once it is shown again, it is judged like any other entry.
    await scene.setHidden(hidden, 0)
    for (const { bench, assignment_id } of await tilesOf(scene, hidden))
      expect((await listTiles(bench)).map(tile => tile.assignment_id)).toContain(assignment_id)
    expect((await describeBook(scene)).missing).toMatchObject([
      { text: `${40 * 3} tiles are not scored yet.` },
    ])
  })

  test('during a round blocks no step, and no juror is reminded of it; a score already sent is kept', async () => {
    const scene = await createScene()
    const [before, during] = scene.entries as [number, number]
    await scene.step('closed')
    await scene.setHidden(before, 1)
    await scene.step('judging')
    await expectOnNoBench(scene, before)
    const [first, second] = await tilesOf(scene, during)
    const send = async (tile: typeof first, key: string) =>
      (
        await tile!.bench.call(api.jury.sendScores, {
          scores: [
            { key, assignment_id: tile!.assignment_id, score: 3, scored_at: new Date().toISOString() },
          ],
        })
      ).scores
    await send(first, 'before')
    await scene.setHidden(during, 1)
    await expectOnNoBench(scene, during)
    expect(await send(second, 'after')).toEqual([{ key: 'after', state: 'kept' }])

    await scoreShown(scene, 1)
    const { missing, jurors } = await describeBook(scene)
    expect(missing).toEqual([])
    for (const juror of jurors) expect(juror.scored).toBe(juror.tiles)
    server.clock.aheadMs = 22 * dayMs
    await moveLateTiles(server.services)
    expect(
      await server.db.selectFrom('mail').where('kind', '=', 'jury-reminder').select('kind').execute(),
    ).toEqual([])
    server.clock.aheadMs = 0
    await scene.step('border')
  })

  test('in the border round is shown to no juror and holds up no step', async () => {
    const scene = await createScene()
    await scene.step('closed')
    await scene.step('judging')
    await scoreShown(scene, 1)
    await scene.step('border')
    const tile = await server.db
      .selectFrom('assignment')
      .where('round', '=', 2)
      .select('logo_id')
      .executeTakeFirstOrThrow()
    await scene.setHidden(tile.logo_id, 1)
    await expectOnNoBench(scene, tile.logo_id, 2)
    await scoreShown(scene, 2)
    expect((await describeBook(scene)).missing).toEqual([])
    await scene.step('ratified')
  })

  test('that is still hidden at ratification is disqualified: it is in the draw, the results and the file, without a rank', async () => {
    const scene = await createScene()
    const { slug, entries, chair } = scene
    const [open, judging, shownAgain] = entries as [number, number, number]
    await scene.setHidden(open, 1)
    await scene.step('closed')
    await scene.setHidden(shownAgain, 1)
    await scene.step('judging')
    await scene.setHidden(shownAgain, 0)
    await scoreShown(scene, 1)
    await scene.setHidden(judging, 1)
    await scene.step('border')
    await scoreShown(scene, 2)
    await scene.step('ratified')

    const draw = await server.visit().call(api.books.findDraw, { book: slug })
    expect(draw.entries).toEqual(entries.toSorted(byId))
    expect(await verifyDraw(webDigest, draw)).toMatchObject({ outcome: 'agrees' })
    const results = await listResults(scene)
    expect(results).toHaveLength(40)
    const out = [open, judging].sort(byId)
    for (const row of results)
      expect([row.is_disqualified, row.rank === null, row.band === null]).toEqual(
        out.includes(row.logo_id) ? [1, true, true] : [0, false, false],
      )
    expect(results.flatMap(row => row.rank ?? []).toSorted(byId)).toEqual(
      Array.from({ length: 38 }, (_, i) => i + 1),
    )
    expect(results.find(row => row.logo_id === open)?.scores).toEqual([])
    // Both rounds where it had a place in the border round.
    expect(results.find(row => row.logo_id === judging)?.scores.length).toBeGreaterThanOrEqual(3)
    const file = await chair.send({ method: 'GET', url: `/api/admin/books/results.csv?book=${slug}` })
    const disqualified = file.body.split('\r\n').filter(line => out.some(id => line.startsWith(`,${id},`)))
    expect(disqualified).toHaveLength(2)
    for (const line of disqualified) expect(line).toMatch(/,1,[^,]*$/)
    const why = 'The logo was hidden when the book was decided.'
    expect((await describeBook(scene)).disqualified).toEqual([
      expect.objectContaining({ logo_id: out[0], why }),
      expect.objectContaining({ logo_id: out[1], why }),
    ])

    // The letters tell every entrant once, and the logo shown again enters the next book that opens.
    await scene.step('published')
    await scene.setHidden(open, 0)
    const next = await chair.call(api.desk.books.open, opening({ number: 15 }))
    expect(next).toMatchObject({ slug: 'book-15', entry_ct: 1 })
    await scene.setHidden(judging, 0)
    expect(await describeBook({ ...scene, slug: 'book-15' })).toMatchObject({ entry_ct: 2 })
    expect(await writeResultLetters(server.services)).toBe(4)
    expect(await writeResultLetters(server.services)).toBe(0)
    const letters = await server.db
      .selectFrom('mail')
      .where('kind', '=', 'book-results')
      .select('text')
      .execute()
    expect(letters).toHaveLength(4)
    expect(
      letters
        .map(letter => letter.text)
        .join('\n')
        .match(/Not ranked/g),
    ).toHaveLength(2)
  })

  test('after ratification loses its place to the next entry, and regains its rank when the chair reinstates it', async () => {
    const scene = await createScene()
    await scene.step('closed')
    await scene.step('judging')
    await scoreShown(scene, 1)
    await scene.step('border')
    await scoreShown(scene, 2)
    const [putBack] = scene.entries as [number]
    await scene.setHidden(putBack, 1)
    await scene.step('ratified')
    await scene.setHidden(putBack, 0)
    await scene.chair.call(api.desk.books.setDisqualified, {
      book: scene.slug,
      logo_id: putBack,
      state: 0,
      why: 'It was no copy',
    })
    const ranked = (await listResults(scene)).map(row => row.logo_id)
    expect((await listResults(scene)).map(row => row.rank)).not.toContain(null)
    const [best, ...rest] = ranked
    await scene.setHidden(best!, 1)
    await scene.step('published')
    expect(await winnersOf(scene)).toEqual(rest.slice(0, places).toSorted(byId))
    expect((await listResults(scene)).at(-1)).toMatchObject({ logo_id: best, rank: null, is_disqualified: 1 })

    // Hidden after publication, a winner keeps its award and is shown again with it.
    const [winner, ...others] = rest.slice(0, places).toSorted(byId)
    await scene.setHidden(winner!, 1)
    expect(await winnersOf(scene)).toEqual(others)
    await scene.setHidden(winner!, 0)
    expect(await winnersOf(scene)).toEqual([winner, ...others])
    // An entry that was put back into this book does not enter the next one.
    const next = await scene.chair.call(api.desk.books.open, opening({ number: 15 }))
    expect(next).toMatchObject({ entry_ct: 0 })
  })
})

describe('an entrant', () => {
  /** An entrant with one logo in the open book of the scene. */
  async function enter({ book_id }: Scene) {
    const { designer_id } = await createDesigner(server.db)
    const { logo_id } = await createLogo(server.db, { designer_id, title: 'Mark of one’s own' })
    await server.db.insertInto('entry').values({ book_id, logo_id }).execute()
    return { designer_id, logo_id, client: await server.signIn({ designer_id }) }
  }

  test('who closes the account takes the logo out of an open book, of a closed one’s benches, and of the ranks', async () => {
    const scene = await createScene()
    const enterOne = () => enter(scene)
    const leaving = [
      await enterOne(),
      await enterOne(),
      await enterOne(),
      await enterOne(),
      await enterOne(),
    ] as const
    const close = ({ client }: (typeof leaving)[number]) =>
      client.call(api.auth.closeAccount, { password: testPassword })
    const [inOpen, inClosed, inJudging, inBorder, inRatified] = leaving
    await close(inOpen)
    expect((await describeBook(scene)).entry_ct).toBe(44)
    await scene.step('closed')
    await close(inClosed)
    await scene.step('judging')
    await close(inJudging)
    for (const { logo_id } of [inClosed, inJudging]) expect(await tilesOf(scene, logo_id)).toEqual([])
    await scoreShown(scene, 1)
    await scene.step('border')
    await close(inBorder)
    expect(await tilesOf(scene, inBorder.logo_id, 2)).toEqual([])
    await scoreShown(scene, 2)
    await scene.step('ratified')
    await close(inRatified)
    const entered = [...scene.entries, ...leaving.slice(1).map(each => each.logo_id)].sort(byId)
    const draw = await server.visit().call(api.books.findDraw, { book: scene.slug })
    expect(draw.entries).toEqual(entered)
    expect(await verifyDraw(webDigest, draw)).toMatchObject({ outcome: 'agrees' })
    await scene.step('published')
    const results = await listResults(scene)
    expect(results.map(row => row.logo_id).toSorted(byId)).toEqual(scene.entries)
    expect(results.map(row => row.rank)).toEqual(results.map((_, i) => i + 1))
    // A designer who left while the book was ratified has no logo in it any more.
    expect(await writeResultLetters(server.services)).toBe(4)
  })

  test('who is suspended stays in the book, and gets the letter', async () => {
    const scene = await createScene()
    const { designer_id, logo_id } = await enter(scene)
    await scene.step('closed')
    await scene.step('judging')
    await server.db
      .updateTable('designer')
      .set({ suspended_until: new Date(Date.now() + 365 * dayMs) })
      .where('designer_id', '=', designer_id)
      .execute()
    await scoreShown(scene, 1)
    await scene.step('border')
    await scoreShown(scene, 2)
    await scene.step('ratified')
    await scene.step('published')
    const own = (await listResults(scene)).find(row => row.logo_id === logo_id)
    expect(own).toMatchObject({ is_disqualified: 0, rank: expect.any(Number) })
    expect(await writeResultLetters(server.services)).toBe(5)
  })

  test('who deletes a logo withdraws it while the book is open, and only then takes it out of the list', async () => {
    const scene = await createScene()
    const [one, two] = [await enter(scene), await enter(scene)]
    await one.client.call(api.logos.remove, { logo_id: one.logo_id })
    expect((await describeBook(scene)).entry_ct).toBe(41)
    await scene.step('closed')
    await two.client.call(api.logos.remove, { logo_id: two.logo_id })
    const draw = await server.visit().call(api.books.findDraw, { book: scene.slug })
    expect(draw.entries_hash).toBe(entriesHash([...scene.entries, two.logo_id]))
    expect(await refusal(scene.step('border'))).toMatchObject({ status: 409 })
  })
})
