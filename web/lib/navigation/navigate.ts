import type { MouseEvent } from 'react'

let navigator: (path: string) => unknown

/** Sets the router's `navigate`, once it exists. */
export function setNavigator(navigate: typeof navigator) {
  navigator = navigate
}

/**
 * Navigates to a page without subscribing to the router. For what is on every tile of a wall: `useNavigate` and `Link`
 * rerender their component on every navigation, and each opened logo is one.
 */
export const navigateTo = (path: string) => void navigator(path)

/** A click handler for a link: runs `act` instead of the link, unless the click opens another tab or saves. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}
