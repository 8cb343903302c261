import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

const threshold = 0.8
const throttleMs = 150

/** A list that is read page by page. */
type List = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isError' | 'isFetching' | 'fetchNextPage'>

/**
 * Asks for a list's next page as its reader comes near the end of those that came, `length` items so far. Returns what
 * asks for it sooner; undefined when there is none to ask for, or the last one failed. `isOpen` false ends the list
 * here, and `next` asks in another way.
 */
export function useEndlessScroll(
  list: List,
  length: number,
  { isOpen = true, next = list.fetchNextPage }: { isOpen?: boolean; next?: () => unknown } = {},
) {
  const onMore =
    isOpen && list.hasNextPage && !list.isError
      ? () => {
          if (!list.isFetching) void next()
        }
      : undefined
  useNearEnd(onMore, length)
  return onMore
}

/**
 * Calls `onNear` when the reader has passed 80 % of the page, looking at most every 150 ms; and after `length` has
 * changed, because a short page may not have filled the screen. Undefined stops it.
 */
function useNearEnd(onNear: (() => void) | undefined, length: number) {
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
