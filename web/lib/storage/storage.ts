/** Reads from localStorage; undefined where storage is forbidden or empty. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes to localStorage if the browser permits it; undefined removes the key. */
export function writeStored(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is forbidden: the value lasts only as long as the page.
  }
}
