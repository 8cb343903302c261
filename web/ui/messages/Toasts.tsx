import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../../lib/store.ts'
import { dismissToast, type Toast, toastStore } from '../../lib/toast/toast.ts'
import { X } from '../display/icons.tsx'
import styles from './Toasts.module.css'

const shownMs = 5000

/** The region of the toasts. Always mounted: a live region is announced only if it existed before its text. */
export function Toasts() {
  const toasts = useStore(toastStore)
  // Outside of the page's root, so that toasts are above dialogs.
  return createPortal(
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map(toast => (
        <Line key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  )
}

function Line({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  const cameFrom = useRef<Element>(null)

  useEffect(() => {
    if (isHeld || toast.isLasting) return
    const timer = setTimeout(() => dismissToast(toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast])

  /** Returns focus to the element that had it before; not to the header, whose search opens on focus. */
  const leave = () => {
    const before = cameFrom.current as HTMLElement | null
    if (before?.closest('main, form, [role=dialog]')) before.focus({ preventScroll: true })
    dismissToast(toast.id)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className={styles.toast}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
        setIsHeld(true)
      }}
      onBlur={() => setIsHeld(false)}
    >
      <p className={styles.message}>{toast.message}</p>
      {toast.actions?.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          className={styles.action}
          onClick={() => {
            run()
            leave()
          }}
        >
          {label}
        </button>
      ))}
      <button type="button" className={styles.dismiss} aria-label="Dismiss message" onClick={leave}>
        <X size={16} />
      </button>
    </div>
  )
}
