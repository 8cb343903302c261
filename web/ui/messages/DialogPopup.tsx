import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, KeyboardEvent } from 'react'

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * A dialog's sheet. Tab wraps at its ends in the keydown itself: Base UI's focus guards move the focus one frame later, and
 * a second press within that frame would leave the dialog.
 */
export function DialogPopup(props: ComponentProps<typeof Dialog.Popup>) {
  return <Dialog.Popup {...props} onKeyDownCapture={wrapTab} />
}

function wrapTab(event: KeyboardEvent<HTMLElement>) {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: sheet } = event
  const focused = event.target as HTMLElement
  // A dialog that React renders inside this one, but elsewhere in the document, wraps its own.
  if (key !== 'Tab' || altKey || ctrlKey || metaKey || !sheet.contains(focused)) return
  const stops = [...sheet.querySelectorAll<HTMLElement>(focusable)].filter(isTabStop)
  const [end, start] = shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  const isAtEnd = !end || isSameStop(focused, end) || (shiftKey && focused === sheet)
  if (!isAtEnd) return
  event.preventDefault()
  ;(start ?? sheet).focus()
}

function isTabStop(element: HTMLElement) {
  if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility()) return false
  // Of a group of radio buttons only the checked one can be reached by Tab, if there is one.
  const group = radioGroupOf(element)
  return !group || (element as HTMLInputElement).checked || !group.some(radio => radio.checked)
}

const isSameStop = (a: HTMLElement, b: HTMLElement) =>
  a === b || radioGroupOf(a)?.includes(b as HTMLInputElement) === true

function radioGroupOf(element: HTMLElement): HTMLInputElement[] | undefined {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return
  const root = element.form ?? element.getRootNode()
  return [...(root as ParentNode).querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    ({ name }) => name === element.name,
  )
}
