import { transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { forgetOldCard, listOldCards } from './queries.ts'

/**
 * Removes the cards that were drawn 30 days ago, one after the other until `signal`; `onError` gets each failure. The file goes
 * while the row is locked, so that who draws the card again notes it after that, and its new file has a row.
 */
export async function removeOldCards(
  { db, files, now }: Pick<Services, 'db' | 'files' | 'now'>,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
) {
  for (const name of await listOldCards(db, now())) {
    if (signal?.aborted) return
    await transaction(db, async trx => {
      if (await forgetOldCard(trx, name, now())) await files.remove(name)
    }).catch(onError)
  }
}
