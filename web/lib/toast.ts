export type Toast = { id: number; message: string; kind: 'error' | 'success' }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows one line at the bottom of the page for five seconds. The same line again only starts its time anew. */
export function showToast(message: string, kind: Toast['kind'] = 'error') {
  lastId += 1
  publish([...toasts.filter(toast => toast.message !== message), { id: lastId, message, kind }].slice(-3))
}

export function dismissToast(id: number) {
  publish(toasts.filter(toast => toast.id !== id))
}

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
  toasts = next
  for (const listener of listeners) listener()
}
