import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { createDesigner, createLogo, makePicture, testPassword } from '../../../../tests/factories.ts'
import { createJurors, createOpenBook, opening, signInChair } from '../../../../tests/judging.ts'
import { refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'
import { commitOpenBook } from '../../books/commit-open-book.ts'

let server: TestServer
beforeEach(async () => {
  await server?.close()
  server = await startTestServer()
})
afterAll(() => server.close())

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const acts = () =>
  server.db
    .selectFrom('staff_act')
    .select(['what', 'kind', 'subject_id', 'origin'])
    .orderBy('act_id')
    .execute()

async function upload(designer: { designer_id: number }) {
  const client = await server.signIn(designer)
  const file_base64 = (await makePicture()).toString('base64')
  const { logo_id } = await client.call(api.logos.submit, { logo: 'Owl', logotype: 'Symbol', file_base64 })
  const entry = await server.db
    .selectFrom('entry')
    .where('logo_id', '=', logo_id)
    .select('book_id')
    .executeTakeFirst()
  return { client, logo_id, isEntered: entry !== undefined }
}

describe('opening a book', () => {
  test('publishes a commitment and the dates, and every upload enters it', async () => {
    const chair = await signInChair(server)
    const book = await chair.call(api.desk.books.open, opening())
    expect(book).toMatchObject({ slug: 'book-14', state: 'open', places: 5, border_round: 1, next: 'closed' })
    const row = await server.db
      .selectFrom('book')
      .select(['book_id', 'commitment', 'secret', 'places', 'state'])
      .executeTakeFirstOrThrow()
    expect(row.commitment).toBe(sha256(row.secret!))
    const draw = await server.visit().call(api.books.findDraw, { book: 'book-14' })
    expect(draw).toMatchObject({ commitment: row.commitment, entries_hash: null, closed_at: null })
    expect(Object.keys(draw)).not.toContain('secret')
    expect(JSON.stringify(draw)).not.toContain(row.secret!.toString('hex'))

    const member = await createDesigner(server.db)
    const { client, logo_id, isEntered } = await upload(member)
    expect(isEntered).toBe(true)
    const { data } = await client.call(api.logos.find, { logo_id })
    expect(data[0]!.book_standing).toEqual({ book: 14, standing: 'entered', closes_at: book.closes_at })
    const [own] = (await client.call(api.books.find, {})).data
    expect(own).toMatchObject({
      slug: 'book-14',
      entry_ct: 1,
      own_entry_ct: 1,
      results_by: expect.any(String),
    })
    expect((await server.visit().call(api.books.find, {})).data[0]).toMatchObject({ own_entry_ct: 0 })
    expect(await acts()).toMatchObject([
      { what: 'books.open', kind: 'book', subject_id: row.book_id, origin: 'web' },
    ])
  })

  test('again with the same input changes nothing', async () => {
    const chair = await signInChair(server)
    const input = opening()
    await chair.call(api.desk.books.open, input)
    const before = await server.db
      .selectFrom('book')
      .select(['book_id', 'commitment', 'secret', 'places', 'state'])
      .execute()
    await chair.call(api.desk.books.open, input)
    expect(
      await server.db
        .selectFrom('book')
        .select(['book_id', 'commitment', 'secret', 'places', 'state'])
        .execute(),
    ).toEqual(before)
    expect(await acts()).toHaveLength(1)
  })

  test('while one is open is refused, by another number and by the same in other words', async () => {
    const chair = await signInChair(server)
    const input = opening()
    await chair.call(api.desk.books.open, input)
    for (const [change, error] of [
      [{ number: 15 }, 'Another book is open. Close book-14 first.'],
      [{ places: 6 }, 'Colophon Book 14 already exists.'],
    ] as const)
      expect(await refusal(chair.call(api.desk.books.open, { ...input, ...change }))).toMatchObject({
        status: 409,
        body: { error },
      })
    expect(await acts()).toHaveLength(1)
  })

  test('by two chairs at once makes one book', async () => {
    const [one, two] = [await signInChair(server), await signInChair(server)]
    const answers = await Promise.allSettled([
      one.call(api.desk.books.open, opening()),
      two.call(api.desk.books.open, opening({ number: 15 })),
    ])
    expect(answers.map(answer => answer.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await server.db.selectFrom('book').select('book_id').execute()).toHaveLength(1)
    expect(await acts()).toHaveLength(1)
  })

  test('with a wrong date, series, title or number of places is refused at its field', async () => {
    const chair = await signInChair(server)
    for (const [change, field, message] of [
      [{ closes_at: inDays(-1) }, 'closes_at', 'The deadline must be in the future.'],
      [{ closes_at: '' }, 'closes_at', 'Say when the book closes.'],
      [{ closes_at: 'soon' }, 'closes_at', 'Must be a moment, such as 2027-03-31T22:00:00Z.'],
      [{ results_by: inDays(2) }, 'results_by', 'The results can’t be due before the deadline.'],
      [{ beacon_at: inDays(40) }, 'beacon_source', 'Say which public value it will be.'],
      [
        { beacon_source: 'drand round 1', beacon_at: inDays(3) },
        'beacon_at',
        'The public value must come after the deadline, so that no one knows it before.',
      ],
      [{ series: 'master-book' as never }, 'series', 'Only the series book is judged.'],
      [{ places: 0 }, 'places', 'Must be 1 or more.'],
      [{ title: ' ' }, 'title', 'Title is required'],
    ] as const) {
      const { status, body } = await refusal(chair.call(api.desk.books.open, opening(change)))
      expect({ change, status, body }).toMatchObject({
        change,
        status: 400,
        body: { errors: { [field]: message } },
      })
      expect(await server.db.selectFrom('book').select('book_id').execute()).toEqual([])
    }
  })
})

describe('an open book', () => {
  test('accepts no upload after its deadline or from its jurors, and drops deleted logos', async () => {
    const { book_id, jurors } = await createOpenBook(server, { entries: 0 })
    const juror = await upload({ ...jurors[0]!, ...(await grant(jurors[0]!.designer_id)) })
    expect(juror.isEntered).toBe(false)
    const member = await createDesigner(server.db)
    const { client, logo_id } = await upload(member)
    await client.call(api.logos.remove, { logo_id })
    expect(await server.db.selectFrom('entry').select(['logo_id']).execute()).toEqual([])
    await server.db
      .updateTable('book')
      .set({ closes_at: new Date() })
      .where('book_id', '=', book_id)
      .execute()
    expect((await upload(member)).isEntered).toBe(false)
  })

  async function grant(designer_id: number) {
    const day = (days: number) => inDays(days).slice(0, 10)
    await server.db
      .insertInto('membership_grant')
      .values({
        designer_id,
        source: 'admin',
        source_reference: `test ${designer_id}`,
        starts_on: day(-1),
        ends_on: day(300),
      })
      .execute()
    return {}
  }

  test('can be changed; a closed one only in its public texts', async () => {
    const { chair, step } = await createOpenBook(server)
    const later = inDays(60)
    expect(
      await chair.call(api.desk.books.update, {
        series: 'book',
        number: 14,
        places: 7,
        closes_at: later,
        border_round: 0,
      }),
    ).toMatchObject({ places: 7, closes_at: later, border_round: 0 })
    await step('closed')
    expect(await refusal(chair.call(api.desk.books.update, { book: 'book-14', places: 8 }))).toMatchObject({
      status: 409,
      body: { error: 'Colophon Book 14 is closed: places cannot change any more.' },
    })
    await chair.call(api.desk.books.update, {
      book: 'book-14',
      places: 7,
      blurb: 'Chosen in the dark.',
      published: '2027-04',
    })
    const [book] = (await server.visit().call(api.books.find, {})).data
    expect(book).toMatchObject({ blurb: 'Chosen in the dark.', published: '2027-04', places: 7 })
    expect((await acts()).map(act => act.what)).toEqual([
      'books.open',
      'books.jurors',
      'books.change',
      'books.state',
      'books.change',
    ])
  })

  test('keeps versions of its public texts, and an earlier one can be restored in every state', async () => {
    const { chair, step } = await createOpenBook(server)
    const update = (input: Omit<InputOf<typeof api.desk.books.update>, 'book'>) =>
      chair.call(api.desk.books.update, { book: 'book-14', ...input })
    await update({ blurb: 'Chosen in the dark.', pages: 300, why: 'The printer asked' })
    await update({ places: 7 })
    await step('closed')
    const { versions } = await update({ blurb: 'Chosen by nine.' })
    expect(versions).toMatchObject([
      { version: 3, blurb: 'Chosen by nine.', pages: 300 },
      { version: 2, blurb: 'Chosen in the dark.', pages: 300 },
      { version: 1, blurb: '', pages: null },
    ])
    const again = await update({ version: 2, why: 'It was better' })
    expect(again.versions).toHaveLength(4)
    expect(again.versions[0]).toMatchObject({ version: 4, blurb: 'Chosen in the dark.', pages: 300 })
    expect(again.places).toBe(7)
    const [shown] = (await server.visit().call(api.books.find, {})).data
    expect(shown).toMatchObject({ blurb: 'Chosen in the dark.', places: 7 })
    // An unchanged save adds no version.
    expect((await update({ version: 4 })).versions).toHaveLength(4)
    expect((await refusal(update({ version: 9 }))).status).toBe(404)
    expect((await refusal(update({ version: 1, blurb: 'Both' }))).body.errors).toEqual({
      version: 'Send new text, or the version to restore.',
    })
    const [last] = await server.db
      .selectFrom('staff_act')
      .where('kind', '=', 'book')
      .orderBy('act_id', 'desc')
      .select(['what', 'before', 'after', 'why'])
      .execute()
    expect(last).toEqual({
      what: 'books.change',
      before: { blurb: 'Chosen by nine.' },
      after: { blurb: 'Chosen in the dark.', taken_back: 2 },
      why: 'It was better',
    })
  })

  test('without a commitment cannot be closed; the next start of the program adds one, once', async () => {
    const { book_id, step } = await createOpenBook(server)
    await server.db
      .updateTable('book')
      .set({ commitment: null, secret: null })
      .where('book_id', '=', book_id)
      .execute()
    expect((await refusal(step('closed'))).body.error).toContain('There is no commitment yet')
    const read = () =>
      server.db
        .selectFrom('book')
        .where('book_id', '=', book_id)
        .select(['commitment', 'secret'])
        .executeTakeFirstOrThrow()
    await commitOpenBook(server.db, new Date())
    const { commitment, secret } = await read()
    expect(commitment).toBe(sha256(secret!))
    await commitOpenBook(server.db, new Date())
    expect((await read()).commitment).toBe(commitment)
    await step('closed')
  })
})

describe('jurors', () => {
  test('are accounts of that role, each once, at most ten', async () => {
    const { chair, slug, jurors } = await createOpenBook(server)
    const member = await createDesigner(server.db)
    const ids = jurors.map(juror => juror.designer_id)
    const set = (designer_ids: number[]) =>
      refusal(chair.call(api.desk.books.setJurors, { book: slug, designer_ids }))
    expect(await set([...ids, member.designer_id])).toMatchObject({
      status: 400,
      body: { errors: { designer_ids: `${member.username} isn’t a juror.` } },
    })
    expect(await set([ids[0]!, ids[0]!])).toMatchObject({
      status: 400,
      body: { error: 'Name each juror once.' },
    })
    expect(await set([...ids, 999_999])).toMatchObject({
      status: 400,
      body: { error: 'Member 999999 doesn’t exist.' },
    })
    const more = await createJurors(server, 3)
    expect(await set([...ids, ...more.map(m => m.designer_id)])).toMatchObject({
      status: 400,
      body: { error: 'At most 10 jurors, please.' },
    })
    const { jurors: named } = await chair
      .call(api.desk.books.find, { book: slug })
      .then(book => book as never as { jurors: { designer_id: number; number: number }[] })
    expect(named.map(juror => [juror.designer_id, juror.number])).toEqual(
      ids.sort((a, b) => a - b).map((id, i) => [id, i + 1]),
    )
  })

  test('are told of their seat by one letter each, which leads to the bench', async () => {
    const { chair, slug, jurors } = await createOpenBook(server, { jurors: 0 })
    expect(jurors).toEqual([])
    const letters = () =>
      server.db
        .selectFrom('mail')
        .where('kind', '=', 'jury-named')
        .select(['to_address', 'subject', 'text'])
        .execute()
    const set = (...named: { designer_id: number }[]) =>
      chair.call(api.desk.books.setJurors, {
        book: slug,
        designer_ids: named.map(({ designer_id }) => designer_id),
      })
    // An account of long standing that gets the role, and one of that role.
    const member = await createDesigner(server.db, { membership: 'active' })
    const juror = await createDesigner(server.db, { role: 'juror', membership: 'none' })
    expect((await refusal(set(member, juror))).status).toBe(400)
    expect(await letters()).toEqual([])
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    await admin.call(api.desk.members.update, {
      designer_id: member.designer_id,
      role: 'juror',
      why: 'Asked',
    })
    const bench = await server.signIn(member)
    expect((await refusal(bench.call(api.jury.find, {}))).status).toBe(403)

    await set(member)
    await set(member, juror)
    const written = await letters()
    expect(written.map(letter => letter.to_address).sort()).toEqual([member.email, juror.email].sort())
    const first = written.find(letter => letter.to_address === member.email)
    expect(first?.subject).toBe('You’re on the jury of Colophon Book 14')
    expect(first?.text).toContain('which juror had which logos, by account number')
    expect(first?.text).toContain(`${server.services.publicUrl}/jury`)
    expect(await bench.call(api.jury.find, {})).toMatchObject({ book: { slug }, stage: null, declared: [] })

    // A juror who is removed has no bench. Named again, the juror has it back, without another letter.
    await set(juror)
    expect((await refusal(bench.call(api.jury.find, {}))).status).toBe(403)
    await set(member, juror)
    expect(await letters()).toHaveLength(2)
  })

  test('are never the chair: not by name, not by a role given later, not after leaving a book that is not published', async () => {
    const { slug, jurors, step } = await createOpenBook(server)
    const ids = jurors.map(juror => juror.designer_id)
    const account = await createDesigner(server.db, { role: 'chair', membership: 'none' })
    const chair = await server.signIn(account)
    const set = (designer_ids: number[]) =>
      chair.call(api.desk.books.setJurors, { book: slug, designer_ids, why: 'Ill' })
    expect(await refusal(set([...ids, account.designer_id]))).toMatchObject({
      status: 400,
      body: { errors: { designer_ids: `${account.username} isn’t a juror.` } },
    })
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    const give = (juror: { designer_id: number }, role: 'chair' | 'admin' | 'member') =>
      admin.call(api.desk.members.update, { designer_id: juror.designer_id, role, why: 'Asked' })
    const [first, second] = jurors as [(typeof jurors)[number], (typeof jurors)[number]]
    const sits = `${first.username} sits on the jury of ${slug}: the role stays until it is published.`
    for (const role of ['chair', 'admin', 'member'] as const)
      expect(await refusal(give(first, role))).toMatchObject({ status: 409, body: { error: sits } })
    expect((await refusal(chair.call(api.jury.find, {}))).status).toBe(403)

    await step('closed')
    await step('judging')
    await set(ids.filter(id => id !== first.designer_id && id !== second.designer_id))
    const was = `${first.username} was a juror of ${slug}, and can’t be its chair: wait until it is published.`
    for (const role of ['chair', 'admin'] as const)
      expect(await refusal(give(first, role))).toMatchObject({ status: 409, body: { error: was } })
    await give(first, 'member')
    expect((await refusal(give(first, 'chair'))).body.error).toBe(was)
    await server.db.updateTable('book').set({ state: 'published' }).where('slug', '=', slug).execute()
    expect(await give(first, 'chair')).toMatchObject({ role: 'chair' })
  })

  test('keep their accounts until the book is published or the chair releases them', async () => {
    const { chair, slug, jurors, step } = await createOpenBook(server)
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    const [first, second] = jurors as [(typeof jurors)[number], (typeof jurors)[number]]
    const closeOwn = async (juror: typeof first) =>
      (await server.signIn(juror)).call(api.auth.closeAccount, { password: testPassword })
    const closeAtDesk = ({ designer_id }: typeof first) =>
      admin.call(api.desk.members.update, { designer_id, closed: 1, why: 'Asked' })
    const until = 'the account stays until it is published, or the chair releases'
    const expectRefusals = async (juror: typeof first) => {
      expect(await refusal(closeOwn(juror))).toMatchObject({
        status: 409,
        body: { code: 'on_jury', error: `You sit on the jury of ${slug}: ${until} you.` },
      })
      expect(await refusal(closeAtDesk(juror))).toMatchObject({
        status: 409,
        body: { code: 'on_jury', error: `${juror.username} sits on the jury of ${slug}: ${until} them.` },
      })
    }
    await expectRefusals(first)
    await step('closed')
    await step('judging')
    await expectRefusals(first)

    const ids = jurors.map(juror => juror.designer_id)
    await chair.call(api.desk.books.setJurors, {
      book: slug,
      designer_ids: ids.filter(id => id !== first.designer_id),
      why: 'Ill',
    })
    expect(await closeOwn(first)).toMatchObject({ isAuthenticated: false })
    await server.db.updateTable('book').set({ state: 'published' }).where('slug', '=', slug).execute()
    expect(await closeAtDesk(second)).toMatchObject({ is_closed: 1 })
  })
})

describe('closing', () => {
  test('fixes entries, jurors and conflicts, and publishes their hashes', async () => {
    const { chair, book_id, slug, jurors, entries, step } = await createOpenBook(server)
    const [first, second, third] = jurors
    const own = await createLogo(server.db, { designer_id: first!.designer_id })
    const named = await server.db
      .selectFrom('designer')
      .where('designer_id', '=', second!.designer_id)
      .select(['first_name', 'last_name'])
      .executeTakeFirstOrThrow()
    const credited = await createLogo(server.db, {
      illustrator: `Ada Vale,  ${named.first_name.toUpperCase()} ${named.last_name}`,
    })
    const likewise = await createLogo(server.db, { designer: `${named.first_name} ${named.last_name}son` })
    const declaredByJuror = await createLogo(server.db)
    const partner = await createDesigner(server.db, { company: third!.company.toUpperCase() })
    const sameHouse = await createLogo(server.db, { designer_id: partner.designer_id })
    for (const { logo_id } of [own, credited, likewise, declaredByJuror, sameHouse])
      await server.db.insertInto('entry').values({ book_id, logo_id }).execute()
    await server.db
      .insertInto('juror_declaration')
      .values({ book_id, juror_id: third!.designer_id, designer_id: declaredByJuror.designer_id })
      .execute()

    const closed = await step('closed')
    expect(closed).toMatchObject({ state: 'closed', next: 'judging', missing: [] })
    const { steps } = closed
    expect(steps.map(({ state }) => state)).toEqual([
      'open',
      'closed',
      'judging',
      'border',
      'ratified',
      'published',
    ])
    expect(steps.map(({ at }) => at !== null)).toEqual([true, true, false, false, false, false])
    const ids = jurors.map(juror => juror.designer_id).sort((a, b) => a - b)
    const numberOf = (juror: { designer_id: number }) => ids.indexOf(juror.designer_id) + 1
    const kept = [...entries, credited.logo_id, likewise.logo_id, declaredByJuror.logo_id, sameHouse.logo_id]
    const conflicts = [
      [credited.logo_id, numberOf(second!)],
      [declaredByJuror.logo_id, numberOf(third!)],
      [sameHouse.logo_id, numberOf(third!)],
    ].sort((a, b) => a[0]! - b[0]!)
    const draw = await server.visit().call(api.books.findDraw, { book: slug })
    expect(draw).toMatchObject({
      entries_hash: sha256(kept.sort((a, b) => a - b).join('\n')),
      inputs_hash: sha256(`jurors:${ids.join(',')}\nconflicts:${conflicts.map(c => c.join(':')).join(',')}`),
      closed_at: expect.any(String),
    })
    for (const name of ['secret', 'seed', 'jurors', 'entries', 'beacon'])
      expect(draw).not.toHaveProperty(name)
    // Nothing enters a closed book, and no juror joins its jury.
    expect((await upload(await createDesigner(server.db))).isEntered).toBe(false)
    expect(
      (await refusal(chair.call(api.desk.books.setJurors, { book: slug, designer_ids: ids.slice(1) })))
        .status,
    ).toBe(409)
  })

  test('keeps the number of an entry whose logo is deleted afterwards', async () => {
    const { entries, book_id, step } = await createOpenBook(server)
    await step('closed')
    await server.db.deleteFrom('logo').where('logo_id', '=', entries[0]!).execute()
    const left = await server.db
      .selectFrom('entry')
      .where('book_id', '=', book_id)
      .select('logo_id')
      .execute()
    expect(left.map(row => row.logo_id).sort((a, b) => a - b)).toEqual(entries)
  })

  test.each([
    [7, 'A book needs 8 to 10 jurors; 7 are named.'],
    [0, 'A book needs 8 to 10 jurors; 0 are named.'],
  ])('with %i jurors is refused, and says what is missing', async (jurors, sentence) => {
    const { chair, slug, step } = await createOpenBook(server, { jurors })
    expect(await refusal(step('closed'))).toMatchObject({ status: 409, body: { error: sentence } })
    expect(await chair.call(api.desk.books.find, { book: slug })).toMatchObject({
      state: 'open',
      missing: [{ text: sentence, where: 'jury' }],
    })
    expect((await acts()).some(act => act.what === 'books.state')).toBe(false)
  })

  test('is refused where an entry has fewer than three eligible jurors, and names the logo and what is missing', async () => {
    const { chair, slug, book_id, jurors, entries, step } = await createOpenBook(server)
    const { designer_id } = await server.db
      .selectFrom('logo')
      .where('logo_id', '=', entries[0]!)
      .select('designer_id')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('juror_declaration')
      .values(jurors.slice(0, 6).map(juror => ({ book_id, juror_id: juror.designer_id, designer_id })))
      .execute()
    // The designer has entered every fourth of twelve logos.
    const named = [1, 5, 9].map(mark => `“Mark ${mark}” (${entries[mark - 1]})`).join(', ')
    const sentence = `Fewer than three jurors can score ${named}. Name other jurors.`
    expect(await chair.call(api.desk.books.find, { book: slug })).toMatchObject({
      missing: [{ text: sentence, where: 'jury' }],
    })
    expect(await refusal(step('closed'))).toMatchObject({ status: 409, body: { error: sentence } })
    expect(await server.db.selectFrom('juror_conflict').select(['logo_id']).execute()).toEqual([])
  })

  test('after the beacon’s moment is refused', async () => {
    const { book_id, step } = await createOpenBook(server, {
      opening: { beacon_source: 'drand round 9', beacon_at: inDays(40) },
    })
    await server.db
      .updateTable('book')
      .set({ beacon_at: new Date(Date.now() - 1000) })
      .where('book_id', '=', book_id)
      .execute()
    const { status, body } = await refusal(step('closed'))
    expect([status, body.error]).toEqual([409, expect.stringContaining('The public value was known from')])
  })

  test('repeated, or by two chairs concurrently, happens once', async () => {
    const { book_id, slug, step } = await createOpenBook(server)
    const other = await signInChair(server)
    await Promise.all([
      step('closed'),
      other.call(api.desk.books.setState, { book: slug, to: 'closed', why: 'Now' }),
    ])
    await step('closed')
    expect((await acts()).filter(act => act.what === 'books.state')).toHaveLength(1)
    expect(
      await server.db.selectFrom('book').where('book_id', '=', book_id).select('state').execute(),
    ).toEqual([{ state: 'closed' }])
  })

  test('during uploads includes every entry in the hash', async () => {
    const { book_id, step } = await createOpenBook(server)
    const member = await createDesigner(server.db)
    const uploads = Promise.all(Array.from({ length: 3 }, () => upload(member)))
    await step('closed')
    await uploads
    const rows = await server.db
      .selectFrom('entry')
      .where('book_id', '=', book_id)
      .select('logo_id')
      .orderBy('logo_id')
      .execute()
    const { entries_hash } = await server.db
      .selectFrom('book')
      .where('book_id', '=', book_id)
      .select('entries_hash')
      .executeTakeFirstOrThrow()
    expect(entries_hash).toBe(sha256(rows.map(row => row.logo_id).join('\n')))
  })
})

describe('steps', () => {
  test('from open to any but the next are refused', async () => {
    const { step } = await createOpenBook(server)
    const error = 'Colophon Book 14 is open: closed comes next.'
    for (const to of ['judging', 'border', 'ratified', 'published'] as const)
      expect(await refusal(step(to)), to).toMatchObject({ status: 409, body: { error } })
  })

  test('need a reason, an existing book and a valid state', async () => {
    const { chair, slug } = await createOpenBook(server)
    const set = (input: object) =>
      refusal(chair.call(api.desk.books.setState, { book: slug, to: 'closed', why: 'Now', ...input }))
    expect(await set({ why: ' ' })).toMatchObject({ status: 400, body: { errors: { why: 'Say why.' } } })
    expect(await set({ book: 'book-99' })).toMatchObject({ status: 404 })
    expect(await set({ to: 'done' })).toMatchObject({ status: 400 })
  })

  test('cannot be reverted', async () => {
    const { step } = await createOpenBook(server)
    await step('closed')
    expect(await refusal(step('open'))).toMatchObject({
      status: 409,
      body: { error: 'Colophon Book 14 is closed already: there is no way back.' },
    })
  })
})

test('an entry is disqualified with a reason, from closing until publication, and put back', async () => {
  const { chair, slug, entries, step } = await createOpenBook(server)
  const set = (state: 0 | 1, logo_id = entries[0]!) =>
    chair.call(api.desk.books.setDisqualified, { book: slug, logo_id, state, why: 'A copy of another mark' })
  expect((await refusal(set(1))).status).toBe(409)
  await step('closed')
  await set(1)
  await set(1)
  expect(await chair.call(api.desk.books.find, { book: slug })).toMatchObject({
    disqualified: [{ logo_id: entries[0], why: 'A copy of another mark' }],
  })
  await set(0)
  expect(await chair.call(api.desk.books.find, { book: slug })).toMatchObject({ disqualified: [] })
  expect((await refusal(set(1, 999_999))).status).toBe(404)
  expect((await acts()).filter(act => act.what === 'books.disqualified')).toHaveLength(2)
})

test('the history of staff is never changed or deleted', async () => {
  await createOpenBook(server)
  await expect(server.db.updateTable('staff_act').set({ why: 'other' }).execute()).rejects.toThrow(
    'only ever added',
  )
  await expect(server.db.deleteFrom('staff_act').execute()).rejects.toThrow('only ever added')
})

test('books judged elsewhere have no draw and no reliability; one judged here has them once published', async () => {
  await server.db.insertInto('book').values({ series: 'book', number: 3, state: 'published' }).execute()
  const { slug } = await createOpenBook(server)
  const visitor = server.visit()
  for (const call of [api.books.findDraw, api.books.findReliability]) {
    expect((await refusal(visitor.call(call, { book: 'book-3' }))).status).toBe(404)
    expect((await refusal(visitor.call(call, { book: 'book-77' }))).status).toBe(404)
  }
  expect((await refusal(visitor.call(api.books.findReliability, { book: slug }))).status).toBe(409)
})

describe('a book that was published elsewhere', () => {
  const earlier = {
    series: 'book',
    number: 3,
    title: 'The third',
    published: '2011-05',
    authors: 'Robin Vale',
    pages: 240,
    ink: '#b3261e',
    buy_url: 'https://shop.example/3',
    why: 'It was sold before this site',
  } as const

  test('is added once, is on the page of books, and is written and taken back like any other', async () => {
    const chair = await signInChair(server)
    const added = await chair.call(api.desk.books.addEarlier, earlier)
    expect(added).toMatchObject({ slug: 'book-3', state: 'published', next: null, entry_ct: 0 })
    expect(await chair.call(api.desk.books.addEarlier, earlier)).toEqual(added)
    const [shown] = (await server.visit().call(api.books.find, {})).data
    expect(shown).toMatchObject({
      slug: 'book-3',
      title: 'The third',
      published: '2011-05',
      published_on: '2011-05-01',
      authors: 'Robin Vale',
      pages: 240,
      ink: '#b3261e',
      paper: null,
      buy_url: 'https://shop.example/3',
    })
    await chair.call(api.desk.books.update, { book: 'book-3', blurb: 'Out of print.' })
    const back = await chair.call(api.desk.books.update, { book: 'book-3', version: 1 })
    expect(back.versions.map(({ version, blurb }) => [version, blurb])).toEqual([
      [3, ''],
      [2, 'Out of print.'],
      [1, ''],
    ])
    expect((await acts()).map(({ what }) => what)).toEqual(['books.add', 'books.change', 'books.change'])
    // The next one is opened as if it had been judged here.
    expect(await chair.call(api.desk.books.open, opening())).toMatchObject({ state: 'open' })
  })

  test('is refused beside another of its number, before its month, without a title, and to members', async () => {
    const chair = await signInChair(server)
    await chair.call(api.desk.books.addEarlier, earlier)
    const add = (changes: object) =>
      refusal(chair.call(api.desk.books.addEarlier, { ...earlier, ...changes }))
    expect(await add({ title: 'Another third' })).toMatchObject({
      status: 409,
      body: { error: 'The third already exists.' },
    })
    expect(await add({ number: 4, published: inDays(62).slice(0, 7) })).toMatchObject({
      status: 400,
      body: { errors: { published: expect.stringContaining('in the future') } },
    })
    const wrong = { number: 0, title: ' ', published: '2011', series: 'almanac', ink: 'red' }
    expect(Object.keys((await add(wrong)).body.errors as object).toSorted()).toEqual(
      Object.keys(wrong).toSorted(),
    )
    const member = await server.signIn(await createDesigner(server.db))
    expect((await refusal(member.call(api.desk.books.addEarlier, earlier))).status).toBe(403)
  })
})

test('the list of books has the 201st on its fifth page, and says on every page which book is next and whether one is open', async () => {
  const chair = await signInChair(server)
  await server.db
    .insertInto('book')
    .values(
      Array.from({ length: 201 }, (_, i) => ({
        series: i < 100 ? ('textbook' as const) : ('book' as const),
        number: i + 1,
        state: 'published' as const,
        published_on: '2019-05-01',
      })),
    )
    .execute()
  const last = { page: 5, page_size: 50 }
  const closed = await chair.call(api.desk.books.find, last)
  // The series 'book' comes first, the newest of it at the top.
  expect(closed).toMatchObject({ data: [{ slug: 'textbook-1' }], count: 201, next_number: 202, has_open: 0 })
  await chair.call(api.desk.books.open, opening({ number: 202 }))
  expect(await chair.call(api.desk.books.find, { q: 'nothing' })).toEqual({
    data: [],
    count: 0,
    next_number: 203,
    has_open: 1,
  })
})

test('the list of books is paged, searched, sorted and given as CSV', async () => {
  const chair = await signInChair(server)
  await chair.call(api.desk.books.open, opening())
  for (const [series, number, title, published] of [
    ['book', 12, 'Zinc', '2019-05'],
    ['book', 13, 'Amber', '2021-05'],
    ['textbook', 1, 'Marks', '2020-05'],
  ] as const)
    await chair.call(api.desk.books.addEarlier, { series, number, title, published })
  const list = async (query: object) => {
    const answer = await chair.call(api.desk.books.find, query)
    if (!('data' in answer)) throw new Error('no list')
    return { slugs: answer.data.map(({ slug }) => slug), count: answer.count }
  }
  expect(await list({})).toEqual({ slugs: ['book-14', 'book-13', 'book-12', 'textbook-1'], count: 4 })
  expect((await list({ sort: 'name' })).slugs.slice(0, 1)).toEqual(['book-13'])
  expect((await list({ sort: 'oldest' })).slugs.slice(0, 3)).toEqual(['book-12', 'textbook-1', 'book-13'])
  expect(await list({ page: 2, page_size: 3 })).toEqual({ slugs: ['textbook-1'], count: 4 })
  expect(await list({ q: 'zin' })).toEqual({ slugs: ['book-12'], count: 1 })
  const { body } = await chair.send({ method: 'GET', url: '/api/admin/books.csv?q=amber' })
  expect(body).toMatch(/^slug,title,state,.*\r\nbook-13,Amber,published,/)
})
