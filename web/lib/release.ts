import type { QueryClient } from '@tanstack/react-query'
import { showToast } from './toast.ts'
import { hasUnsentWork } from './unsent-work.ts'
import { isLater } from './version.ts'

declare const __VERSION__: string

const everyMs = 5 * 60_000
const jitterMs = 60_000
const reloadedFor = 'reloaded-for'

/**
 * Asks now and then which version the server has, and moves to a later one: at once where nothing can be lost, else
 * when the reader says so.
 */
export function watchReleases(queryClient: QueryClient) {
  const check = () => void checkRelease(queryClient).catch(() => {})
  const checkLater = () => {
    setTimeout(
      () => {
        check()
        checkLater()
      },
      everyMs + Math.random() * jitterMs,
    )
  }
  check()
  checkLater()
  addEventListener('focus', check)
  // A part that is not there any more: most likely because there is a later version of it.
  addEventListener('vite:preloadError', check)
}

let offered: unknown

/** Resolves when the server has answered, whatever its version; rejects when it could not be reached. */
export async function checkRelease(queryClient: QueryClient) {
  const answer = await fetch('/meta.json', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`meta.json: ${answer.status}`)
  // In development there is none, and the page comes instead.
  const { version } = (await answer.json().catch(() => ({}))) as { version?: unknown }
  if (!isLater(version, __VERSION__) || !mayReloadFor(String(version))) return
  const isBusy = hasUnsentWork() || queryClient.isMutating() > 0
  if (!isBusy) return reloadFor(String(version))
  if (offered === version) return
  offered = version
  showToast('A new version is here.', 'success', {
    isLasting: true,
    action: { label: 'Refresh', run: () => void reloadFor(String(version)) },
  })
}

/** Once for each version: when that did not help, something on the way keeps the old one, and again would not either. */
function mayReloadFor(version: string) {
  try {
    return sessionStorage.getItem(reloadedFor) !== version
  } catch {
    // Nothing can be remembered, so this could go on for ever.
    return false
  }
}

async function reloadFor(version: string) {
  // Another look may have come to the same meanwhile.
  if (!mayReloadFor(version)) return
  try {
    sessionStorage.setItem(reloadedFor, version)
  } catch {
    return
  }
  // All of them gone before the page is asked for anew: else it would be answered from one of them.
  const names = 'caches' in window ? await caches.keys().catch(() => []) : []
  await Promise.all(names.map(name => caches.delete(name).catch(() => false)))
  location.reload()
}
