import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

const threshold = 0.8
const throttleMs = 150

/** The paginated list. */
type List = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isError' | 'isFetching' | 'fetchNextPage'>

/**
 * Infinite scrolling: fetches a list's next page when the reader comes near the end of its `length` items. Returns how to
 * fetch it sooner; undefined at the end and after a failure. `isOpen` false stops it; `next` fetches in another way.
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
 * Calls `onNear` when the reader has passed 80 % of the page, throttled to once in 150 ms; and after `length` has changed,
 * because a short page may not have filled the screen. Undefined stops it.
 */
function useNearEnd(onNear: (() => void) | undefined, length: number) {
  const act = useEffectEvent(() => onNear?.())
  const isOn = onNear !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new length asks again
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const { scrollHeight } = document.documentElement
      if (scrollY + innerHeight >= threshold * scrollHeight) act()
    }
    const onScroll = () => {
      timer ??= setTimeout(look, throttleMs)
    }
    // Throttled the first time, too: a new wall has no layout yet.
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
