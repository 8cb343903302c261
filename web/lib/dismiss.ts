import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls `onClose` when the pointer or the focus goes anywhere but `inside`, or Escape is pressed; `returnsFocus`: by
 * Escape, so the focus belongs back where it was opened. A message about it may be put away meanwhile.
 */
export function useDismiss(inside: RefObject<HTMLElement | null>, onClose: (returnsFocus: boolean) => void) {
  const latestClose = useRef(onClose)
  useEffect(() => {
    latestClose.current = onClose
  })
  useEffect(() => {
    const leave = ({ target }: Event) => {
      const element = target as Element
      if (!inside.current?.contains(element) && !element.closest('[aria-live]')) latestClose.current(false)
    }
    // Before anything inside has the focus, Escape arrives elsewhere.
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latestClose.current(true)
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
