import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportDecision } from '../../../shared/api/desk/reports.ts'
import type { ReportKind } from '../../../shared/api/reports.ts'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../tests/server.ts'
import { wrongCounts } from '../../../tests/wrong-counts.ts'

// What each decision does to each kind of subject, in every state of it.

let server: TestServer
let owner: Awaited<ReturnType<typeof createDesigner>>
let moderator: Client
let admin: Client
let reporters: Client[]
beforeAll(async () => {
  server = await startTestServer()
  moderator = await server.signIn(await createDesigner(server.db, { role: 'moderator' }))
  admin = await server.signIn(await createDesigner(server.db, { role: 'admin' }))
  reporters = await Promise.all([1, 2, 3].map(async () => server.signIn(await createDesigner(server.db))))
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('limit_count').execute()
  owner = await createDesigner(server.db)
})

type Outcome = Exclude<ReportDecision, 'restore'>
type State = 'shown' | 'hidden by reports' | 'hidden by staff' | 'removed' | 'gone'
/** The state after a decision, or the status of its refusal. */
type After = State | 400 | 409

const hideable: Record<State, Record<Outcome, After>> = {
  shown: { dismiss: 'shown', hide: 'hidden by staff', remove: 'removed', warn: 'shown', suspend: 'shown' },
  'hidden by reports': {
    dismiss: 'shown',
    hide: 'hidden by staff',
    remove: 'removed',
    warn: 'shown',
    suspend: 'shown',
  },
  'hidden by staff': {
    dismiss: 'hidden by staff',
    hide: 'hidden by staff',
    remove: 'removed',
    warn: 'hidden by staff',
    suspend: 'hidden by staff',
  },
  removed: { dismiss: 'removed', hide: 'removed', remove: 'removed', warn: 'removed', suspend: 'removed' },
  gone: { dismiss: 'gone', hide: 409, remove: 409, warn: 409, suspend: 409 },
}
const { 'hidden by reports': _, ...withoutReports } = hideable
const table: Record<ReportKind, Partial<Record<State, Record<Outcome, After>>>> = {
  comment: hideable,
  // Reports never hide these.
  logo: withoutReports,
  collection: withoutReports,
  designer: {
    shown: { dismiss: 'shown', hide: 400, remove: 400, warn: 'shown', suspend: 'shown' },
    gone: { dismiss: 'gone', hide: 409, remove: 409, warn: 409, suspend: 409 },
  },
}
const cases = Object.entries(table).flatMap(([kind, states]) =>
  Object.entries(states).flatMap(([state, outcomes]) =>
    Object.entries(outcomes).map(
      ([outcome, after]) => [kind, state, outcome, after] as [ReportKind, State, Outcome, After],
    ),
  ),
)

test('the table names every kind, state and decision', () => {
  expect(cases).toHaveLength(5 * (5 + 4 + 4 + 2))
})

describe('a decision', () => {
  test.each(cases)('about a %s that is %s: %s leads to %s', async (kind, state, outcome, after) => {
    const id = await make(kind)
    const report_ids = await Promise.all(
      // Three reports hide a comment.
      reporters.slice(0, state === 'hidden by reports' ? 3 : 2).map(async by => {
        const { report_id } = await by.call(api.reports.file, { kind, id, reason: 'spam' })
        return report_id
      }),
    )
    await bring(kind, id, state, report_ids)
    expect(await stateOf(kind, id)).toBe(state)
    const decision = moderator.call(api.desk.reports.decide, {
      report_ids,
      decision: outcome,
      why: 'We looked',
      ...(outcome === 'suspend' && { until: new Date(Date.now() + 86_400_000).toISOString() }),
    })
    if (typeof after === 'number') expect((await refusal(decision)).status).toBe(after)
    else await decision
    expect(await stateOf(kind, id)).toBe(typeof after === 'number' ? state : after)
    expect(await countOpen(report_ids)).toBe(typeof after === 'number' ? report_ids.length : 0)
    const { suspended_until } = await server.db
      .selectFrom('designer')
      .where('designer_id', '=', owner.designer_id)
      .select('suspended_until')
      .executeTakeFirstOrThrow()
    expect(suspended_until !== null).toBe(outcome === 'suspend' && typeof after !== 'number')
    expect((await wrongCounts.execute(server.db)).rows).toEqual([])
  })
})

async function make(kind: ReportKind): Promise<number> {
  const { designer_id } = owner
  if (kind === 'designer') return designer_id
  if (kind === 'logo') return (await createLogo(server.db, { designer_id })).logo_id
  if (kind === 'collection') {
    const { collection_id } = await server.db
      .insertInto('collection')
      .values({ designer_id, name: 'Shelf', is_public: true })
      .returning('collection_id')
      .executeTakeFirstOrThrow()
    return collection_id
  }
  const { comment_id } = await server.db
    .insertInto('comment')
    .values({ designer_id, logo_id: (await createLogo(server.db)).logo_id, comment: 'Rude' })
    .returning('comment_id')
    .executeTakeFirstOrThrow()
  return comment_id
}

/** Brings a reported subject into a state; its reports wait for a decision afterwards. */
async function bring(kind: ReportKind, id: number, state: State, report_ids: number[]) {
  const { db } = server
  if (state === 'hidden by staff' && kind !== 'designer')
    await moderator.call(api.desk.reports.setHidden, { kind, id, state: 1, why: 'Copied' })
  if (state === 'removed') {
    const report_id = report_ids.shift()!
    await moderator.call(api.desk.reports.decide, { report_ids: [report_id], decision: 'remove', why: 'So' })
  }
  if (state !== 'gone') return
  if (kind === 'logo') await db.deleteFrom('logo').where('logo_id', '=', id).execute()
  if (kind === 'comment') await db.deleteFrom('comment').where('comment_id', '=', id).execute()
  if (kind === 'collection') await db.deleteFrom('collection').where('collection_id', '=', id).execute()
  if (kind === 'designer')
    await admin.call(api.desk.members.update, { designer_id: id, closed: 1, why: 'Asked for' })
}

async function stateOf(kind: ReportKind, id: number): Promise<State> {
  if (kind === 'designer') {
    const { closed_at } = await server.db
      .selectFrom('designer')
      .where('designer_id', '=', id)
      .select('closed_at')
      .executeTakeFirstOrThrow()
    return closed_at ? 'gone' : 'shown'
  }
  const row = await server.db
    .selectFrom(kind)
    .where(`${kind}_id` as 'logo_id', '=', id)
    .select(['hidden_by', 'removed_at'])
    .executeTakeFirst()
  if (!row) return 'gone'
  if (row.removed_at) return 'removed'
  return row.hidden_by ? `hidden by ${row.hidden_by}` : 'shown'
}

async function countOpen(report_ids: number[]): Promise<number> {
  const open = await server.db
    .selectFrom('report')
    .where('report_id', 'in', report_ids)
    .where('decision_id', 'is', null)
    .select('report_id')
    .execute()
  return open.length
}

test('a comment that is hidden is listed for its writer alone, with the reason, and counted for no one else', async () => {
  const writer = await server.signIn(owner)
  const { logo_id, designer_id } = await createLogo(server.db)
  const host = await server.db
    .selectFrom('designer')
    .where('designer_id', '=', designer_id)
    .select(['username', 'designer_id'])
    .executeTakeFirstOrThrow()
  const { logo_comment_id: id } = await writer.call(api.logos.addComment, { logo_id, comment: 'Rude' })
  await writer.call(api.logos.addComment, { logo_id, comment: 'Kind' })
  const read = (by: Client) => by.call(api.logos.comments, { logo_id })
  for (const by of reporters) await by.call(api.reports.file, { kind: 'comment', id, reason: 'abuse' })

  const others = [await server.signIn(host), moderator, reporters[0]!, server.visit()]
  const expectHiddenFromOthers = async () => {
    for (const by of others) {
      const { data, count } = await read(by)
      expect([data.map(each => each.comment), count]).toEqual([['Kind'], 1])
      expect(data[0]).not.toHaveProperty('is_hidden')
    }
  }
  const own = await read(writer)
  expect(own.count).toBe(2)
  expect(own.data[1]).toMatchObject({ comment: 'Rude', is_hidden: 1, hidden_by: 'reports', hidden_why: null })
  expect(own.data[0]).not.toHaveProperty('is_hidden')
  await expectHiddenFromOthers()

  await moderator.call(api.desk.reports.setHidden, { kind: 'comment', id, state: 1, why: 'An insult' })
  expect((await read(writer)).data[1]).toMatchObject({ hidden_by: 'staff', hidden_why: 'An insult' })
  await expectHiddenFromOthers()
  const { data: listed } = await moderator.call(api.desk.reports.comments, { q: String(id) })
  expect(listed.find(each => each.comment_id === id)).toMatchObject({
    hidden_by: 'staff',
    hidden_why: 'An insult',
  })
})
