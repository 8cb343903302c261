import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { membershipState } from '../../../shared/rules/membership.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { findMembership } from '../membership/queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Role = 'moderator' | 'support' | 'chair' | 'admin'
const staff = async (role: Role) => server.signIn(await createDesigner(server.db, { role }))

async function detailsOf(client: Awaited<ReturnType<typeof staff>>, designer_id: number) {
  const found = await client.call(api.adminMembers.find, { designer_id })
  if ('data' in found) throw new Error('a list')
  return found
}

test('members are found by name and company; by address only where one is typed, and the history says so', async () => {
  const account = await createDesigner(server.db)
  const support = await createDesigner(server.db, { role: 'support' })
  const client = await server.signIn(support)
  const find = async (q: string) => client.call(api.adminMembers.find, { q })
  expect(await find(account.username)).toMatchObject({
    count: 1,
    data: [{ designer_id: account.designer_id }],
  })
  expect(await find(account.company)).toMatchObject({ count: 1 })
  expect(await client.call(api.adminHistory.list, {})).toMatchObject({ count: 0 })
  expect(await find(account.email)).toMatchObject({ count: 1, data: [{ username: account.username }] })
  await find(account.email)
  expect(await client.call(api.adminHistory.list, {})).toMatchObject({
    count: 1,
    data: [{ what: 'members.find', after: account.email }],
  })
})

test('the state in a list is the one that the membership’s rule gives', async () => {
  const client = await staff('support')
  for (const membership of ['active', 'lapsed', 'none'] as const) {
    const account = await createDesigner(server.db, { membership })
    const { state } = await detailsOf(client, account.designer_id)
    const facts = await findMembership(server.db, account.designer_id)
    expect(state).toBe(membershipState(facts, new Date()))
    const listed = await client.call(api.adminMembers.find, { q: account.username, state })
    expect(listed).toMatchObject({ count: 1 })
  }
})

test('only administrators give roles; without a reason nothing is done', async () => {
  const account = await createDesigner(server.db)
  const input = { designer_id: account.designer_id, role: 'juror' as const, why: 'Invited' }
  for (const role of ['moderator', 'support', 'chair'] as const)
    expect(await refusal((await staff(role)).call(api.adminMembers.update, input))).toMatchObject({
      status: 403,
    })
  const admin = await staff('admin')
  expect(await refusal(admin.call(api.adminMembers.update, { ...input, why: ' ' }))).toMatchObject({
    status: 400,
    body: { errors: { why: 'Say why.' } },
  })
  expect(await admin.call(api.adminMembers.update, input)).toMatchObject({ role: 'juror', is_closed: 0 })
  const { timeline } = await detailsOf(admin, account.designer_id)
  expect(timeline[0]).toMatchObject({ kind: 'staff', what: 'members.role', why: 'Invited' })
})

test('of two administrators who demote each other at once, one gets 409', async () => {
  const own = await startTestServer()
  try {
    const [a, b] = [
      await createDesigner(own.db, { role: 'admin' }),
      await createDesigner(own.db, { role: 'admin' }),
    ]
    const [first, second] = [await own.signIn(a), await own.signIn(b)]
    const demote = (client: typeof first, { designer_id }: typeof a) =>
      client.call(api.adminMembers.update, { designer_id, role: 'member', why: 'Enough' }).then(
        () => 200,
        error => (error as { status: number }).status,
      )
    const answers = await Promise.all([demote(first, b), demote(second, a)])
    // The second may also find its own role gone before its turn.
    expect(answers.filter(status => status === 200)).toHaveLength(1)
    expect(answers.every(status => [200, 403, 409].includes(status))).toBe(true)
    const admins = await own.db
      .selectFrom('designer')
      .where('role', '=', 'admin')
      .select('username')
      .execute()
    expect(admins).toHaveLength(1)
  } finally {
    await own.close()
  }
})

test('an account is closed with a reason, once; the last administrator is not', async () => {
  const own = await startTestServer()
  try {
    const chief = await createDesigner(own.db, { role: 'admin' })
    const account = await createDesigner(own.db)
    const admin = await own.signIn(chief)
    const close = (designer_id: number) =>
      admin.call(api.adminMembers.update, { designer_id, closed: 1, why: 'Asked to' })
    expect(await refusal(close(chief.designer_id))).toMatchObject({
      status: 409,
      body: { code: 'last_administrator' },
    })
    expect(await close(account.designer_id)).toMatchObject({ is_closed: 1 })
    expect(await close(account.designer_id)).toMatchObject({ is_closed: 1 })
    const acts = await admin.call(api.adminHistory.list, { designer_id: account.designer_id, from: 'web' })
    expect(acts.data.map(act => act.what)).toEqual(['members.close'])
    const closed = await admin.call(api.adminMembers.find, { state: 'closed' })
    expect(closed).toMatchObject({ count: 1, data: [{ designer_id: account.designer_id }] })
  } finally {
    await own.close()
  }
})

test('every member of staff notes something; support mails the link for a password', async () => {
  const account = await createDesigner(server.db)
  const { designer_id } = account
  const chair = await staff('chair')
  await chair.call(api.adminMembers.update, { designer_id, note: 'Called about the jury', why: 'Asked' })
  const support = await staff('support')
  await support.call(api.adminMembers.sendPassword, { designer_id })
  const { timeline } = await detailsOf(support, designer_id)
  const what = timeline.map(moment => moment.what)
  expect(what).toEqual(
    expect.arrayContaining(['members.note', 'members.password', 'password-reset', 'joined']),
  )
  const moderator = await staff('moderator')
  expect(await refusal(moderator.call(api.adminMembers.sendPassword, { designer_id }))).toMatchObject({
    status: 403,
  })
})
