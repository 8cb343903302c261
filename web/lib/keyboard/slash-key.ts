import { useEffectEvent, useLayoutEffect } from 'react'
import { readShortcut } from './shortcuts.ts'

/** Calls `onSlash` when '/' is pressed outside of text fields and while no dialog is open. */
export function useSlashKey(onSlash: () => void) {
  const act = useEffectEvent(onSlash)
  // A layout effect: a reader who sees the field can press the key.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (readShortcut(event) !== '/') return
      if (document.querySelector('[role=dialog], [role=menu]')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
