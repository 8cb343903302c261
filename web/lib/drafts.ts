import { writeStored } from './stored.ts'

/** Where work that is not sent yet is kept: the key of its texts, the database of its pictures. */
export const draftsAt = 'submit-draft'

/** Whoever signs out leaves nothing of it to the next one at this computer. */
export function forgetDrafts() {
  writeStored(draftsAt, undefined)
  try {
    indexedDB.deleteDatabase(draftsAt)
  } catch {
    // Forbidden storage has kept nothing.
  }
}
