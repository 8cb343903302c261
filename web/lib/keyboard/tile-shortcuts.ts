import { readShortcut } from './shortcuts.ts'

/** The tile that the pointer or the focus entered last; undefined before the first such event. */
let reached: Element | null | undefined

/**
 * L likes and S saves the tile under the pointer or with the focus, or the logo whose page this is: each clicks the button
 * that names the key in `aria-keyshortcuts`. An open dialog keeps its own keys.
 */
export function watchTileShortcuts() {
  for (const kind of ['pointerover', 'focusin'] as const)
    addEventListener(kind, ({ target }) => {
      reached = target instanceof Element ? target.closest('[data-logo]') : null
    })
  addEventListener('keydown', event => {
    const key = event.repeat ? undefined : readShortcut(event)
    if ((key !== 'l' && key !== 's') || document.querySelector('[role=dialog], [role=menu]')) return
    reached ??=
      document.querySelector('[data-logo]:focus-within') ?? document.querySelector('[data-logo]:hover')
    const selector = `button[aria-keyshortcuts="${key}" i]`
    const button = reached?.isConnected
      ? reached.querySelector<HTMLElement>(selector)
      : // Not in a tile: the button on a logo's own page.
        [...document.querySelectorAll<HTMLElement>(selector)].find(button => !button.closest('[data-logo]'))
    button?.click()
  })
}
