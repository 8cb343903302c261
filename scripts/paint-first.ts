import type { Plugin } from 'vite'

/**
 * What a page shows before its code has run is drawn by the server (server/features/pages/frame.ts). It names its classes
 * as the build has named them, which this writes beside the manifest; and its code runs when it has been painted, first
 * the libraries and then ours: as one task they would keep a slow phone from answering.
 */
export function paintFirst(): Plugin {
  const classes: Record<string, Record<string, string>> = {}
  return {
    name: 'paint-first',
    apply: 'build',
    config: () => ({
      css: {
        modules: {
          getJSON: (file: string, names: Record<string, string>) => {
            classes[file.replace(/^.*\/web\/|\.module\.css.*$/g, '')] = names
          },
        },
      },
    }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/classes.json', source: JSON.stringify(classes) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk, bundle }) => {
        const libraries = Object.values(bundle ?? {}).find(
          part => part.type === 'chunk' && part.name === 'libraries',
        )
        if (!chunk || !libraries) throw new Error('Which code does the page begin with?')
        return html
          .replace(
            /<script type="module" crossorigin src="([^"]+)"><\/script>/,
            '<link rel="modulepreload" crossorigin href="$1">',
          )
          .replace(
            '</body>',
            () => `<script>${begin(libraries.fileName, chunk.fileName)}\n${keepPresses}</script></body>`,
          )
      },
    },
  }
}

/**
 * When the page is there as a whole (what its code reads stands at its end) and has been painted; one that nobody looks
 * at never is. Code that does not arrive, because the line broke or a later version took its place, cannot say so: the
 * page is loaded once more, at most once a minute.
 */
const begin = (libraries: string, own: string) => `{
  const begin = () => {
    const code = document.getElementById('code')
    if (code) document.head.append(code.content)
    import('/${libraries}')
      .then(() => new Promise(next => setTimeout(next)))
      .then(() => import('/${own}'))
      .catch(again)
  }
  const again = () => {
    try {
      if (Date.now() - (sessionStorage.reloadedAt ?? 0) < 60000) return
      sessionStorage.reloadedAt = Date.now()
      location.reload()
    } catch {}
  }
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) begin()
    else requestAnimationFrame(() => setTimeout(begin))
  })
}`

/**
 * What was drawn is replaced when the code is there. A press is not lost by that: what needs the code (`data-later`) is
 * pressed when its button has come, and what a mouse began on the one ends on the same thing of the other. (A finger's
 * click goes to what is there when it is lifted.)
 */
const keepPresses = `{
  const root = document.getElementById('root')
  const [drawn] = root.children
  if (drawn) {
    let pressed
    const down = event => {
      const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      pressed = drawn.isConnected && isPlain && event.target.closest('#root a, #root [data-later]')
      if (!drawn.isConnected) removeEventListener('pointerdown', down)
    }
    const isSame = (one, other) =>
      one.getAttribute('href') === other.getAttribute('href') && one.textContent === other.textContent
    const up = ({ pointerType, clientX, clientY }) => {
      if (pointerType !== 'mouse' || !pressed || pressed.isConnected) return
      const next = document.elementFromPoint(clientX, clientY)?.closest('a, button')
      if (next && isSame(next, pressed)) next.click()
      pressed = undefined
    }
    const click = ({ target }) => {
      const later = target.closest('[data-later]')
      if (!later || later.ariaDisabled) return
      later.ariaDisabled = 'true'
      new MutationObserver((_, watch) => {
        if (later.isConnected) return
        watch.disconnect()
        const button = [...root.querySelectorAll('button')].find(it => it.textContent === later.textContent)
        button?.click()
      }).observe(root, { childList: true, subtree: true })
    }
    addEventListener('pointerdown', down)
    addEventListener('pointerup', up)
    addEventListener('click', click)
  }
}`
