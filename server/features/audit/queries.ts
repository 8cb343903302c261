import type { Db } from '../../db/connect.ts'

/** Writes an audit record. A unique index stores the same entry once, also when two transactions write it at the same time. */
export async function audit(
  trx: Db,
  entry: {
    at: Date
    designer_id: number | null
    subscription_id: string | null
    what: string
    detail?: Record<string, unknown>
    needs_attention?: boolean
  },
) {
  await trx
    .insertInto('ledger_audit')
    .values({ ...entry, detail: JSON.stringify(entry.detail ?? {}) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
