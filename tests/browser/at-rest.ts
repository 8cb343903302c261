import { expect, type Page, type Request } from '@playwright/test'

/**
 * Records a page's requests from now on; returns a function that waits until there are no more. Playwright's
 * `networkidle` fires once per page, possibly before its code begins.
 */
export function hearRequests(page: Page) {
  const underWay = new Set<Request>()
  page.on('request', request => void underWay.add(request))
  page.on('response', response => {
    // The stream of server-sent events stays open after its response.
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

/** Waits until the page has drawn what it knows now, and what follows from that. */
export const untilDrawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  )

/** A round trip of the page: requests that it sent before are known to the test afterwards. */
export const roundTrip = (page: Page) => page.evaluate(async () => void (await fetch('/healthz')))

/** Opens a page, and waits until it has subscribed to everything and has no open request. */
export async function untilAtRest(page: Page, open: () => Promise<unknown>) {
  const untilQuiet = hearRequests(page)
  const hasBegun = hearBeginning(page)
  await open()
  await expect.poll(hasBegun).toBe(true)
  await untilQuiet()
}

/** A page's background work begins with its release check; the previous page's check does not count. */
function hearBeginning(page: Page) {
  let hasBegun = false
  const requests = new Set<Request>()
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      requests.clear()
      hasBegun = false
    }
    if (request.url().endsWith('/meta.json')) requests.add(request)
  })
  page.on('response', response => {
    if (requests.has(response.request())) hasBegun = true
  })
  return () => hasBegun
}
