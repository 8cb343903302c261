import { finishToasts, showToast } from './toast.ts'

const doomed = new Set<string>()

/** Whether this is gone for the viewer although the server still has it: lists that are read meanwhile leave it out. */
export const isDoomed = (key: string) => doomed.has(key)

type Removal = {
  /** Names what is removed, for `isDoomed`. */
  key: string
  message: string
  /** Tells the server, once nothing can be undone any more. Must outlive the page. */
  send: () => Promise<unknown>
  /** What is said when that failed. */
  failure: string
  /** Brings it back on the screen. */
  restore: () => void
}

/**
 * Removes something that may be undone for as long as its toast is shown. The server hears of it when the toast is
 * gone, or when the page is left. The caller takes it off the screen.
 */
export function removeWithUndo({ key, message, send, failure, restore }: Removal) {
  let isKept = false
  doomed.add(key)
  showToast(message, 'success', {
    action: {
      label: 'Undo',
      run() {
        isKept = true
      },
    },
    async onGone() {
      try {
        if (!isKept) await send()
      } catch {
        isKept = true
        showToast(failure)
      }
      doomed.delete(key)
      if (isKept) restore()
    },
  })
}

addEventListener('pagehide', finishToasts)
