// What the server has drawn (server/features/pages/frame.ts) can be scrolled and walked through by keyboard before React
// puts its own in its place. Then the reader stays where they were.

let focused: string | null | undefined
let top = 0

/** Before React draws: which link has the focus. */
export function noteFocus() {
  focused = document.activeElement?.closest('#root a')?.getAttribute('href')
}

/** Before anything scrolls to the top of what is taken for a new page. */
export function noteScroll() {
  top = scrollY
}

/** The same place, and the same link, as both have the same addresses. */
export function restorePlace() {
  if (top) scrollTo(0, top)
  if (focused)
    document
      .querySelector<HTMLElement>(`#root a[href="${CSS.escape(focused)}"]`)
      ?.focus({ preventScroll: true })
  focused = undefined
}
