import { useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches, updated when it changes. */
export function useMedia(query: string): boolean {
  const { subscribe, read } = useMemo(() => watch(query), [query])
  return useSyncExternalStore(subscribe, read)
}

/** One list for all renders: opening one takes as long as some renders, and another `subscribe` would subscribe again. */
function watch(query: string) {
  const list = matchMedia(query)
  return {
    subscribe(listener: () => void) {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    read: () => list.matches,
  }
}
