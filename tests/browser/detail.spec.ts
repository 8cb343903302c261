import type { Locator, Page } from '@playwright/test'
import type { LogoList } from '../../shared/api/logos.ts'
import { readProfile } from './profile.ts'
import { send } from './send.ts'
import { expect, test } from './test.ts'
import { expectOpen, hasFocusInside, idsOnWall, listIds, tileOf, tilesOf } from './wall.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const previousOf = (page: Page) => page.getByRole('button', { name: 'Previous logo' })
const nextOf = (page: Page) => page.getByRole('button', { name: 'Next logo' })

/** Opens the wall with this many logos loaded; returns their ids. */
async function openWall(page: Page, path = '/', count = 50) {
  await page.goto(path)
  await expect(tilesOf(page)).toHaveCount(count)
  return idsOnWall(page)
}

/** Pointing at a tile prefetches the detail's code; without it the tile opens without animation. */
async function pointAt(page: Page, logoId: number) {
  const code = page.waitForResponse(/LogoDialog-.*\.js/)
  await tileOf(page, logoId).hover()
  const url = (await code).url()
  // Its script runs after its stylesheet has loaded.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(link => link.sheet),
  )
  await page.evaluate(url => import(url), url)
}

test('the detail has arrows only where there is a neighbour, and Back closes it after it has moved to another logo', {
  tag: '@both',
}, async ({ page }) => {
  // A visitor sees a short list of a profile, so it has a last logo.
  const { slug, profile_logos } = await readProfile(page, 1)
  const path = `/designers/${slug}?tab=logos`
  const ids = await openWall(page, path, profile_logos.length)
  await tileOf(page, ids[0]!).click()
  await expectOpen(page, ids[0]!)
  await expect(previousOf(page)).toBeHidden()
  for (const id of ids.slice(1)) {
    await nextOf(page).click()
    await expectOpen(page, id)
  }
  await expect(nextOf(page)).toBeHidden()
  await previousOf(page).click()
  await expectOpen(page, ids.at(-2)!)
  await expect(nextOf(page)).toBeVisible()
  await page.goBack()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL(path)
  await expect(tileOf(page, ids.at(-2)!)).toBeFocused()
})

test('a logo has its own page, whose picture is at least 240 px wide at 400 % zoom; forced colours draw the edges of the detail’s arrows', async ({
  page,
}) => {
  const { data }: LogoList = await (await page.request.get('/api/logos/fresh')).json()
  const { logo_id, logo, company } = data[3]!
  await page.goto(`/logo/${logo_id}`)
  await expect(page.getByRole('heading', { level: 1, name: logo })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  const picture = page
    .getByRole('main')
    .getByRole('img', { name: `${logo} by ${company}` })
    .first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300)
  await page.setViewportSize({ width: 360, height: 225 })
  await page.reload()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThanOrEqual(240)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/?logo_id=${logo_id}`)
  await expect(nextOf(page)).toHaveCSS('border-top-width', '1px')
})

test('a horizontal swipe of more than 50 px moves; one of 50 px or a steep one does not', {
  tag: '@phone',
}, async ({ page }) => {
  const ids = await openWall(page)
  await tileOf(page, ids[2]!).tap()
  await expectOpen(page, ids[2]!)
  await expect(dialogOf(page).getByRole('img').first()).toBeVisible()

  // All swipes go towards the next logo: if one of the first two moved, the third would go further.
  await swipe(page, -50, 0)
  await swipe(page, -120, 30)
  await swipe(page, -51, 0)
  await expectOpen(page, ids[3]!)
  await swipe(page, 80, 20)
  await expectOpen(page, ids[2]!)
})

/** A touch drag over the stage, by CDP events. */
async function swipe(page: Page, dx: number, dy: number) {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const [x, y, steps] = [195, 200, 5]
  await touch('touchStart', x, y)
  for (let i = 1; i <= steps; i++) await touch('touchMove', x + (dx * i) / steps, y + (dy * i) / steps)
  await touch('touchEnd', 0, 0)
  await finger.detach()
}

test('the tile expands into the stage and back, in 300 ms', { tag: '@both' }, async ({ page }) => {
  await page.addInitScript(recordFlights)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  const picture = page.locator(`[data-logo="${ids[1]}"] picture`)
  const tile = (await picture.boundingBox())!
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  const stage = (await dialogOf(page).getByRole('img').first().boundingBox())!
  await expect.poll(() => page.evaluate(() => flights.length)).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => flights.map(flight => flight.took))).toEqual([300, 300])
  const [there, back] = await page.evaluate(() => flights)
  expect(there!.from).toEqual(round(tile))
  expect(there!.to).toEqual(round(stage))
  expect(back).toEqual({ ...there, from: there!.to, to: there!.from })
  await expect(picture).toHaveCSS('opacity', '1')
})

test('opening expands the background from the tile to the stage; scrim and facts fade in after the first frame', {
  tag: '@both',
}, async ({ page }) => {
  await page.addInitScript(sampleOpening)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  const tile = (await page.locator(`[data-logo="${ids[1]}"] picture`).boundingBox())!
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await expect.poll(() => page.evaluate(() => opening.length)).toBeGreaterThan(0)
  const frames = await page.evaluate(() => opening)
  const stage = dialogOf(page).getByRole('img').first().locator('../../..')
  await expect(stage).toHaveCSS('opacity', '1')
  const end = round((await stage.boundingBox())!)
  expect(frames[0]!.ground).toEqual(round(tile))
  expect(frames.at(-1)!.ground).toEqual(end)
  const widths = frames.map(({ ground }) => ground.width)
  expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))
  // At 0, 100, 141, 200 and nearly 300 ms.
  expect(frames.map(({ stage }) => stage)).toEqual([0, 0, 0, 0, 0])
  expect(frames.map(({ scrim }) => scrim > 0)).toEqual([false, true, true, true, true])
  // The panel is opaque before its text is.
  expect(frames.map(({ facts }) => facts)).toEqual([0, 0, 1, 1, 1])
  await expect(dialogOf(page).locator('h2').first().locator('..')).not.toHaveCSS(
    'background-color',
    /rgba|transparent/,
  )
  const texts = frames.map(({ text }) => text)
  expect(texts.slice(0, 2)).toEqual([0, 0])
  expect(texts[2]).toBeLessThan(0.5)
  expect(texts[3]).toBeGreaterThan(texts[2]!)
})

type OpeningFrame = { ground: Box; stage: number; facts: number; text: number; scrim: number }

declare global {
  /** The state of an opening animation: the background's box, and the opacity of stage, facts, their text and scrim. */
  var opening: OpeningFrame[]
}

/** Sets the animations of an opening to five moments, so that no frame is missed on a busy machine. */
function sampleOpening() {
  globalThis.opening = []
  const opacityOf = (element: Element) => Number(getComputedStyle(element).opacity)
  const sample = (ground: Element) => {
    const sheet = document.querySelector('[role=dialog]')!
    const facts = sheet.querySelector('h2')!.parentElement!
    const scrim = sheet.parentElement!.querySelector('[role=presentation][class]')!
    const animations = document.getAnimations()
    for (const animation of animations) animation.pause()
    globalThis.opening = [0, 100, 141, 200, 299.99].map(time => {
      for (const animation of animations) animation.currentTime = time
      const { x, y, width, height } = ground.getBoundingClientRect()
      return {
        ground: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
        stage: opacityOf(facts.previousElementSibling!),
        facts: opacityOf(facts),
        text: opacityOf(facts.querySelector('h2')!),
        scrim: opacityOf(scrim),
      }
    })
    for (const animation of animations) animation.finish()
  }
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(changes => {
      // The background is the layer before the picture.
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLImageElement)
            requestAnimationFrame(() => sample(node.previousElementSibling!))
    }).observe(document.body, { childList: true }),
  )
}

test('closing shrinks the background to the tile; the wall beside it has its own colours when the scrim is gone', async ({
  page,
}) => {
  await page.addInitScript(holdFlights)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  // In the second row: under the stage of the open logo, and beside the way back to the first row.
  const other = page.locator(`[data-logo="${ids[8]}"] picture`)
  await page.mouse.move(720, 4)
  await expect(other.locator('img')).toHaveJSProperty('complete', true)
  const before = await other.screenshot()
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await page.mouse.move(720, 4)
  const stage = round((await dialogOf(page).getByRole('img').first().locator('../../..').boundingBox())!)
  await expect(dialogOf(page)).not.toHaveAttribute('data-flying')

  await page.evaluate(() => {
    globalThis.heldAt = [0, 90, 210]
  })
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => held.length)).toBe(3)
  const [first, middle, last] = await page.evaluate(() => held)
  expect(first!.ground).toEqual(stage)
  expect(middle!.ground.width).toBeLessThan(stage.width)
  expect(last!.ground.width).toBeLessThan(middle!.ground.width)
  expect([first!.stage, middle!.stage, last!.stage]).toEqual([0, 0, 0])
  expect([first!.sheet, middle!.sheet, last!.sheet]).toEqual([1, 0, 0])
  expect([first!.scrim, last!.scrim]).toEqual([1, 0])
  const place = (await other.boundingBox())!
  expect(last!.ground.y + last!.ground.height).toBeLessThan(place.y)
  expect((await other.screenshot()).equals(before)).toBe(true)

  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.locator(`[data-logo="${ids[1]}"] picture`)).toHaveCSS('opacity', '1')
})

type HeldFrame = { ground: Box; stage: number; sheet: number; scrim: number }

declare global {
  /** Moments, in ms, at which the next closing is sampled; it stays paused at the last of them. */
  var heldAt: number[]
  var held: HeldFrame[]
}

function holdFlights() {
  globalThis.heldAt = []
  globalThis.held = []
  const opacityOf = (element: Element) => Number(getComputedStyle(element).opacity)
  const hold = (ground: Element) => {
    const sheet = document.querySelector('[role=dialog]')!
    const animations = document.getAnimations()
    for (const animation of animations) animation.pause()
    globalThis.held = heldAt.map(time => {
      for (const animation of animations) animation.currentTime = time
      const { x, y, width, height } = ground.getBoundingClientRect()
      return {
        ground: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
        stage: opacityOf(sheet.querySelector('h2')!.parentElement!.previousElementSibling!),
        sheet: opacityOf(sheet),
        scrim: opacityOf(sheet.parentElement!.querySelector('[role=presentation][class]')!),
      }
    })
  }
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLImageElement && heldAt.length)
            requestAnimationFrame(() => hold(node.previousElementSibling!))
    }).observe(document.body, { childList: true }),
  )
}

test('a logo whose tile has been scrolled out of sight closes without a flight', async ({ page }) => {
  await page.addInitScript(recordFlights)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await expect.poll(() => page.evaluate(() => flights.length)).toBe(1)
  await page.evaluate(() => {
    document.documentElement.style.setProperty('overflow', 'visible', 'important')
    scrollTo({ top: 2000, behavior: 'instant' })
  })
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(tileOf(page, ids[1]!)).toBeFocused()
  expect(await page.evaluate(() => flights.length)).toBe(1)
})

test('on a phone the bar of an open logo stays at the top, covers nothing, and shows the title once it is scrolled away', {
  tag: '@phone',
}, async ({ page }) => {
  const { slug, profile_logos } = await readProfile(page, 1)
  const ids = await openWall(page, `/designers/${slug}?tab=logos`, profile_logos.length)
  await tileOf(page, ids[3]!).tap()
  await expectOpen(page, ids[3]!)
  const dialog = dialogOf(page)
  await expect(dialog.getByText(`4 of ${ids.length}`, { exact: true })).toBeVisible()
  const close = page.getByRole('button', { name: 'Close' })
  const bar = close.locator('..')
  const heading = dialog.getByRole('heading', { level: 2 }).first()
  const name = bar.getByText((await heading.textContent())!, { exact: true })
  expect((await bar.boundingBox())!.height).toBe(56)
  for (const button of [close, previousOf(page), nextOf(page)])
    expect((await button.boundingBox())!).toMatchObject({ width: 44, height: 44 })
  // The crop marks reach 20 px out of the picture.
  const art = (await dialog.getByRole('img').first().boundingBox())!
  expect(art.y - 20).toBeGreaterThanOrEqual(56)
  expect(art.x - 20).toBeGreaterThanOrEqual(0)
  await expect(name).toHaveCSS('opacity', '0')

  await heading.evaluate(element => element.scrollIntoView({ block: 'start' }))
  await dialog.evaluate(sheet => sheet.scrollBy(0, 60))
  await expect(name).toHaveCSS('opacity', '1')
  expect((await bar.boundingBox())!.y).toBe(0)
  await expect(bar).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  // The buttons can be pressed at every scroll position.
  const by = dialog.locator('a[href^="/designers/"]').first()
  expect((await by.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await nextOf(page).tap()
  await expectOpen(page, ids[4]!)
  await expect.poll(() => dialog.evaluate(sheet => sheet.scrollTop)).toBe(0)
  await close.tap()
  await expect(dialog).toBeHidden()
})

test('a logo lists the collections that hold it, and Related is visible without scrolling', async ({
  page,
  signIn,
}) => {
  await signIn('juror7')
  const name = `Arcs ${Date.now()}`
  const id = (await listIds(page, 4)).at(-11)!
  const { light_box_id } = await send(page.context(), 'POST', '/api/collections', { name })
  await send(page.context(), 'POST', '/api/logos/save', {
    collection_id: light_box_id,
    logo_id: id,
    state: 1,
  })
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id)
  const dialog = dialogOf(page)
  await expect(dialog.getByText(/^In \d+ collections?$/)).toBeVisible()
  await expect(dialog.getByRole('link', { name })).toHaveAttribute('href', `/collection/${light_box_id}`)
  await expect(dialog.getByText(/^\d+ views? · \d+ saves?/)).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Related' })).toBeInViewport()
  await send(page.context(), 'DELETE', '/api/collections', { collection_id: light_box_id })
})

test('Escape closes in the next frame, fades for 300 ms and lets clicks through; pressed twice, it stays on the page; a logo that is opened before the sheet is gone gets the focus', async ({
  page,
}) => {
  const ids = await openWall(page)
  // A double click opens a logo once.
  await tileOf(page, ids[1]!).dblclick()
  await expectOpen(page, ids[1]!)
  const answer = await page.evaluate(async () => {
    const dialog = document.querySelector('[role=dialog]')!
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
    await new Promise(requestAnimationFrame)
    const [fading] = dialog.getAnimations() as CSSTransition[]
    return { fading: fading?.transitionProperty, address: location.search }
  })
  expect(answer).toEqual({ fading: 'opacity', address: `?logo_id=${ids[1]}` })
  await expect(page).toHaveURL('/')
  await expect(dialogOf(page)).toBeHidden()
  await expect(tileOf(page, ids[1]!)).toBeFocused()

  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  expect(await timeClosing(page)).toBeGreaterThan(290)
  await expect(page).toHaveURL('/')
  await expect(tileOf(page, ids[1]!)).toBeFocused()

  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await tileOf(page, ids[2]!).click()
  await expectOpen(page, ids[2]!)

  await page.evaluate(() => {
    for (let i = 0; i < 2; i++)
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      )
  })
  await expect(tileOf(page, ids[2]!)).toBeFocused()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL('/')

  // A sheet that is hidden stays in the document while it is animated: the logo that is opened then gets the focus.
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  const sheet = page.getByRole('dialog', { includeHidden: true })
  await sheet.evaluate(element => void element.animate([{ rotate: '0deg' }, { rotate: '0deg' }], 20_000))
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCSS('visibility', 'hidden')
  await tileOf(page, ids[2]!).click()
  await expectOpen(page, ids[2]!)
})

test('with reduced motion the detail closes without animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(recordFlights)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  // Closing before the animation’s end would remove its layer.
  await expect.poll(() => page.evaluate(() => flights.length)).toBe(1)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => flights.map(flight => flight.took))).toEqual([1, 1])
})

type Box = { x: number; y: number; width: number; height: number }

declare global {
  /** Every finished shared-element transition: its start, its end, and its duration in ms. */
  var flights: { from: Box; to: Box; took: number }[]
}

const round = ({ x, y, width, height }: Box) => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

function recordFlights() {
  globalThis.flights = []
  const watch = (picture: HTMLImageElement) => {
    const [animation] = picture.getAnimations()
    const took = Number(animation!.effect!.getTiming().duration)
    const placeAt = (time: number): Box => {
      animation!.currentTime = time
      const { x, y, width, height } = picture.getBoundingClientRect()
      return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
    }
    // Just before its end, because it is gone at the end.
    const [to, from] = [placeAt(took * 0.9999), placeAt(0)]
    picture.addEventListener('animationend', () => {
      flights.push({ from, to, took })
    })
  }
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof HTMLImageElement) watch(node)
    }).observe(document.body, { childList: true }),
  )
}

/** Presses Escape; milliseconds until the dialog has left the document. */
const timeClosing = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const dialog = document.querySelector('[role=dialog]')!
        const since = performance.now()
        new MutationObserver((_, observer) => {
          if (dialog.isConnected) return
          observer.disconnect()
          resolve(performance.now() - since)
        }).observe(document.body, { childList: true, subtree: true })
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        )
      }),
  )

declare global {
  /** What has had the focus outside of the topmost dialog. */
  var strayed: string[]
}

/** Presses Tab forty times, then Shift+Tab forty times: the focus never leaves the dialog, not even for one frame. */
async function expectTrap(page: Page, dialog: Locator) {
  await expect.poll(() => hasFocusInside(dialog)).toBe(true)
  await dialog.evaluate(element => {
    const own: string[] = []
    globalThis.strayed = own
    addEventListener('focusin', ({ target }) => {
      if (!element.contains(target as Node)) own.push((target as Element).outerHTML.slice(0, 80))
    })
  })
  for (const key of ['Tab', 'Shift+Tab'])
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press(key)
      expect(await hasFocusInside(dialog)).toBe(true)
    }
  expect(await page.evaluate(() => strayed)).toEqual([])
}

test('the focus stays in the open detail and in the dialogs above it, and returns to its tile on closing', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const ids = await openWall(page)
  await tileOf(page, ids[4]!).click()
  await expectOpen(page, ids[4]!)
  const detail = dialogOf(page).first()
  await expectTrap(page, detail)
  await page.keyboard.press('s')
  const saving = page.getByRole('dialog', { name: /Save/ })
  await expectTrap(page, saving)
  await page.keyboard.press('Escape')
  await expect(saving).toBeHidden()
  await detail
    .getByRole('button', { name: /^Report / })
    .first()
    .click()
  const reporting = page.getByRole('dialog', { name: /Report/ })
  await expectTrap(page, reporting)
  await page.keyboard.press('Escape')
  await expect(reporting).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(tileOf(page, ids[4]!)).toBeFocused()
})

// The ways to close an open logo, by browser operation.
const waysOut: [string, (page: Page) => Promise<unknown>][] = [
  ['Escape', page => page.keyboard.press('Escape')],
  ['its button', page => page.getByRole('button', { name: 'Close' }).click()],
  ['a click beside it', page => page.mouse.click(8, 450)],
  ['the browser’s Back', page => page.goBack()],
]

test('each way of closing leaves the reader at the logo last shown, and at the place where they were', async ({
  page,
}) => {
  const ids = await openWall(page)
  // The logo opened and the one last shown: far enough that the wall has to scroll along.
  let [opened, shown] = [1, 31]
  for (const [way, leave] of waysOut)
    await test.step(way, async () => {
      await tileOf(page, ids[opened]!).click()
      await expectOpen(page, ids[opened]!)
      const key = shown > opened ? 'ArrowRight' : 'ArrowLeft'
      for (let i = Math.abs(shown - opened); i > 0; i--) await page.keyboard.press(key)
      await expectOpen(page, ids[shown]!)
      await expect(page.locator(`[data-logo="${ids[shown]}"]`)).toBeInViewport({ ratio: 0.95 })
      const scrollTop = await page.evaluate(() => scrollY)
      expect(scrollTop).toBeGreaterThan(400)

      await leave(page)
      await expect(dialogOf(page)).toBeHidden()
      await expect(page).toHaveURL('/')
      await expect(tileOf(page, ids[shown]!)).toBeFocused()
      await expect(tileOf(page, ids[shown]!)).toBeInViewport()
      expect(await page.evaluate(() => scrollY)).toBe(scrollTop)

      await page.goForward()
      await expectOpen(page, ids[shown]!)
      await page.keyboard.press('Escape')
      await expect(tileOf(page, ids[shown]!)).toBeFocused()
      expect(await page.evaluate(() => scrollY)).toBe(scrollTop)
      await expect(page).toHaveURL('/')
      await expect(dialogOf(page)).toBeHidden()
      ;[opened, shown] = [shown, shown === 31 ? 43 : 31]
    })
})
