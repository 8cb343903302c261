import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../../shared/api.ts'
import { createDesigner } from '../../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'
import { recordAct } from '../../history/queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A member of staff who has done `many` acts on an account. */
async function actor(role: 'support' | 'moderator' | 'admin', many = 1) {
  const account = await createDesigner(server.db, { role })
  const subject = await createDesigner(server.db)
  for (let i = 0; i < many; i++)
    await recordAct(
      server.db,
      { designer_id: account.designer_id, origin: 'web' },
      { what: 'members.note', kind: 'designer', id: subject.designer_id, after: `=note ${i}`, why: 'Asked' },
      new Date(Date.UTC(2026, 0, 1, 0, i)),
    )
  return { client: await server.signIn(account), account, subject }
}

test('staff see their own acts, newest first; administrators all, with the ledger’s audit', async () => {
  const { client, account, subject } = await actor('support', 3)
  const own = await client.call(api.desk.history.list, {})
  expect(own.count).toBe(3)
  expect(own.data.map(act => act.after)).toEqual(['=note 2', '=note 1', '=note 0'])
  expect(own.data[0]).toMatchObject({
    who: account.username,
    from: 'web',
    what: 'members.note',
    name: subject.username,
  })
  const oldest = await client.call(api.desk.history.list, { sort: 'oldest', page_size: 1, page: 2 })
  expect(oldest).toMatchObject({ count: 3, data: [{ after: '=note 1' }] })

  await server.db
    .insertInto('ledger_audit')
    .values({
      at: new Date(),
      designer_id: subject.designer_id,
      subscription_id: 'I-1',
      what: 'paid time moved',
    })
    .execute()
  const { client: admin } = await actor('admin')
  const about = await admin.call(api.desk.history.list, { designer_id: subject.designer_id })
  expect(about.count).toBe(4)
  expect(about.data[0]).toMatchObject({ who: null, from: null, what: 'paid time moved' })
  const ledger = await admin.call(api.desk.history.list, { from: 'ledger', q: subject.username })
  expect(ledger.data.map(row => row.what)).toEqual(['paid time moved'])
  // Not even by its filter.
  expect((await client.call(api.desk.history.list, { from: 'ledger' })).count).toBe(0)
})

test('is searched by the words that the desk shows as well as by those that are stored', async () => {
  const account = await createDesigner(server.db, { role: 'admin' })
  const subject = await createDesigner(server.db)
  const client = await server.signIn(account)
  const on = { kind: 'designer', id: subject.designer_id }
  const shellActor = { designer_id: null, origin: 'shell' } as const
  for (const act of [
    { what: 'members.reset-factor', ...on },
    { what: 'site.crawlers', ...on },
    { what: 'books.change', ...on, before: { buy_url: null }, after: { buy_url: 'https://shop.example/' } },
  ])
    await recordAct(server.db, shellActor, act, new Date())
  const find = async (q: string) =>
    (await client.call(api.desk.history.list, { q, designer_id: subject.designer_id })).data.map(
      act => act.what,
    )
  for (const words of ['Second factors removed', 'reset-factor', 'reset factor'])
    expect(await find(words), words).toEqual(['members.reset-factor'])
  expect(await find('refused crawlers” saved')).toEqual(['site.crawlers'])
  expect(await find('sold at')).toEqual(['books.change'])
  expect(await find('command line')).toHaveLength(3)
  expect(await find(`designer ${subject.designer_id}`)).toHaveLength(3)
  expect(await find('post removed')).toEqual([])
})

test('pages are at most 200 rows, and an unknown order is refused', async () => {
  const { client } = await actor('support')
  expect(await refusal(client.call(api.desk.history.list, { page_size: 201 }))).toMatchObject({
    status: 400,
    body: { errors: { page_size: 'page_size may be 1 to 200.' } },
  })
  const { statusCode } = await client.send({ method: 'GET', url: '/api/admin/history?sort=x' })
  expect(statusCode).toBe(400)
})
