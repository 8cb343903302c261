import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReportDecision } from '../../../shared/api/desk/reports.ts'
import type { ReportKind } from '../../../shared/api/reports.ts'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'
import { deleteRemoved } from '../pictures/delete-removed.ts'

// What an appeal takes back: what its decision did, and nothing that another one did.

let server: TestServer
let owner: Awaited<ReturnType<typeof createDesigner>>
let ownerClient: Client
let moderator: Client
let second: Client
beforeAll(async () => {
  server = await startTestServer()
  moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  second = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await createDesigner(server.db)
  ownerClient = await server.signIn(owner)
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Decides a new report by a new member. Returns the link to the appeal in the letter to the owner. */
async function decide(
  thing: { kind: ReportKind; id: number },
  decision: ReportDecision,
  { why = 'We looked', until }: { why?: string; until?: Date } = {},
) {
  const reporter = await server.signIn(await createDesigner(server.db))
  const { report_id } = await reporter.call(api.reports.file, { ...thing, reason: 'spam' })
  await decideOne(moderator, report_id, decision, { why, ...(until && { until: until.toISOString() }) })
  return lastLink()
}

const decideOne = (by: Client, report_id: number, decision: ReportDecision, input: object = {}) =>
  by.call(api.desk.reports.decide, { report_ids: [report_id], decision, why: 'True', ...input })

async function lastLink() {
  const statements = (await listLetters()).filter(({ kind }) => kind === 'decision')
  return /appeal\?token=([\w-]+)/.exec(statements.at(-1)!.text)![1]!
}

const listLetters = () =>
  server.db
    .selectFrom('mail')
    .where('to_address', '=', owner.email)
    .orderBy('created_at')
    .select(['kind', 'text'])
    .execute()

const appeal = async (token: string) =>
  (await server.visit().call(api.reports.appeal, { token, text: 'Look again' })).report_id

/** Appeals, wins, and returns the answer's text. */
async function win(token: string) {
  await decideOne(second, await appeal(token), 'restore')
  const answers = (await listLetters()).filter(({ kind }) => kind === 'appeal-decided')
  return answers.at(-1)!.text
}

const suspendedUntil = async () =>
  (
    await server.db
      .selectFrom('designer')
      .where('designer_id', '=', owner.designer_id)
      .select('suspended_until')
      .executeTakeFirstOrThrow()
  ).suspended_until

const hidingOf = (logo_id: number) =>
  server.db
    .selectFrom('logo')
    .where('logo_id', '=', logo_id)
    .select(['hidden_why', 'removed_at'])
    .executeTakeFirst()

const newLogo = async () => {
  const { logo_id } = await createLogo(server.db, { designer_id: owner.designer_id })
  return { kind: 'logo', id: logo_id } as const
}

/** The logo is reported twice before either report is decided, because what is hidden can't be reported. */
async function decideTwice(id: number, decisions: [ReportDecision, ReportDecision]) {
  const ids: number[] = []
  while (ids.length < decisions.length) {
    const reporter = await server.signIn(await createDesigner(server.db))
    ids.push((await reporter.call(api.reports.file, { kind: 'logo', id, reason: 'spam' })).report_id)
  }
  await decideOne(moderator, ids[0]!, decisions[0], { why: 'First' })
  const first = await lastLink()
  await decideOne(moderator, ids[1]!, decisions[1], { why: 'Second' })
  return [first, await lastLink()] as const
}

test('an appeal that is won lifts a suspension although the comment it was for is gone', async () => {
  const host = await createDesigner(server.db)
  const { logo_id } = await createLogo(server.db, { designer_id: host.designer_id })
  const { logo_comment_id } = await ownerClient.call(api.logos.addComment, { logo_id, comment: 'Rude' })
  const link = await decide({ kind: 'comment', id: logo_comment_id }, 'suspend', { until: inDays(7) })
  await (await server.signIn(host)).call(api.reports.removeComment, { comment_id: logo_comment_id })
  expect(await suspendedUntil()).not.toBeNull()
  await win(link)
  expect(await suspendedUntil()).toBeNull()
})

test('an appeal against a suspension leaves a later one, which has an appeal of its own', async () => {
  const year = inDays(365)
  const first = await decide({ kind: 'designer', id: owner.designer_id }, 'suspend', { until: inDays(7) })
  const later = await decide(await newLogo(), 'suspend', { until: year })
  expect(await win(first)).toContain('Another decision still applies')
  expect(await suspendedUntil()).toEqual(year)
  expect(await win(later)).not.toContain('Another decision')
  expect(await suspendedUntil()).toBeNull()
})

test('an appeal against the later of two suspensions leaves the earlier one until its end', async () => {
  const week = inDays(7)
  const first = await decide({ kind: 'designer', id: owner.designer_id }, 'suspend', { until: week })
  const later = await decide(await newLogo(), 'suspend', { until: inDays(365) })
  expect(await win(later)).toContain('Another decision still applies')
  expect(await suspendedUntil()).toEqual(week)
  expect(await win(first)).not.toContain('Another decision')
  expect(await suspendedUntil()).toBeNull()
})

test('an appeal against a suspension does not bring back an earlier one that was ended by hand', async () => {
  await decide({ kind: 'designer', id: owner.designer_id }, 'suspend', { until: inDays(7) })
  await moderator.call(api.desk.members.update, { designer_id: owner.designer_id, suspended_until: null })
  const later = await decide(await newLogo(), 'suspend', { until: inDays(365) })
  expect(await win(later)).not.toContain('Another decision')
  expect(await suspendedUntil()).toBeNull()
})

test('an appeal against a suspension says nothing of a later one that was lifted by hand', async () => {
  const first = await decide({ kind: 'designer', id: owner.designer_id }, 'suspend', { until: inDays(7) })
  await decide(await newLogo(), 'suspend', { until: inDays(365) })
  await moderator.call(api.desk.members.update, { designer_id: owner.designer_id, suspended_until: null })
  expect(await win(first)).not.toContain('Another decision')
  expect(await suspendedUntil()).toBeNull()
})

test('an appeal against hiding leaves a later removal', async () => {
  const { id } = await newLogo()
  const [hidden, removed] = await decideTwice(id, ['hide', 'remove'])
  expect(await win(hidden)).toContain('Another decision still applies')
  expect(await hidingOf(id)).toEqual({ hidden_why: 'Second', removed_at: expect.any(Date) })
  await win(removed)
  expect(await hidingOf(id)).toEqual({ hidden_why: null, removed_at: null })
  expect((await wrongCounts.execute(server.db)).rows).toEqual([])
})

test('what is removed and then hidden stays removed, until an appeal against the removal leaves it hidden', async () => {
  const { id } = await newLogo()
  const [removed, hidden] = await decideTwice(id, ['remove', 'hide'])
  expect(await hidingOf(id)).toEqual({ hidden_why: 'Second', removed_at: expect.any(Date) })
  expect(await win(removed)).toContain('Another decision still applies')
  expect(await hidingOf(id)).toEqual({ hidden_why: 'Second', removed_at: null })
  await win(hidden)
  expect(await hidingOf(id)).toEqual({ hidden_why: null, removed_at: null })
  expect((await wrongCounts.execute(server.db)).rows).toEqual([])
})

test.each([
  ['hide', 'hide'],
  ['remove', 'hide'],
  ['hide', 'remove'],
] as const)(
  'an appeal that is won against a later decision does not show what an earlier one keeps hidden: %s, then %s',
  async (earlier, later) => {
    const { id } = await newLogo()
    const [first, second] = await decideTwice(id, [earlier, later])
    expect(await win(second)).toContain('Another decision still applies')
    expect(await hidingOf(id)).toEqual({
      hidden_why: 'First',
      removed_at: earlier === 'remove' ? expect.any(Date) : null,
    })
    expect(await win(first)).not.toContain('Another decision')
    expect(await hidingOf(id)).toEqual({ hidden_why: null, removed_at: null })
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  },
)

test('an earlier decision keeps nothing hidden once staff have shown the thing again', async () => {
  const { id } = await newLogo()
  const hide = (state: 0 | 1, why: string) =>
    moderator.call(api.desk.reports.setHidden, { kind: 'logo', id, state, why })
  await hide(1, 'First')
  await hide(0, '')
  await hide(1, 'Second')
  expect(await win(await lastLink())).not.toContain('Another decision')
  expect(await hidingOf(id)).toEqual({ hidden_why: null, removed_at: null })
})

test('an appeal about what was deleted 30 days after its removal can only be dismissed', async () => {
  const { id } = await newLogo()
  const [hidden, removed] = await decideTwice(id, ['hide', 'remove'])
  await deleteRemoved(server.db, inDays(31))
  expect(await hidingOf(id)).toBeUndefined()
  for (const link of [hidden, removed]) {
    const report_id = await appeal(link)
    const { status, body } = await refusal(decideOne(second, report_id, 'restore'))
    expect([status, body.error]).toEqual([409, expect.stringContaining('gone for good')])
    await decideOne(second, report_id, 'dismiss')
  }
  const texts = (await listLetters()).map(({ text }) => text).join()
  expect(texts).not.toContain('reversed our decision')
})
