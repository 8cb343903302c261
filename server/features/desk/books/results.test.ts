import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventScore, scoreRound } from '../../../../demo/play-jurors.ts'
import * as api from '../../../../shared/api.ts'
import { webDigest } from '../../../../shared/judging/digest.ts'
import { verifyDraw } from '../../../../shared/judging/verify.ts'
import { createDesigner } from '../../../../tests/factories.ts'
import { createOpenBook } from '../../../../tests/judging.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'
import { rankEntries } from '../../judging/rank.ts'
import { writeResultLetters } from '../../judging/write-letters.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const getText = async (client: Client, url: string) => {
  const { statusCode, body } = await client.send({ method: 'GET', url })
  return { status: statusCode, body }
}

/** A book whose first round is scored. */
async function judged(options: Parameters<typeof createOpenBook>[1] = {}) {
  const book = await createOpenBook(server, { entries: 40, ...options })
  await book.step('closed')
  await book.step('judging')
  await scoreRound(server.services, book.book_id, 1)
  return book
}

/** So that the next book can be opened, and takes its calibration from none. */
async function done(bookId: number) {
  await server.db.updateTable('book').set({ state: 'published' }).where('book_id', '=', bookId).execute()
}

describe('a book with a border round', () => {
  let book: Awaited<ReturnType<typeof judged>>
  beforeAll(async () => {
    book = await judged()
  })
  const results = async () =>
    (await book.chair.call(api.desk.books.results, { book: book.slug, page_size: 100 })).data
  const rankedIds = async () => (await results()).map(row => row.logo_id)
  const scores = () =>
    server.db
      .selectFrom('assignment')
      .where('book_id', '=', book.book_id)
      .where('score', 'is not', null)
      .select(['logo_id', 'number as juror', 'round', 'score'])
      .execute() as Promise<{ logo_id: number; juror: number; round: 1 | 2; score: number }[]>

  test('an unscored tile keeps it from the border round, and the sentence says how many there are', async () => {
    const open = server.db.updateTable('assignment').where('book_id', '=', book.book_id)
    const tile = await server.db
      .selectFrom('assignment')
      .where('book_id', '=', book.book_id)
      .select(['assignment_id', 'score'])
      .executeTakeFirstOrThrow()
    const one = open.where('assignment_id', '=', tile.assignment_id)
    await one.set({ score: null }).execute()
    expect(await refusal(book.step('border'))).toMatchObject({
      status: 409,
      body: { error: '1 tile is not scored yet.' },
    })
    await one.set({ score: tile.score }).execute()
  })

  test('the border round holds the middle ranks and what was saved, each with two jurors who have not had it', async () => {
    const before = rankEntries({
      scores: await scores(),
      order: book.entries,
      disqualified: new Set(),
      places: 5,
    }).entries.map(entry => entry.logo_id)
    const last = before.at(-1) as number
    await server.db
      .updateTable('assignment')
      .set({ is_saved: true })
      .where('logo_id', '=', last)
      .where('assignment_id', '=', eb =>
        eb.selectFrom('assignment').where('logo_id', '=', last).select(eb.fn.min('assignment_id').as('id')),
      )
      .execute()
    expect(await refusal(book.step('ratified'))).toMatchObject({ status: 409 })
    await book.step('border')
    const tiles = await server.db
      .selectFrom('assignment')
      .where('book_id', '=', book.book_id)
      .orderBy('assignment_id')
      .select(['logo_id', 'number', 'round', 'position'])
      .execute()
    const border = tiles.filter(tile => tile.round === 2)
    // Ties may be broken by the order of entries, which the seed decides: compared by what is surely inside.
    const ids = new Set(border.map(tile => tile.logo_id))
    expect(ids.has(last)).toBe(true)
    expect(ids.size).toBe(9)
    for (const logo_id of ids) {
      const own = border.filter(tile => tile.logo_id === logo_id).map(tile => tile.number)
      const first = tiles
        .filter(tile => tile.round === 1 && tile.logo_id === logo_id)
        .map(tile => tile.number)
      expect(own).toHaveLength(2)
      expect(new Set([...own, ...first]).size).toBe(5)
    }
    expect(await refusal(book.chair.call(api.desk.books.results, { book: book.slug }))).toMatchObject({
      status: 409,
    })
  })

  test('ratifying ranks by all scores and publishes the secret: the published draw lets both be repeated', async () => {
    await scoreRound(server.services, book.book_id, 2)
    await book.step('ratified')
    const draw = await server.visit().call(api.books.findDraw, { book: book.slug })
    const { outcome, findings } = await verifyDraw(webDigest, draw)
    expect(findings.filter(finding => finding.state !== 'agrees')).toEqual([])
    expect(outcome).toBe('agrees')
    expect(findings.at(-1)?.text).toMatch(/border round's draw gives its 9 entries the same jurors/)

    const rows = await results()
    const counted = await scores()
    expect(rows.map(row => row.rank)).toEqual(book.entries.map((_, i) => i + 1))
    const expected = rankEntries({ scores: counted, order: book.entries, disqualified: new Set(), places: 5 })
    for (const row of rows) {
      const entry = expected.entries.find(each => each.logo_id === row.logo_id)
      expect(row.u).toBeCloseTo(entry?.u as number, 7)
      expect(row.v).toBeCloseTo(entry?.v as number, 7)
      expect(row.cross_check).toBeCloseTo(entry?.crossCheck as number, 9)
      const own = counted.filter(score => score.logo_id === row.logo_id)
      expect(row.scores).toEqual(
        own
          .toSorted((a, b) => a.round - b.round || a.juror - b.juror)
          .map(({ round, juror, score }) => [round, juror, score]),
      )
    }
    expect(rows.reduce((sum, row) => sum + (row.p ?? 0), 0)).toBeCloseTo(5, 6)
    const { severities } = await book.chair.call(api.desk.books.results, { book: book.slug })
    expect(severities.map(each => each.juror)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await refusal(server.visit().call(api.books.findReliability, { book: book.slug }))).toMatchObject({
      status: 409,
    })
  })

  test('the score chain can be followed from the commitment to the published hash, every score once', async () => {
    const { body } = await getText(book.chair, `/api/admin/books/ledger.csv?book=${book.slug}`)
    const [header, ...lines] = body.trim().split('\r\n')
    expect(header).toBe('n,logo_id,juror,round,score,scored_at,kept_at,hash')
    const draw = await server.visit().call(api.books.findDraw, { book: book.slug })
    let hash = draw.commitment
    for (const line of lines) {
      const at = line.lastIndexOf(',')
      hash = sha256(`${hash}\n${line.slice(0, at)}`)
      expect(line.slice(at + 1)).toBe(hash)
    }
    expect(hash).toBe(draw.last_score_hash)
    expect(lines).toHaveLength(40 * 3 + 9 * 2)
  })

  test('the results are a CSV, too, for the chair alone; a title that looks like a formula is text', async () => {
    const [best] = await rankedIds()
    await server.db.updateTable('logo').set({ title: '=1+1, "Owl"' }).where('logo_id', '=', best!).execute()
    const path = `/api/admin/books/results.csv?book=${book.slug}`
    const { status, body } = await getText(book.chair, path)
    expect(status).toBe(200)
    const lines = body.trim().split('\r\n')
    expect(lines).toHaveLength(41)
    expect(lines[1]).toContain(`1,${best},"'=1+1, ""Owl""",`)
    expect(lines[1]).toMatch(/,1:\d=\d( [12]:\d=\d+)+,/)
    expect((await getText(server.visit(), path)).status).toBe(401)
    const member = await server.signIn(await createDesigner(server.db))
    expect((await getText(member, path)).status).toBe(403)
    expect((await getText(book.chair, '/api/admin/books/results.csv?book=book-99')).status).toBe(404)
    expect((await getText(book.chair, '/api/admin/books/results.csv?book=')).status).toBe(400)
  })

  test('disqualifying moves the following entries up, and reinstating restores every rank', async () => {
    const before = await results()
    const [first, second] = before.map(row => row.logo_id)
    const set = (state: 0 | 1) =>
      book.chair.call(api.desk.books.setDisqualified, {
        book: book.slug,
        logo_id: first!,
        state,
        why: 'A copy',
      })
    await set(1)
    const without = await results()
    expect(without[0]).toMatchObject({ logo_id: second, rank: 1 })
    expect(without.at(-1)).toMatchObject({
      logo_id: first,
      rank: null,
      p: null,
      band: null,
      is_disqualified: 1,
    })
    expect(without.reduce((sum, row) => sum + (row.p ?? 0), 0)).toBeCloseTo(5, 6)
    await set(0)
    expect(await results()).toEqual(before)
  })

  test('publishing gives the awards, marks Jury-Ranked, and mails every entrant once', async () => {
    const [best, ...rest] = await rankedIds()
    await book.chair.call(api.desk.books.setDisqualified, {
      book: book.slug,
      logo_id: best!,
      state: 1,
      why: 'A copy',
    })
    const entrants = await server.db
      .selectFrom('logo')
      .innerJoin('designer', 'designer.designer_id', 'logo.designer_id')
      .where('logo_id', 'in', book.entries)
      .distinct()
      .select(['designer.designer_id', 'email', 'slug'])
      .execute()
    await book.step('published')
    await book.step('published')
    const awards = await server.db
      .selectFrom('award')
      .where('book_id', '=', book.book_id)
      .select('logo_id')
      .execute()
    expect(awards.map(row => row.logo_id).toSorted()).toEqual(rest.slice(0, 5).toSorted())
    const ranked = await server.db
      .selectFrom('logo')
      .where('is_ranked', '=', true)
      .select('logo_id')
      .execute()
    const firstRanks = await server.db
      .selectFrom('book_result')
      .select(['logo_id', 'rank', 'first_rank'])
      .execute()
    for (const { logo_id, first_rank, rank } of firstRanks)
      if (rank !== null && first_rank !== null && first_rank <= 10)
        expect(ranked.map(row => row.logo_id)).toContain(logo_id)
    expect(ranked.map(row => row.logo_id)).not.toContain(best)

    // An account that is closed before its letter is written gets none.
    const gone = entrants.pop()?.designer_id as number
    await sql`update designer set closed_at = now(), username = 'closed:' || designer_id, email = 'closed:' || designer_id,
      password_hash = '', first_name = '', last_name = '', phone = '', address1 = '', address2 = '', city = '', state = '',
      zip = '', country = '', company_description = '', url = '' where designer_id = ${gone}`.execute(
      server.db,
    )
    expect(await writeResultLetters(server.services)).toBe(entrants.length + 1)
    expect(await writeResultLetters(server.services)).toBe(0)
    const mails = await server.db
      .selectFrom('mail')
      .where('kind', '=', 'book-results')
      .select(['to_address', 'subject', 'text'])
      .execute()
    expect(
      mails
        .filter(mail => mail.to_address)
        .map(mail => mail.to_address)
        .toSorted(),
    ).toEqual(entrants.map(entrant => entrant.email).toSorted())
    const titles = await server.db.selectFrom('logo').select(['logo_id', 'title', 'designer_id']).execute()
    for (const { email, designer_id } of entrants) {
      const text = mails.find(mail => mail.to_address === email)?.text ?? ''
      const own = titles.filter(
        logo => logo.designer_id === designer_id && book.entries.includes(logo.logo_id),
      )
      for (const { title } of own) expect(text).toContain(title)
      expect(text).toContain('/books/book-14')
      expect(text).not.toMatch(/Family|Given/)
    }
    const all = mails.map(mail => mail.text).join('\n')
    expect(all).toMatch(/Selected for Book 14 · Top (5|10|25)% of 39 logos/)
    expect(all).toMatch(/the jury selected 5 of 39 logos/)
    expect(mails.map(mail => mail.subject).join('\n')).toMatch(/of your logos (is|are) in .* 14/)
    expect(all).toContain('Not ranked')

    const { jurors, icc_three, alpha } = await server
      .visit()
      .call(api.books.findReliability, { book: book.slug })
    expect(jurors).toHaveLength(8)
    expect(icc_three).toBeGreaterThan(0)
    expect(alpha).toBeGreaterThan(0)
    const searched = await book.chair.call(api.logos.find, { filter_category: 'books', page_size: 50 })
    expect(searched.data.map(logo => logo.logo_id).toSorted()).toEqual(rest.slice(0, 5).toSorted())
    expect(
      await refusal(
        book.chair.call(api.desk.books.setDisqualified, {
          book: book.slug,
          logo_id: best!,
          state: 0,
          why: 'No',
        }),
      ),
    ).toMatchObject({ status: 409 })
  })
})

test('a book without a border round goes from judging to ratified', async () => {
  const book = await judged({ opening: { number: 15, border_round: 0 } })
  expect(await refusal(book.step('border'))).toMatchObject({ status: 409 })
  await book.step('ratified')
  const rows = (await book.chair.call(api.desk.books.results, { book: book.slug, page_size: 100 })).data
  expect(rows).toHaveLength(40)
  const stored = await server.db
    .selectFrom('book_result')
    .where('book_id', '=', book.book_id)
    .select(['rank', 'first_rank'])
    .execute()
  for (const { rank, first_rank } of stored) expect(first_rank).toBe(rank)
  const { outcome } = await verifyDraw(
    webDigest,
    await server.visit().call(api.books.findDraw, { book: book.slug }),
  )
  expect(outcome).toBe('agrees')
  await done(book.book_id)
})

test('a book with full agreement and as many places as entries is ratified and published', async () => {
  const book = await createOpenBook(server, {
    entries: 12,
    opening: { number: 16, places: 12, border_round: 0 },
  })
  await book.step('closed')
  await book.step('judging')
  await scoreRound(server.services, book.book_id, 1, { give: () => 2 })
  await book.step('ratified')
  const { data } = await book.chair.call(api.desk.books.results, { book: book.slug })
  expect(data.every(row => row.p === 1 && row.u === 0 && row.v === 0)).toBe(true)
  await book.step('published')
  const { alpha, jurors } = await server.visit().call(api.books.findReliability, { book: book.slug })
  expect(alpha).toBeNull()
  expect(jurors.every(juror => juror.correlation === null)).toBe(true)
})

test('a simulated juror gives scores of the scale', () => {
  for (let id = 1; id < 200; id++) {
    expect([0, 1, 2, 3]).toContain(inventScore(id, 1, 1))
    expect(inventScore(id, 1, 2)).toBeLessThanOrEqual(10)
  }
})
