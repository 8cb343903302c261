import { readStored, writeStored } from './storage.ts'

/** Storage key of today's game of Blind, which belongs to the device. */
export const blindGameAt = 'blind'

/** Storage keys of display preferences and of Blind: not secret, and not part of an account. */
const preferences = ['theme', 'tileSize', 'promo', blindGameAt]

/** Runs a sign-out, whose response clears the site's storage (Clear-Site-Data), and restores the preferences. */
export async function keepPreferences<T>(work: () => Promise<T>): Promise<T> {
  const kept = preferences.map(key => [key, readStored(key)] as const)
  try {
    return await work()
  } finally {
    for (const [key, value] of kept) if (value !== readStored(key)) writeStored(key, value)
  }
}
