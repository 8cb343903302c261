import { readStored, writeStored } from '../../lib/storage/storage.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** The smallest width of a tile on the wall, in px; chosen by the reader and stored. */
export const tileSizes = { min: 120, max: 320, step: 20, standard: 200 } as const

const key = 'tileSize'
const store = createStore(clamp(Number(readStored(key))))

export const useTileSize = (): number => useStore(store)

export function setTileSize(next: number) {
  store.set(clamp(next))
  writeStored(key, String(store.read()))
}

function clamp(value: number) {
  return value >= tileSizes.min && value <= tileSizes.max ? value : tileSizes.standard
}
