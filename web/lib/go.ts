import type { MouseEvent } from 'react'

let goBy: (path: string) => unknown

export function setWay(way: typeof goBy) {
  goBy = way
}

/**
 * Goes to a page. For what stands on every tile of a wall: `useNavigate` and `Link` draw their component anew with every
 * address, and that is each logo that is opened.
 */
export const go = (path: string) => void goBy(path)

/** Whether a click on a link is for this page to follow; else it opens another tab, or saves. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
