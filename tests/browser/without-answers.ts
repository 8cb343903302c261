import type { Page } from '@playwright/test'

/** Removes the embedded answers from pages, as if the server had none: the pages call the API themselves. */
export function withoutAnswers(page: Page) {
  return page.route('**/*', async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace(/<script [^>]*id="answers">.*?<\/script>/s, '') })
  })
}
