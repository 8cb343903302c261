// What the server has drawn (server/features/pages/frame.ts) can be scrolled and walked through by keyboard before React
// puts its own in its place. Then the reader stays where they were.

let focused: string | null | undefined
let top = 0

const noteScroll = () => {
  top = scrollY
}

/** From when React begins to draw. */
export function watchReader() {
  focused = document.activeElement?.closest('#root a')?.getAttribute('href')
  noteScroll()
  addEventListener('scroll', noteScroll, { passive: true })
}

/** The same place, and the same link, as both have the same addresses. When walls have measured themselves, before it is painted. */
export function restorePlace() {
  removeEventListener('scroll', noteScroll)
  requestAnimationFrame(() => {
    if (top) scrollTo(0, top)
    if (focused)
      document
        .querySelector<HTMLElement>(`#root a[href="${CSS.escape(focused)}"]`)
        ?.focus({ preventScroll: true })
  })
}
