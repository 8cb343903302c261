import { type RefObject, useLayoutEffect } from 'react'

/** Where each tile was, by place. */
export type Places = ReadonlyMap<string, DOMRect>

const tilesIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-place]')]

export const measurePlaces = (root: ParentNode): Places =>
  new Map(tilesIn(root).map(tile => [tile.dataset.place!, tile.getBoundingClientRect()]))

/** Moves the tiles from where they were to where they are now; at once under reduced motion. */
export function useFlight(root: RefObject<HTMLElement | null>, from: Places | undefined) {
  useLayoutEffect(() => {
    if (!root.current || !from || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const tile of tilesIn(root.current)) {
      const [before, after] = [from.get(tile.dataset.place!), tile.getBoundingClientRect()]
      if (!before || !after.width) continue
      const [dx, dy] = [before.left - after.left, before.top - after.top]
      tile.animate(
        [
          { transform: `translate(${dx}px, ${dy}px) scale(${before.width / after.width})` },
          { transform: 'none' },
        ],
        { duration: 300, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)', fill: 'backwards' },
      )
    }
  }, [root, from])
}
