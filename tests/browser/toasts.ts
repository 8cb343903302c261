import type { Page } from '@playwright/test'

/**
 * Lets the messages of pages that are opened from now on stay for a minute instead of five seconds, so that a busy
 * machine can press their buttons in time.
 */
export async function keepToasts(page: Page) {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const later = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimeout(work, ms === 5000 ? 60_000 : ms, ...rest)
    window.setTimeout = later as typeof window.setTimeout
  })
}
