import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Measure } from '../../../../shared/api/desk/today.ts'
import * as api from '../../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../../tests/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Role = 'moderator' | 'support' | 'chair' | 'admin'
const monthsFor = async (role: Role) =>
  (await server.signIn(await createDesigner(server.db, { role }))).call(api.desk.today.months, {})

/** The first of a month, so many months before the present one. */
const startOf = (monthsAgo: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo))
}
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

test('the months of an empty site are the last twelve, each with nothing', async () => {
  const { months, measures } = await monthsFor('admin')
  expect(months).toEqual(Array.from({ length: 12 }, (_, i) => monthOf(startOf(11 - i))))
  expect(measures).toEqual(
    ['members', 'uploads', 'income', 'reports'].map(name => ({ name, values: Array(12).fill(0) })),
  )
})

test('a role sees the months of what its rooms hold', async () => {
  const seenBy = async (role: Role) => (await monthsFor(role)).measures.map(({ name }) => name)
  expect(await seenBy('moderator')).toEqual(['members', 'uploads', 'reports'])
  expect(await seenBy('support')).toEqual(['members', 'uploads'])
  expect(await seenBy('chair')).toEqual(['members', 'uploads'])
})

/**
 * Moments in the last fourteen months but one of them: the first and the last of each, in the present month only its first, and
 * more of them in some months than in others.
 */
function momentsOf(emptyMonth: number): Date[] {
  const moments: Date[] = []
  for (let ago = 14; ago >= 0; ago--) {
    if (ago === emptyMonth) continue
    moments.push(startOf(ago))
    if (ago === 0) continue
    moments.push(new Date(startOf(ago - 1).getTime() - 1))
    for (let i = 0; i < ago % 3; i++) moments.push(new Date(startOf(ago).getTime() + (i + 1) * 86_400_000))
  }
  return moments
}

const outcomes = [
  { status: 'completed', refunds: [] },
  { status: 'partially_refunded', refunds: [1000, 2550] },
  { status: 'refunded', refunds: [] },
  { status: 'reversed', refunds: [] },
  { status: 'pending', refunds: [] },
  { status: 'declined', refunds: [] },
] as const

/** Rows of every kind at these moments; returns what each of them counts for. */
async function fill(moments: readonly Date[]) {
  const { db } = server
  const counted: { name: Measure; at: Date; value: number }[] = []
  const { designer_id } = await createDesigner(db, { member_since: startOf(30) })
  await db
    .insertInto('subscription')
    .values({ subscription_id: 'I-1', designer_id, plan: 'yearly', status: 'cancelled' })
    .execute()
  for (const [i, at] of moments.entries()) {
    await createDesigner(db, { member_since: at })
    counted.push({ name: 'members', at, value: 1 })
    await createDesigner(db, { member_since: at, role: 'juror' })

    const isHidden = i % 4 === 0
    await createLogo(db, {
      designer_id,
      upload_date: at,
      ...(isHidden && { hidden_at: at, hidden_why: 'Spam', hidden_by: 'staff' }),
    })
    counted.push({ name: 'uploads', at, value: 1 })

    const { status, refunds } = outcomes[i % outcomes.length]!
    const payment = {
      payment_id: `P-${i}`,
      subscription_id: 'I-1',
      designer_id,
      amount_cents: 100_00 + i,
      currency: 'USD',
      status,
      paid_at: at,
      reversed_at: status === 'reversed' ? at : null,
    }
    await db.insertInto('payment').values(payment).execute()
    for (const [j, amount_cents] of refunds.entries())
      await db
        .insertInto('refund')
        .values({
          refund_id: `R-${i}-${j}`,
          payment_id: payment.payment_id,
          amount_cents,
          refunded_at: new Date(),
        })
        .execute()
    if (status === 'completed' || status === 'partially_refunded')
      counted.push({
        name: 'income',
        at,
        value: payment.amount_cents - refunds.reduce((sum, each) => sum + each, 0),
      })

    const email = `${i}@example.com`
    await db
      .insertInto('report')
      .values({ kind: 'logo', subject_id: 1, reason: 'spam', email, created_at: at })
      .execute()
    counted.push({ name: 'reports', at, value: 1 })
  }
  return counted
}

test('the months sum members, uploads, income less refunds, and reports, as adding up the rows does', async () => {
  const emptyMonth = 5
  const counted = await fill(momentsOf(emptyMonth))
  const { months, measures } = await monthsFor('admin')
  const sumOf = (name: Measure, month: string) =>
    counted
      .filter(each => each.name === name && monthOf(each.at) === month)
      .reduce((sum, { value }) => sum + value, 0)
  for (const { name, values } of measures)
    expect(values, name).toEqual(months.map(month => sumOf(name, month)))
  for (const { name, values } of measures) {
    expect(values[11 - emptyMonth], name).toBe(0)
    expect(values.filter(value => value > 0).length, name).toBeGreaterThan(5)
  }
  // The present month, of which only the beginning is there.
  expect(measures.find(({ name }) => name === 'uploads')?.values.at(-1)).toBe(1)
  // An appeal is no report.
  const { decision_id } = await server.db
    .insertInto('decision')
    .values({ kind: 'logo', subject_id: 1, decision: 'hide', why: 'Spam', decided_at: new Date() })
    .returning('decision_id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('report')
    .values({
      kind: 'logo',
      subject_id: 1,
      reason: 'other',
      email: 'appeal@example.com',
      is_appeal: true,
      against: decision_id,
      created_at: new Date(),
    })
    .execute()
  expect((await monthsFor('admin')).measures).toEqual(measures)
})
