import type pg from 'pg'
import { leftOut } from './dump.ts'

/**
 * Ends what may have been used since the moment that a restored or recovered database is of: sessions, sign-in links and API
 * tokens, webhooks' secrets and clients' links; gift cards that were not redeemed are held until staff release them; and the
 * next reconciliation reads everything again from the provider. For a transaction. Returns the number of cards.
 */
export async function endUsed(client: pg.Client, now: Date): Promise<number> {
  await client.query(`delete from ${leftOut.join('; delete from ')}`)
  const { rowCount } = await client.query(
    'update gift_card set held_at = $1 where redeemed_at is null and voided_at is null',
    [now],
  )
  // A secret that was replaced since must not sign again, and messages would be sent twice.
  await client.query('update webhook set secret = null, is_paused = true')
  // A link that was ended or replaced since must not open again.
  await client.query('delete from collection_link')
  await client.query("delete from setting where name in ('reconciled', 'reconciled fully')")
  return rowCount ?? 0
}
