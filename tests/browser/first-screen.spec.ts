import type { Page } from '@playwright/test'
import { hearRequests, untilAtRest, untilDrawn } from './at-rest.ts'
import { readProfile } from './profile.ts'
import { expect, test } from './test.ts'
import { endingOf, expectOpen, scrollUntil, tileOf, tilesOf } from './wall.ts'

/** The API calls of a page, as they are sent. */
function listCalls(page: Page) {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  return calls
}

const idOf = async (page: Page) => Number(await tilesOf(page).first().getAttribute('data-logo'))

test('the server-drawn wall needs no call and works: opening, liking, navigating and going back', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const calls = listCalls(page)
  await untilAtRest(page, () => page.goto('/'))
  await expect(tilesOf(page)).toHaveCount(50)
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  expect(calls.filter(call => /auth|fresh/.test(call))).toEqual([])

  const id = await idOf(page)
  await tileOf(page, id).click()
  await expectOpen(page, id)
  const like = page.getByRole('dialog').getByRole('button', { name: /^Like/ })
  await Promise.all([page.waitForResponse('**/api/logos/like'), like.click()])
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(calls.filter(call => call.endsWith('/like'))).toHaveLength(1)
  await page.reload()
  await expectOpen(page, id)
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await Promise.all([page.waitForResponse('**/api/logos/like'), like.click()])
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await tilesOf(page).first().getByRole('link').nth(1).click()
  await expect(page.getByRole('navigation', { name: 'Profile' })).toBeVisible()
  expect(calls.filter(call => call.includes('/designers/profile?'))).toHaveLength(1)
  await page.goBack()
  await expect(tilesOf(page)).toHaveCount(50)
  expect(await idOf(page)).toBe(id)
  await scrollUntil(page, () => endingOf(page).isVisible())
})

test('a profile and a logo’s page are shown without a call', async ({ page }) => {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  const calls = listCalls(page)
  await untilAtRest(page, () => page.goto(`/designers/${data[0].slug}`))
  await expect(page.getByRole('heading', { level: 1, name: data[0].company })).toBeVisible()
  await expect(tilesOf(page).first()).toBeVisible()
  // The footer, which comes later, asks whether Blind can be played.
  expect(calls.filter(call => call !== '/api/site/state')).toEqual([])
  await untilAtRest(page, () => page.goto(`/logo/${data[0].logo_id}`))
  await expect(page.getByRole('heading', { level: 1, name: data[0].logo })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  expect(calls.filter(call => !/comments|related|site\/state/.test(call))).toEqual([])
})

test('a page restored from the bfcache loads fresh data', async ({ page }) => {
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await page.goto('about:blank')
  const calls = listCalls(page)
  await page.goBack()
  await expect(tilesOf(page)).toHaveCount(50)
  await expect
    .poll(() => calls.filter(call => /auth|fresh/.test(call)).sort())
    .toEqual(['/api/auth/check', '/api/logos/fresh?page=1'])
})

/**
 * The boxes of the visible elements, by class and number. Sizes count except where they grow with loading: a wall
 * gets longer, and a name ends before the heart beside it.
 */
const boxesOf = (page: Page) =>
  page.evaluate(() => {
    const boxes: Record<string, number[]> = {}
    const counts: Record<string, number> = {}
    for (const element of document.querySelectorAll('#root > header [role=img], main [class], main img')) {
      const name = `${element.localName === 'img' ? 'img' : ''}.${element.getAttribute('class') ?? ''}`
      counts[name] = (counts[name] ?? 0) + 1
      const { x, y, width, height } = element.getBoundingClientRect()
      const isWhole = element.matches('img, h1, li, header, nav')
      boxes[`${name} ${counts[name]}`] = [x, y, ...(isWhole ? [width, height] : [])].map(Math.round)
    }
    return boxes
  })

/** Holds back the pages' scripts until the returned function is called. */
async function holdCode(page: Page) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await held
    await route.continue()
  })
  return letGo
}

/** The stylesheet has loaded: before that, boxes can be measured but nothing is painted. */
const untilStyled = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(link => link.sheet),
  )

/** Opens a page without its code, lets that load, and returns what has moved or disappeared. */
async function expectSteady(page: Page, path: string, pictures: number) {
  const letGo = await holdCode(page)
  const untilQuiet = hearRequests(page)
  await page.goto(path, { waitUntil: 'commit' })
  const shown = page.locator('main img')
  await expect.poll(() => shown.count()).toBeGreaterThanOrEqual(pictures)
  await untilStyled(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images].filter(image => image.loading === 'eager').map(image => image.decode()),
    )
  })
  const before = await boxesOf(page)
  await page.evaluate(() => {
    const seen = { shift: 0, gone: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      if (!document.querySelector('main img')) seen.gone++
      requestAnimationFrame(look)
    }
    look()
  })
  letGo()
  await expect(page.locator('main#main')).toBeVisible()
  await untilQuiet()
  const after = await boxesOf(page)
  const common = Object.keys(before).filter(name => name in after)
  expect(common.filter(name => name.startsWith('img')).length).toBeGreaterThanOrEqual(pictures)
  const pick = (boxes: Record<string, number[]>) =>
    Object.fromEntries(common.map(name => [name, boxes[name]]))
  expect(pick(after)).toEqual(pick(before))
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { shift: number; gone: number } }).seen,
  )
  expect(seen.gone).toBe(0)
  expect(seen.shift).toBeLessThan(0.001)
  await page.unroute('**/assets/*.js')
}

test('the elements of a visitor’s page do not move when its code runs', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  await expectSteady(page, '/', 6)
  await expectSteady(page, `/logo/${data[0].logo_id}`, 1)
  await expectSteady(page, `/designers/${data[0].slug}`, 1)
  // In the other theme, with larger tiles, and the announcement dismissed; the phone narrower than any.
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('tileSize', '280')
    localStorage.setItem('promo', document.documentElement.dataset.ribbon ?? '')
  })
  if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
  await expectSteady(page, '/', 6)
})

test('the elements of a member’s page do not move when its code runs', { tag: '@both' }, async ({
  page,
  signIn,
}) => {
  await signIn('juror9')
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  await expectSteady(page, '/', 6)
  await expectSteady(page, `/logo/${data[0].logo_id}`, 1)
  await expectSteady(page, `/designers/${data[0].slug}`, 1)
  // With a strip of chosen logos.
  const { slug } = await readProfile(page, 1)
  await expectSteady(page, `/designers/${slug}`, 10)
})

test('scrolling or tabbing before the code has loaded is kept', { tag: '@both' }, async ({ page }) => {
  const letGo = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  const link = page.locator('#root li a').nth(3)
  await link.waitFor()
  await untilStyled(page)
  await link.focus()
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }))
  const href = await link.getAttribute('href')
  letGo()
  await expect(page.locator('main#main')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120)
})

test('tabbing while the code renders keeps the focus', async ({ page }) => {
  // After each step of the code the next link gets the focus, while the server-drawn elements are there.
  await page.addInitScript(() => {
    const later = window.setTimeout
    let steps = 0
    const moveOn = () => {
      const links = document.querySelectorAll<HTMLElement>('main:not([id]) li a')
      links[++steps % links.length]?.focus()
      if (links.length)
        document.documentElement.dataset.tabbed = document.activeElement!.getAttribute('href')!
    }
    window.setTimeout = ((work: () => void, ms?: number) =>
      later(() => {
        work()
        moveOn()
      }, ms)) as typeof setTimeout
  })
  await page.goto('/')
  await expect(page.locator('main#main')).toBeVisible()
  const tabbed = await page.evaluate(() => document.documentElement.dataset.tabbed)
  expect(tabbed).toBeTruthy()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(tabbed)
})

/**
 * A designer's page without its code, and its server-drawn Follow or Following button. Journeys run in parallel, so
 * each uses another designer.
 */
async function openDrawnFollow(page: Page, nth: number) {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  const slugs = [...new Set<string>(data.map(({ slug }: { slug: string }) => slug))]
  const sent: string[] = []
  page.on('request', request => request.url().endsWith('/designers/follow') && sent.push(request.method()))
  const letGo = await holdCode(page)
  await page.goto(`/designers/${slugs[nth]}`, { waitUntil: 'commit' })
  const drawn = page.locator('main:not([id]) button', { hasText: 'Follow' })
  await drawn.waitFor()
  await untilStyled(page)
  const names = [/^Follow$/, /^(Following|Unfollow)$/]
  if ((await drawn.textContent()) !== 'Follow') names.reverse()
  const [now, then] = names.map(name => page.getByRole('button', { name }))
  const expectOnce = async () => {
    // The label changes with the server's answer; an earlier press would not count.
    await expect(page.getByText(/^Designer (un)?followed[!.]$/)).toBeVisible()
    await expect(then!).not.toHaveAttribute('aria-disabled')
    expect(sent).toEqual(['POST'])
    await Promise.all([page.waitForResponse('**/designers/follow'), then!.click()])
    await expect(now!).not.toHaveAttribute('aria-disabled')
    expect(sent).toEqual(['POST', 'POST'])
  }
  return { drawn, letGo, expectOnce }
}

test('a press on Follow before its code has loaded is executed once it has', { tag: '@both' }, async ({
  page,
  createMember,
  signIn,
  isMobile,
}) => {
  await signIn((await createMember()).username)
  const { drawn, letGo, expectOnce } = await openDrawnFollow(page, isMobile ? 2 : 3)
  // An impatient visitor presses twice.
  await drawn.click()
  await drawn.click({ force: true })
  letGo()
  await expectOnce()
})

test('a press that is in progress while the code renders counts once', { tag: '@both' }, async ({
  page,
  createMember,
  signIn,
  isMobile,
}) => {
  await signIn((await createMember()).username)
  const { drawn, letGo, expectOnce } = await openDrawnFollow(page, isMobile ? 4 : 5)
  const { x, y, width, height } = (await drawn.boundingBox())!
  const at = { x: x + width / 2, y: y + height / 2 }
  const finger = await page.context().newCDPSession(page)
  if (isMobile) await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  else {
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
  }
  letGo()
  await expect(page.locator('main#main')).toBeVisible()
  if (isMobile) await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  else await page.mouse.up()
  await expectOnce()
})

test('a press on a link while the code renders is followed; one that was released elsewhere is not', async ({
  page,
}) => {
  const press = async (leave: boolean) => {
    const letGo = await holdCode(page)
    await page.goto('/', { waitUntil: 'commit' })
    const link = page.locator('#root li a').first()
    await link.waitFor()
    await untilStyled(page)
    const href = await link.getAttribute('href')
    const { x, y, width, height } = (await link.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    letGo()
    await expect(page.locator('main#main')).toBeVisible()
    if (leave) await tilesOf(page).nth(1).hover()
    await page.mouse.up()
    await page.unroute('**/assets/*.js')
    return Number(/logo_id=(\d+)/.exec(href!)![1])
  }
  await press(true)
  // A press would show at once in the URL.
  await untilDrawn(page)
  expect(new URL(page.url()).search).toBe('')
  await expectOpen(page, await press(false))
})

test('a page whose code fails to load is reloaded once', async ({ page, expectFailures }) => {
  expectFailures([/ERR_FAILED|Failed to load resource/])
  let loads = 0
  page.on('request', request => {
    if (request.isNavigationRequest()) loads++
  })
  await page.route('**/assets/*.js', route => (loads > 1 ? route.continue() : route.abort()))
  await page.goto('/')
  await expect(page.locator('main#main')).toBeVisible()
  expect(loads).toBe(2)
})
