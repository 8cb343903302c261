import { type RefObject, type TouchEvent, useRef } from 'react'

const enough = 50
const tooSteep = 30

type Swipe = { onPrevious: () => void; onNext: () => void; hasPrevious: boolean; hasNext: boolean }

/** Touch handlers that move `art` with the finger. A swipe needs more than 50 px sideways and less than 30 px vertically. */
export function useSwipe(art: RefObject<HTMLElement | null>, swipe: Swipe) {
  const start = useRef<{ x: number; y: number }>(null)

  const move = (x: number) => {
    if (art.current) art.current.style.translate = x ? `${x}px 0` : ''
  }

  return {
    onTouchStart({ touches }: TouchEvent) {
      start.current = touches.length === 1 ? { x: touches[0]!.clientX, y: touches[0]!.clientY } : null
      art.current?.setAttribute('data-held', '')
    },
    onTouchMove({ touches }: TouchEvent) {
      if (!start.current) return
      const dx = touches[0]!.clientX - start.current.x
      const leads = dx > 0 ? swipe.hasPrevious : swipe.hasNext
      // At both ends of the list the movement is damped.
      move(leads ? dx : dx / 4)
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const from = start.current
      start.current = null
      art.current?.removeAttribute('data-held')
      move(0)
      if (!from) return
      const dx = changedTouches[0]!.clientX - from.x
      const dy = changedTouches[0]!.clientY - from.y
      if (Math.abs(dx) <= enough || Math.abs(dy) >= tooSteep) return
      if (dx > 0) swipe.onPrevious()
      else swipe.onNext()
    },
    onTouchCancel() {
      start.current = null
      art.current?.removeAttribute('data-held')
      move(0)
    },
  }
}
