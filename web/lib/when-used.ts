const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Runs `work` at the reader's first sign of life: a glance and away costs none of it. Gives the way to leave it. */
export function whenUsed(work: () => void): () => void {
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
