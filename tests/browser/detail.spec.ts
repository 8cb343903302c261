import type { Page } from '@playwright/test'
import { readProfile } from './profile.ts'
import { expect, test } from './test.ts'
import { expectOpen, hasFocusInside, idsOnWall, listIds, openIdOf, tileOf, tilesOf } from './wall.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const previousOf = (page: Page) => page.getByRole('button', { name: 'Previous logo' })
const nextOf = (page: Page) => page.getByRole('button', { name: 'Next logo' })

/** The wall with so many logos at first; their ids. */
async function openWall(page: Page, path = '/', count = 50) {
  await page.goto(path)
  await expect(tilesOf(page)).toHaveCount(count)
  return idsOnWall(page)
}

/** Whoever points at a tile has the detail's code fetched; one that has to wait for it does not grow. */
async function pointAt(page: Page, logoId: number) {
  const code = page.waitForResponse(/LogoDialog-.*\.js/)
  await tileOf(page, logoId).hover()
  const url = (await code).url()
  // It has run as well, after its stylesheet came.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(link => link.sheet),
  )
  await page.evaluate(url => import(url), url)
}

test('the detail moves to the neighbours, and only where there are any', { tag: '@both' }, async ({
  page,
}) => {
  // A visitor's view of a profile is a short list: it has a last logo.
  const { slug, profile_logos } = await readProfile(page, 1)
  const ids = await openWall(page, `/designers/${slug}?tab=logos`, profile_logos.length)
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
})

test('ten quick presses of an arrow move exactly ten logos', async ({ page }) => {
  const ids = await openWall(page)
  await tileOf(page, ids[0]!).click()
  await expectOpen(page, ids[0]!)
  await page.evaluate(() => {
    for (let i = 0; i < 10; i++)
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
      )
  })
  await expectOpen(page, ids[10]!)
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight')
  await expectOpen(page, ids[20]!)
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft')
  await expectOpen(page, ids[17]!)
  // The picture and the words are those of the logo one stopped at.
  await expect(dialogOf(page).getByRole('img').first()).toHaveAccessibleName(
    (await tilesOf(page).nth(17).locator('img').getAttribute('alt'))!,
  )
})

test('an arrow past the loaded end waits for the next logos and goes on', async ({ page }) => {
  const all = await listIds(page, 2)
  let letThrough = () => {}
  const held = new Promise<void>(resolve => {
    letThrough = resolve
  })
  await page.route('**/api/logos/fresh?page=2', async route => {
    await held
    await route.continue()
  })
  await openWall(page)
  const ids = all.slice(0, 50)
  await expect.poll(() => idsOnWall(page)).toEqual(ids)
  await tileOf(page, ids[48]!).click()
  await expectOpen(page, ids[48]!)
  await page.keyboard.press('ArrowRight')
  await expectOpen(page, ids[49]!)
  await page.keyboard.press('ArrowRight')
  expect(openIdOf(page)).toBe(ids[49])
  letThrough()
  await expectOpen(page, all[50]!)
})

test('the browser’s Back closes the detail, wherever one has walked', { tag: '@both' }, async ({ page }) => {
  const ids = await openWall(page)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await nextOf(page).click()
  await expectOpen(page, ids[2]!)
  await page.goBack()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(tileOf(page, ids[2]!)).toBeFocused()
})

test('a double click opens a logo once, and Escape twice in a row does not leave the page', async ({
  page,
}) => {
  const ids = await openWall(page)
  await tileOf(page, ids[1]!).dblclick()
  await expectOpen(page, ids[1]!)
  await page.evaluate(() => {
    for (let i = 0; i < 2; i++)
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      )
  })
  await expect(tileOf(page, ids[1]!)).toBeFocused()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('a link to a logo opens it over the wall, and closing leaves the wall', async ({ page }) => {
  const [, id] = await listIds(page, 1)
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id!)
  await expect(tilesOf(page).nth(49)).toBeAttached()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('a logo has a page of its own', { tag: '@both' }, async ({ page }) => {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  await page.goto(`/logo/${data[3].logo_id}`)
  await expect(page.getByRole('heading', { level: 1, name: data[3].logo })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  const picture = page.getByRole('img', { name: `${data[3].logo} by ${data[3].company}` })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300)
})

test('an unknown logo is said to be none', async ({ page, expectFailures }) => {
  expectFailures([/404 .*logo_id=999999/, /404 .*\/logo\/999999/])
  await page.goto('/?logo_id=999999')
  await expect(page.getByText('This logo is no longer here.')).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL('/')

  await page.goto('/logo/999999')
  await expect(page.getByRole('heading', { name: 'There is no logo here' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a swipe of more than 50 px moves, one of 50 px or a steep one does not', { tag: '@phone' }, async ({
  page,
}) => {
  const ids = await openWall(page)
  await tileOf(page, ids[2]!).tap()
  await expectOpen(page, ids[2]!)
  await expect(dialogOf(page).getByRole('img').first()).toBeVisible()

  // All towards the next: had one of the first two moved, the third would lead further.
  await swipe(page, -50, 0)
  await swipe(page, -120, 30)
  await swipe(page, -51, 0)
  await expectOpen(page, ids[3]!)
  await swipe(page, 80, 20)
  await expectOpen(page, ids[2]!)
})

/** One finger over the stage, as the browser itself reports fingers. */
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

test('the tile grows into the stage and back, for 300 ms', { tag: '@both' }, async ({ page }) => {
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

test('the detail stays for the 300 ms in which it fades, and lets clicks through', async ({ page }) => {
  const ids = await openWall(page)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  expect(await timeClosing(page)).toBeGreaterThan(290)
  await expect(tileOf(page, ids[1]!)).toBeFocused()

  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await tileOf(page, ids[2]!).click()
  await expectOpen(page, ids[2]!)
})

test('with reduced motion the detail is gone at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(recordFlights)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => flights.map(flight => flight.took))).toEqual([1, 1])
})

type Place = { x: number; y: number; width: number; height: number }

declare global {
  /** Every flight of a logo that has ended: from where, to where, and for how many ms. */
  var flights: { from: Place; to: Place; took: number }[]
}

const round = ({ x, y, width, height }: Place) => ({
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
    const placeAt = (time: number): Place => {
      animation!.currentTime = time
      const { x, y, width, height } = picture.getBoundingClientRect()
      return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
    }
    // Just before its end: at the end it would be over.
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

test('the focus stays in the open detail and returns to its tile', async ({ page }) => {
  const ids = await openWall(page)
  await tileOf(page, ids[4]!).click()
  await expectOpen(page, ids[4]!)
  const isInside = () => hasFocusInside(dialogOf(page))
  for (const key of [...Array(14).fill('Tab'), ...Array(14).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    await expect.poll(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(tileOf(page, ids[4]!)).toBeFocused()
})

// How one leaves an opened logo, each by what it is in the browser.
const waysOut: [string, (page: Page) => Promise<unknown>][] = [
  ['Escape', page => page.keyboard.press('Escape')],
  ['its button', page => page.getByRole('button', { name: 'Close' }).click()],
  ['a click beside it', page => page.mouse.click(8, 450)],
  ['the browser’s Back', page => page.goBack()],
]

for (const [way, leave] of waysOut)
  test(`closing by ${way} leaves the reader at the logo last shown, and at the place where they were`, async ({
    page,
  }) => {
    const ids = await listIds(page, 1)
    await page.goto('/')
    await tileOf(page, ids[1]!).click()
    await expectOpen(page, ids[1]!)
    // So far that the wall has to follow.
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight')
    await expectOpen(page, ids[31]!)
    await expect(page.locator(`[data-logo="${ids[31]}"]`)).toBeInViewport({ ratio: 0.95 })
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(400)

    await leave(page)
    await expect(dialogOf(page)).toBeHidden()
    await expect(page).toHaveURL('/')
    await expect(tileOf(page, ids[31]!)).toBeFocused()
    await expect(tileOf(page, ids[31]!)).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(place)

    await page.goForward()
    await expectOpen(page, ids[31]!)
    await page.keyboard.press('Escape')
    await expect(tileOf(page, ids[31]!)).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(place)
    await expect(page).toHaveURL('/')
    await expect(dialogOf(page)).toBeHidden()
  })

test('Escape is answered in the next frame, before the address follows', async ({ page }) => {
  const ids = await openWall(page)
  await tileOf(page, ids[1]!).click()
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
  await expect(tileOf(page, ids[1]!)).toBeFocused()
})
