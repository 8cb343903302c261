import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

const writing = 'input, textarea, select, [contenteditable]'

/** The pressed key in lower case if it can be a shortcut; undefined in text fields and with a modifier. */
export function readShortcut(event: KeyboardEvent | ReactKeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  if ((event.target as Element).matches(writing)) return
  const key = event.key.toLowerCase()
  // Some layouts need Shift for '/'.
  return event.shiftKey && /\w/.test(key) ? undefined : key
}

/**
 * A keydown handler: clicks the control inside the element whose `aria-keyshortcuts` names the pressed key. A dialog
 * that React renders inside the element, but elsewhere in the document, keeps its own keys.
 */
export function pressShortcut(event: ReactKeyboardEvent<HTMLElement>) {
  if (event.repeat || !event.currentTarget.contains(event.target as Element)) return
  const key = readShortcut(event)
  const control =
    key && event.currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}" i]`)
  if (!control) return
  event.preventDefault()
  control.click()
}
