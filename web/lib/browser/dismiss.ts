import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls `onClose` when the pointer or the focus goes outside of `inside`, or Escape is pressed. `returnsFocus` is true for
 * Escape: the focus belongs back on the control that opened it. A press in a live region (a toast) does not close.
 */
export function useDismiss(inside: RefObject<HTMLElement | null>, onClose: (returnsFocus: boolean) => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const leave = ({ target }: Event) => {
      const element = target as Element
      if (!inside.current?.contains(element) && !element.closest('[aria-live]')) close(false)
    }
    // On the document: before anything inside has the focus, Escape is dispatched elsewhere.
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(true)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', cancel)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', cancel)
    }
  }, [inside])
}
