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
  const hasBegun = hearBeginning(page)
  await open()
  await expect.poll(hasBegun).toBe(true)
  await untilQuiet()
}

/** What goes on beside a page begins with the question which version there is; not that of the page before. */
function hearBeginning(page: Page) {
  let hasBegun = false
  const asked = new Set<Request>()
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      asked.clear()
      hasBegun = false
    }
    if (request.url().endsWith('/meta.json')) asked.add(request)
  })
  page.on('response', response => {
    if (asked.has(response.request())) hasBegun = true
  })
  return () => hasBegun
}
