import { useEffect } from 'react'
import { readShortcut } from '../../../lib/keyboard/shortcuts.ts'

/** Runs with each key that is pressed outside of text fields and dialogs. */
export function useKeys(run: (key: string, event: KeyboardEvent) => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = readShortcut(event)
      if (key && !document.querySelector('[role=dialog], [role=alertdialog]')) run(key, event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}
