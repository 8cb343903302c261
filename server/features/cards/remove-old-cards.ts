import { transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { forgetOldCard, listOldCards } from './queries.ts'

/**
 * Removes the cards that were drawn 30 days ago, one after the other until `signal`; `onError` gets each failure. Each file
 * is removed while its row is locked: a process that draws the card again waits with its row, and so with its new file, until
 * the old file is gone.
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
