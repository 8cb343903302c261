// What the server has drawn (server/features/pages/frame.ts) can be scrolled and walked through by keyboard before React
// puts its own in its place. Then the reader stays where they were.

let focused: string | null | undefined
let top = 0

const moves = ['scroll', 'focusin'] as const

const noteReader = () => {
  focused = document.activeElement?.closest('#root a')?.getAttribute('href')
  top = scrollY
}

/** From when React begins to draw, which may take a slow phone a while. */
export function watchReader() {
  noteReader()
  for (const move of moves) addEventListener(move, noteReader, { passive: true })
}

/** The same place, and the same link, as both have the same addresses. When walls have measured themselves, before it is painted. */
export function restorePlace() {
  for (const move of moves) removeEventListener(move, noteReader)
  requestAnimationFrame(() => {
    if (top) scrollTo(0, top)
    if (focused)
      document
        .querySelector<HTMLElement>(`#root a[href="${CSS.escape(focused)}"]`)
        ?.focus({ preventScroll: true })
  })
}
