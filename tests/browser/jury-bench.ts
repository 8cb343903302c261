import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Tile } from '../../shared/api/jury.ts'
import { pageSize } from '../../shared/rules/limits.ts'

// What journeys do at the juror's bench.

/** Complaints of a page whose connection drops. */
export const failedToLoad = [/Failed to load resource|^answer 503: /]

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

/** The juror's tiles without a score, in the order of the bench. */
export async function listTiles(context: BrowserContext): Promise<Tile[]> {
  const tiles: Tile[] = []
  for (let count = 1; tiles.length < count; ) {
    const last = tiles.at(-1)
    const params = {
      from: last?.is_skipped ? 'skipped' : 'next',
      page_size: pageSize.most,
      ...(last && { after: last.position }),
    }
    const answer = await (await context.request.get('/api/jury/tiles', { params })).json()
    if (!last) count = answer.count
    if (!answer.data.length) break
    tiles.push(...answer.data)
  }
  return tiles
}

/**
 * Waits until this tile is the one at hand, in the grid or alone. By attributes instead of roles and names: those are
 * computed of the whole page each time, and journeys ask this for each tile.
 */
export async function expectAtHand(page: Page, { logo, industry }: Tile) {
  const alone = page.locator(`[role=application][aria-label*=". ${logo}, ${industry}, "]`)
  const selected = page.locator('[role=option][aria-selected=true]')
  await expect(selected.filter({ hasText: `${logo}, ${industry}` }).or(alone)).toBeVisible()
}

export type Fate = 'arrives' | 'is lost' | 'its answer is lost'

/** Of every three calls the first does not arrive, and of the second the answer is lost. */
export function dropTwoOfThree(): () => Fate {
  let sent = 0
  return () => {
    sent += 1
    return (['arrives', 'is lost', 'its answer is lost'] as const)[sent % 3]!
  }
}

/**
 * Lets the connection drop while a page calls these paths of the API, as `decide` says of each call. The browser itself
 * picks these calls out: a Playwright route sends each picture through the test, and turns the browser's cache off.
 */
export async function dropConnections(page: Page, paths: readonly string[], decide: () => Fate) {
  const client = await page.context().newCDPSession(page)
  client.on('Fetch.requestPaused', ({ requestId, responseStatusCode }) => {
    const fate = responseStatusCode === undefined ? decide() : 'is lost'
    const done =
      fate === 'is lost'
        ? client.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
        : client.send('Fetch.continueRequest', {
            requestId,
            interceptResponse: fate === 'its answer is lost',
          })
    // The page may be closed before the command.
    done.catch(() => {})
  })
  await client.send('Fetch.enable', { patterns: paths.map(path => ({ urlPattern: `*/api/jury/${path}` })) })
}
