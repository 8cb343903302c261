import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
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

test('Today says how the installation is, and what it cannot know', async () => {
  const { facts, matters } = await todayOf('admin')
  expect(matters.map(matter => matter.kind)).toContain('no-open-book')
  const factOf = (name: string) => facts.find(fact => fact.name === name)?.value
  expect(factOf('Version')).toMatch(/^\d+\.\d+\.\d+$/)
  expect(factOf('Free disk')).toMatch(/^\d+(\.\d)? GB of \d+(\.\d)? GB$/)
  expect(factOf('Last backup')).toBe('Unknown: backups are made outside the site')
})
