/** The loader asks for each stylesheet once, and goes on without it the next time: what was lost is asked for again. */
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

/** One that did not arrive has no sheet, or one that cannot be looked into. */
function isLost({ sheet }: HTMLLinkElement) {
  try {
    return !sheet?.cssRules
  } catch {
    return true
  }
}
