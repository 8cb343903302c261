import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Locator, Page } from '@playwright/test'
import lighthouse from 'lighthouse'
import { endServer, freePort, runServer } from '../tests/running-server.ts'
import { launch, memoryOf, quantile, sessionCookie, slowdown, takeFrames, taskTimeOf } from './browser.ts'
import { collectFigures } from './goals.ts'
import { measureSixteen } from './sixteen.ts'
import { replaceSection } from './web-results.ts'

// `npm run bench:web`: what a reader waits for. Lighthouse on the landing pages, then the wall with hundreds and
// thousands of logos on a CPU slowed down four times. Each line says its goal and whether it was met; a busy machine
// is slower than a reader's, so a missed time is a question and not a failure. Writes bench/RESULTS-WEB.md; `--
// first` (Lighthouse) or `-- wall` is one half of it and writes nothing. `-- sixteen --logos 40000` measures Sixteen in a
// gallery of that size, and writes a section of its own.

const { values, positionals } = parseArgs({
  options: { logos: { type: 'string', default: '2000' } },
  allowPositionals: true,
})
const [only] = positionals
if (only && !['first', 'wall', 'sixteen'].includes(only))
  throw new Error(`first, wall or sixteen, and not ${only}`)

const { note, table } = collectFigures()
const logos = 20_000
if (only === 'sixteen') await measureSixteen(Number(values.logos))
else await measureGallery()

async function measureGallery() {
  const folder = join(import.meta.dirname, 'data', String(logos))
  if (!existsSync(folder))
    throw new Error(`First make the gallery that is measured: npm run bench:data -- --logos ${logos}`)
  const server = await runServer(folder)
  try {
    if (only !== 'wall') await auditPages(server.origin)
    if (only !== 'first') await measureWall(server.origin)
  } finally {
    await endServer(server, 'SIGTERM')
  }
  if (!only) await replaceSection('Pages and the wall', report())
}

// Lighthouse ---------------------------------------------------------------------------------------------------

async function auditPages(origin: string) {
  const port = await freePort()
  const browser = await launch([`--remote-debugging-port=${port}`])
  try {
    const { data } = await (await fetch(`${origin}/api/logos/fresh`)).json()
    const [{ logo_id, slug }] = data
    await audit({ port, origin }, 'Explore', '/', { performance: 95 })
    await audit({ port, origin }, 'Profile', `/designers/${slug}`, { performance: 95 })
    await audit({ port, origin }, 'Logo', `/logo/${logo_id}`, { performance: 95 })
    await audit({ port, origin }, 'Join', '/join', {})
    // For members only and not indexed, so it has no SEO goal.
    const [cookie, value] = (await sessionCookie(browser, origin)).split('=') as [string, string]
    const cdp = await browser.newBrowserCDPSession()
    await cdp.send('Storage.setCookies', { cookies: [{ name: cookie, value, url: origin }] })
    await audit(
      { port, origin },
      'Search',
      '/search?keyword=bank',
      { isUnlisted: true },
      { disableStorageReset: true },
    )
  } finally {
    await browser.close()
  }
}

/** A mid-range phone over simulated 4G; the median of three runs. */
async function audit(
  { port, origin }: { port: number; origin: string },
  name: string,
  path: string,
  goals: { performance?: number; isUnlisted?: boolean },
  flags?: { disableStorageReset: boolean },
) {
  const runs: NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'][] = []
  // Chromium sometimes omits a mark from its trace (NO_NAVSTART and the like), so the run is repeated.
  for (let failures = 0; runs.length < 3; ) {
    const result = await lighthouse(origin + path, {
      port,
      ...flags,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    })
    const shown = result?.lhr.finalDisplayedUrl
    // A member's page without its session is the login page, which meets the goals, too.
    if (shown && shown !== origin + path) throw new Error(`${path} was redirected to ${shown}`)
    if (result && !result.lhr.runtimeError) runs.push(result.lhr)
    else if (failures++) throw new Error(`${path}: ${result?.lhr.runtimeError?.message}`)
  }
  const score = (id: string) => median(runs.map(({ categories }) => (categories[id]?.score ?? 0) * 100))
  const number = (id: string) => median(runs.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  if (goals.performance) {
    note(`${name}: performance`, score('performance'), { atLeast: goals.performance })
    note(
      `${name}: first contentful paint`,
      Math.round(number('first-contentful-paint')),
      { atMost: 1500 },
      ' ms',
    )
    note(
      `${name}: largest contentful paint`,
      Math.round(number('largest-contentful-paint')),
      { atMost: 2200 },
      ' ms',
    )
    note(`${name}: total blocking time`, Math.round(number('total-blocking-time')), { atMost: 200 }, ' ms')
    note(`${name}: bytes transferred`, Math.round(number('total-byte-weight') / 1000), { atMost: 260 }, ' kB')
  }
  note(`${name}: layout shift`, number('cumulative-layout-shift'), { atMost: 0.01 })
  for (const id of ['accessibility', 'best-practices', ...(goals.isUnlisted ? [] : ['seo'])])
    note(`${name}: ${id}`, score(id), { atLeast: 100 })
  for (const [id, { score, title, scoreDisplayMode, details }] of Object.entries(runs[0]!.audits))
    if (score !== null && score < 1 && scoreDisplayMode === 'binary') {
      const items = details?.type === 'table' ? details.items : []
      process.stdout.write(`         ${id}: ${title} ${JSON.stringify(items)}\n`)
    }
}

// The wall -----------------------------------------------------------------------------------------------------

async function measureWall(origin: string) {
  const browser = await launch([])
  try {
    const [name, value] = (await sessionCookie(browser, origin)).split('=') as [string, string]
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('HeapProfiler.enable')
    await cdp.send('Performance.enable')
    await page.goto(origin)

    await loadTiles(page, 500)
    const few = { ...(await memoryOf(cdp)), ...(await scrollTwice(page, cdp)) }
    await measureInteractions(page, cdp, 500)
    await loadTiles(page, 5000)
    const many = { ...(await memoryOf(cdp)), ...(await scrollTwice(page, cdp)) }
    await measureInteractions(page, cdp, 5000)

    note('heap with 500 tiles', few.heap, { atMost: 30 }, ' MB')
    note('heap with 5,000 tiles', many.heap, { atMost: 2 * 30 }, ' MB')
    note('elements with 5,000 tiles, against 500', many.nodes / few.nodes, { atMost: 4 })
    note('a frame while scrolling 500 tiles, p95', few.first.p95, { atMost: 100 }, ' ms')
    const goal = { atMost: 1.5 }
    note('a frame while scrolling 5,000 tiles, p95, against 500', many.first.p95 / few.first.p95, goal)
    process.stdout.write(
      `       ${few.first.cpu.toFixed(1)} and ${many.first.cpu.toFixed(1)} ms, again ${few.again.cpu.toFixed(1)} and ${many.again.cpu.toFixed(1)}\n`,
    )
    note(
      'CPU of a frame while scrolling 5,000 tiles again, against 500',
      many.again.cpu / few.again.cpu,
      goal,
    )
  } finally {
    await browser.close()
  }
}

async function loadTiles(page: Page, count: number) {
  const loaded = () =>
    page.evaluate(() => {
      const wall = document.querySelector('[data-logo]')?.closest('ul')?.parentElement
      if (!wall) return 0
      const rows = [...wall.children].map(band =>
        Number((band as HTMLElement).style.getPropertyValue('--rows')),
      )
      return rows.reduce((a, b) => a + b, 0) * getComputedStyle(wall).gridTemplateColumns.split(' ').length
    })
  for (let before = -1, now = await loaded(); now < count; now = await loaded()) {
    if (now !== before) await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    before = now
    await page.waitForTimeout(50)
  }
  await page.waitForLoadState('networkidle')
}

/**
 * The same way down the wall twice. The first time, tiles are rendered, laid out and painted that have not been before; of 500
 * most have been, while they were loaded. Only the second time compares walls of different lengths.
 */
async function scrollTwice(page: Page, cdp: CDPSession) {
  return { first: await scrollWall(page, cdp), again: await scrollWall(page, cdp) }
}

/** Scrolls down the wall from its middle with the wheel, for three seconds. `cpu`: the main thread's, per frame, in ms. */
async function scrollWall(page: Page, cdp: CDPSession) {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 3))
  await page.waitForTimeout(500)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.mouse.move(700, 500)
  const before = await taskTimeOf(cdp)
  const frames = page.evaluate(takeFrames, { forMs: 3000 })
  for (let i = 0; i < 40; i++) {
    await page.mouse.wheel(0, 240)
    await page.waitForTimeout(40)
  }
  const taken = await frames
  const cpu = (await taskTimeOf(cdp)) - before
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { p95: quantile(taken, 0.95), cpu: cpu / taken.length }
}

/** The slowest interaction of each kind: from the input event to the next frame. */
async function measureInteractions(page: Page, cdp: CDPSession, tiles: number) {
  await page.evaluate(() => {
    const page = window as unknown as { interactions: PerformanceEntry[] }
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) page.interactions.push(entry)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
    scrollTo(0, 0)
  })
  await page.waitForTimeout(1000)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const slowest = async (
    what: string,
    act: (i: number) => Promise<unknown>,
    prepare?: (i: number) => Promise<unknown>,
  ) => {
    let worst = 16
    for (let i = 0; i < 8; i++) {
      await prepare?.(i)
      if (prepare) await page.waitForTimeout(600)
      await page.evaluate(() => {
        Object.assign(window, { interactions: [] })
      })
      await act(i)
      await page.waitForTimeout(600)
      const durations = await page.evaluate(() =>
        (window as unknown as { interactions: PerformanceEntry[] }).interactions.map(
          ({ duration }) => duration,
        ),
      )
      worst = Math.max(worst, ...durations)
    }
    note(`${what}, ${tiles} tiles`, worst, { atMost: 150 }, ' ms')
  }
  const tile = (i: number) => page.locator('[data-logo]').nth(i)
  // With raw mouse events, because a locator's hit test before the click would be measured, too.
  const middleOf = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox())!
    return [x + width / 2, y + height / 2] as const
  }
  const open = async (i: number) => page.mouse.click(...(await middleOf(tile(i))))
  await slowest('liking', async i => {
    await page.mouse.move(...(await middleOf(tile(i))))
    await page.mouse.click(...(await middleOf(tile(i).getByRole('button', { name: /^Like/ }))))
  })
  const pressEscape = () => page.keyboard.press('Escape')
  const waysOut = [
    pressEscape,
    async () => page.mouse.click(...(await middleOf(page.getByRole('button', { name: 'Close' })))),
    () => page.mouse.click(8, 450),
  ]
  await slowest('opening', open, pressEscape)
  await pressEscape()
  await page.waitForTimeout(1000)
  await slowest('closing', i => waysOut[i % waysOut.length]!(), open)
  await open(0)
  await page.waitForTimeout(1000)
  await slowest('paging', () => page.keyboard.press('ArrowRight'))
  await pressEscape()
  await page.waitForTimeout(1000)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

// --------------------------------------------------------------------------------------------------------------------

function median(values: number[]) {
  return quantile(values, 0.5)
}

function report() {
  return `Made by \`npm run bench:web\`: Lighthouse for phones (simulated 4G and processor, median of three), then the wall in a
window of 1440 × 900 on a processor slowed down ${slowdown} times, with ${logos.toLocaleString('en')} logos behind it.
${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Chromium without a graphics card, ${new Date().toISOString().slice(0, 10)}.

${table()}`
}
