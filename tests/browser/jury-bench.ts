import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Tile } from '../../shared/api/jury.ts'
import { pageSize } from '../../shared/rules/limits.ts'

// What journeys do at the juror's bench.

/** Complaints of a page whose connection drops. */
export const failedToLoad = [/Failed to load resource/]

/** Opens the bench, until its tiles are there; how many there are. */
export async function openBench(page: Page) {
  await page.goto('/jury')
  await expect(page.getByRole('option').first().or(page.getByRole('application'))).toBeVisible()
  const progress = await page.getByText(/^[\d,]+ of [\d,]+/).textContent()
  return Number(/of ([\d,]+)/.exec(progress!)![1]!.replaceAll(',', ''))
}

export const expectOutbox = (page: Page, kept: number, sent: number) =>
  expect(page.getByText(new RegExp(`^${kept} kept here, ${sent} sent`))).toBeVisible({ timeout: 60_000 })

export const readBench = async (context: BrowserContext) => (await context.request.get('/api/jury')).json()

/** The juror's tiles without a score, in the order of the bench: the first `most`, or all. */
export async function listTiles(context: BrowserContext, most = Number.POSITIVE_INFINITY): Promise<Tile[]> {
  const tiles: Tile[] = []
  for (let page = 1; tiles.length < most; page += 1) {
    const answer = await context.request.get(`/api/jury/tiles?page=${page}&page_size=${pageSize.most}`)
    const { data, count } = await answer.json()
    tiles.push(...data)
    if (tiles.length >= count) break
  }
  return tiles.slice(0, most)
}

/** Waits until this tile is the one at hand, in the grid or alone. */
export async function expectAtHand(page: Page, { logo, industry }: Tile) {
  const alone = page.getByRole('application', { name: new RegExp(`^Tile \\d+\\. ${logo}, ${industry}`) })
  const selected = page.locator('[role=option][aria-selected=true]')
  await expect(selected.filter({ hasText: `${logo}, ${industry}` }).or(alone)).toBeVisible()
}
