import type { Page } from '@playwright/test'
import { hearRequests, untilAtRest } from './at-rest.ts'
import { expect, test } from './test.ts'
import { endingOf, expectOpen, scrollUntil, tileOf, tilesOf } from './wall.ts'

/** The calls that a page sends, as they go out. */
function listCalls(page: Page) {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  return calls
}

const idOf = async (page: Page) => Number(await tilesOf(page).first().getAttribute('data-logo'))

test('a wall is there without a call, and goes on from there: opening, liking, other pages and back', async ({
  page,
  signIn,
}) => {
  await signIn('juror9')
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
  await like.click()
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

test('a profile and a logo’s page are there without a call', { tag: '@both' }, async ({ page }) => {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  const calls = listCalls(page)
  await untilAtRest(page, () => page.goto(`/designers/${data[0].slug}`))
  await expect(page.getByRole('heading', { level: 1, name: data[0].company })).toBeVisible()
  await expect(tilesOf(page).first()).toBeVisible()
  expect(calls).toEqual([])
  await untilAtRest(page, () => page.goto(`/logo/${data[0].logo_id}`))
  await expect(page.getByRole('heading', { level: 1, name: data[0].logo })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  expect(calls.filter(call => !/comments|related/.test(call))).toEqual([])
})

test('a page out of the browser’s memory asks anew', async ({ page }) => {
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await page.goto('about:blank')
  const calls = listCalls(page)
  await page.goBack()
  await expect(tilesOf(page)).toHaveCount(50)
  expect(calls.filter(call => /auth|fresh/.test(call)).sort()).toEqual([
    '/api/auth/check',
    '/api/logos/fresh?page=1',
  ])
})

/**
 * Where what one sees of a page stands, by class and number. How large it is counts where that does not come with the
 * code: a wall grows, and a name ends before the heart beside it.
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

/** Holds back the code of pages until it is let go. */
async function holdCode(page: Page) {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/assets/*.js', async route => {
    await held
    await route.continue()
  })
  return letGo
}

/** Nothing is painted before, but may be measured. */
const untilStyled = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(link => link.sheet),
  )

/** Opens a page without its code, lets that come, and looks whether anything has moved or gone meanwhile. */
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

test('what a visitor’s page shows before its code has run stays where it is', { tag: '@both' }, async ({
  page,
}) => {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  await expectSteady(page, '/', 6)
  await expectSteady(page, `/logo/${data[0].logo_id}`, 1)
  await expectSteady(page, `/designers/${data[0].slug}`, 1)
  // Narrower than any phone, in the other theme, with larger tiles, and the announcement put away.
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('tileSize', '280')
    localStorage.setItem('promo', 'seen')
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await expectSteady(page, '/', 6)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectSteady(page, '/', 6)
})

test('what a member’s page shows before its code has run stays where it is', { tag: '@both' }, async ({
  page,
  signIn,
}) => {
  await signIn('juror9')
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  await expectSteady(page, '/', 6)
  await expectSteady(page, `/logo/${data[0].logo_id}`, 1)
  await expectSteady(page, `/designers/${data[0].slug}`, 1)
})

test('whoever scrolls or tabs before the code is there stays where they are', { tag: '@both' }, async ({
  page,
}) => {
  const letGo = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  const link = page.locator('#root li a').nth(3)
  await link.waitFor()
  await untilStyled(page)
  await link.focus()
  await page.evaluate(() => scrollTo(0, 120))
  const href = await link.getAttribute('href')
  letGo()
  await expect(page.locator('main#main')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href)
  expect(await page.evaluate(() => scrollY)).toBe(120)
})

test('whoever tabs on while the code draws stays there, too', async ({ page }) => {
  // After each step of the code the focus is on another link, as long as what the server has drawn is there.
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
 * A designer's page without its code, and its Follow, or Unfollow, as the server has drawn it. Journeys go on side by side:
 * each takes another designer.
 */
async function openDrawnFollow(page: Page, nth: number) {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  const slugs = [...new Set<string>(data.map(({ slug }: { slug: string }) => slug))]
  const sent: string[] = []
  page.on('request', request => request.url().endsWith('/designers/follow') && sent.push(request.method()))
  const letGo = await holdCode(page)
  await page.goto(`/designers/${slugs[nth]}`, { waitUntil: 'commit' })
  const drawn = page.locator('[data-later]')
  await untilStyled(page)
  const names = ['Follow', 'Unfollow']
  if ((await drawn.textContent()) !== 'Follow') names.reverse()
  const [now, then] = names.map(name => page.getByRole('button', { name, exact: true }))
  const expectOnce = async () => {
    // It says so when the server has answered; a press before that would be none.
    await expect(page.getByText(/^Designer (un)?followed[!.]$/)).toBeVisible()
    await expect(then!).not.toHaveAttribute('aria-disabled')
    expect(sent).toEqual(['POST'])
    await Promise.all([page.waitForResponse('**/designers/follow'), then!.click()])
    await expect(now!).not.toHaveAttribute('aria-disabled')
    expect(sent).toEqual(['POST', 'POST'])
  }
  return { drawn, letGo, expectOnce }
}

test('Follow, pressed before the code is there, follows when it is', { tag: '@both' }, async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('juror9')
  const { drawn, letGo, expectOnce } = await openDrawnFollow(page, isMobile ? 2 : 3)
  // Whoever is impatient presses twice.
  await drawn.click()
  await drawn.click({ force: true })
  letGo()
  await expectOnce()
})

test('a press that is under way when the code draws is one', { tag: '@both' }, async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn('juror9')
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

test('a link, too, pressed while the code draws; what was left again is not', async ({ page }) => {
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
  // What would have been pressed shows at once, in the address.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))))
  expect(new URL(page.url()).search).toBe('')
  await expectOpen(page, await press(false))
})

test('where the code does not arrive, the page is loaded once more', async ({ page, expectFailures }) => {
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
