import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './stored.ts'

/** How small a tile of the wall may become, in px; chosen by the reader and remembered. */
export const tileSizes = { min: 120, max: 320, step: 20, standard: 200 } as const

const key = 'tileSize'
const listeners = new Set<() => void>()
let size = clamp(Number(readStored(key)))

export function useTileSize(): number {
  return useSyncExternalStore(subscribe, () => size)
}

export function setTileSize(next: number) {
  size = clamp(next)
  writeStored(key, String(size))
  for (const listener of listeners) listener()
}

function clamp(value: number) {
  return value >= tileSizes.min && value <= tileSizes.max ? value : tileSizes.standard
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
