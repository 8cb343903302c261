import { createStore } from '../store.ts'

export type ToastAction = { label: string; run: () => void }

export type Toast = {
  id: number
  message: string
  kind: 'error' | 'success'
  /** Buttons of the toast. An action runs before `onGone`. */
  actions?: ToastAction[]
  /** Shown until it is dismissed; otherwise for five seconds. */
  isLasting?: boolean
  /** Runs when the toast is gone, in any way. A toast with it is never dropped to make room. */
  onGone?: () => unknown
}

export const toastStore = createStore<readonly Toast[]>([])
let lastId = 0

/**
 * Shows a toast and returns its id. A message that is already shown is replaced, which restarts its time.
 */
export function showToast(
  message: string,
  kind: Toast['kind'] = 'error',
  more?: Pick<Toast, 'actions' | 'isLasting' | 'onGone'>,
): number {
  lastId += 1
  const line = { id: lastId, message, kind, ...more }
  const others = toastStore.read().filter(toast => toast.onGone || toast.message !== message)
  const surplus = others.filter(toast => !toast.onGone).slice(0, -2)
  void publish([...others.filter(toast => !surplus.includes(toast)), line])
  return lastId
}

export function dismissToast(id: number) {
  void publish(toastStore.read().filter(toast => toast.id !== id))
}

/** Dismisses every toast with `onGone`. Resolves when their work is done. */
export const finishToasts = () => publish(toastStore.read().filter(toast => !toast.onGone))

function publish(next: readonly Toast[]) {
  const gone = toastStore.read().filter(toast => !next.includes(toast))
  toastStore.set(next)
  return Promise.all(gone.map(toast => toast.onGone?.()))
}
