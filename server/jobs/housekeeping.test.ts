import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesigner, createLogo } from '../../tests/factories.ts'
import { begin, confirm, makeUser } from '../../tests/payments.ts'
import { startTestServer, type TestServer } from '../../tests/server.ts'
import { settlePayment } from '../features/membership/settle-payment.ts'
import { countHit } from '../http/limits.ts'
import { openSession } from '../http/session.ts'
import { clearOld, startHousekeeping } from './housekeeping.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a mail settled a month ago loses its text and addresses, and still prevents a second mail', async () => {
  const { db } = server
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const mail = {
    kind: 'old',
    to_address: 'ada@example.com',
    reply_to: 'ben@example.com',
    subject: 'Hello Ada',
    html: '<p>Ada</p>',
    text: 'Ada',
    attempts: 1,
    problem: 'ada@example.com: no such user',
  }
  await db
    .insertInto('mail')
    .values([
      { ...mail, dedupe_key: 'sent', status: 'sent', created_at: ago(31) },
      { ...mail, dedupe_key: 'token', status: 'sent', created_at: ago(31), html: '', text: '' },
      { ...mail, dedupe_key: 'given up', status: 'dead', created_at: ago(31) },
      { ...mail, dedupe_key: 'waiting', status: 'queued', created_at: ago(31) },
      { ...mail, dedupe_key: 'younger', status: 'sent', created_at: ago(29) },
      { ...mail, dedupe_key: 'to nobody', to_address: '', status: 'dead', attempts: 0, created_at: ago(2) },
    ])
    .execute()
  for (let twice = 0; twice < 2; twice++) await clearOld(db, now)
  const rows = await db
    .selectFrom('mail')
    .where('kind', '=', 'old')
    .select(['dedupe_key', 'to_address', 'reply_to', 'subject', 'html', 'text', 'problem'])
    .orderBy('dedupe_key')
    .execute()
  const isTold = (row: object) => /ada|ben/i.test(JSON.stringify(row))
  expect(rows.filter(isTold).map(row => row.dedupe_key)).toEqual(['waiting', 'younger'])
  expect(rows.map(row => row.dedupe_key)).toEqual(['given up', 'sent', 'token', 'waiting', 'younger'])
})

test('expired rows are deleted, valid ones are kept, and views stay counted', async () => {
  const { db } = server
  const { designer_id } = await createDesigner(db)
  const { logo_id } = await createLogo(db)
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const limit = { name: 'test', most: 5, seconds: 60 }
  for (const days of [0, 31]) await openSession(db, designer_id, { userAgent: '', address: '' }, ago(days))
  for (const days of [0, 2]) await countHit(db, limit, 'somebody', ago(days))
  for (const days of [0, 1, 2])
    await db
      .insertInto('logo_view')
      .values({ logo_id, day: ago(days).toISOString().slice(0, 10), viewer: 'somebody' })
      .execute()
  await clearOld(db, now)
  const count = async (table: 'session' | 'limit_count' | 'logo_view') =>
    (
      await db
        .selectFrom(table)
        .select(e => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  expect([await count('session'), await count('limit_count'), await count('logo_view')]).toEqual([1, 1, 2])
  const { view_ct } = await db
    .selectFrom('logo')
    .where('logo_id', '=', logo_id)
    .select('view_ct')
    .executeTakeFirstOrThrow()
  expect(view_ct).toBe(3)
})

test('the provider’s messages are cleared after three months, except pending ones', async () => {
  const { db } = server
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  for (const [event_id, days, isDone] of [
    ['WH-RECENT', 89, true],
    ['WH-OLD', 91, true],
    ['WH-WAITING', 400, false],
  ] as const)
    await db
      .insertInto('webhook_event')
      .values({
        event_id,
        event_type: 'PAYMENT.SALE.COMPLETED',
        body: '{}',
        received_at: ago(days),
        processed_at: isDone ? ago(days) : null,
        next_try_at: ago(days),
      })
      .execute()
  await clearOld(db, now)
  const left = await db
    .selectFrom('webhook_event')
    .where('event_id', 'in', ['WH-RECENT', 'WH-OLD', 'WH-WAITING'])
    .orderBy('event_id')
    .select('event_id')
    .execute()
  expect(left.map(e => e.event_id)).toEqual(['WH-RECENT', 'WH-WAITING'])
})

test('an unfinished purchase loses its registration after a week, one that is being charged does not', async () => {
  const { db } = server
  const now = new Date()
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const [left, approved, paid] = [makeUser(), makeUser(), makeUser()]
  const id = await begin(server.visit(), { user: left })
  const waiting = await begin(server.visit(), { user: approved })
  await db
    .updateTable('checkout_intent')
    .set({ state: 'settling' })
    .where('subscription_id', '=', waiting)
    .execute()
  const client = server.visit()
  const paidId = await begin(client, { user: paid })
  await server.sandbox.approve(paidId)
  await confirm(client, paidId)
  const seen = async (subscription_id: string) => {
    const row = await db
      .selectFrom('checkout_intent')
      .where('subscription_id', '=', subscription_id)
      .select(['state', 'registration'])
      .executeTakeFirstOrThrow()
    return [row.state, row.registration !== null]
  }
  await clearOld(db, now)
  expect(await seen(id)).toEqual(['open', true])
  await clearOld(db, later(1))
  expect(await seen(id)).toEqual(['expired', true])
  await clearOld(db, later(8))
  expect(await seen(id)).toEqual(['expired', false])
  expect(await seen(waiting)).toEqual(['settling', true])
  expect(await seen(paidId)).toEqual(['settled', false])
})

test('a payment for a purchase whose registration was deleted opens no account, and is flagged for a refund', async () => {
  const { db, sandbox } = server
  const id = await begin(server.visit(), { user: makeUser() })
  await clearOld(db, new Date(Date.now() + 8 * 86_400_000))
  await sandbox.tamper(id, { user_action: 'SUBSCRIBE_NOW' })
  await sandbox.approve(id)
  expect(await settlePayment(server.services, id)).toMatchObject({ status: 'refused', money: 'taken' })
  expect((await sandbox.find(id))!.status).toBe('CANCELLED')
  const flagged = await db
    .selectFrom('ledger_audit')
    .where('subscription_id', '=', id)
    .where('needs_attention', '=', true)
    .select('what')
    .execute()
  expect(flagged).toEqual([{ what: 'paid, but who began it is no longer known: refund it' }])
})

test('the tables that search needs are refreshed by one process at a time', async () => {
  const { db, services } = server
  const runOnce = async () => {
    const errors: unknown[] = []
    await startHousekeeping(services, error => errors.push(error)).stop()
    expect(errors).toEqual([])
    return db
      .selectFrom('suggestion')
      .where('name', '=', 'Lighthouse keepers')
      .select(e => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  }
  await createLogo(db, { industry: 'Lighthouse keepers' })
  await db.connection().execute(async other => {
    await sql`select pg_advisory_lock(hashtextextended('refresh search', 0))`.execute(other)
    expect(await runOnce()).toEqual({ n: 0 })
    await sql`select pg_advisory_unlock(hashtextextended('refresh search', 0))`.execute(other)
  })
  expect(await runOnce()).toEqual({ n: 1 })
})
