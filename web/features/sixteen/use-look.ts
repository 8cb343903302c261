import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Layout, middleOf, placeAt } from './layout.ts'
import { aboveFinger, useGestures } from './use-gestures.ts'

/** Half of the loupe with its arms, and the head of the page. */
const [reach, head] = [106, 72]
/** A pointer that rests so long on a square has it named. */
const restMs = 90

type Plane = {
  layout: Layout
  /** Of the window. */
  width: number
  count: number
  isCovered: boolean
  /** A pointer crosses a square: the loupe shows it. */
  onPass: (place: number) => void
}

/**
 * The square that is looked at, by pointer, finger or keys. While the pointer moves, the loupe follows it outside of React; the
 * square becomes `place` where it rests.
 */
export function useLook(grid: RefObject<HTMLElement | null>, plane: Plane) {
  const { layout, width, count, isCovered, onPass } = plane
  const loupe = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<number>()
  /** The square under the pointer, ahead of `place`. */
  const latest = useRef<number>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Another order or window has another square there.
  const [shown, setShown] = useState({ layout, count })
  if (shown.layout !== layout || shown.count !== count) {
    setShown({ layout, count })
    if (place !== undefined) setPlace(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  /** The loupe no longer shows what `place` names. */
  const markPassing = (isPassing: boolean) => loupe.current?.toggleAttribute('data-passing', isPassing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each place the name is its own again
  useLayoutEffect(() => {
    if (place === undefined) {
      clearTimeout(timer.current)
      latest.current = undefined
    }
    markPassing(latest.current !== place)
  }, [place])

  const settle = (next: number | undefined) => {
    clearTimeout(timer.current)
    latest.current = next
    markPassing(next !== place)
    setPlace(next)
  }
  const pass = (next: number | undefined) => {
    if (next === latest.current) return
    // Back on the named square: the loupe shows one that was crossed since.
    if (next !== undefined && next === place) onPass(next)
    if (next === undefined || next === place || place === undefined) return settle(next)
    latest.current = next
    markPassing(true)
    onPass(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(setPlace, restMs, next)
  }

  /** Moves the loupe to a point of the window. */
  const move = (x: number, y: number) => {
    if (!loupe.current) return
    loupe.current.style.transform = `translate(${x}px, ${y}px)`
    loupe.current.toggleAttribute('data-left', x > width - 330)
    // Where the caption is above the loupe, it stays in the window.
    if (width < 640) loupe.current.style.setProperty('--x', `${x}px`)
  }
  const find = (x: number, y: number) => placeAt(layout, count, x + scrollX, y + scrollY)

  // What is open above the squares was opened from the one that is looked at, and closes to it.
  useGestures(grid, {
    lookAt(x, y, above = 0) {
      if (isCovered) return
      const found = find(x, y)
      move(x, y - above)
      pass(found)
    },
    away: () => isCovered || settle(undefined),
  })

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
      settle(next)
    },
    away: () => settle(undefined),
    /** The place to open after a press: a tap looks first, and opens what was looked at. */
    pressed(x: number, y: number): number | undefined {
      const found = find(x, y)
      const isOpening = found !== undefined && place !== undefined && found === latest.current
      if (!isOpening) move(x, y - (matchMedia('(pointer: coarse)').matches ? aboveFinger : 0))
      settle(found)
      return isOpening ? found : undefined
    },
  }
}
