import { writeStored } from '../storage/storage.ts'
import { createStore, useStore } from '../store.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const store = createStore(readTheme())

/** The chosen theme, or 'system'. The inline script in index.html applies it before the first paint. */
export const useTheme = (): Theme => useStore(store)

/** Sets and stores the theme. */
export function setTheme(theme: Theme) {
  const root = document.documentElement
  // No transitions for two frames: they would mix the colours of both themes.
  root.dataset.switching = ''
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.switching))
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  tintBrowser(theme)
  writeStored('theme', theme === 'system' ? undefined : theme)
  store.set(theme)
}

/** Whether the page is dark now, by the reader's choice or the system's. */
export function isDark() {
  const theme = store.read()
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** As the inline script in index.html has applied it. */
function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Colours the browser's toolbar: picks which of the `theme-color` elements in index.html applies. */
function tintBrowser(theme: Theme) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { theme: own } = meta.dataset
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all'
  }
}

tintBrowser(store.read())
