export type Toast = {
  id: number
  message: string
  kind: 'error' | 'success'
  /** What may be done about it, as a button. Runs before `onGone`. */
  action?: { label: string; run: () => void }
  /** Stays until it is put away; else five seconds. */
  isLasting?: boolean
  /** Runs when the line has left, in whatever way. Such a line is never dropped to make room. */
  onGone?: () => unknown
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
  const line = { id: lastId, message, kind, ...more }
  const others = toasts.filter(toast => toast.onGone || toast.message !== message)
  const surplus = others.filter(toast => !toast.onGone).slice(0, -2)
  void publish([...others.filter(toast => !surplus.includes(toast)), line])
  return lastId
}

export function dismissToast(id: number) {
  void publish(toasts.filter(toast => toast.id !== id))
}

/** Ends what waits for its line to leave. Resolves when that is done. */
export const finishToasts = () => publish(toasts.filter(toast => !toast.onGone))

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
  return Promise.all(gone.map(toast => toast.onGone?.()))
}
