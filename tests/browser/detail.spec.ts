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
  const ids = await openWall(page)
  expect(ids).toEqual(all.slice(0, 50))
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

test('the tile grows into the stage and back, and closing is animated for 300 ms', async ({ page }) => {
  await page.addInitScript(recordTransitions)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await page.waitForFunction(() => transitions.every(t => t.took))
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => transitions[1]?.took)).toBeGreaterThan(290)
  expect(await page.evaluate(() => transitions[1]!.longest)).toBe(300)
  expect(await page.evaluate(() => transitions.map(t => t.moves))).toEqual([true, true])
})

test('where pages cannot morph, the detail stays for the 300 ms in which it fades', async ({ page }) => {
  await page.addInitScript(() => {
    delete (Document.prototype as Partial<Document>).startViewTransition
  })
  const ids = await openWall(page)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  expect(await timeClosing(page)).toBeGreaterThan(290)
  await expect(tileOf(page, ids[1]!)).toBeFocused()
})

test('with reduced motion the detail is gone at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(recordTransitions)
  const ids = await openWall(page)
  await pointAt(page, ids[1]!)
  await tileOf(page, ids[1]!).click()
  await expectOpen(page, ids[1]!)
  await page.waitForFunction(() => transitions.every(t => t.took))
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => transitions.every(t => t.took))).toBe(true)
  expect(await page.evaluate(() => Math.max(...transitions.map(t => t.longest!)))).toBeLessThanOrEqual(1)
})

declare global {
  /** The page's view transitions: how long each took and its longest animation, in ms; whether the logo moved in it. */
  var transitions: { took?: number; longest?: number; moves?: boolean }[]
}

function recordTransitions() {
  globalThis.transitions = []
  const start = document.startViewTransition
  document.startViewTransition = function (...args) {
    const transition = start.apply(this, args)
    const record: (typeof transitions)[number] = {}
    transitions.push(record)
    let since = 0
    transition.ready
      .then(() => {
        since = performance.now()
        const effects = document
          .getAnimations()
          .map(a => a.effect as KeyframeEffect)
          .filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition'))
        record.longest = Math.max(0, ...effects.map(effect => Number(effect.getTiming().duration)))
        record.moves = effects.some(({ pseudoElement }) => pseudoElement === '::view-transition-group(art)')
      })
      .catch(() => {})
    transition.finished.then(() => {
      record.took = performance.now() - since
    })
    return transition
  }
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
