import { useEffect, useRef } from 'react'

/** Calls `onSlash` when '/' is pressed where nobody is writing and no dialog is open. */
export function useSlashKey(onSlash: () => void) {
  const latest = useRef(onSlash)
  useEffect(() => {
    latest.current = onSlash
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.activeElement?.matches('input, textarea, select, [contenteditable]')) return
      if (document.querySelector('[role=dialog], [role=menu]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
