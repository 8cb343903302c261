import { sql } from 'kysely'
import type { SandboxStore } from '../outside/paypal-sandbox/store.ts'
import { type Db, transaction } from './connect.ts'

/** The payment sandbox's memory in the table `payment_sandbox`. */
export function sandboxStore(db: Db): SandboxStore {
  return {
    async read(kind, id) {
      const row = await db
        .selectFrom('payment_sandbox')
        .where('kind', '=', kind)
        .where('id', '=', id)
        .select('value')
        .executeTakeFirst()
      return row?.value as never
    },

    async list(kind) {
      const rows = await db
        .selectFrom('payment_sandbox')
        .where('kind', '=', kind)
        .orderBy('created_at')
        .orderBy('id')
        .select('value')
        .execute()
      return rows.map(row => row.value as never)
    },

    async write(kind, id, value) {
      const json = JSON.stringify(value)
      await db
        .insertInto('payment_sandbox')
        .values({ kind, id, value: json })
        .onConflict(c => c.columns(['kind', 'id']).doUpdateSet({ value: json }))
        .execute()
    },

    async add(kind, id, value) {
      await db
        .insertInto('payment_sandbox')
        .values({ kind, id, value: JSON.stringify(value) })
        .onConflict(c => c.columns(['kind', 'id']).doNothing())
        .execute()
    },

    async remove(kind, id) {
      await db.deleteFrom('payment_sandbox').where('kind', '=', kind).where('id', '=', id).execute()
    },

    async listDue(time) {
      const rows = await db
        .selectFrom('payment_sandbox')
        .where('kind', '=', 'subscription')
        .where(sql<string>`value ->> 'status'`, '=', 'ACTIVE')
        .where(sql<string>`value ->> 'next_billing_time'`, '<=', time)
        .select('id')
        .execute()
      return rows.map(row => row.id)
    },

    transaction(subscriptionId, work) {
      return transaction(db, async trx => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${subscriptionId}`}, 0))`.execute(
          trx,
        )
        return work(sandboxStore(trx))
      })
    },
  }
}
