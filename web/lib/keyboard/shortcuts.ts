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

/** The control inside `scope` that names the key in `aria-keyshortcuts`; not one that matches `except`. */
export const findControl = (scope: ParentNode, key: string, except?: string) =>
  [...scope.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}" i]`)].find(
    control => !except || !control.matches(except),
  )

/** Clicks a control; a text field is focused. */
export function press(control: HTMLElement) {
  if (control.matches(writing)) control.focus()
  else control.click()
}

/**
 * A keydown handler: presses the control inside the element whose `aria-keyshortcuts` names the pressed key. A dialog
 * that React renders inside the element, but elsewhere in the document, keeps its own keys.
 */
export function pressShortcut(event: ReactKeyboardEvent<HTMLElement>) {
  if (event.repeat || !event.currentTarget.contains(event.target as Element)) return
  const key = readShortcut(event)
  const control = key && findControl(event.currentTarget, key)
  if (!control) return
  event.preventDefault()
  press(control)
}
