/** Reads from localStorage; undefined where storage is forbidden or empty. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers in localStorage, as far as the browser lets us; undefined forgets. */
export function writeStored(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Forbidden storage: what would be remembered lasts as long as the page.
  }
}

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
