import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner } from '../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  await server.db.deleteFrom('mail').execute()
})

/** Adds mails to the outbox, each a row of its list. */
const addMails = (count: number, problem = '') =>
  sql`insert into mail (dedupe_key, kind, to_address, subject, html, text, status, problem, created_at)
    select gen_random_uuid()::text, 'test', 'ada@example.com', '=mail ' || n, '', '', 'dead', ${problem}, now() + n * interval '1 ms'
    from generate_series(1, ${count}) n`.execute(server.db)

async function staff(role: 'admin' | 'support' | 'moderator' | 'chair') {
  const account = await createDesigner(server.db, { role })
  return { account, client: await server.signIn(account) }
}

type Client = Awaited<ReturnType<typeof staff>>['client']

async function readLines(client: Client, url: string) {
  const answer = await client.send({ method: 'GET', url })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  return answer.body.trimEnd().split('\r\n')
}

const idsOf = (lines: string[]) => lines.slice(1).map(line => line.split(',')[0]!)

test('a file has every row of the query, or the page it names, and no formulas; a page size alone says nothing', async () => {
  await addMails(5, 'Asked')
  const { client } = await staff('admin')
  const [head, ...rows] = await readLines(client, '/api/admin/mails.csv?sort=oldest&page_size=2')
  expect(head).toBe('mail_id,kind,to_address,subject,state,attempts,problem,created_at,next_attempt_at')
  expect(rows).toHaveLength(5)
  expect(rows.every((row, i) => row.includes(`,'=mail ${i + 1},dead,0,Asked`))).toBe(true)
  expect(await readLines(client, '/api/admin/mails.csv?sort=oldest&page_size=2&page=3')).toHaveLength(2)
})

test('each row is in a file once, though rows are added and removed while it is read', async () => {
  await addMails(5000)
  const { client } = await staff('admin')
  const { rows: before } = await sql<{ mail_id: string }>`select act_id * 2 as id from staff_act`.execute(
    server.db,
  )
  const state = { isRead: false, rounds: 0 }
  // The newest are read first: each row that is added moves all others on.
  const change = async () => {
    for (; !state.isRead; state.rounds++) {
      await addMails(20)
      await sql`delete from mail where mail_id = (select mail_id from mail where created_at > now() order by created_at desc limit 1)`.execute(
        server.db,
      )
    }
  }
  const changing = change()
  const ids = idsOf(await readLines(client, '/api/admin/mails.csv'))
  state.isRead = true
  await changing
  expect(state.rounds).toBeGreaterThan(0)
  expect(ids).toHaveLength(new Set(ids).size)
  const read = new Set(ids)
  const { rows: after } = await sql<{ mail_id: string }>`select mail_id from mail`.execute(server.db)
  const left = new Set(after.map(row => row.mail_id))
  expect(before.filter(({ mail_id }) => left.has(mail_id) && !read.has(mail_id))).toEqual([])
})

test('a file is cut off once its session has ended', async () => {
  // In portions, each within the time of a statement on a busy machine.
  for (let n = 0; n < 6; n++) await addMails(10_000, 'x'.repeat(200))
  const { account, client } = await staff('admin')
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const cookie = Object.entries(client.jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const request = get({ port, path: '/api/admin/mails.csv', headers: { cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.pause()
  await server.db.deleteFrom('session').where('designer_id', '=', account.designer_id).execute()
  let lines = 0
  response.on('data', chunk => {
    lines += String(chunk).split('\n').length - 1
  })
  response.resume()
  const isWhole = await Promise.race([
    once(response, 'end').then(() => true),
    once(response, 'error').then(() => false),
  ]).catch(() => false)
  expect(response.statusCode).toBe(200)
  expect(isWhole).toBe(false)
  expect(lines).toBeLessThan(60_000)
})

test('a file that holds addresses is for an administrator who has just confirmed to be there, and is a row of the history', async () => {
  const { account, client } = await staff('admin')
  await server.db
    .updateTable('session')
    .set({ confirmed_at: new Date(Date.now() - 16 * 60_000) })
    .where('designer_id', '=', account.designer_id)
    .execute()
  for (const list of ['members', 'people', 'mails', 'history', 'payments']) {
    const answer = await client.send({ method: 'GET', url: `/api/admin/${list}.csv` })
    expect([list, answer.statusCode, answer.json().code]).toEqual([list, 403, 'confirm'])
  }
  const fresh = await server.signIn(account)
  await readLines(fresh, '/api/admin/members.csv?role=admin')
  for (const role of ['moderator', 'support', 'chair'] as const) {
    const { client } = await staff(role)
    const answer = await client.send({ method: 'GET', url: '/api/admin/members.csv' })
    expect([role, answer.statusCode]).toEqual([role, 403])
  }
  const { data } = await fresh.call(api.desk.history.list, { q: account.username })
  expect(data).toMatchObject([
    {
      what: 'exports.read',
      who: account.username,
      after: { list: '/api/admin/members', query: { role: 'admin' } },
    },
  ])
})

test('other files of the desk are noted, too, and need no confirmation', async () => {
  const { account, client } = await staff('moderator')
  await server.db
    .updateTable('session')
    .set({ confirmed_at: new Date(0) })
    .where('designer_id', '=', account.designer_id)
    .execute()
  await readLines(client, '/api/admin/reports.csv')
  expect((await client.call(api.desk.history.list, {})).data).toMatchObject([
    { what: 'exports.read', after: { list: '/api/admin/reports', query: {}, rows: 0 } },
  ])
})

test('in every list of the desk, a search by address is noted once in ten minutes', async () => {
  const { account, client } = await staff('admin')
  const lists = ['members', 'people', 'mails', 'payments', 'history', 'reports']
  for (const list of lists)
    for (let twice = 0; twice < 2; twice++)
      await client.send({ method: 'GET', url: `/api/admin/${list}?q=ada@${list}.example` })
  const { data } = await client.call(api.desk.history.list, { sort: 'oldest', q: account.username })
  expect(data.map(act => [act.what, act.after])).toEqual(
    lists.map(list => ['members.find', `ada@${list}.example`]),
  )
})

test('a list of members has addresses for those who write mails or give roles, and for no one else', async () => {
  for (const [role, sees] of [
    ['admin', true],
    ['support', true],
    ['moderator', false],
    ['chair', false],
  ] as const) {
    const { account, client } = await staff(role)
    const list = await client.call(api.desk.members.find, { q: account.username })
    if (!('data' in list)) throw new Error('no list')
    expect([role, list.data[0]?.email]).toEqual([role, sees ? account.email : null])
    const one = await client.call(api.desk.members.find, { designer_id: account.designer_id })
    expect(one).toMatchObject({ email: account.email })
  }
})
