/** Runs `work` once the page is at rest, or after two seconds. Gives the way to leave it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no such callback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(id)
}
