import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../shared/api.ts'
import { makePicture } from '../tests/factories.ts'
import { runAdmin } from '../tests/run-admin.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../tests/server.ts'

// The path of an operator at the shell; what members and visitors do goes through their calls.

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ DEMO: '0' })
  folder = await mkdtemp(join(tmpdir(), 'colophon-operator-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command that has to succeed; what it says. */
async function admin(...words: string[]) {
  const env = { DEMO: '0', DATA_DIR: folder, DATABASE_URL: server.databaseUrl }
  const { code, out, problem } = await runAdmin(words, env)
  expect([code, problem]).toEqual([0, ''])
  return out
}

/** What `pattern` finds in the letters to this address. */
async function findInLetters(address: string, pattern: RegExp) {
  const letters = await server.db
    .selectFrom('mail')
    .where('to_address', '=', address)
    .select('text')
    .execute()
  const found = letters.map(({ text }) => pattern.exec(text ?? '')).find(Boolean)
  if (!found) throw new Error(`No letter to ${address} has ${pattern}`)
  return found
}

/** Makes an account at the shell, and sets its password by the mailed link. */
async function createMember(username: string, email: string, role: 'member' | 'admin') {
  await admin('members', 'create', username, '--role', role, '--email', email)
  const [, user, token = ''] = await findInLetters(email, /user=(\d+)&token=([\w-]+)/)
  const client = server.visit()
  const new_password = 'Correct-Horse-2!'
  await client.call(api.auth.resetPassword, { designer_id: Number(user), token, new_password })
  await client.call(api.auth.login, { username, password: new_password })
  return client
}

const statusForVisitors = async (logoId: number) =>
  (await server.visit().send({ method: 'GET', url: `/api/logos?logo_id=${logoId}` })).statusCode

async function submitLogo(member: Client) {
  const file_base64 = (await makePicture({ side: 200 })).toString('base64')
  const input = { logo: 'Quiet Harbour', logotype: 'Symbol', file_base64 } as const
  return (await member.call(api.logos.submit, input)).logo_id
}

async function reportAsVisitor(logoId: number) {
  const report = { kind: 'logo', id: logoId, reason: 'copied', email: 'museum@marks.example' } as const
  const { report_id } = await server.visit().call(api.reports.file, report)
  expect(await admin('reports', 'list')).toMatch(
    new RegExp(`^${report_id}  open  logo ${logoId}  Quiet Harbour  copied  museum@marks\\.example`, 'm'),
  )
  return String(report_id)
}

test('an operator at the shell sets up an empty database: an open book, a juror, a member with time, a decided report and custom texts', async () => {
  const olga = await createMember('olga', 'olga@marks.example', 'admin')
  expect(await olga.call(api.auth.check, {})).toMatchObject({
    can: expect.arrayContaining(['roles', 'site']),
  })
  await admin('site', 'set', 'site_name', 'Markenhalle')
  const book = ['--number', '1', '--title', 'Book One', '--places', '50', '--closes', '2099-03-31']
  expect(await admin('books', 'open', ...book)).toMatch(/^book-1 is open\. /)
  await admin('members', 'create', 'jonas', '--role', 'juror', '--email', 'jonas@marks.example')
  expect(await admin('books', 'jurors', 'book-1', 'jonas')).toMatch(/ {2}jonas.*\n1 juror\n$/)
  await findInLetters('jonas@marks.example', /\/password-reset\?/)
  await findInLetters('jonas@marks.example', /\/jury\b/)

  const member = await createMember('mara.lenz', 'mara@marks.example', 'member')
  expect((await refusal(submitLogo(member))).status).toBe(403)
  expect(await admin('members', 'find', 'mara')).toMatch(/ {2}mara\.lenz {2}member .*\n1 member\n$/)
  await admin('members', 'grant', 'mara.lenz', '31', '--why', 'The first member of all')
  const logoId = await submitLogo(member)
  expect(await admin('books', 'list')).toContain('1 entry')

  const reportId = await reportAsVisitor(logoId)
  await admin('reports', 'decide', reportId, 'hide', '--why', 'It hangs in a museum')
  await expect.poll(() => statusForVisitors(logoId)).toBe(404)
  const [, token = ''] = await findInLetters('mara@marks.example', /\/appeal\?token=([\w-]+)/)
  await server.visit().call(api.reports.appeal, { token, text: 'I drew it for that museum.' })
  const [, appealId = ''] = /^(\d+) {2}appeal /m.exec(await admin('reports', 'list')) ?? []
  await admin('reports', 'decide', appealId, 'restore', '--why', 'The museum bought it')
  await expect.poll(() => statusForVisitors(logoId)).toBe(200)
  expect(await admin('reports', 'list')).toBe('0 reports\n')

  const about = async () => (await server.visit().call(api.site.words, { names: 'about' })).about
  await admin('site', 'set', 'about', '{site_name} hangs marks by the sea.')
  await expect.poll(about).toBe('Markenhalle hangs marks by the sea.')
  expect(await admin('site', 'versions', 'about')).toMatch(/^version 1 .* shell .*\nversion 0 /)
  await admin('site', 'back', 'about', '0')
  await expect.poll(about).toContain('A colophon is the emblem')

  const history = await admin('history')
  const acts = ['members.create', 'site.site_name', 'books.open', 'books.jurors', 'grants.give']
  for (const act of [...acts, 'reports.hide', 'appeals.restore', 'site.about']) expect(history).toContain(act)
})
