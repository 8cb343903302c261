import type { Services } from '../../services.ts'
import { forgetCard, listOldCards } from './queries.ts'

/** Removes the cards that were drawn 30 days ago, one after the other until `signal`; `onError` gets each failure. */
export async function removeOldCards(
  { db, files, now }: Pick<Services, 'db' | 'files' | 'now'>,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
) {
  for (const name of await listOldCards(db, now())) {
    if (signal?.aborted) return
    await files
      .remove(name)
      .then(() => forgetCard(db, name))
      .catch(onError)
  }
}
