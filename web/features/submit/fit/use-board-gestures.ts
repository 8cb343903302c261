import { type PointerEvent, useEffect, useRef } from 'react'
import { limitPlacement, type Placement, scalePlacement } from '../../../../shared/rules/fit.ts'
import { maxImageSide } from '../../../../shared/rules/image.ts'

/** How much a step of the wheel scales: a notch of 100 px by a tenth. */
const perWheelPixel = 0.001

type Point = { x: number; y: number }

/**
 * One pointer moves the picture on the artboard; two pointers scale it, and so does the wheel while the artboard has the focus or
 * Ctrl or ⌘ is held. Any other turn scrolls past it. Returns the artboard's handlers.
 */
export function useBoardGestures(
  board: HTMLElement | null,
  change: (next: (before: Placement) => Placement) => void,
) {
  const pointers = useRef(new Map<number, Point>())

  // By hand: React's listener is passive, and the page would scroll, too.
  useEffect(() => {
    if (!board) return
    const turn = (event: WheelEvent) => {
      // Two fingers that are spread on a trackpad come as a wheel with Ctrl.
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== board) return
      event.preventDefault()
      change(before => scalePlacement(before, Math.exp(-event.deltaY * perWheelPixel)))
    }
    board.addEventListener('wheel', turn, { passive: false })
    return () => board.removeEventListener('wheel', turn)
  }, [board, change])

  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove(event: PointerEvent) {
      const before = [...pointers.current.values()]
      if (!pointers.current.has(event.pointerId)) return
      pointers.current.set(event.pointerId, pointOf(event))
      const now = [...pointers.current.values()]
      const pixel = maxImageSide / event.currentTarget.clientWidth
      const [from, to] = [middleOf(before), middleOf(now)]
      const by = now.length > 1 ? spreadOf(now) / Math.max(1, spreadOf(before)) : 1
      change(({ margin, x, y }) =>
        scalePlacement(
          limitPlacement({ margin, x: x + (to.x - from.x) * pixel, y: y + (to.y - from.y) * pixel }),
          by,
        ),
      )
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** How far the first two are apart. */
const spreadOf = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)
