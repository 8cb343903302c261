import { type RefObject, useEffect, useRef } from 'react'

type Places = {
  /** What the list consists of. */
  item: string
  /** What may have the focus in an item. */
  target: string
  /** Within the list, for when no item is left; else the page's heading. */
  fallback?: string
}

/**
 * When what has the focus leaves the list, its neighbour gets it: otherwise the keyboard would begin again at the top
 * of the page.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, { item, target, fallback }: Places) {
  const last = useRef<{ element: Element; index: number }>(undefined)

  useEffect(() => {
    const element = list.current
    const note = (event: FocusEvent) => {
      const focused = event.target as Element
      const index = [...element!.querySelectorAll(item)].indexOf(focused.closest(item)!)
      last.current = index < 0 ? undefined : { element: focused, index }
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [list, item])

  useEffect(() => {
    const element = list.current
    if (!element || !last.current || last.current.element.isConnected) return
    const { index } = last.current
    last.current = undefined
    // Whoever has gone elsewhere meanwhile stays there.
    if (!document.activeElement?.contains(element)) return
    const items = [...element.querySelectorAll(item)]
    const next = [...items.slice(index), ...items.slice(0, index).reverse()]
      .map(it => it.querySelector<HTMLElement>(target))
      .find(Boolean)
    const rest = fallback ? element.querySelector(fallback) : document.querySelector('main h1')
    const heir = (next ?? rest) as HTMLElement | null
    heir?.focus({ preventScroll: true })
  })
}
