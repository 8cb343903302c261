import { expect, type Page, type Request } from '@playwright/test'

/**
 * Hears what a page asks for from now on; gives the way to wait until it asks for nothing more. Playwright's
 * `networkidle` is said once for a page, and that may be before its code begins.
 */
export function hearRequests(page: Page) {
  const underWay = new Set<Request>()
  page.on('request', request => void underWay.add(request))
  page.on('response', response => {
    // The stream of news stays open once it is answered.
    if (response.request().resourceType() === 'eventsource') underWay.delete(response.request())
  })
  page.on('requestfinished', request => void underWay.delete(request))
  page.on('requestfailed', request => void underWay.delete(request))
  return async function untilQuiet() {
    let since = Date.now()
    const quietMs = () => {
      if (underWay.size) since = Date.now()
      return Date.now() - since
    }
    await expect.poll(quietMs, { intervals: [100] }).toBeGreaterThan(1000)
  }
}

/** Opens a page, and waits until it listens to everything and asks for nothing more. */
export async function untilAtRest(page: Page, open: () => Promise<unknown>) {
  const untilQuiet = hearRequests(page)
  await open()
  await expect.poll(() => hasBegun(page)).toBe(true)
  await untilQuiet()
}

/**
 * What goes on beside the page begins with the question which version there is. The document itself is asked: an answer
 * heard here may have been for the one before.
 */
const hasBegun = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/meta.json')),
  )
