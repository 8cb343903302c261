import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/server.ts'
import { audit } from '../audit/queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the same entry written by two transactions at the same time is recorded once', async () => {
  const entry = {
    at: server.services.now(),
    designer_id: null,
    subscription_id: 'I-AUDITED-TWICE',
    what: 'a payment is disputed',
    detail: { payment_id: 'SALE-1' },
    needs_attention: true,
  }
  let second: Promise<void> | undefined
  await server.db.transaction().execute(async first => {
    await audit(first, entry)
    // A separate connection: it sees nothing of the first transaction, and waits for it at the unique index.
    second = audit(server.db, entry)
    await expect.poll(() => waitingForALock()).toBe(1)
  })
  await second
  const rows = await server.db
    .selectFrom('ledger_audit')
    .where('subscription_id', '=', entry.subscription_id)
    .select('audit_id')
    .execute()
  expect(rows).toHaveLength(1)
})

test('entries that differ in their detail are all recorded', async () => {
  const entry = {
    at: server.services.now(),
    designer_id: null,
    subscription_id: 'I-AUDITED',
    what: 'a payment is disputed',
  }
  await audit(server.db, { ...entry, detail: { payment_id: 'SALE-1' } })
  await audit(server.db, { ...entry, detail: { payment_id: 'SALE-2' } })
  await audit(server.db, { ...entry, detail: { payment_id: 'SALE-2' } })
  const rows = await server.db
    .selectFrom('ledger_audit')
    .where('subscription_id', '=', 'I-AUDITED')
    .select('audit_id')
    .execute()
  expect(rows).toHaveLength(2)
})

async function waitingForALock() {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_audit%'`.execute(
    server.db,
  )
  return rows[0]?.waiting
}
