import type { BlindResult } from '../../../shared/api/blind.ts'
import { blindGameAt } from '../../lib/storage/preferences.ts'
import { readStored, writeStored } from '../../lib/storage/storage.ts'

export type SavedGame = {
  /** A random number by which the server counts a device once a day. */
  device: string
  day: string
  /** Places, in the order in which they were kept. */
  kept: readonly number[]
  /** Once the names were shown. */
  result?: BlindResult
}

const makeDevice = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** The game of a day as this device keeps it; an empty one where it keeps none. */
export function readGame(day: string): SavedGame {
  const saved = parse(readStored(blindGameAt))
  return saved?.day === day ? saved : { device: saved?.device ?? makeDevice(), day, kept: [] }
}

/** Keeps a game on this device, in place of the one before. */
export const writeGame = (game: SavedGame) => writeStored(blindGameAt, JSON.stringify(game))

function parse(text: string | undefined): SavedGame | undefined {
  try {
    // Only writeGame writes there.
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
