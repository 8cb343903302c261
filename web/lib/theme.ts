import { useSyncExternalStore } from 'react'
import { writeStored } from './stored.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const listeners = new Set<() => void>()

/** The theme set by hand, or 'system'. index.html reads it before the first paint. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme)
}

/** Sets the theme by hand, and remembers it. */
export function setTheme(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  tintBrowser(theme)
  writeStored('theme', theme === 'system' ? undefined : theme)
  for (const listener of listeners) listener()
}

/** Whether the page is dark now, whoever decided it. */
export function isDark() {
  const theme = readTheme()
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The browser's own bars: the colours stand in index.html, here it is decided which counts. */
function tintBrowser(theme: Theme) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { theme: own } = meta.dataset
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all'
  }
}

tintBrowser(readTheme())
