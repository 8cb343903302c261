/** The loader asks for each stylesheet once, and goes on without it the next time: what was lost is asked for again. */
export async function renewStyles() {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const lost = [...links].filter(link => !link.sheet)
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
