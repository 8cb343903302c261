import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../../shared/api.ts'
import { utcDay } from '../../../../shared/rules/plan.ts'
import type { Role } from '../../../../shared/rules/roles.ts'
import { createDesigner, createLogo, makePicture } from '../../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'
import { decodeLogo, storeLogo } from '../../../outside/images.ts'

const features = join(import.meta.dirname, '../..')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = async (role: Role) =>
  server.signIn(await createDesigner(server.db, { role, membership: 'none' }))

test('support grants a member at most 31 days a year; reversed grants do not count; an administrator is not limited', async () => {
  const { designer_id } = await createDesigner(server.db, { membership: 'none' })
  const [one, other, admin] = [await staff('support'), await staff('support'), await staff('admin')]
  const grant = await one.call(api.desk.money.give, { designer_id, days: 20 })
  expect(grant.starts_on).toBe(utcDay(new Date()))
  const beyond = await refusal(other.call(api.desk.money.give, { designer_id, days: 12 }))
  expect(beyond).toMatchObject({
    status: 403,
    body: { errors: { days: 'Support may give a member 31 days a year; 11 are left this year.' } },
  })
  const next = await other.call(api.desk.money.give, { designer_id, days: 11 })
  expect(next.starts_on).toBe(grant.ends_on)
  const long = await admin.call(api.desk.money.give, { designer_id, days: 731, why: 'A prize' })
  expect(
    await refusal(one.call(api.desk.money.revokeGrant, { grant_id: long.grant_id, why: 'Mine' })),
  ).toMatchObject({
    status: 403,
  })
  const take = { grant_id: grant.grant_id, why: 'A mistake' }
  await one.call(api.desk.money.revokeGrant, take)
  // Repeated, it gives no more time.
  await one.call(api.desk.money.revokeGrant, take)
  expect(await other.call(api.desk.money.give, { designer_id, days: 20 })).toMatchObject({ designer_id })
  const acts = await admin.call(api.desk.history.list, { designer_id, from: 'web', sort: 'oldest' })
  expect(acts.data.map(act => act.what)).toEqual([
    'grants.give',
    'grants.give',
    'grants.give',
    'grants.take-back',
    'grants.give',
  ])
})

test('concurrent grants do not exceed support’s days', async () => {
  const { designer_id } = await createDesigner(server.db)
  const clients = await Promise.all([staff('support'), staff('support'), staff('support')])
  const answers = await Promise.allSettled(
    clients.map(client => client.call(api.desk.money.give, { designer_id, days: 16 })),
  )
  expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
})

test('support gives no time to itself; an administrator does', async () => {
  for (const [role, status] of [
    ['support', 403],
    ['admin', 200],
  ] as const) {
    const own = await createDesigner(server.db, { role })
    const client = await server.signIn(own)
    const given = client.call(api.desk.money.give, { designer_id: own.designer_id, days: 5 }).then(() => 200)
    expect(await given.catch((error: { status: number }) => error.status)).toBe(status)
  }
})

test('all of support together makes 20 gift cards in 24 hours, also at once; an administrator is not limited, and Today says how many', async () => {
  const own = await startTestServer()
  try {
    const client = async (role: Role) => own.signIn(await createDesigner(own.db, { role }))
    const [one, other, admin] = [await client('support'), await client('support'), await client('admin')]
    const make = (by: typeof one, count: number) =>
      by.call(api.desk.money.makeGiftCards, { count, term_months: 12 })
    const answers = await Promise.allSettled([make(one, 12), make(other, 12)])
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(make(other, 9))).toMatchObject({
      status: 403,
      body: { errors: { count: 'Support may make 20 gift cards in 24 hours; 8 are left.' } },
    })
    await make(other, 8)
    expect(await refusal(make(one, 1))).toMatchObject({ status: 403 })
    await make(admin, 30)
    const { designer_id } = await createDesigner(own.db)
    await one.call(api.desk.money.give, { designer_id, days: 3 })
    const factsFor = async (by: typeof one) =>
      (await by.call(api.desk.today.today, {})).facts.filter(
        fact => fact.name === 'Given by support this week',
      )
    expect(await factsFor(admin)).toEqual([
      { name: 'Given by support this week', value: '3 days to 1 member, 20 gift cards' },
    ])
    expect(await factsFor(one)).toEqual([])
  } finally {
    await own.close()
  }
})

test('too many days, an unknown member, and reversing paid time are refused', async () => {
  const account = await createDesigner(server.db)
  const admin = await staff('admin')
  const { designer_id } = account
  expect(await refusal(admin.call(api.desk.money.give, { designer_id, days: 732 }))).toMatchObject({
    status: 400,
  })
  expect(await refusal(admin.call(api.desk.money.give, { designer_id: 999_999_999, days: 1 }))).toMatchObject(
    { status: 404 },
  )
  const { grant_id } = await server.db
    .insertInto('membership_grant')
    .values({
      designer_id,
      source: 'gift_card',
      source_reference: '77',
      starts_on: '2026-01-01',
      ends_on: '2027-01-01',
    })
    .returning('grant_id')
    .executeTakeFirstOrThrow()
  expect(await refusal(admin.call(api.desk.money.revokeGrant, { grant_id, why: 'No' }))).toMatchObject({
    status: 409,
  })
})

test('a case of the ledger is closed with a reason, and can be reopened', async () => {
  const admin = await staff('admin')
  const { audit_id } = await server.db
    .insertInto('ledger_audit')
    .values({ at: new Date(), what: 'a case to decide', needs_attention: true })
    .returning('audit_id')
    .executeTakeFirstOrThrow()
  const attention_id = Number(audit_id)
  const list = async (state: 'open' | 'done') =>
    (await admin.call(api.desk.money.listAttention, { state, q: 'a case to decide' })).data
  expect(await list('open')).toHaveLength(1)
  const today = await admin.call(api.desk.today.today, {})
  expect(today.matters.find(matter => matter.kind === 'attention')?.count).toBeGreaterThan(0)
  await admin.call(api.desk.money.setAttention, { attention_id, done: 1, why: 'Refunded by hand' })
  expect(await list('done')).toMatchObject([{ is_done: 1, why: 'Refunded by hand' }])
  await admin.call(api.desk.money.setAttention, { attention_id, done: 0, why: 'Not yet' })
  expect(await list('done')).toEqual([])
})

test('gift cards are made, listed without their codes and voided; affiliates get a code', async () => {
  const support = await staff('support')
  const { codes } = await support.call(api.desk.money.makeGiftCards, {
    count: 2,
    term_months: 12,
    note: 'Fair',
  })
  expect(codes).toHaveLength(2)
  const listed = await support.call(api.desk.money.listGiftCards, { q: 'Fair' })
  expect(listed).toMatchObject({ count: 2, data: [{ state: 'unused' }, { state: 'unused' }] })
  expect(JSON.stringify(listed)).not.toContain(codes[0])
  const gift_card_id = listed.data[0]!.gift_card_id
  await support.call(api.desk.money.voidGiftCard, { gift_card_id, why: 'Lost' })
  expect(
    await refusal(support.call(api.desk.money.voidGiftCard, { gift_card_id, why: 'Lost' })),
  ).toMatchObject({
    status: 404,
  })
  const { username } = await createDesigner(server.db)
  await support.call(api.desk.money.makeAffiliate, { code: 'Fair-26', username })
  expect(await support.call(api.desk.money.listAffiliates, { q: 'fair-26' })).toMatchObject({
    count: 1,
    data: [{ username, joined: 0 }],
  })
})

test('a mail is sent again, unless its link was taken out; every template can be read', async () => {
  const support = await staff('support')
  const insert = async (html: string) =>
    server.db
      .insertInto('mail')
      .values({
        kind: 'welcome',
        dedupe_key: `desk ${html}`,
        to_address: 'desk@example.com',
        subject: 'For the desk',
        html,
        text: html,
        status: 'dead',
      })
      .returning('mail_id')
      .executeTakeFirstOrThrow()
  const [whole, blank] = [await insert('Hello'), await insert('')]
  expect(await support.call(api.desk.mail.list, { state: 'dead', q: 'For the desk' })).toMatchObject({
    count: 2,
  })
  expect(await support.call(api.desk.mail.again, whole)).toMatchObject({ state: 'queued' })
  expect(await refusal(support.call(api.desk.mail.again, blank))).toMatchObject({ status: 409 })
  const listed = await support.call(api.desk.mail.templates, {})
  if (!('data' in listed)) throw new Error('no list')
  expect(listed.count).toBeGreaterThan(15)
  for (const { name } of listed.data)
    expect(await support.call(api.desk.mail.templates, { name })).toMatchObject({ name })
})

test('every kind of mail that the program writes has a preview with invented facts', async () => {
  const support = await staff('support')
  const listed = await support.call(api.desk.mail.templates, { page_size: 200 })
  if (!('data' in listed)) throw new Error('no list')
  const written = new Set<string>()
  for await (const path of glob('*/{messages,mails}.ts', { cwd: features })) {
    const source = await readFile(join(features, path), 'utf8')
    for (const [, kind = ''] of source.matchAll(/ kind: '([a-z-]+)'/g)) written.add(kind)
  }
  expect(written.size).toBeGreaterThan(25)
  expect(listed.data.map(({ name }) => name)).toEqual(expect.arrayContaining([...written]))
  const card = await support.call(api.desk.mail.templates, { name: 'gift-card-issued' })
  expect(card).toMatchObject({
    subject: expect.stringContaining('gift card'),
    text: expect.stringContaining('one year'),
  })
  const attention = await support.call(api.desk.mail.templates, { name: 'ledger-attention' })
  expect(attention).toMatchObject({ subject: 'Check: partial refund' })
})

test('a template is shown with its pictures in a frame of the desk, to the callers of the list alone', async () => {
  const decoded = await decodeLogo(await makePicture())
  await storeLogo(server.files, decoded)
  await createLogo(server.db, { title: 'Newest <mark>', image: decoded.image })
  const url = '/api/admin/mails/templates/book-results'
  const support = await staff('support')
  const { statusCode, body, headers } = await support.send({ method: 'GET', url })
  expect(statusCode).toBe(200)
  expect(body).toContain('Newest &#60;mark&#62;')
  expect(body.match(/src="data:image\/jpeg;base64,/g)).toHaveLength(1)
  expect(body.match(/src="data:image\/png;base64,/g)).toHaveLength(2)
  expect(body).not.toContain('cid:')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'unsafe-inline'; img-src data:;.* frame-ancestors 'self'; sandbox$/,
    ),
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
  })
  expect((await support.send({ method: 'GET', url: `${url}x` })).statusCode).toBe(404)
  expect((await server.visit().send({ method: 'GET', url })).statusCode).toBe(401)
  for (const role of ['member', 'juror', 'moderator', 'chair'] as const)
    expect((await (await staff(role)).send({ method: 'GET', url })).statusCode).toBe(403)
})

test('the templates are paged, searched, sorted and given as CSV', async () => {
  const support = await staff('support')
  const list = async (query: object) => {
    const answer = await support.call(api.desk.mail.templates, query)
    if (!('data' in answer)) throw new Error('no list')
    return answer
  }
  const all = (await list({ sort: 'name', page_size: 200 })).data.map(({ name }) => name)
  expect(all).toEqual(all.toSorted())
  expect((await list({ sort: 'name', page: 2, page_size: 5 })).data.map(({ name }) => name)).toEqual(
    all.slice(5, 10),
  )
  expect(await list({ q: 'GIFT-CARD-ISSUED' })).toMatchObject({ count: 1 })
  const { body } = await support.send({ method: 'GET', url: '/api/admin/mails/templates.csv?q=ledger-att' })
  expect(body).toBe('name,subject\r\nledger-attention,Check: partial refund\r\n')
})

test('the desk’s search finds members, cards and mails, and notes that an address was looked for', async () => {
  const support = await staff('support')
  const account = await createDesigner(server.db)
  const found = await support.call(api.desk.today.search, { q: account.username })
  expect(found.data).toMatchObject([{ kind: 'member', href: `/admin/members/${account.designer_id}` }])
  await support.call(api.desk.today.search, { q: account.email })
  expect(await support.call(api.desk.history.list, {})).toMatchObject({
    data: [{ what: 'members.find', after: account.email }],
  })
})
