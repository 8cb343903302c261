import { type RefObject, useRef, useState } from 'react'
import { type Layout, middleOf, placeAt } from './layout.ts'
import { aboveFinger, useGestures } from './use-gestures.ts'

/** Half of the loupe with its arms, and the head of the page. */
const [reach, head] = [106, 72]

/**
 * The square that is looked at, by pointer, finger or keys. The loupe is moved outside of React: it follows every event of the
 * pointer.
 */
export function useLook(
  grid: RefObject<HTMLElement | null>,
  { layout, count, isCovered }: { layout: Layout; count: number; isCovered: boolean },
) {
  const loupe = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<number>()
  // Another order or window has another square there.
  const [shown, setShown] = useState({ layout, count })
  if (shown.layout !== layout || shown.count !== count) {
    setShown({ layout, count })
    if (place !== undefined) setPlace(undefined)
  }

  /** Moves the loupe to a point of the window. */
  const move = (x: number, y: number) => {
    if (!loupe.current) return
    loupe.current.style.transform = `translate(${x}px, ${y}px)`
    loupe.current.toggleAttribute('data-left', x > document.documentElement.clientWidth - 330)
  }

  const lookAt = (x: number, y: number, above = 0) => {
    const found = placeAt(layout, count, x + scrollX, y + scrollY)
    move(x, y - above)
    setPlace(found)
    return found
  }

  // What is open above the squares was opened from the one that is looked at, and closes to it.
  useGestures(grid, { lookAt, away: () => isCovered || setPlace(undefined) })

  return {
    loupe,
    place,
    /** Looks at a place, which is scrolled into the window. */
    at(next: number) {
      const { x, y } = middleOf(layout, next)
      const top = y - scrollY
      if (top < head + reach || top > innerHeight - reach)
        scrollTo({ top: y - innerHeight / 2, behavior: 'instant' })
      move(x - scrollX, y - scrollY)
      setPlace(next)
    },
    away() {
      setPlace(undefined)
    },
    /** The place to open after a press: a tap looks first, and opens what was looked at. */
    pressed(x: number, y: number): number | undefined {
      const found = placeAt(layout, count, x + scrollX, y + scrollY)
      if (found !== undefined && found === place) return found
      lookAt(x, y, matchMedia('(pointer: coarse)').matches ? aboveFinger : 0)
      return undefined
    },
  }
}
