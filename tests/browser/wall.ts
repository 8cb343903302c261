import { expect, type Locator, type Page } from '@playwright/test'

/** The tiles of a wall of logos. */
export const tilesOf = (page: Page) => page.locator('[data-logo]')

/** A logo's tile: the element to click and to return to. */
export const tileOf = (page: Page, logoId: number) =>
  page.locator(`[data-logo="${logoId}"]`).getByRole('link').first()

/** Ids of the logos on the wall, in order. */
export const idsOnWall = (page: Page) =>
  tilesOf(page).evaluateAll(tiles => tiles.map(tile => Number(tile.getAttribute('data-logo'))))

/** The id of the open logo, from the URL; null for none. */
export const openIdOf = (page: Page) => Number(new URL(page.url()).searchParams.get('logo_id')) || null

/** Waits until that logo is open and has the keyboard focus. */
export async function expectOpen(page: Page, logoId: number) {
  await expect.poll(() => openIdOf(page)).toBe(logoId)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => hasFocusInside(page.getByRole('dialog'))).toBe(true)
}

export const hasFocusInside = (container: Locator) =>
  container.evaluate(element => element.contains(document.activeElement))

/** Every logo's id, newest first, in the server's order. */
export async function listIds(page: Page, pages: number) {
  const ids: number[] = []
  for (let number = 1; number <= pages; number++) {
    const { data } = await (await page.request.get(`/api/logos/fresh?page=${number}`)).json()
    ids.push(...data.map((logo: { logo_id: number }) => logo.logo_id))
  }
  return ids
}

/** The footer's text with the number of logos, at the end of a list. */
export const endingOf = (page: Page) => page.getByRole('contentinfo').getByText(/^[\d,]+ logos$/)

export const scrollDown = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

/** Scrolls until the end of the list is shown. */
export async function scrollUntil(page: Page, isEnd: () => Promise<boolean>) {
  const scrollAndLook = async () => {
    await scrollDown(page)
    return isEnd()
  }
  await expect.poll(scrollAndLook, { timeout: 30_000 }).toBe(true)
}
