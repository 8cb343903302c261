import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../scripts/browser.ts'
import { benchPassword } from './data.ts'

// What measurements in a browser share.

/** How many times the processor is slowed down. */
export const slowdown = 4

export function launch(args: string[]) {
  return chromium.launch({ executablePath: findBrowser(), args: [...browserFlags, ...args] })
}

/** The member's session cookie, as `name=value`. */
export async function sessionCookie(browser: Browser, origin: string) {
  const context = await browser.newContext()
  await context.request.get(`${origin}/api/auth/check`)
  const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')!.value
  const answer = await context.request.post(`${origin}/api/auth/login`, {
    headers: { 'x-csrftoken': decodeURIComponent(token) },
    data: { username: 'designer7', password: benchPassword },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  const { name, value } = (await context.cookies()).find(({ name }) => name === 'session')!
  await context.close()
  return `${name}=${value}`
}

/** The page's heap after a collection, in MB, and its elements. */
export async function memoryOf(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes } = await cdp.send('Memory.getDOMCounters')
  return { heap: Math.round(usedSize / 1e5) / 10, nodes }
}

/** How long the main thread has worked, in ms. */
export async function taskTimeOf(cdp: CDPSession) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

/** Runs in the page: the times from frame to frame for so long, in ms. `since`: they begin with that event of the window. */
export const takeFrames = ({ forMs, since }: { forMs: number; since?: string }) =>
  new Promise<number[]>(resolve => {
    const taken: number[] = []
    const begin = () => {
      const began = performance.now()
      let last = began
      const look = (now: number) => {
        taken.push(now - last)
        last = now
        if (now - began < forMs) requestAnimationFrame(look)
        else resolve(taken.slice(1))
      }
      requestAnimationFrame(look)
    }
    if (since) addEventListener(since, begin, { once: true })
    else begin()
  })

/** The value below which this share of the values lies. */
export function quantile(values: number[], share: number) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!
}
