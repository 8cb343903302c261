import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  /** Selector of the list's items. */
  item: string
  /** Selector of what can be focused in an item. */
  target: string
  /** Focused when no item is left; by default the page's heading. */
  fallback?: string
  children: ReactNode
}

/**
 * A list whose items can be removed: focus moves to the neighbour of a removed item, or the keyboard would start again
 * at the top of the page.
 */
export function FocusKeeper({ item, target, fallback, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; index: number }>(undefined)

  useEffect(() => {
    const element = list.current
    if (!element || !last.current || last.current.element.isConnected) return
    const { index } = last.current
    last.current = undefined
    // Focus that has already moved to another element stays there.
    if (!document.activeElement?.contains(element)) return
    const items = [...element.querySelectorAll(item)]
    const next = [...items.slice(index), ...items.slice(0, index).reverse()]
      .map(it => it.querySelector<HTMLElement>(target))
      .find(Boolean)
    const rest = fallback ? element.querySelector(fallback) : document.querySelector('main h1')
    const heir = (next ?? rest) as HTMLElement | null
    heir?.focus({ preventScroll: true })
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it observes focus only
    <div
      ref={list}
      onFocus={({ currentTarget, target: focused }) => {
        const index = [...currentTarget.querySelectorAll(item)].indexOf(focused.closest(item)!)
        last.current = index < 0 ? undefined : { element: focused, index }
      }}
    >
      {children}
    </div>
  )
}
