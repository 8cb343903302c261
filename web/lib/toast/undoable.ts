import { dismissToast, finishToasts, showToast, type Toast } from './toast.ts'

const pendingRemovals = new Set<string>()

/** Whether an item was removed on screen but not yet on the server: lists that are read in between leave it out. */
export const isPendingRemoval = (key: string) => pendingRemovals.has(key)

/** The toast for a failed `send`: its message, and how it is shown where it has an action. */
type Failure = { message: string } & Pick<Toast, 'actions' | 'isLasting'>

type Removal = {
  /** Names what is removed, for `isPendingRemoval`. */
  key: string
  message: string
  /** Sends the removal, once it can no longer be undone. Must survive the page (`keepalive`). */
  send: () => Promise<unknown>
  failure: string | ((error: unknown) => Failure)
  /** Puts the item back on the screen. */
  restore: () => void
}

/**
 * Undoable removal: it can be undone while its toast is shown, and is sent when the toast is gone or the page is left.
 * The caller removes the item from the screen (optimistic update). Returns what undoes it, for a key.
 */
export function removeWithUndo({ key, message, send, failure, restore }: Removal): () => void {
  let isKept = false
  pendingRemovals.add(key)
  const keep = () => {
    isKept = true
  }
  const toast = showToast(message, 'success', {
    actions: [{ label: 'Undo', run: keep }],
    async onGone() {
      try {
        if (!isKept) await send()
      } catch (error) {
        isKept = true
        const { message, ...more } = typeof failure === 'string' ? { message: failure } : failure(error)
        showToast(message, 'error', more)
      }
      pendingRemovals.delete(key)
      if (isKept) restore()
    },
  })
  return () => {
    keep()
    dismissToast(toast)
  }
}

addEventListener('pagehide', finishToasts)
