import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../../shared/api.ts'
import { membershipState } from '../../../../shared/rules/membership.ts'
import { createDesigner, createLogo } from '../../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'
import { findMembership } from '../../membership/queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Role = 'moderator' | 'support' | 'chair' | 'admin'
const staff = async (role: Role) => server.signIn(await createDesigner(server.db, { role }))

async function detailsOf(client: Awaited<ReturnType<typeof staff>>, designer_id: number) {
  const found = await client.call(api.desk.members.find, { designer_id })
  if ('data' in found) throw new Error('a list')
  return found
}

test('members are found by name and company; by address only where one is typed, and the history says so', async () => {
  const account = await createDesigner(server.db)
  const support = await createDesigner(server.db, { role: 'support' })
  const client = await server.signIn(support)
  const find = async (q: string) => client.call(api.desk.members.find, { q })
  expect(await find(account.username)).toMatchObject({
    count: 1,
    data: [{ designer_id: account.designer_id }],
  })
  expect(await find(account.company)).toMatchObject({ count: 1 })
  expect(await client.call(api.desk.history.list, {})).toMatchObject({ count: 0 })
  expect(await find(account.email)).toMatchObject({ count: 1, data: [{ username: account.username }] })
  await find(account.email)
  expect(await client.call(api.desk.history.list, {})).toMatchObject({
    count: 1,
    data: [{ what: 'members.find', after: account.email }],
  })
})

test('an account names the open ones whose company looks the same', async () => {
  const client = await staff('support')
  const [account, closed, other] = [
    await createDesigner(server.db),
    await createDesigner(server.db),
    await createDesigner(server.db),
  ]
  // A Cyrillic letter for a Latin one, a zero-width space, and another case.
  const look = `ST\u200bUDI\u041e ${account.company.slice('Studio '.length)}`
  for (const { designer_id } of [closed, other])
    await server.db
      .updateTable('designer')
      .set({ company: look })
      .where('designer_id', '=', designer_id)
      .execute()
  const admin = await staff('admin')
  await admin.call(api.desk.members.update, { designer_id: closed.designer_id, closed: 1, why: 'Asked to' })
  expect((await detailsOf(client, account.designer_id)).lookalikes).toEqual([
    { designer_id: other.designer_id, username: other.username, company: look },
  ])
  expect((await detailsOf(client, other.designer_id)).lookalikes).toMatchObject([
    { designer_id: account.designer_id },
  ])
})

test('the state in a list equals that of the membership’s rule', async () => {
  const client = await staff('support')
  for (const membership of ['active', 'lapsed', 'none'] as const) {
    const account = await createDesigner(server.db, { membership })
    const { state } = await detailsOf(client, account.designer_id)
    const facts = await findMembership(server.db, account.designer_id)
    expect(state).toBe(membershipState(facts, new Date()))
    const listed = await client.call(api.desk.members.find, { q: account.username, state })
    expect(listed).toMatchObject({ count: 1 })
  }
})

test('only administrators give roles; without a reason nothing is done', async () => {
  const account = await createDesigner(server.db)
  const input = { designer_id: account.designer_id, role: 'juror' as const, why: 'Invited' }
  for (const role of ['moderator', 'support', 'chair'] as const)
    expect(await refusal((await staff(role)).call(api.desk.members.update, input))).toMatchObject({
      status: 403,
    })
  const admin = await staff('admin')
  expect(await refusal(admin.call(api.desk.members.update, { ...input, why: ' ' }))).toMatchObject({
    status: 400,
    body: { errors: { why: 'Say why.' } },
  })
  expect(await admin.call(api.desk.members.update, input)).toMatchObject({ role: 'juror', is_closed: 0 })
  const { timeline } = await detailsOf(admin, account.designer_id)
  const change = ['member', 'juror']
  expect(timeline[0]).toMatchObject({
    kind: 'staff',
    what: 'members.role',
    detail: '',
    change,
    why: 'Invited',
  })
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
      client.call(api.desk.members.update, { designer_id, role: 'member', why: 'Enough' }).then(
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
      admin.call(api.desk.members.update, { designer_id, closed: 1, why: 'Asked to' })
    expect(await refusal(close(chief.designer_id))).toMatchObject({
      status: 409,
      body: { code: 'last_administrator' },
    })
    expect(await close(account.designer_id)).toMatchObject({ is_closed: 1 })
    expect(await close(account.designer_id)).toMatchObject({ is_closed: 1 })
    const acts = await admin.call(api.desk.history.list, { designer_id: account.designer_id, from: 'web' })
    expect(acts.data.map(act => act.what)).toEqual(['members.close'])
    const closed = await admin.call(api.desk.members.find, { state: 'closed' })
    expect(closed).toMatchObject({ count: 1, data: [{ designer_id: account.designer_id }] })
  } finally {
    await own.close()
  }
})

test('several changes of an account are all done or none, and what is wrong with them is said at once', async () => {
  const account = await createDesigner(server.db)
  const { designer_id } = account
  const admin = await staff('admin')
  const ahead = new Date(server.services.now().getTime() + 86_400_000).toISOString()
  const wrong = {
    designer_id,
    note: 'Called',
    role: 'juror',
    suspended_until: '2020-01-01T00:00:00Z',
  } as const
  expect(await refusal(admin.call(api.desk.members.update, wrong))).toMatchObject({
    status: 400,
    body: { errors: { why: 'Say why.', suspended_until: 'The suspension must end in the future.' } },
  })
  // Closing fails last: the subscription still renews.
  await server.db
    .insertInto('subscription')
    .values({ subscription_id: `I-${designer_id}`, designer_id, plan: 'yearly', status: 'active' })
    .execute()
  const all = { designer_id, note: 'Called', role: 'juror', suspended_until: ahead, why: 'Asked' } as const
  expect(await refusal(admin.call(api.desk.members.update, { ...all, closed: 1 }))).toMatchObject({
    status: 409,
    body: { code: 'subscription_active' },
  })
  const acts = server.db.selectFrom('staff_act').where('subject_id', '=', designer_id).select('what')
  const letters = server.db.selectFrom('mail').where('to_address', '=', account.email).select('kind')
  expect([await acts.execute(), await letters.execute()]).toEqual([[], []])
  expect(await detailsOf(admin, designer_id)).toMatchObject({ role: 'member', state: 'current' })
  expect(await admin.call(api.desk.members.update, all)).toMatchObject({ role: 'juror', is_closed: 0 })
  expect((await acts.execute()).map(({ what }) => what).toSorted()).toEqual([
    'members.note',
    'members.role',
    'members.suspended',
  ])
})

test('every role of staff can add notes; support can mail the link to set a password', async () => {
  const account = await createDesigner(server.db)
  const { designer_id } = account
  const chair = await staff('chair')
  await chair.call(api.desk.members.update, { designer_id, note: 'Called about the jury', why: 'Asked' })
  const support = await staff('support')
  await support.call(api.desk.members.sendPassword, { designer_id })
  const { timeline } = await detailsOf(support, designer_id)
  const what = timeline.map(moment => moment.what)
  expect(what).toEqual(
    expect.arrayContaining(['members.note', 'members.password', 'password-reset', 'joined']),
  )
  const moderator = await staff('moderator')
  expect(await refusal(moderator.call(api.desk.members.sendPassword, { designer_id }))).toMatchObject({
    status: 403,
  })
})

describe('a suspension', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  test('blocks writing until its end, shows as a state, is recorded and mailed, and can be lifted without a reason', async () => {
    const account = await createDesigner(server.db)
    const { designer_id } = account
    const own = await server.signIn(account)
    const moderator = await staff('moderator')
    const suspended_until = inDays(7)
    const suspend = () =>
      moderator.call(api.desk.members.update, { designer_id, suspended_until, why: 'Spam' })
    expect(await suspend()).toMatchObject({ designer_id, suspended_until, is_closed: 0 })
    expect(await suspend()).toMatchObject({ suspended_until })
    const follow = { designer_id: (await createDesigner(server.db)).designer_id, state: 1 } as const
    expect(await refusal(own.call(api.designers.follow, follow))).toMatchObject({
      status: 403,
      body: { code: 'suspended', until: suspended_until },
    })
    const details = await detailsOf(moderator, designer_id)
    expect(details).toMatchObject({ state: 'suspended', suspended_until })
    const found = await moderator.call(api.desk.members.find, { q: account.username, state: 'suspended' })
    expect(found).toMatchObject({ count: 1, data: [{ designer_id, state: 'suspended' }] })
    const what = details.timeline.map(moment => moment.what)
    expect(what.filter(word => word === 'members.suspended')).toHaveLength(1)
    expect(what.filter(word => word === 'decision')).toHaveLength(1)

    const lifted = { designer_id, suspended_until: null }
    expect(await moderator.call(api.desk.members.update, lifted)).toMatchObject({ suspended_until: null })
    expect(await own.call(api.designers.follow, follow)).toBeTruthy()
    expect(await detailsOf(moderator, designer_id)).toMatchObject({ state: 'current', suspended_until: null })
  })

  test('that has ended is not shown as a state', async () => {
    const account = await createDesigner(server.db)
    await server.db
      .updateTable('designer')
      .set({ suspended_until: new Date(inDays(-1)) })
      .where('designer_id', '=', account.designer_id)
      .execute()
    expect(await detailsOf(await staff('support'), account.designer_id)).toMatchObject({
      state: 'current',
      suspended_until: null,
    })
  })

  test('needs a reason, an end in the future, a role that suspends, and for staff an administrator', async () => {
    const { designer_id } = await createDesigner(server.db)
    const support = await staff('support')
    const suspend = (by: typeof support, input: object) =>
      refusal(
        by.call(api.desk.members.update, { designer_id, suspended_until: inDays(1), why: 'Spam', ...input }),
      )
    expect(await suspend(support, { why: '' })).toMatchObject({
      status: 400,
      body: { errors: { why: 'Say why.' } },
    })
    for (const suspended_until of [inDays(-1), 'soon'])
      expect(await suspend(support, { suspended_until })).toMatchObject({
        status: 400,
        body: { errors: { suspended_until: expect.any(String) } },
      })
    expect(await suspend(await staff('chair'), {})).toMatchObject({ status: 403 })
    const colleague = await createDesigner(server.db, { role: 'moderator' })
    expect(await suspend(support, { designer_id: colleague.designer_id })).toMatchObject({ status: 403 })
    expect(await suspend(support, { designer_id: 999_999_999 })).toMatchObject({ status: 404 })
  })
})

test('the time line has the reports about a member and by them, what was decided, and not who reported', async () => {
  const { logo_id, designer_id, title } = await createLogo(server.db)
  const reporter = await createDesigner(server.db)
  const by = await server.signIn(reporter)
  const { report_id } = await by.call(api.reports.file, { kind: 'logo', id: logo_id, reason: 'spam' })
  await by.call(api.reports.file, { kind: 'designer', id: designer_id, reason: 'abuse' })
  const moderator = await staff('moderator')
  await moderator.call(api.desk.reports.decide, {
    report_ids: [report_id],
    decision: 'warn',
    why: 'Too many',
  })
  const support = await staff('support')
  const about = (await detailsOf(support, designer_id)).timeline
  const reported = about.filter(moment => moment.kind === 'reported')
  expect(reported).toHaveLength(2)
  expect(reported).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'logo was reported', detail: `${title}: spam`, who: null }),
      expect.objectContaining({ what: 'profile was reported', detail: 'abuse (open)', who: null }),
    ]),
  )
  expect(about).toContainEqual(
    expect.objectContaining({ kind: 'staff', what: 'reports.warn', why: 'Too many' }),
  )
  const { username } = await server.db
    .selectFrom('designer')
    .where('designer_id', '=', designer_id)
    .select('username')
    .executeTakeFirstOrThrow()
  const own = (await detailsOf(support, reporter.designer_id)).timeline
  expect(own.filter(moment => moment.kind === 'reported')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'reported a logo', detail: `${title}: spam` }),
      expect.objectContaining({ what: 'reported a profile', detail: `${username}: abuse (open)` }),
    ]),
  )
})

test('people are staff and jurors with the factors they have; only administrators see them', async () => {
  const named = { first_name: 'Factor', last_name: 'People', has_demo_password: false }
  const chair = await createDesigner(server.db, { ...named, role: 'chair' })
  const juror = await createDesigner(server.db, { ...named, role: 'juror' })
  await createDesigner(server.db, named)
  const { designer_id } = chair
  await server.db
    .insertInto('totp')
    .values({ designer_id, secret: Buffer.from('sealed'), last_step: 0 })
    .execute()
  await server.db
    .insertInto('recovery_code')
    .values([1, 2].map(n => ({ designer_id, code_hash: Buffer.alloc(32, n) })))
    .execute()
  const admin = await staff('admin')
  const list = (input: object = {}) => admin.call(api.desk.members.people, { q: 'Factor People', ...input })
  const factors = { passkey_ct: 0, totp: 1, recovery_left: 2, lacks_factor: 0 }
  const none = { passkey_ct: 0, totp: 0, recovery_left: 0, lacks_factor: 0 }
  expect(await list({ sort: 'oldest' })).toMatchObject({
    count: 2,
    data: [
      { designer_id, role: 'chair', ...factors },
      { designer_id: juror.designer_id, role: 'juror', ...none },
    ],
  })
  expect(await list({ factor: 'none' })).toMatchObject({ count: 1, data: [{ role: 'juror' }] })
  expect(await list({ factor: 'set', role: 'juror' })).toMatchObject({ count: 0 })

  await admin.call(api.desk.members.resetFactors, { designer_id, why: 'Lost the phone' })
  expect(await list({ role: 'chair' })).toMatchObject({ data: [{ ...none, lacks_factor: 1 }] })
  const support = await staff('support')
  expect(await refusal(support.call(api.desk.members.people, {}))).toMatchObject({ status: 403 })
})

describe('adding a person', () => {
  const person = { username: 'petra.novak', role: 'juror', email: 'petra@marks.example' } as const

  test('creates an account once, mails the link to set a password, and is recorded', async () => {
    const admin = await staff('admin')
    const { designer_id, is_new } = await admin.call(api.desk.members.create, { ...person, why: 'Invited' })
    expect(is_new).toBe(1)
    expect(await admin.call(api.desk.members.create, person)).toEqual({ designer_id, is_new: 0 })
    const letters = await server.db
      .selectFrom('mail')
      .where('to_address', '=', person.email)
      .select(['kind', 'text'])
      .execute()
    expect(letters).toEqual([
      { kind: 'invitation', text: expect.stringContaining(`/password-reset?user=${designer_id}&token=`) },
    ])
    const { timeline, role } = await detailsOf(admin, designer_id)
    expect(role).toBe('juror')
    expect(timeline.filter(moment => moment.kind === 'staff')).toMatchObject([
      { what: 'members.create', why: 'Invited' },
    ])
  })

  test.each([
    [{ username: 'x' }, 400, 'username'],
    [{ username: '' }, 400, 'username'],
    [{ email: 'petra' }, 400, 'email'],
    [{ role: 'queen' }, 400, 'role'],
    [{ role: 'admin' }, 409, 'username'],
    [{ username: 'petra2' }, 409, 'email'],
  ])('%j is refused with %i at %s', async (input, status, field) => {
    const admin = await staff('admin')
    await admin.call(api.desk.members.create, person)
    const answer = await refusal(admin.call(api.desk.members.create, { ...person, ...input } as never))
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([status, [field]])
  })
})
