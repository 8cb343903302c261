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
