import type { QueryClient } from '@tanstack/react-query'
import { hasUnsentWork } from '../navigation/unsent-work.ts'
import { showToast } from '../toast/toast.ts'
import { isLater } from './version.ts'

declare const __VERSION__: string

const everyMs = 5 * 60_000
const jitterMs = 60_000
const reloadedFor = 'reloaded-for'

/**
 * Polls the server's version and reloads for a later one: at once when there is no unsent work, else when the reader
 * presses Refresh in a toast.
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
  // A chunk that no longer exists most likely belongs to an older release.
  addEventListener('vite:preloadError', check)
}

let offered: unknown

/** Resolves when the server has answered, in any version; rejects when it could not be reached. */
export async function checkRelease(queryClient: QueryClient) {
  const answer = await fetch('/meta.json', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`meta.json: ${answer.status}`)
  // In development there is no meta.json: the answer is the page.
  const { version } = (await answer.json().catch(() => ({}))) as { version?: unknown }
  if (!isLater(version, __VERSION__) || !mayReloadFor(String(version))) return
  const isBusy = hasUnsentWork() || queryClient.isMutating() > 0
  if (!isBusy) return reloadFor(String(version))
  if (offered === version) return
  offered = version
  showToast('A new version is here.', 'success', {
    isLasting: true,
    actions: [{ label: 'Refresh', run: () => void reloadFor(String(version)) }],
  })
}

/** Reloads once per version: when that did not help, a cache on the way keeps the old one, and a loop would not help. */
function mayReloadFor(version: string) {
  try {
    return sessionStorage.getItem(reloadedFor) !== version
  } catch {
    // Storage is forbidden: without a record the page could reload forever.
    return false
  }
}

async function reloadFor(version: string) {
  // Another check may have started the same reload.
  if (!mayReloadFor(version)) return
  try {
    sessionStorage.setItem(reloadedFor, version)
  } catch {
    return
  }
  // Delete every cache before reloading: otherwise the reload could be answered from one.
  const names = 'caches' in window ? await caches.keys().catch(() => []) : []
  await Promise.all(names.map(name => caches.delete(name).catch(() => false)))
  location.reload()
}
