import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** A finger would cover the loupe: it is shown this much above it. */
export const aboveFinger = 120
/** A finger that rests so long looks; before that, it scrolls. */
const holdMs = 160
/** Scrolling has ended when no event of it has come for so long. `scrollend` comes after each step of a wheel, and not in Safari. */
const scrollEndMs = 150

type Look = { lookAt: (x: number, y: number, above?: number) => unknown; away: () => void }

/** Looks where the pointer is, or the finger that was held. Both are points of the window. */
export function useGestures(element: RefObject<HTMLElement | null>, look: Look) {
  const latest = useRef(look)
  // Before a dialog opens above the element: the pointer leaves the element at once, and passive effects may run later.
  useLayoutEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    const stop = new AbortController()
    const options = { passive: true, signal: stop.signal }
    const grid = element.current!
    let timer: ReturnType<typeof setTimeout>
    let isLooking = false
    const isMouse = (event: PointerEvent) => event.pointerType !== 'touch'
    const lookUnder = ({ clientX, clientY }: Touch) => latest.current.lookAt(clientX, clientY, aboveFinger)
    const lift = () => {
      clearTimeout(timer)
      isLooking = false
    }
    /** The mouse's last move, until it leaves, or keys or a finger move the loupe. */
    let mouse: PointerEvent | undefined
    const lookUnderMouse = () => mouse && latest.current.lookAt(mouse.clientX, mouse.clientY)
    const follow = (event: PointerEvent) => {
      if (!isMouse(event)) return
      mouse = event
      lookUnderMouse()
    }
    const forget = () => {
      mouse = undefined
    }
    const leave = (event: PointerEvent) => {
      if (!isMouse(event)) return
      forget()
      latest.current.away()
    }
    grid.addEventListener('pointermove', follow, options)
    grid.addEventListener('pointerleave', leave, options)
    grid.addEventListener('keydown', forget, options)
    // Other squares are under a mouse that rests.
    onScrollEnd(lookUnderMouse, stop.signal)
    grid.addEventListener(
      'touchstart',
      ({ touches: [touch] }) => {
        lift()
        forget()
        timer = setTimeout(() => {
          isLooking = true
          lookUnder(touch!)
        }, holdMs)
      },
      options,
    )
    grid.addEventListener(
      'touchmove',
      event => {
        if (!isLooking) return clearTimeout(timer)
        // Only a listener that is not passive keeps the page from scrolling.
        event.preventDefault()
        lookUnder(event.touches[0]!)
      },
      { ...options, passive: false },
    )
    grid.addEventListener(
      'touchend',
      event => {
        // Otherwise a click follows, as after a tap, and opens the logo that was only looked at.
        if (isLooking) event.preventDefault()
        lift()
      },
      { ...options, passive: false },
    )
    grid.addEventListener('touchcancel', lift, options)
    return () => {
      lift()
      stop.abort()
    }
  }, [element])
}

function onScrollEnd(listener: () => void, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(listener, scrollEndMs)
  }
  addEventListener('scroll', wait, { passive: true, signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
