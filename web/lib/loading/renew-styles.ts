/** Reloads stylesheets that failed: Vite's loader requests each once, and does not retry it for the next import. */
export async function renewStyles() {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const lost = [...links].filter(isLost)
  await Promise.all(
    lost.map(
      link =>
        new Promise((resolve, reject) => {
          const next = document.createElement('link')
          Object.assign(next, { rel: 'stylesheet', href: link.href, onload: resolve, onerror: reject })
          link.replaceWith(next)
        }),
    ),
  )
}

/** A stylesheet that failed to load has no `sheet`, or one whose rules cannot be read. */
function isLost({ sheet }: HTMLLinkElement) {
  try {
    return !sheet?.cssRules
  } catch {
    return true
  }
}
