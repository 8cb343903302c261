import type { Page } from '@playwright/test'

/** Lets pages come without their first screen's answers, as they do when the server has none: they ask themselves. */
export function withoutAnswers(page: Page) {
  return page.route('**/*', async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace(/<script [^>]*id="answers">.*?<\/script>/s, '') })
  })
}
