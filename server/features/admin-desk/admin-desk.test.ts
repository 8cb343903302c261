import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await createDesigner(server.db, { role: 'admin' })
})
afterAll(() => server.close())

const todayOf = async (role: 'moderator' | 'support' | 'chair' | 'admin') =>
  (await server.signIn(await createDesigner(server.db, { role }))).call(api.adminDesk.today, {})

test('Today counts reports and appeals for those who decide them', async () => {
  const { logo_id, designer_id } = await createLogo(server.db)
  const reporter = await server.signIn(await createDesigner(server.db))
  const { report_id } = await reporter.call(api.reports.file, { kind: 'logo', id: logo_id, reason: 'spam' })
  const reports = { kind: 'reports', count: 1, text: '1 report to decide', href: '/admin/reports?state=open' }
  expect((await todayOf('moderator')).matters).toEqual([reports])
  expect((await todayOf('support')).matters).toEqual([])
  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  await moderator.call(api.adminReports.decide, { report_ids: [report_id], decision: 'hide', why: 'Spam' })
  const { text } = await server.db
    .selectFrom('mail')
    .innerJoin('designer', 'email', 'to_address')
    .where('designer_id', '=', designer_id)
    .where('kind', '=', 'decision')
    .select('text')
    .executeTakeFirstOrThrow()
  const token = /appeal\?token=([\w-]+)/.exec(text)![1]!
  await server.visit().call(api.reports.appeal, { token, text: 'It is no spam' })
  expect((await todayOf('moderator')).matters).toMatchObject([{ kind: 'appeals', count: 1 }])
})

test('Today tells all staff that there is no administrator, until there is one', async () => {
  const empty = await startTestServer()
  try {
    const moderator = await empty.signIn(await createDesigner(empty.db, { role: 'moderator' }))
    const kinds = async () => (await moderator.call(api.adminDesk.today, {})).matters.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['no-admin'])
    await createDesigner(empty.db, { role: 'admin' })
    expect(await kinds()).toEqual([])
  } finally {
    await empty.close()
  }
})

test('Today shows the state of the installation, and names what it cannot measure', async () => {
  const { facts, matters } = await todayOf('admin')
  expect(matters.map(matter => matter.kind)).toContain('no-open-book')
  const factOf = (name: string) => facts.find(fact => fact.name === name)?.value
  expect(factOf('Version')).toMatch(/^\d+\.\d+\.\d+$/)
  expect(factOf('Free disk')).toMatch(/^\d+(\.\d)? GB of \d+(\.\d)? GB$/)
  expect(factOf('Last backup')).toBe('Unknown: backups are made outside the site')
})

describe('the search', () => {
  const search = async (role: 'moderator' | 'support' | 'chair' | 'admin', q: string) =>
    (await server.signIn(await createDesigner(server.db, { role }))).call(api.adminDesk.search, { q })
  const kindsOf = async (...args: Parameters<typeof search>) =>
    (await search(...args)).data.map(found => found.kind)

  test('finds a report by its number, the names of reporter and owner, and its words, also once it is decided', async () => {
    const owner = await createDesigner(server.db)
    const account = await createDesigner(server.db)
    const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id, title: 'Lighthouse' })
    const reporter = await server.signIn(account)
    const filed = { kind: 'logo', id: logo_id, reason: 'spam', text: 'Seen on a zeppelin' } as const
    const { report_id } = await reporter.call(api.reports.file, filed)
    const found = { kind: 'report', id: String(report_id), title: 'Lighthouse' }
    for (const q of [String(report_id), account.username, owner.company, 'zeppelin'])
      expect((await search('moderator', q)).data).toContainEqual(expect.objectContaining(found))
    expect(await kindsOf('support', 'zeppelin')).toEqual([])
    const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
    await moderator.call(api.adminReports.decide, { report_ids: [report_id], decision: 'hide', why: 'Spam' })
    const [decided] = (await search('moderator', 'zeppelin')).data
    expect(decided).toMatchObject({ ...found, href: `/admin/reports?q=${report_id}&state=decided` })
  })

  test('finds what each room holds, only for those who may enter it', async () => {
    const admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
    const { username, designer_id } = await createDesigner(server.db, { username: 'montgolfier' })
    const { logo_id } = await createLogo(server.db)
    await server.db
      .insertInto('comment')
      .values({ logo_id, designer_id, comment: 'A montgolfier!', created_at: new Date() })
      .execute()
    await admin.call(api.adminPosts.add, { title: 'Aloft', text: 'By montgolfier.' })
    await admin.call(api.adminSite.save, { name: 'tagline', value: 'As light as a montgolfier' })
    await admin.call(api.adminMoney.makeAffiliate, { code: 'balloon', username })
    const note = 'For the montgolfier fair'
    await admin.call(api.adminMoney.makeGiftCards, { count: 1, term_months: 1, note })
    await admin.call(api.adminMembers.update, { designer_id, note: 'Flies', why: 'Asked' })
    expect(new Set(await kindsOf('admin', 'montgolfier'))).toEqual(
      new Set(['member', 'comment', 'post', 'text', 'gift card', 'affiliate', 'act']),
    )
    expect(await kindsOf('moderator', 'montgolfier')).toEqual(['member', 'comment'])
    expect(await kindsOf('support', 'montgolfier')).toEqual(['member', 'gift card', 'affiliate'])
    expect(await kindsOf('chair', 'montgolfier')).toEqual(['member'])
  })
})
