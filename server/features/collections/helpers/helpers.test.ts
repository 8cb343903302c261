import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '../../../../shared/api.ts'
import { maxCollectionHelpers } from '../../../../shared/rules/limits.ts'
import { dayMs } from '../../../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'
import { wrongCounts } from '../../../../tests/wrong-counts.ts'
import { closeAccount } from '../../members/close-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Designer = Awaited<ReturnType<typeof createDesigner>>
let owner: Designer
let helper: Designer
let own: Client
let help: Client
let collection_id: number
let logo_id: number
beforeEach(async () => {
  owner = await createDesigner(server.db, { company: 'Rook & Sons' })
  helper = await createDesigner(server.db)
  own = await server.signIn(owner)
  help = await server.signIn(helper)
  collection_id = (await own.call(api.collections.create, { name: 'Owls', is_public: '0' })).light_box_id
  logo_id = (await createLogo(server.db)).logo_id
  await own.call(api.collections.save, { collection_id, logo_id, state: 1 })
})

const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status
const invite = (username: string, client = own) =>
  client.call(api.collections.addHelper, { collection_id, username })
const remove = (username: string, client = own) =>
  client.call(api.collections.removeHelper, { collection_id, username })
const list = (client: Client) => client.call(api.collections.findHelpers, { collection_id })
const open = async (client: Client) => (await client.call(api.collections.find, { collection_id }))[0]!
const suspend = (designer: Designer, until: Date | null) =>
  server.db
    .updateTable('designer')
    .set({ suspended_until: until })
    .where('designer_id', '=', designer.designer_id)
    .execute()

test('a helper sees the private collection, adds, takes away, orders and notes, and changes no setting', async () => {
  expect(await statusOf(open(help))).toBe(404)
  expect(await invite(helper.username.toUpperCase())).toEqual([
    {
      designer_id: helper.designer_id,
      username: helper.username,
      slug: helper.slug,
      company: helper.company,
    },
  ])
  expect(await open(help)).toMatchObject({ name: 'Owls', is_helper: 1, notes: [] })
  expect(await open(own)).toMatchObject({ is_helper: 0 })

  const { logo_id: added } = await createLogo(server.db)
  await help.call(api.collections.save, { collection_id, logo_id: added, state: 1 })
  await help.call(api.collections.order, { collection_id, logo_id, after: null })
  await help.call(api.collections.note, { collection_id, logo_id, note: 'Ask about the red.' })
  expect((await open(own)).logos!.map(logo => logo.logo_id)).toEqual([logo_id, added])
  expect((await open(help)).notes).toEqual([{ logo_id, note: 'Ask about the red.' }])
  await help.call(api.collections.save, { collection_id, logo_id: added, state: 0 })
  expect((await open(own)).count).toBe(1)
  expect((await wrongCounts.execute(server.db)).rows).toEqual([])

  const another = await createDesigner(server.db)
  const until = new Date(Date.now() + dayMs).toISOString()
  for (const call of [
    () => help.call(api.collections.update, { collection_id, name: 'Mine' }),
    () => help.call(api.collections.update, { collection_id, name: 'Owls', cover_logo_id: logo_id }),
    () => help.call(api.collections.remove, { collection_id }),
    () => help.call(api.collections.makeLink, { collection_id, until }),
    () => help.call(api.collections.findLink, { collection_id }),
    () => help.call(api.collections.removeLink, { collection_id }),
    () => invite(another.username, help),
    () => remove(another.username, help),
  ])
    expect(await statusOf(call())).toBe(403)
})

test('a helped collection is among one’s own and in the choice of where to save, and on no one’s profile', async () => {
  await invite(helper.username)
  const namesIn = async (client: Client, input: object) =>
    (await client.call(api.collections.find, input as never)).map(each => [
      each.name,
      each.company,
      each.is_helper,
    ])
  const helped = [['Owls', 'Rook & Sons', 1]]
  expect(await namesIn(help, { designer_id: 'me' })).toEqual(helped)
  expect(await namesIn(help, { designer_id: helper.designer_id })).toEqual(helped)
  expect(await namesIn(help, { logo_id })).toEqual(helped)
  expect(await namesIn(help, { designer_id: owner.designer_id })).toEqual(helped)
  const other = await server.signIn(await createDesigner(server.db))
  expect(await namesIn(other, { designer_id: helper.designer_id })).toEqual([])
  expect(await namesIn(other, { designer_id: owner.designer_id })).toEqual([])
})

test('the owner sees all helpers, a helper only oneself, others nothing', async () => {
  const second = await createDesigner(server.db)
  await invite(helper.username)
  await invite(second.username)
  await invite(helper.username)
  expect((await list(own)).map(each => each.username)).toEqual([helper.username, second.username])
  expect((await list(help)).map(each => each.username)).toEqual([helper.username])
  const other = await server.signIn(await createDesigner(server.db))
  expect(await statusOf(list(other))).toBe(404)
  expect(await statusOf(remove(helper.username, other))).toBe(404)
  expect(await statusOf(invite(second.username, other))).toBe(404)
})

test('a helper leaves or is removed, also while suspended; what was added stays', async () => {
  await invite(helper.username)
  const { logo_id: added } = await createLogo(server.db)
  await help.call(api.collections.save, { collection_id, logo_id: added, state: 1 })
  await suspend(helper, new Date(Date.now() + dayMs))
  expect(await statusOf(help.call(api.collections.save, { collection_id, logo_id: added, state: 0 }))).toBe(
    403,
  )
  expect(await remove(helper.username, help)).toEqual([])
  await suspend(helper, null)
  expect(await statusOf(open(help))).toBe(404)
  expect(await statusOf(help.call(api.collections.save, { collection_id, logo_id: added, state: 0 }))).toBe(
    404,
  )
  expect((await open(own)).count).toBe(2)
  await invite(helper.username)
  await suspend(owner, new Date(Date.now() + dayMs))
  expect(await remove(helper.username)).toEqual([])
  expect(await statusOf(open(help))).toBe(404)
})

test('a helper adds no logo of a designer where one of the two has blocked the other; the owner may', async () => {
  await invite(helper.username)
  for (const who of ['helper', 'designer']) {
    const designer = await createDesigner(server.db)
    const { logo_id: added } = await createLogo(server.db, { designer_id: designer.designer_id })
    const save = (client: Client, state: 0 | 1) =>
      client.call(api.collections.save, { collection_id, logo_id: added, state })
    const [client, other] =
      who === 'helper' ? ([help, designer] as const) : ([await server.signIn(designer), helper] as const)
    await client.call(api.designers.block, { designer_id: other.designer_id, state: 1 })
    expect(await refusal(save(help, 1))).toMatchObject({
      status: 403,
      body: { error: 'That isn’t possible between the two of you.', code: 'blocked' },
    })
    expect((await open(own)).count).toBe(1)
    await save(own, 1)
    expect((await open(own)).count).toBe(2)
    await save(help, 0)
  }
  expect((await wrongCounts.execute(server.db)).rows).toEqual([])
})

describe('an invitation', () => {
  test('names a member, and not oneself; a 21st helper is refused, also of several at the same time', async () => {
    expect((await refusal(invite('no.such.member'))).body.errors).toEqual({
      username: 'No member has this username.',
    })
    expect(await statusOf(invite(owner.username))).toBe(400)
    expect(await statusOf(invite(' '))).toBe(400)
    const closed = await createDesigner(server.db)
    await closeAccount(server.services, closed.designer_id, server.app.log)
    expect(await statusOf(invite(closed.username))).toBe(404)
    const invited = []
    for (let i = 0; i < maxCollectionHelpers + 1; i++) invited.push(await createDesigner(server.db))
    const outcomes = await Promise.allSettled(invited.map(({ username }) => invite(username)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await list(own)).toHaveLength(maxCollectionHelpers)
    const refused = await refusal(invite(helper.username))
    expect([refused.status, refused.body.error]).toEqual([409, 'A collection has 20 helpers at most.'])
  })

  test('is refused where one of the two has blocked the other, and a block ends the help', async () => {
    const block = (client: Client, { designer_id }: Designer, state: 0 | 1) =>
      client.call(api.designers.block, { designer_id, state })
    for (const [client, other] of [
      [help, owner],
      [own, helper],
    ] as const) {
      await invite(helper.username)
      await block(client, other, 1)
      expect(await statusOf(open(help))).toBe(404)
      expect((await refusal(invite(helper.username))).body.code).toBe('blocked')
      await block(client, other, 0)
      expect(await statusOf(open(help))).toBe(404)
    }
  })
})

test('of a hidden collection helpers see nothing; with its owner’s or the helper’s account the help ends', async () => {
  await invite(helper.username)
  const hide = (hidden_at: Date | null) =>
    server.db
      .updateTable('collection')
      .set({ hidden_at, hidden_by: hidden_at && 'staff', hidden_why: hidden_at && 'Copied' })
      .where('collection_id', '=', collection_id)
      .execute()
  await hide(new Date())
  expect(await statusOf(open(help))).toBe(404)
  expect(await statusOf(list(help))).toBe(404)
  expect(await help.call(api.collections.find, { designer_id: 'me' })).toEqual([])
  for (const call of [
    () => help.call(api.collections.save, { collection_id, logo_id, state: 0 }),
    () => help.call(api.collections.order, { collection_id, logo_id, after: null }),
    () => help.call(api.collections.note, { collection_id, logo_id, note: 'Seen.' }),
  ])
    expect(await statusOf(call())).toBe(404)
  await hide(null)
  expect((await open(help)).is_helper).toBe(1)
  await closeAccount(server.services, helper.designer_id, server.app.log)
  expect(await list(own)).toEqual([])
  const second = await createDesigner(server.db)
  await invite(second.username)
  await closeAccount(server.services, owner.designer_id, server.app.log)
  expect(await statusOf(open(await server.signIn(second)))).toBe(404)
})
