import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const makeMember = async () => {
  const designer = await createDesigner(server.db)
  return { ...designer, client: await server.signIn(designer) }
}

test('a saved search counts what it finds since it was seen: nothing of one’s own, hidden, blocked or suspended', async () => {
  const { db } = server
  const { client, designer_id } = await makeMember()
  const [shown, blocked, suspended] = [
    await createDesigner(db),
    await createDesigner(db),
    await createDesigner(db),
  ]
  await createLogo(db, { title: 'Zephyr before' })
  const saved = await client.call(api.searches.save, { name: 'Wind', query: 'search_text=zephyr' })
  expect(saved).toEqual({
    search_id: expect.any(Number),
    name: 'Wind',
    query: 'search_text=zephyr',
    new_ct: 0,
  })
  for (const owner of [shown, blocked, suspended, { designer_id }])
    await createLogo(db, { designer_id: owner.designer_id, title: 'Zephyr after' })
  const { logo_id } = await createLogo(db, { title: 'Zephyr hidden' })
  await createLogo(db, { title: 'Breeze' })
  expect((await client.call(api.searches.list, {})).data).toMatchObject([{ new_ct: 4 }])
  await client.call(api.designers.block, { designer_id: blocked.designer_id, state: 1 })
  await sql`update designer set suspended_until = now() + interval '1 day' where designer_id = ${suspended.designer_id}`.execute(
    db,
  )
  await sql`update logo set hidden_at = now(), hidden_by = 'staff', hidden_why = 'Copied' where logo_id = ${logo_id}`.execute(
    db,
  )
  expect((await client.call(api.searches.list, {})).data).toMatchObject([{ new_ct: 1 }])
  const { search_id } = saved
  expect(await client.call(api.searches.see, { search_id })).toEqual({ ...saved, new_ct: 0 })
  expect(await client.call(api.searches.list, {})).toEqual({ data: [{ ...saved, new_ct: 0 }], count: 1 })
})

test('the same filters are the same search, in any order', async () => {
  const { client } = await makeMember()
  const first = await client.call(api.searches.save, {
    name: 'Foxes',
    query: 'search_text=fox&filter_type=symbols',
  })
  const again = await client.call(api.searches.save, {
    name: 'Again',
    query: '?filter_type=symbols&search_client=&search_text=%20fox&sort=recent',
  })
  expect(again).toEqual(first)
  expect((await client.call(api.searches.list, {})).count).toBe(1)
})

test('a search by colours keeps all of them', async () => {
  const { client } = await makeMember()
  const saved = await client.call(api.searches.save, {
    name: 'Red and black',
    query: 'color=E4002B&color=000000',
  })
  expect(saved).toMatchObject({
    query: expect.stringMatching(/^color=000000&color=e4002b&color_within=\d+$/),
    new_ct: 0,
  })
})

test('a saved search without any filter is refused, and nothing is saved', async () => {
  const { client } = await makeMember()
  for (const query of ['', 'sort=popular', 'logo_id=1', 'filter_type=round', 'search_text='])
    expect((await refusal(client.call(api.searches.save, { name: 'X', query }))).body.errors).toHaveProperty(
      'query',
    )
  expect(
    (await refusal(client.call(api.searches.save, { name: ' ', query: 'search_text=fox' }))).body.errors,
  ).toHaveProperty('name')
  expect((await client.call(api.searches.list, {})).count).toBe(0)
})

test('a member saves at most 50, also in parallel', async () => {
  const { client } = await makeMember()
  for (let i = 0; i < 48; i++)
    await client.call(api.searches.save, { name: `No. ${i}`, query: `search_text=mark${i}` })
  const answers = await Promise.all(
    [1, 2, 3, 4].map(i =>
      client.send({
        method: 'POST',
        url: '/api/designers/searches',
        body: { name: 'More', query: `search_text=more${i}` },
      }),
    ),
  )
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 200, 409, 409])
  expect((await client.call(api.searches.list, {})).count).toBe(50)
})

test('searches are their owner’s alone', async () => {
  const [owner, other] = [await makeMember(), await makeMember()]
  const { search_id } = await owner.client.call(api.searches.save, { name: 'Mine', query: 'search_text=fox' })
  expect((await other.client.call(api.searches.list, {})).count).toBe(0)
  for (const call of [api.searches.see, api.searches.remove])
    expect((await refusal(other.client.call(call, { search_id }))).status).toBe(404)
  expect(await owner.client.call(api.searches.remove, { search_id })).toEqual({ search_id })
  expect((await refusal(owner.client.call(api.searches.remove, { search_id }))).status).toBe(404)
})
