import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { sql } from 'kysely'
import { connect, type Db } from '../server/db/connect.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { drawChanges } from '../server/jobs/draw-atlases.ts'
import { localFiles } from '../server/outside/files.ts'
import { squareSide } from '../shared/rules/sixteen.ts'
import { endServer, runServer } from '../tests/running-server.ts'
import { roomFor } from '../web/features/sixteen/layout.ts'
import { launch, memoryOf, quantile, sessionCookie, slowdown, takeFrames, taskTimeOf } from './browser.ts'
import { cpuOfFamily } from './cpu.ts'
import { collectFigures } from './goals.ts'
import { mostDistinct, openSixteenGallery } from './sixteen-gallery.ts'
import { type Connection, openSlowLink } from './slow-link.ts'
import { postgresSettings } from './system-under-test.ts'
import { replaceSection } from './web-results.ts'

// Sixteen in a gallery of a given size: what the job that draws its atlases costs, and what a reader waits for.

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Lighthouse's connection of a phone, 4G in a weak spot, and a good one. */
const connections: Record<string, Connection> = {
  slow: { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 },
  good: { latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 3e6 / 8 },
}
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const desktop = { viewport: { width: 1440, height: 900 } }
/** Squares are drawn in another way on a screen that has more than one pixel for each of CSS. */
const dense = { ...desktop, deviceScaleFactor: 2 }
const frameGoal = { atMost: 20 }

type Note = ReturnType<typeof collectFigures>['note']

export async function measureSixteen(logos: number) {
  const { note, table } = collectFigures()
  const folder = await openSixteenGallery(logos, say)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: postgresSettings })
  try {
    const { db, close } = connect(postgres.url, { max: 2, statementTimeout: 0 })
    if (logos > mostDistinct) await copyAtlases(db, logos)
    else noteDrawing(note, await drawOnce(db, folder, logos, postgres.pid))
    await noteAtlases(note, db)
    await close()
    const server = await runServer(folder, { DATABASE_URL: postgres.url })
    const browser = await launch([])
    try {
      await measureOpening(note, browser, server.origin)
      await measureFloor(note, browser)
      await measureMoving(note, browser, server.origin, logos)
      await measureDense(note, browser, server.origin)
    } finally {
      await browser.close()
      await endServer(server, 'SIGTERM')
    }
  } finally {
    await postgres.stop()
  }
  await replaceSection(`Sixteen with ${logos.toLocaleString('en')} logos`, report(logos, table()))
}

// The job ------------------------------------------------------------------------------------------------------

type Drawing = { seconds: number; cpuSeconds: number; steps: number }

/** Draws all atlases as the job does, without its pauses; once for each gallery. A run that was ended is continued by the next. */
async function drawOnce(db: Db, folder: string, logos: number, postgresPid: number): Promise<Drawing> {
  const kept = join(folder, 'drawing.json')
  const before = await readFile(kept, 'utf8').catch(() => undefined)
  const drawing: Drawing = before ? JSON.parse(before) : { seconds: 0, cpuSeconds: 0, steps: 0 }
  if (!before) {
    await sql`truncate sixteen_atlas, sixteen_square, sixteen_change`.execute(db)
    await sql`insert into sixteen_change (logo_id, is_gone) select logo_id, false from logo order by logo_id`.execute(
      db,
    )
  }
  const files = localFiles(join(folder, 'files'))
  const cpu = () => process.cpuUsage().user + process.cpuUsage().system + cpuOfFamily(postgresPid)
  for (;;) {
    const [began, cpuBefore] = [performance.now(), cpu()]
    if (!(await drawChanges({ db, files }))) break
    drawing.seconds += (performance.now() - began) / 1000
    drawing.cpuSeconds += (cpu() - cpuBefore) / 1e6
    drawing.steps++
    await writeFile(kept, JSON.stringify(drawing))
    if (drawing.steps % 5 === 1)
      say(`${logos} logos, step ${drawing.steps}: ${Math.round(drawing.seconds)} s`)
  }
  await sql`vacuum (analyze) sixteen_atlas, sixteen_square, sixteen_change`.execute(db)
  return drawing
}

/** Fills the tables of a gallery too large to be drawn here with the atlases of one that was, as often as they are needed. */
async function copyAtlases(db: Db, logos: number) {
  if (await db.selectFrom('sixteen_atlas').select('atlas_id').limit(1).executeTakeFirst()) return
  const source = await openSixteenGallery(mostDistinct, say)
  const postgres = await startPostgres({ dataDir: join(source, 'postgres') })
  const from = connect(postgres.url, { max: 1, statementTimeout: 0 })
  const atlases = await from.db
    .selectFrom('sixteen_atlas')
    .select(['atlas_id', 'image', 'logo_ct', 'first_place', 'first_logo_id', 'small', 'large'])
    .execute()
  const squares = await from.db
    .selectFrom('sixteen_square')
    .select(['logo_id', 'atlas_id', 'slot', 'picture', 'place'])
    .orderBy('slot')
    .execute()
  await from.close()
  await postgres.stop()
  if (squares.length < mostDistinct) throw new Error(`First measure a gallery of ${mostDistinct} logos.`)
  const byAtlas = Map.groupBy(squares, square => square.atlas_id)
  for (let before = 0; before < logos; before += mostDistinct)
    for (const { atlas_id: former, image, first_logo_id, ...atlas } of atlases) {
      const copy = {
        ...atlas,
        image: createHash('sha256').update(`${image} ${before}`).digest('hex').slice(0, 32),
        first_logo_id: first_logo_id + before,
      }
      const { atlas_id } = await db
        .insertInto('sixteen_atlas')
        .values(copy)
        .returning('atlas_id')
        .executeTakeFirstOrThrow()
      const rows = byAtlas.get(former)!.map(row => ({ ...row, logo_id: row.logo_id + before, atlas_id }))
      await db.insertInto('sixteen_square').values(rows).execute()
    }
  await sql`vacuum (analyze) sixteen_atlas, sixteen_square, sixteen_change`.execute(db)
}

function noteDrawing(note: Note, { seconds, cpuSeconds, steps }: Drawing) {
  note(
    'drawing all atlases, without the pauses of the job, which are as long',
    Math.round(seconds),
    undefined,
    ' s',
  )
  note('CPU of drawing all atlases, with PostgreSQL', Math.round(cpuSeconds), undefined, ' s')
  note('steps of drawing all atlases', steps, undefined)
}

async function noteAtlases(note: Note, db: Db) {
  const { rows } = await sql<{ count: number; squares: number; small: number; large: number }>`
    select count(*)::int as count, sum(logo_ct)::int as squares,
      sum(length(small))::float as small, sum(length(large))::float as large from sixteen_atlas`.execute(db)
  const { count, squares, small, large } = rows[0]!
  note('squares', squares, undefined)
  note('atlases', count, undefined)
  note('all atlases of 16 px', Math.round(small / 1000), undefined, ' kB')
  note('all atlases of 32 px', Math.round(large / 1000), undefined, ' kB')
  note('bytes of a logo at 16 px', Math.round(small / squares), undefined)
}

// Opening ------------------------------------------------------------------------------------------------------

/** Times of the page, in ms: when the squares that the server names have loaded, and when the painter had drawn the whole window. */
type Seen = { picture: number; whole: number[] }

/** The event of the window when the page has got an answer with squares in another order. */
const ordered = 'bench:ordered'

/** Runs in the page before its scripts. */
function watchPainter(ordered: string) {
  const seen: Seen = { picture: 0, whole: [] }
  const note = ({ target }: Event) => {
    if (!(target as Element).closest?.('main')) return
    requestAnimationFrame(() => setTimeout(() => (seen.picture ||= performance.now())))
  }
  document.addEventListener('load', note, true)
  const send = fetch
  Object.assign(window, {
    seen,
    fetch: async (...given: Parameters<typeof fetch>) => {
      const response = await send(...given)
      if (/\/api\/sixteen\?.*sort=/.test(response.url)) dispatchEvent(new Event(ordered))
      return response
    },
    Worker: class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given)
        this.addEventListener('message', ({ data }) => {
          if (data.kind === 'rested' && data.isRested) seen.whole.push(performance.now())
        })
      }
    },
  })
}

const readPicture = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen.picture)

async function openSixteen(browser: Browser, origin: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript(watchPainter, ordered)
  const cdp = await context.newCDPSession(page)
  return { context, page, cdp, open: () => page.goto(`${origin}/sixteen`) }
}

/** When the painter had drawn the whole window for the first time after `since`. Waits for it. */
async function untilWhole(page: Page, since = 0) {
  const find = (after: number) => (window as unknown as { seen: Seen }).seen.whole.find(time => time > after)
  const found = await page.waitForFunction(find, since, { polling: 50, timeout: 120_000 })
  return (await found.jsonValue())!
}

/** The page opened over a phone's connection for the first time: nothing is in its cache. The median of three. */
async function measureOpening(note: Note, browser: Browser, origin: string) {
  for (const [name, connection] of Object.entries(connections)) {
    const seen: { picture: number; whole: number }[] = []
    const bytes: { all: number; atlases: number }[] = []
    for (let i = 0; i < 3; i++) {
      const link = await openSlowLink(origin, connection)
      const { context, page, open } = await openSixteen(browser, link.origin, phone)
      await open()
      const whole = await untilWhole(page)
      seen.push({ picture: await readPicture(page), whole })
      bytes.push(await countBytes(page))
      await context.close()
      link.close()
    }
    const median = (values: number[]) => Math.round(quantile(values, 0.5))
    const where = `phone, ${(connection.downloadThroughput * 8) / 1e6} Mbit/s and ${connection.latency} ms`
    const goal = name === 'good' ? { atMost: 1500 } : undefined
    note(`first picture, ${where}`, median(seen.map(({ picture }) => picture)), { atMost: 1500 }, ' ms')
    note(`all squares of the window, ${where}`, median(seen.map(({ whole }) => whole)), goal, ' ms')
    if (name === 'good') {
      note('bytes until then', Math.round(median(bytes.map(({ all }) => all)) / 1000), undefined, ' kB')
      note(
        'of these, of atlases',
        Math.round(median(bytes.map(({ atlases }) => atlases)) / 1000),
        undefined,
        ' kB',
      )
    }
  }
}

/** What the page and the painter have fetched. */
async function countBytes(page: Page) {
  const readEntries = () =>
    (performance.getEntries() as PerformanceResourceTiming[]).map(({ name, transferSize }) => ({
      name,
      size: transferSize || 0,
    }))
  const entries = [...(await page.evaluate(readEntries)), ...(await page.workers()[0]!.evaluate(readEntries))]
  const sum = (chosen: typeof entries) => chosen.reduce((total, { size }) => total + size, 0)
  return { all: sum(entries), atlases: sum(entries.filter(({ name }) => name.includes('/images/sixteen/'))) }
}

// Moving -------------------------------------------------------------------------------------------------------

const movePointer = async (page: Page) => {
  for (let i = 0; i < 150; i++) {
    await page.mouse.move(60 + ((i * 9) % 1300), 200 + ((i * 5) % 500))
    await page.waitForTimeout(16)
  }
}

/** By so many px with each turn of the wheel, more than twenty times a second. */
const scrollBy = (step: number) => async (page: Page) => {
  await page.mouse.move(700, 500)
  for (let i = 0; i < 60; i++) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(40)
  }
}
/** One window a second, and five. */
const [scroll, fling] = [scrollBy(48), scrollBy(240)]

type Act = { forMs: number; act: () => Promise<unknown>; since?: string }

/** The frames of a slowed page while something is done on it, or for so long since an event that it brings, and its CPU for each. */
async function takeSlowed(page: Page, cdp: CDPSession, { forMs, act, since }: Act) {
  await page.waitForTimeout(500)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const before = await taskTimeOf(cdp)
  const taken = page.evaluate(takeFrames, { forMs, since })
  await act()
  const frames = await taken
  const cpu = ((await taskTimeOf(cdp)) - before) / frames.length
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { p95: quantile(frames, 0.95), cpu }
}

/** What the browser itself takes for a window of that size: a worker clears an empty canvas with each frame. */
async function measureFloor(note: Note, browser: Browser) {
  for (const [screen, where] of [
    [desktop, ''],
    [dense, ' on a ×2 screen'],
  ] as const)
    await measureEmptyCanvas(note, browser, screen, where)
}

async function measureEmptyCanvas(note: Note, browser: Browser, screen: typeof desktop, where: string) {
  const context = await browser.newContext(screen)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  // CPU time of the thread: other programs on the machine don't lengthen it.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.setContent(
    `<body style="margin: 0; height: 20000px"><canvas style="position: fixed; width: 100vw; height: 100vh">`,
  )
  await page.evaluate(() => {
    const clearAlways = ({ data: canvas }: { data: OffscreenCanvas }) => {
      const pen = canvas.getContext('2d', { alpha: false })!
      const clear = (now: number) => {
        pen.fillStyle = now % 2 < 1 ? '#fff' : '#eee'
        pen.fillRect(0, 0, canvas.width, canvas.height)
        requestAnimationFrame(clear)
      }
      requestAnimationFrame(clear)
    }
    const worker = new Worker(URL.createObjectURL(new Blob([`onmessage = ${clearAlways}`])))
    const canvas = Object.assign(document.querySelector('canvas')!, {
      width: innerWidth * devicePixelRatio,
      height: innerHeight * devicePixelRatio,
    })
    const drawn = canvas.transferControlToOffscreen()
    worker.postMessage(drawn, [drawn])
  })
  for (const [what, act] of [
    ['the pointer moves', movePointer],
    ['scrolling', scroll],
  ] as const) {
    const { p95 } = await takeSlowed(page, cdp, { forMs: 3000, act: () => act(page) })
    note(`a frame of an empty canvas while ${what}${where}, p95`, p95, undefined, ' ms')
  }
  await context.close()
}

/** A member's window, and what notes its frames while something is done in it. */
async function openWindow(note: Note, browser: Browser, origin: string, screen: typeof desktop) {
  const { context, page, cdp, open } = await openSixteen(browser, origin, screen)
  const [name, value] = (await sessionCookie(browser, origin)).split('=') as [string, string]
  await context.addCookies([{ name, value, url: origin }])
  await cdp.send('HeapProfiler.enable')
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await open()
  await untilWhole(page)
  await timePainter(page)

  const frames = async (what: string, act: Act) => {
    await takePainted(page)
    const { p95, cpu } = await takeSlowed(page, cdp, act)
    const painted = await takePainted(page)
    if (!painted.length) throw new Error(`The painter has drawn nothing while ${what}.`)
    note(`a frame while ${what}, p95`, p95, frameGoal, ' ms')
    note(`the page’s CPU for a frame while ${what}, mean`, cpu, frameGoal, ' ms')
    note(
      `drawing a frame while ${what}, p95, times ${slowdown}`,
      quantile(painted, 0.95) * slowdown,
      frameGoal,
      ' ms',
    )
  }
  return { context, page, cdp, frames }
}

/** The pointer moves, the page scrolls, the squares are sorted. */
async function measureMoving(note: Note, browser: Browser, origin: string, logos: number) {
  const { context, page, cdp, frames } = await openWindow(note, browser, origin, desktop)
  await frames('the pointer moves', { forMs: 3000, act: () => movePointer(page) })
  const scrollWholly = async (what: string, act: (page: Page) => Promise<void>) => {
    await frames(what, { forMs: 3000, act: () => act(page) })
    await page.evaluate(() => scrollTo(0, 0))
    // Until the painter has learnt of it and knows which squares are missing.
    await page.waitForTimeout(500)
    await page.locator('main[aria-busy="false"]').waitFor({ timeout: 120_000 })
  }
  await scrollWholly('scrolling', scroll)
  await scrollWholly('scrolling five times as fast', fling)
  await scrollWholly('scrolling as fast with the atlases in the browser’s cache', fling)
  await noteMemory(note, browser, cdp, logos)

  // Playwright's own press would look for the link on the page's thread.
  const link = await page.getByRole('link', { name: 'Year' }).elementHandle()
  // As one who presses it: no square is looked at then.
  await link!.hover()
  let pressedAt = 0
  const sort = async () => {
    pressedAt = await link!.evaluate(element => {
      const now = performance.now()
      ;(element as HTMLElement).click()
      return now
    })
  }
  const answer = page.waitForResponse(/\/api\/sixteen\?.*sort=year/)
  // From the answer on: before it nothing moves, and in a large gallery it takes longer than the way of the squares.
  await frames('squares are sorted', { forMs: 1500, act: sort, since: ordered })
  const { responseBodySize } = await (await answer).request().sizes()
  const whole = await untilWhole(page, pressedAt)
  note('the order by year', Math.round(responseBodySize / 1000), undefined, ' kB')
  note(
    'sorted by year, until all squares of the window are there',
    Math.round(whole - pressedAt),
    undefined,
    ' ms',
  )
  await context.close()
}

/** The same on a screen of two pixels for each of CSS, without the sort. */
async function measureDense(note: Note, browser: Browser, origin: string) {
  const { context, page, frames } = await openWindow(note, browser, origin, dense)
  await frames('the pointer moves on a ×2 screen', { forMs: 3000, act: () => movePointer(page) })
  await frames('scrolling on a ×2 screen', { forMs: 3000, act: () => scroll(page) })
  await context.close()
}

/** Notes in the painter's thread how long each of its frames takes to draw. Browsers slow down the page's own thread alone. */
function timePainter(page: Page) {
  return page.workers()[0]!.evaluate(() => {
    const request = requestAnimationFrame
    const painted: number[] = []
    Object.assign(self, {
      painted,
      requestAnimationFrame: (draw: FrameRequestCallback) =>
        request(now => {
          const began = performance.now()
          draw(now)
          painted.push(performance.now() - began)
        }),
    })
  })
}

/** What was noted since the last call. */
const takePainted = (page: Page) =>
  page.workers()[0]!.evaluate(() => (self as unknown as { painted: number[] }).painted.splice(0))

async function noteMemory(note: Note, browser: Browser, cdp: CDPSession, logos: number) {
  const { heap } = await memoryOf(cdp)
  note('heap of the page', heap, { atMost: 30 }, ' MB')
  const { width, height } = desktop.viewport
  const squares = roomFor(logos, desktop.viewport)
  note('decoded squares near the window', (squares * squareSide ** 2 * 4) / 1e6, undefined, ' MB')
  note('the canvas of the window and its pixels', (2 * width * height * 4) / 1e6, undefined, ' MB')
  note('memory of the page’s process', await privateMemoryOf(browser), undefined, ' MB')
}

/** What the largest of the browser's renderers shares with no other process, in MB. */
async function privateMemoryOf(browser: Browser) {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const lines = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB/gm)
      return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1000
    })
  await cdp.detach()
  return Math.round(Math.max(...sizes))
}

// --------------------------------------------------------------------------------------------------------------

function report(logos: number, table: string) {
  const copies =
    logos > mostDistinct
      ? `\nThe atlases are copies of those of ${mostDistinct.toLocaleString('en')} logos, ${logos / mostDistinct} of each: the job did not draw them.`
      : ''
  return `Made by \`npm run bench:web -- sixteen --logos …\`. Each logo has a square of its own: 4,000 are drawn, the others are turned or
mirrored ones of these in other shades.${copies} The phone has 390 × 844 px at a density of 3 and an empty cache, the desktop 1440 × 900
at a density of 1 where no other is named; frames are measured with the page's own thread slowed down ${slowdown} times. The painter's thread can't be slowed, so its times are multiplied;
what it draws on a ×2 screen the browser carries out afterwards, which shows in the page's frames alone.
${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, shared with other work (load average ${loadavg()[0]!.toFixed(1)}), Chromium without a graphics card, ${new Date().toISOString().slice(0, 10)}.

${table}`
}
