// The server-rendered first screen can be scrolled and tabbed through before the code replaces it. The reader's scroll
// position and focus are then restored.

let focused: string | null | undefined
let top = 0

const events = ['scroll', 'focusin'] as const

const record = () => {
  focused = document.activeElement?.closest('#root a')?.getAttribute('href')
  top = scrollY
}

/** Tracks both from the start of React's first render, which takes a while on a slow phone. */
export function trackReaderPosition() {
  record()
  for (const event of events) addEventListener(event, record, { passive: true })
}

/** Restores both, before the next paint and after walls have measured themselves. Links are matched by their addresses. */
export function restoreReaderPosition() {
  for (const event of events) removeEventListener(event, record)
  requestAnimationFrame(() => {
    if (top) scrollTo(0, top)
    if (focused)
      document
        .querySelector<HTMLElement>(`#root a[href="${CSS.escape(focused)}"]`)
        ?.focus({ preventScroll: true })
  })
}
