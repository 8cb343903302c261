import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a profile is open to everybody by slug or id, without names, address or e-mail', async () => {
  const designer = await createDesigner(server.db, {
    city: 'Lyon',
    country: 'FR',
    phone: '+33 1 23 45 67 89',
  })
  const bySlug = await server.visit().call(api.designers.findProfile, { folder_url: designer.slug })
  expect(bySlug).toMatchObject({
    company: designer.company,
    city: 'Lyon',
    country: 'FR',
    logo_count: 0,
    avatar_url: '',
  })
  expect(await server.visit().call(api.designers.findProfile, { designer_id: designer.designer_id })).toEqual(
    bySlug,
  )
  for (const secret of ['first_name', 'last_name', 'email', 'phone', 'address1', 'password_hash'])
    expect(bySlug).not.toHaveProperty(secret)
})

test('one’s own comes without parameters and carries the names; a visitor has none', async () => {
  const member = await server.signIn(await createDesigner(server.db))
  expect(await member.call(api.designers.findProfile, {})).toMatchObject({
    first_name: 'Robin',
    last_name: 'Vale',
  })
  expect((await refusal(server.visit().call(api.designers.findProfile, {}))).status).toBe(401)
  expect((await refusal(member.call(api.designers.findProfile, { folder_url: 'nobody' }))).status).toBe(404)
})

test('preview logos are the chosen ones in their order, else the newest ten', async () => {
  const designer = await createDesigner(server.db)
  const logos = []
  for (let i = 0; i < 12; i++) logos.push(await createLogo(server.db, { designer_id: designer.designer_id }))
  const preview = async () =>
    (await server.visit().call(api.designers.findProfile, { folder_url: designer.slug })).profile_logos.map(
      l => l.logo_id,
    )
  expect(await preview()).toEqual(
    logos
      .map(l => l.logo_id)
      .reverse()
      .slice(0, 10),
  )
  const chosen = [logos[4]!, logos[1]!]
  for (const [i, { logo_id, designer_id }] of chosen.entries())
    await server.db
      .insertInto('profile_logo')
      .values({ designer_id, logo_id, position: i + 1 })
      .execute()
  expect(await preview()).toEqual(chosen.map(l => l.logo_id))
})

test('others count the public collections, the owner all', async () => {
  const designer = await createDesigner(server.db)
  for (const is_public of [true, true, false])
    await server.db
      .insertInto('collection')
      .values({ designer_id: designer.designer_id, name: 'Reds', is_public })
      .execute()
  const count = async (client: ReturnType<TestServer['visit']>) =>
    (await client.call(api.designers.findProfile, { folder_url: designer.slug })).collection_count
  expect([await count(server.visit()), await count(await server.signIn(designer))]).toEqual([2, 3])
})
