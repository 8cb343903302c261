import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo, makePicture } from '../../../tests/factories.ts'
import {
  type Client,
  refusal,
  startTestServer,
  type TestServer,
  untilWindowLasts,
} from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'
import { transaction } from '../../db/connect.ts'
import { fileReport } from './file-report.ts'
import { reportSamePicture } from './queries.ts'

let server: TestServer
let owner: Awaited<ReturnType<typeof createDesigner>>
let ownerClient: Client
let member: Client
let moderator: Client
let second: Client
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('limit_count').execute()
  owner = await createDesigner(server.db)
  ownerClient = await server.signIn(owner)
  member = await server.signIn(await createDesigner(server.db))
  moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  second = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const newLogo = async () => (await createLogo(server.db, { designer_id: owner.designer_id })).logo_id
const report = (by: Client, id: number, input: object = {}) =>
  by.call(api.reports.file, { kind: 'logo', id, reason: 'spam', ...input })
const decide = (by: Client, report_ids: number[], decision: 'dismiss' | 'hide', input: object = {}) =>
  by.call(api.desk.reports.decide, { report_ids, decision, why: 'We looked', ...input })
const letters = (to: string) =>
  server.db
    .selectFrom('mail')
    .where('to_address', '=', to)
    .orderBy('created_at')
    .orderBy('kind')
    .select(['kind', 'subject', 'text'])
    .execute()
const tokenIn = (text: string) => /appeal\?token=([\w-]+)/.exec(text)![1]!
const isShown = async (id: number) =>
  (await server.visit().send({ method: 'GET', url: `/api/logos?logo_id=${id}` })).statusCode === 200
const acts = (kind: string, id: number) =>
  server.db
    .selectFrom('staff_act')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('act_id')
    .select(['what', 'why', 'designer_id'])
    .execute()

describe('a report', () => {
  test('is one per reporter and subject, and its reporter gets one letter', async () => {
    const id = await newLogo()
    const designer = await createDesigner(server.db)
    const client = await server.signIn(designer)
    const first = await report(client, id)
    expect(first).toEqual({ report_id: expect.any(Number), state: 'open' })
    expect(await report(client, id, { reason: 'abuse' })).toEqual(first)
    const [together, again] = await Promise.all([report(member, id), report(member, id)])
    expect(together).toEqual(again)
    expect((await letters(designer.email)).map(mail => mail.kind)).toEqual(['report-received'])
  })

  test('of an outsider needs an address, and the letter to it holds nothing that was typed', async () => {
    const id = await newLogo()
    const visitor = server.visit()
    expect((await refusal(report(visitor, id))).status).toBe(401)
    const missing = await refusal(report(visitor, id, { reason: 'copied' }))
    expect(missing.body.errors).toHaveProperty('email')
    const email = 'Outsider@example.com'
    const sent = await report(visitor, id, { reason: 'copied', email, text: 'http://pills.example' })
    expect(await report(visitor, id, { reason: 'copied', email: email.toLowerCase() })).toEqual(sent)
    const [letter, ...more] = await letters(email)
    expect(more).toEqual([])
    expect(letter!.text).not.toContain('pills')
    expect(letter!.text).not.toContain('Plain mark')
    for (let i = 0; i < 3; i++) await report(visitor, await newLogo(), { reason: 'copied', email })
    expect(await letters(email)).toHaveLength(3)
  })

  test('is refused with a sentence for what is wrong with it', async () => {
    const id = await newLogo()
    for (const [input, field] of [
      [{ kind: 'book' }, 'kind'],
      [{ id: 'x' }, 'id'],
      [{ reason: 'ugly' }, 'reason'],
      [{ reason: 'rights' }, 'good_faith'],
      [{ reason: 'illegal', good_faith: false }, 'good_faith'],
      [{ text: 'x'.repeat(2001) }, 'text'],
      [{ email: 'no address' }, 'email'],
    ] as const) {
      const { status, body } = await refusal(report(member, id, input))
      expect([status, input, Object.keys(body.errors as object)]).toEqual([400, input, [field]])
    }
    expect((await refusal(report(ownerClient, id))).status).toBe(400)
    expect((await refusal(report(member, 99_999_999))).status).toBe(404)
    expect((await refusal(report(member, 99_999_999, { kind: 'comment' }))).status).toBe(404)
  })

  test('is accepted twenty times an hour; repeats do not count', async () => {
    await untilWindowLasts(3600)
    const ids = await Promise.all(Array.from({ length: 21 }, newLogo))
    const { designer_id } = await createDesigner(server.db)
    const limited = (id: number) =>
      fileReport(
        { ...server.services, hasDemoData: false },
        { kind: 'logo', id, reason: 'spam', text: '' },
        { id: designer_id, role: 'member', isActive: true },
        '203.0.113.9',
      )
    for (const id of ids.slice(0, 20)) await limited(id)
    await limited(ids[0]!)
    await expect(limited(ids[20]!)).rejects.toMatchObject({ status: 429 })
  })

  test('of a comment by three active members hides it until it is looked at', async () => {
    const logo_id = await newLogo()
    const { logo_comment_id: id } = await ownerClient.call(api.logos.addComment, { logo_id, comment: 'Rude' })
    const reporters = await Promise.all(
      [1, 2, 3].map(async () => server.signIn(await createDesigner(server.db))),
    )
    const lapsed = await server.signIn(await createDesigner(server.db, { membership: 'lapsed' }))
    const count = async () => (await member.call(api.logos.comments, { logo_id })).count
    const ids = []
    for (const by of [lapsed, ...reporters.slice(0, 2)]) ids.push(await report(by, id, { kind: 'comment' }))
    expect(await count()).toBe(1)
    ids.push(await report(reporters[2]!, id, { kind: 'comment' }))
    expect(await count()).toBe(0)
    await decide(
      moderator,
      ids.map(each => each.report_id),
      'dismiss',
    )
    expect(await count()).toBe(1)
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('is filed automatically when a picture of another designer is uploaded', async () => {
    const file_base64 = (await makePicture()).toString('base64')
    const upload = (by: Client) =>
      by.call(api.logos.submit, { logo: 'Same', logotype: 'Symbol', file_base64 })
    const first = await upload(ownerClient)
    const copy = await upload(member)
    const { data } = await moderator.call(api.desk.reports.list, { q: 'Same', page_size: 200 })
    expect(data.find(each => each.id === copy.logo_id)).toMatchObject({
      reporter: null,
      reason: 'copied',
      found: 'same picture',
      original: { image: first.image },
    })
    expect(data.some(each => each.id === first.logo_id)).toBe(false)
  })

  test('a picture that no other logo has is looked up by its index, also where many logos share few pictures', async () => {
    const title = 'Shared'
    const images = Array.from({ length: 40 }, (_, i) => `${10 + i}`.repeat(16))
    for (let i = 0; i < 10; i++) {
      const { designer_id } = await createDesigner(server.db)
      const shared = images.map(image => ({ designer_id, title, logotype: 'Symbol', image, side: 900 }))
      await server.db.insertInto('logo').values(Array(5).fill(shared).flat()).execute()
    }
    await sql`analyze logo`.execute(server.db)
    await transaction(server.db, async trx => {
      const { logo_id } = await createLogo(trx)
      const rowsRead = async () => {
        const { rows } = await sql<{ n: number }>`
          select (seq_tup_read + idx_tup_fetch)::integer as n from pg_stat_xact_user_tables where relname = 'logo'`.execute(
          trx,
        )
        return rows[0]!.n
      }
      const before = await rowsRead()
      await reportSamePicture(trx, logo_id, new Date())
      expect((await rowsRead()) - before).toBeLessThan(10)
    })
    await server.db.deleteFrom('logo').where('title', '=', title).execute()
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:1/alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'the owl of a bank',
  ])('whose original is %s, no address of the web, is refused', async original_url => {
    const id = await newLogo()
    expect(await refusal(report(member, id, { reason: 'copied', original_url }))).toMatchObject({
      status: 400,
      body: { errors: { original_url: 'Enter a web address, such as https://example.com/logo' } },
    })
  })

  test('shows a logo of ours as the original only where our own address names it', async () => {
    const image = 'e'.repeat(32)
    const { logo_id } = await createLogo(server.db, { image })
    const { publicUrl } = server.services
    for (const [original_url, original] of [
      [`/logo/${logo_id}`, { image }],
      [`${publicUrl}/logo/${logo_id}?from=wall`, { image }],
      [`/?logo_id=${logo_id}`, { image }],
      [`${publicUrl}/search?q=owl&logo_id=${logo_id}`, { image }],
      [`${new URL(publicUrl).host}/?logo_id=${logo_id}`, { image }],
      [`https://other.example/logo/${logo_id}`, null],
      [`//other.example/logo/${logo_id}`, null],
      [`${publicUrl}.example/logo/${logo_id}`, null],
      [`https://other.example/?${publicUrl}/logo/${logo_id}`, null],
    ] as const) {
      const { report_id } = await report(member, await newLogo(), { reason: 'copied', original_url })
      const { data } = await moderator.call(api.desk.reports.list, { q: String(report_id), page_size: 200 })
      const listed = data.find(each => each.report_id === report_id)
      expect(listed).toMatchObject({ original_url, original: original && { ...original, logo_id } })
    }
  })
})

describe('a decision', () => {
  test('to hide is mailed to owner and reporter, recorded, and can be appealed once', async () => {
    const id = await newLogo()
    const reporter = await createDesigner(server.db)
    const { report_id } = await report(await server.signIn(reporter), id)
    await decide(moderator, [report_id], 'hide')
    expect(await isShown(id)).toBe(false)
    expect((await letters(reporter.email)).map(mail => mail.kind).sort()).toEqual([
      'report-decided',
      'report-received',
    ])
    const [statement] = await letters(owner.email)
    expect(statement!.text).toContain('We looked')
    const token = tokenIn(statement!.text)
    const appealed = await server.visit().call(api.reports.appeal, { token, text: 'It is mine.' })
    expect(appealed.state).toBe('appeal')
    expect((await refusal(server.visit().call(api.reports.appeal, { token, text: 'Again' }))).body.code).toBe(
      'link_used',
    )

    const own = await refusal(
      moderator.call(api.desk.reports.decide, {
        report_ids: [appealed.report_id],
        decision: 'restore',
        why: 'Mine',
      }),
    )
    expect([own.status, own.body.code]).toEqual([409, 'own_decision'])
    await second.call(api.desk.reports.decide, {
      report_ids: [appealed.report_id],
      decision: 'restore',
      why: 'It was',
    })
    expect(await isShown(id)).toBe(true)
    expect((await letters(owner.email)).map(mail => mail.kind)).toContain('appeal-decided')
    expect((await acts('logo', id)).map(act => act.what)).toEqual(['reports.hide', 'appeals.restore'])
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('by two moderators concurrently is made once; the other gets 409', async () => {
    const { report_id } = await report(member, await newLogo())
    const outcomes = await Promise.allSettled([
      decide(moderator, [report_id], 'hide'),
      decide(second, [report_id], 'dismiss'),
    ])
    expect(outcomes.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find(each => each.status === 'rejected')
    expect(refused?.reason.status).toBe(409)
  })

  test('to dismiss is mailed to the reporter alone, who may appeal, and the reports wait again when that succeeds', async () => {
    const id = await newLogo()
    const reporter = await createDesigner(server.db)
    const { report_id } = await report(await server.signIn(reporter), id)
    await decide(moderator, [report_id], 'dismiss')
    expect(await letters(owner.email)).toEqual([])
    const decided = (await letters(reporter.email)).find(mail => mail.kind === 'report-decided')!
    const appeal = await server
      .visit()
      .call(api.reports.appeal, { token: tokenIn(decided.text), text: 'Look again' })
    await second.call(api.desk.reports.decide, {
      report_ids: [appeal.report_id],
      decision: 'restore',
      why: 'True',
    })
    await decide(second, [report_id], 'hide')
    expect(await isShown(id)).toBe(false)
  })

  test('about a deleted subject is mailed to its reporters, too', async () => {
    const logo_id = await newLogo()
    const { logo_comment_id: id } = await ownerClient.call(api.logos.addComment, { logo_id, comment: 'Rude' })
    const reporter = await createDesigner(server.db)
    const email = `outsider-${id}@example.com`
    const reports = [
      await report(await server.signIn(reporter), id, { kind: 'comment' }),
      await report(server.visit(), id, { kind: 'comment', reason: 'copied', email }),
    ]
    await ownerClient.call(api.reports.removeComment, { comment_id: id })
    const report_ids = reports.map(each => each.report_id)
    expect((await refusal(decide(moderator, report_ids, 'hide'))).status).toBe(409)
    await decide(moderator, report_ids, 'dismiss')
    for (const to of [reporter.email, email]) {
      const decided = (await letters(to)).find(mail => mail.kind === 'report-decided')
      expect(decided?.text).toContain('no longer on the site')
    }
  })

  test('to hide says to the owner of a logo and to the writer of a comment that they can still see it', async () => {
    const logo_id = await newLogo()
    const { logo_comment_id: id } = await ownerClient.call(api.logos.addComment, { logo_id, comment: 'Rude' })
    const hide = async (kind: 'logo' | 'comment', subject: number) => {
      const { report_id } = await report(member, subject, { kind })
      await decide(moderator, [report_id], 'hide')
    }
    const textOf = async (subject: string) =>
      (await letters(owner.email)).find(mail => mail.subject === subject)?.text
    await hide('comment', id)
    expect(await textOf('Your comment has been hidden')).toContain('You can still see it')
    await hide('logo', logo_id)
    expect(await textOf('Your logo has been hidden')).toContain('You can still see it')
  })

  test('to suspend stops writing and paying until the date, and an appeal lifts it', async () => {
    const { report_id } = await report(member, owner.designer_id, { kind: 'designer' })
    for (const until of [undefined, inDays(-1)]) {
      const { status, body } = await refusal(
        moderator.call(api.desk.reports.decide, {
          report_ids: [report_id],
          decision: 'suspend',
          until,
          why: 'Spam',
        }),
      )
      expect([status, Object.keys(body.errors as object)]).toEqual([400, ['until']])
    }
    const until = inDays(7)
    await moderator.call(api.desk.reports.decide, {
      report_ids: [report_id],
      decision: 'suspend',
      until,
      why: 'Spam',
    })
    const logo_id = (await createLogo(server.db)).logo_id
    const refused = await refusal(ownerClient.call(api.logos.like, { logo_id, state: 1 }))
    expect(refused).toMatchObject({ status: 403, body: { code: 'suspended', until } })
    expect((await ownerClient.call(api.auth.check, {})).isAuthenticated).toBe(true)
    expect((await ownerClient.call(api.logos.find, { logo_id })).count).toBe(1)
    expect((await ownerClient.send({ method: 'GET', url: '/api/designers/export' })).statusCode).toBe(200)
    const { text } = (await letters(owner.email)).at(-1)!
    const appeal = await ownerClient.call(api.reports.appeal, { token: tokenIn(text), text: 'It was not me' })
    await second.call(api.desk.reports.decide, {
      report_ids: [appeal.report_id],
      decision: 'restore',
      why: 'True',
    })
    expect((await ownerClient.call(api.logos.like, { logo_id, state: 1 })).is_liked).toBe(1)
  })

  test('is refused with a sentence for what is wrong with it', async () => {
    const logo = await report(member, await newLogo())
    const profile = await report(member, owner.designer_id, { kind: 'designer' })
    const send = (input: object) =>
      refusal(
        moderator.call(api.desk.reports.decide, {
          report_ids: [logo.report_id],
          decision: 'hide',
          why: 'So',
          ...input,
        }),
      )
    expect((await send({ report_ids: [] })).body.errors).toHaveProperty('report_ids')
    expect((await send({ report_ids: [99_999_999] })).status).toBe(404)
    expect((await send({ decision: 'burn' })).body.errors).toHaveProperty('decision')
    expect((await send({ decision: 'restore' })).status).toBe(400)
    expect((await send({ why: ' ' })).body.errors).toHaveProperty('why')
    expect((await send({ report_ids: [profile.report_id] })).status).toBe(400)
    expect((await send({ report_ids: [profile.report_id], decision: 'remove' })).status).toBe(400)
    // Refused as a whole: nothing was hidden.
    expect(
      await isShown(
        (
          await server.db
            .selectFrom('report')
            .where('report_id', '=', logo.report_id)
            .select('subject_id')
            .executeTakeFirstOrThrow()
        ).subject_id,
      ),
    ).toBe(true)
  })

  test('the only administrator is not suspended, and staff only by an administrator', async () => {
    await server.db.updateTable('designer').set({ role: 'member' }).where('role', '=', 'admin').execute()
    const boss = await createDesigner(server.db, { role: 'admin' })
    const { report_id } = await report(member, boss.designer_id, { kind: 'designer' })
    const suspend = (by: Client) =>
      refusal(
        by.call(api.desk.reports.decide, {
          report_ids: [report_id],
          decision: 'suspend',
          until: inDays(1),
          why: 'So',
        }),
      )
    expect((await suspend(moderator)).status).toBe(403)
    expect((await suspend(await server.signIn(boss))).status).toBe(409)
  })
})

test('an upload in progress fails when its member is suspended', async () => {
  const { db } = server
  const file_base64 = (await makePicture()).toString('base64')
  // The suspension holds the account while the upload is decoded and stored.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const suspending = db.transaction().execute(async trx => {
    await trx
      .updateTable('designer')
      .set({ suspended_until: new Date(Date.now() + 86_400_000) })
      .where('designer_id', '=', owner.designer_id)
      .execute()
    await held
  })
  const upload = refusal(
    ownerClient.call(api.logos.submit, { logo: 'Late', logotype: 'Symbol', file_base64 }),
  )
  // The upload waits for the account's row.
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows[0]!.n
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  release()
  await suspending
  expect((await upload).body.code).toBe('suspended')
  const logos = await db
    .selectFrom('logo')
    .where('designer_id', '=', owner.designer_id)
    .select('logo_id')
    .execute()
  expect(logos).toEqual([])
})

describe('blocking', () => {
  test('ends follows and refuses likes, follows, comments and saves in both directions, in words that name no block', async () => {
    const other = await createDesigner(server.db)
    const client = await server.signIn(other)
    const theirs = (await createLogo(server.db, { designer_id: other.designer_id })).logo_id
    const mine = await newLogo()
    await client.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })
    await ownerClient.call(api.designers.follow, { designer_id: other.designer_id, state: 1 })
    await client.call(api.logos.like, { logo_id: mine, state: 1 })
    const blocked = await ownerClient.call(api.designers.block, { designer_id: other.designer_id, state: 1 })
    expect(blocked).toEqual({ designer_id: other.designer_id, is_blocked: 1 })
    expect(await ownerClient.call(api.designers.block, { designer_id: other.designer_id, state: 1 })).toEqual(
      blocked,
    )
    for (const [by, logo_id, designer_id] of [
      [client, mine, owner.designer_id],
      [ownerClient, theirs, other.designer_id],
    ] as const) {
      const shelf = await by.call(api.collections.create, { name: 'Shelf' })
      const fresh = (await createLogo(server.db, { designer_id })).logo_id
      for (const call of [
        () => by.call(api.logos.like, { logo_id: fresh, state: 1 }),
        () => by.call(api.logos.addComment, { logo_id, comment: 'Hello' }),
        () => by.call(api.designers.follow, { designer_id, state: 1 }),
        () => by.call(api.collections.save, { collection_id: shelf.light_box_id, logo_id, state: 1 }),
      ]) {
        const { status, body } = await refusal(call())
        expect([status, body.code]).toEqual([403, 'blocked'])
        expect(body.error).not.toMatch(/block/i)
      }
    }
    const profile = await client.call(api.designers.findProfile, { designer_id: owner.designer_id })
    expect(profile).toMatchObject({ is_blocked: 0, follower_count: 0 })
    expect((await ownerClient.call(api.designers.activity, {})).activity).toEqual([])
    expect((await ownerClient.call(api.designers.unseenActivity, {})).unseen).toBe(0)
    expect((await ownerClient.call(api.designers.blocked, {})).data.map(each => each.designer_id)).toEqual([
      other.designer_id,
    ])
    await ownerClient.call(api.designers.block, { designer_id: other.designer_id, state: 0 })
    expect((await ownerClient.call(api.designers.activity, {})).activity.map(item => item.type)).toEqual([
      'like',
    ])
    expect(
      (await client.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 })).is_followed,
    ).toBe(1)
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })

  test('blocking oneself, staff or an unknown member is refused', async () => {
    const staff = await createDesigner(server.db, { role: 'support' })
    const block = (designer_id: number) =>
      refusal(ownerClient.call(api.designers.block, { designer_id, state: 1 }))
    expect((await block(owner.designer_id)).status).toBe(400)
    expect((await block(staff.designer_id)).status).toBe(400)
    expect((await block(99_999_999)).status).toBe(404)
  })

  test('at the same time as a follow leaves no follow', async () => {
    const other = await createDesigner(server.db)
    const client = await server.signIn(other)
    await Promise.allSettled([
      client.call(api.designers.follow, { designer_id: owner.designer_id, state: 1 }),
      ownerClient.call(api.designers.block, { designer_id: other.designer_id, state: 1 }),
    ])
    const follows = await server.db
      .selectFrom('follow')
      .where('follower_id', '=', other.designer_id)
      .select('followed_id')
      .execute()
    expect(follows).toEqual([])
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })
})
