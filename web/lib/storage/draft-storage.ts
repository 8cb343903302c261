import { writeStored } from './storage.ts'

/** Storage key of a draft's texts, and name of the IndexedDB database of its pictures. */
export const draftsAt = 'submit-draft'

/** Storage key of an account's recent searches. */
export const recentSearchesAt = 'recent-searches'

/** Deletes drafts and recent searches on sign-out: the next person may share this computer. */
export function forgetDrafts() {
  writeStored(draftsAt, undefined)
  writeStored(recentSearchesAt, undefined)
  try {
    indexedDB.deleteDatabase(draftsAt)
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}
