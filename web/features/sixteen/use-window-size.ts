import { useSyncExternalStore } from 'react'

const measure = () => ({ width: document.documentElement.clientWidth, height: innerHeight })

let size: ReturnType<typeof measure> | undefined

/**
 * The size of the window without its scroll bar. It is measured when it may have changed, not with each render: that would lay
 * out the page for each event of the pointer.
 */
export const useWindowSize = () => useSyncExternalStore(subscribe, () => (size ??= measure()))

function subscribe(listener: () => void) {
  const look = () => {
    const next = measure()
    if (size?.width === next.width && size.height === next.height) return
    size = next
    listener()
  }
  // The scroll bar comes and goes with the height of the page, without an event of the window.
  const observer = new ResizeObserver(look)
  observer.observe(document.documentElement)
  addEventListener('resize', look)
  return () => {
    size = undefined
    observer.disconnect()
    removeEventListener('resize', look)
  }
}
