import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await createDesigner(server.db, { role: 'admin' })
})
afterAll(() => server.close())

const todayOf = async (role: 'moderator' | 'support' | 'chair' | 'admin') =>
  (await server.signIn(await createDesigner(server.db, { role }))).call(api.desk.today.today, {})

test('Today shows the oldest reports and appeals to those who decide them, each with its case’s address', async () => {
  const designer = await createDesigner(server.db)
  const titles = ['Anchor', 'Bell', 'Compass', 'Dory']
  const logos = []
  for (const title of titles)
    logos.push(await createLogo(server.db, { title, designer_id: designer.designer_id, ground: '#ffffff' }))
  const [anchor, bell] = logos as [(typeof logos)[0], (typeof logos)[0]]
  const [reporter, other] = [await createDesigner(server.db), await createDesigner(server.db)]
  const file = async (account: typeof reporter, logo: typeof anchor, reason: 'spam' | 'other') =>
    (await server.signIn(account)).call(api.reports.file, { kind: 'logo', id: logo.logo_id, reason })
  const { report_id } = await file(reporter, bell, 'spam')
  for (const logo of [anchor, ...logos.slice(2)]) await file(reporter, logo, 'spam')
  await file(other, anchor, 'other')

  const [reports, ...others] = (await todayOf('moderator')).matters
  expect(others).toEqual([])
  expect(reports).toMatchObject({
    kind: 'reports',
    count: 5,
    text: '5 reports to decide',
    href: '/admin/reports?state=open',
    oldest: [
      { name: 'Bell', detail: 'Spam', href: `/admin/reports/logo/${bell.logo_id}` },
      {
        name: 'Anchor',
        detail: 'Several reasons · 2 reporters',
        href: `/admin/reports/logo/${anchor.logo_id}`,
      },
      { name: 'Compass', detail: 'Spam' },
    ],
  })
  expect(reports!.oldest[0]!.picture).toEqual({ image: expect.any(String), ground: '#ffffff' })
  expect((await todayOf('support')).matters).toEqual([])

  const moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  await moderator.call(api.desk.reports.decide, { report_ids: [report_id], decision: 'hide', why: 'Spam' })
  const { text } = await server.db
    .selectFrom('mail')
    .innerJoin('designer', 'email', 'to_address')
    .where('designer_id', '=', designer.designer_id)
    .where('kind', '=', 'decision')
    .select('text')
    .executeTakeFirstOrThrow()
  const token = /appeal\?token=([\w-]+)/.exec(text)![1]!
  const appeal = await server.visit().call(api.reports.appeal, { token, text: 'It is no spam' })
  const matters = (await todayOf('moderator')).matters
  expect(matters).toMatchObject([
    { kind: 'reports', count: 4 },
    {
      kind: 'appeals',
      count: 1,
      oldest: [{ name: 'Bell', detail: 'Appeal against “hide”', href: `/admin/reports/${appeal.report_id}` }],
    },
  ])
})

test('Today tells all staff that there is no administrator, until there is one', async () => {
  const empty = await startTestServer()
  try {
    const moderator = await empty.signIn(await createDesigner(empty.db, { role: 'moderator' }))
    const kinds = async () => (await moderator.call(api.desk.today.today, {})).matters.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['no-admin'])
    await createDesigner(empty.db, { role: 'admin' })
    expect(await kinds()).toEqual([])
  } finally {
    await empty.close()
  }
})

test('Today shows the state of the installation to administrators alone, and names what it cannot measure', async () => {
  expect((await todayOf('moderator')).facts).toEqual([])
  const { facts, matters } = await todayOf('admin')
  expect(matters.map(matter => matter.kind)).toContain('no-open-book')
  const factOf = (name: string) => facts.find(fact => fact.name === name)?.value
  expect(factOf('Version')).toMatch(/^\d+\.\d+\.\d+$/)
  expect(factOf('Free disk')).toMatch(/^\d+(\.\d)? GB of \d+(\.\d)? GB$/)
  expect(factOf('Last backup')).toBe('None by the program: set BACKUP_TO, or back up elsewhere')
})

test('Today shows the age of the last good backup, and why the last attempt failed until one succeeds', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const put = (name: string, value: object) =>
    server.db
      .insertInto('setting')
      .values({ name, value: JSON.stringify(value) })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
  const shown = async () => {
    const { facts } = await todayOf('admin')
    return facts.filter(({ name }) => /backup/i.test(name)).map(({ name, value }) => `${name}: ${value}`)
  }
  const named = async (role: 'admin' | 'chair' = 'admin') => {
    const matters = (await todayOf(role)).matters.filter(({ href }) => href === '/admin#installation')
    return matters.map(({ text, oldest }) => [
      text,
      ...oldest.map(({ name, detail, at }) => `${name}: ${detail} (${at !== null})`),
    ])
  }
  expect(await named(), 'no backup is set').toEqual([])
  server.services.backupEveryMs = 60_000
  expect(await named()).toEqual([['There is no backup yet']])
  server.services.backupEveryMs = undefined
  await put('backup problem', { at: ago(12), why: 'The disk of /mnt/backups is full.' })
  expect(await shown()).toEqual([
    'Last backup: None by the program: set BACKUP_TO, or back up elsewhere',
    'Backup failed: 12 minutes ago: The disk of /mnt/backups is full.',
  ])
  expect(await named()).toEqual([
    ['The last backup failed', 'There is no good one yet: The disk of /mnt/backups is full. (true)'],
  ])
  expect(await named('chair')).toEqual([])
  for (const [minutes, age] of [
    [1, '1 minute'],
    [5 * 60, '5 hours'],
    [3 * 24 * 60, '3 days'],
  ] as const) {
    await put('backup', { at: ago(minutes), where: '/mnt/backups' })
    expect((await shown())[0]).toBe(`Last backup: ${age} ago, proved, at /mnt/backups`)
  }
  expect((await named())[0]![1]).toMatch(/^The last good one is 3 days old: /)
  await server.db.deleteFrom('setting').where('name', '=', 'backup problem').execute()
  expect(await shown()).toEqual(['Last backup: 3 days ago, proved, at /mnt/backups'])

  const day = 24 * 60
  server.services.backupEveryMs = 3 * day * 60_000
  await put('backup', { at: ago(4 * day), where: '/mnt/backups' })
  expect(await named(), 'not overdue').toEqual([])
  server.services.backupEveryMs = day * 60_000
  expect(await named()).toEqual([['The last backup is 4 days old']])
  await put('backup', {
    at: ago(60),
    where: '/mnt/backups',
    missing: { count: 2, such_as: 'originals/a.png' },
  })
  expect(await named()).toEqual([
    [
      '2 pictures of logos missing from the store',
      'No older backup is removed: Until they are back, such as originals/a.png (true)',
    ],
  ])
  server.services.backupEveryMs = undefined
  await server.db.deleteFrom('setting').where('name', '=', 'backup').execute()
})

test('Today shows the oldest of the mails, messages of the provider and cases that need a decision', async () => {
  const { db } = server
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const mail = (subject: string, hours: number) => ({
    kind: 'welcome',
    dedupe_key: subject,
    to_address: `${subject.toLowerCase()}@example.com`,
    subject,
    html: '',
    text: '',
    status: 'dead' as const,
    problem: '550 unknown',
    created_at: hoursAgo(hours),
  })
  // The one of eight days ago is not counted any more, so it is not among the oldest either.
  await db
    .insertInto('mail')
    .values([mail('Past', 192), mail('Third', 3), mail('First', 70), mail('Second', 30), mail('Fourth', 1)])
    .execute()
  await db
    .insertInto('webhook_event')
    .values({
      event_id: 'LATE',
      event_type: 'PAYMENT.SALE.COMPLETED',
      body: '{}',
      received_at: hoursAgo(2),
      next_try_at: hoursAgo(-1),
      last_error: 'Timeout',
    })
    .execute()
  await db
    .insertInto('ledger_audit')
    .values({ at: hoursAgo(5), what: 'partial refund', subscription_id: 'I-77', needs_attention: true })
    .execute()
  const { matters } = await todayOf('admin')
  const oldestOf = (kind: string) => matters.find(matter => matter.kind === kind)?.oldest
  expect(oldestOf('mails')?.map(({ name }) => name)).toEqual(['First', 'Second', 'Third'])
  expect(oldestOf('mails')?.[0]).toMatchObject({
    detail: 'first@example.com · 550 unknown',
    href: '/admin/mail?q=First&state=dead',
    at: expect.any(String),
  })
  expect(oldestOf('webhooks')).toMatchObject([{ name: 'PAYMENT.SALE.COMPLETED', detail: 'Timeout' }])
  expect(oldestOf('attention')).toMatchObject([
    { name: 'Partial refund', detail: 'I-77', href: '/admin/money/attention?q=I-77&state=open' },
  ])
})

describe('the search', () => {
  const search = async (role: 'moderator' | 'support' | 'chair' | 'admin', q: string) =>
    (await server.signIn(await createDesigner(server.db, { role }))).call(api.desk.today.search, { q })
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
    await moderator.call(api.desk.reports.decide, { report_ids: [report_id], decision: 'hide', why: 'Spam' })
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
    await admin.call(api.desk.posts.add, { title: 'Aloft', text: 'By montgolfier.' })
    await admin.call(api.desk.site.save, { name: 'tagline', value: 'As light as a montgolfier' })
    await admin.call(api.desk.money.makeAffiliate, { code: 'balloon', username })
    const note = 'For the montgolfier fair'
    await admin.call(api.desk.money.makeGiftCards, { count: 1, term_months: 1, note })
    await admin.call(api.desk.members.update, { designer_id, note: 'Flies', why: 'Asked' })
    expect(new Set(await kindsOf('admin', 'montgolfier'))).toEqual(
      new Set(['member', 'comment', 'post', 'text', 'gift card', 'affiliate', 'act']),
    )
    expect(await kindsOf('moderator', 'montgolfier')).toEqual(['member', 'comment'])
    expect(await kindsOf('support', 'montgolfier')).toEqual(['member', 'gift card', 'affiliate'])
    expect(await kindsOf('chair', 'montgolfier')).toEqual(['member'])
  })
})
