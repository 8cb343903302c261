const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Runs `work` on the first interaction with the page: readers who leave without one do not pay for it. Returns how to cancel it. */
export function onFirstInteraction(work: () => void): () => void {
  const controller = new AbortController()
  const leave = () => controller.abort()
  for (const sign of signs)
    addEventListener(
      sign,
      () => {
        leave()
        work()
      },
      { signal: controller.signal, passive: true, capture: true },
    )
  return leave
}
