import { useSyncExternalStore } from 'react'

/** A value outside of React that components and other code subscribe to. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

type Store<Value> = { read: () => Value; subscribe: (listener: () => void) => () => void }

/** The store's value; rerenders the caller when it changes. */
export const useStore = <Value>({ subscribe, read }: Store<Value>) => useSyncExternalStore(subscribe, read)
