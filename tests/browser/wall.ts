import { expect, type Locator, type Page } from '@playwright/test'

/** The tiles of a wall of logos. */
export const tilesOf = (page: Page) => page.locator('[data-logo]')

/** A logo's tile, as something to click and to return to. */
export const tileOf = (page: Page, logoId: number) =>
  page.locator(`[data-logo="${logoId}"]`).getByRole('link').first()

/** Ids of the logos on the wall, in order. */
export const idsOnWall = (page: Page) =>
  tilesOf(page).evaluateAll(tiles => tiles.map(tile => Number(tile.getAttribute('data-logo'))))

/** The logo that the address has open; null for none. */
export const openIdOf = (page: Page) => Number(new URL(page.url()).searchParams.get('logo_id')) || null

/** Waits until that logo stands open and keys go to it. */
export async function expectOpen(page: Page, logoId: number) {
  await expect.poll(() => openIdOf(page)).toBe(logoId)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => hasFocusInside(page.getByRole('dialog'))).toBe(true)
}

export const hasFocusInside = (container: Locator) =>
  container.evaluate(element => element.contains(document.activeElement))

/** Every logo's id, newest first, as the server lists them. */
export async function listIds(page: Page, pages: number) {
  const ids: number[] = []
  for (let number = 1; number <= pages; number++) {
    const { data } = await (await page.request.get(`/api/logos/fresh?page=${number}`)).json()
    ids.push(...data.map((logo: { logo_id: number }) => logo.logo_id))
  }
  return ids
}

/** Where the footer says how many there were, at the end of a list. */
export const endingOf = (page: Page) => page.getByRole('contentinfo').getByText(/^[\d,]+ logos$/)

export const scrollDown = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

/** Scrolls on and on, until something says that there is no more. */
export async function scrollUntil(page: Page, isEnd: () => Promise<boolean>) {
  const scrollAndLook = async () => {
    await scrollDown(page)
    return isEnd()
  }
  await expect.poll(scrollAndLook, { timeout: 30_000 }).toBe(true)
}
