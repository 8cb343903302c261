export type Toast = {
  id: number
  message: string
  kind: 'error' | 'success'
  /** What may be done about it, as a button. Runs before `onGone`. */
  action?: { label: string; run: () => void }
  /** Stays until it is put away; else five seconds. */
  isLasting?: boolean
  /** Runs when the line has left, in whatever way. */
  onGone?: () => void
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows one line at the bottom of the page; its id. The same line again only starts its time anew.
 */
export function showToast(
  message: string,
  kind: Toast['kind'] = 'error',
  more?: Pick<Toast, 'action' | 'isLasting' | 'onGone'>,
): number {
  lastId += 1
  publish(
    [...toasts.filter(toast => toast.message !== message), { id: lastId, message, kind, ...more }].slice(-3),
  )
  return lastId
}

export function dismissToast(id: number) {
  publish(toasts.filter(toast => toast.id !== id))
}

export const dismissToasts = () => publish([])

export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

function publish(next: readonly Toast[]) {
  const gone = toasts.filter(toast => !next.includes(toast))
  toasts = next
  for (const listener of listeners) listener()
  for (const toast of gone) toast.onGone?.()
}
