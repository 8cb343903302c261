import { useEffect, useRef } from 'react'

const threshold = 0.8
const throttleMs = 150

/**
 * Calls `onNear` when the reader has passed 80 % of the page, looking at most every 150 ms; and after `length` has
 * changed, because a short page may not have filled the screen. Undefined stops it.
 */
export function useEndlessScroll(onNear: (() => void) | undefined, length: number) {
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })

  const isOn = onNear !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new length asks again
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const { scrollHeight } = document.documentElement
      if (scrollY + innerHeight >= threshold * scrollHeight) latest.current?.()
    }
    const onScroll = () => {
      timer ??= setTimeout(look, throttleMs)
    }
    // Not at once: a wall that has just come is not laid yet.
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [isOn, length])
}
