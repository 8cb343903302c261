/** Code that waits for a picture loads after this time at the latest. */
const mostWaitMs = 2000

/**
 * Loads the page's code after the first paint, first the libraries and then ours: as one task they would block input on a
 * slow phone. Waits for the complete document, because the code's data stand at its end; a background tab never paints.
 */
export function loadCode(libraries: string, own: string) {
  const load = () => {
    // What is fetched early: the code, and pictures that come after the first one.
    for (const early of document.querySelectorAll<HTMLTemplateElement>('template[data-early]'))
      early.replaceWith(early.content)
    import(/* @vite-ignore */ libraries)
      .then(() => new Promise(next => setTimeout(next)))
      .then(() => import(/* @vite-ignore */ own))
      .catch(reloadOnce)
  }
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) load()
    else requestAnimationFrame(() => setTimeout(() => void untilPicture().then(load)))
  })
}

/** A picture that is all of the first screen comes before the code, which would take half of the connection. */
function untilPicture(): Promise<unknown> {
  const picture = document.querySelector<HTMLImageElement>('img[data-before-code]')
  if (!picture?.checkVisibility({ visibilityProperty: true })) return Promise.resolve()
  const enough = new Promise(resolve => setTimeout(resolve, mostWaitMs))
  return Promise.race([picture.decode().catch(() => {}), enough])
}

/** Code that does not load (a broken connection, a later release) cannot report that: reloads, at most once a minute. */
function reloadOnce() {
  try {
    if (Date.now() - Number(sessionStorage.reloadedAt ?? 0) < 60_000) return
    sessionStorage.reloadedAt = Date.now()
    location.reload()
  } catch {
    // Storage is forbidden: without a record the page could reload forever.
  }
}
