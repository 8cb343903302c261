import type { Page } from '@playwright/test'
import { roundTrip, untilAtRest } from './at-rest.ts'
import { expectToFit, findFaults } from './axe.ts'
import { expect, test } from './test.ts'
import { scrollDown, tilesOf } from './wall.ts'
import { withoutAnswers } from './without-answers.ts'

const banner = (page: Page) => page.getByRole('banner')
const loginOf = (page: Page) => banner(page).getByRole('link', { name: 'Login' })
const panelOf = (page: Page) => page.getByRole('region', { name: 'Login' })
const ribbonOf = (page: Page) => page.getByText('Make your mark on logo history')

/** Opens the login form below the header and waits for it. */
async function openLogin(page: Page) {
  await loginOf(page).click()
  await expect(panelOf(page).getByLabel('Username')).toBeFocused()
}

test.describe('the header of a visitor', () => {
  test('links to the main site where one is configured', async ({ page }) => {
    await page.route('**/about', async route => {
      const response = await route.fetch()
      const meta = '<meta name="main-site" content="https://main.example/club" /></head>'
      await route.fulfill({ response, body: (await response.text()).replace('</head>', meta) })
    })
    await page.goto('/about')
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Compete' })).toHaveAttribute(
      'href',
      'https://main.example/club/compete',
    )
    await expect(nav.getByRole('link', { name: 'Trends' })).toHaveAttribute(
      'href',
      'https://main.example/club/trends',
    )
    await expect(nav.getByRole('link', { name: 'Books' })).toHaveAttribute('href', '/books')
  })

  test('links to the login page if its form fails to load', async ({ page, expectFailures }) => {
    expectFailures([/ERR_FAILED .*\/assets\//])
    await page.route(/\/assets\/LoginForm/, route => route.abort())
    await page.goto('/about')
    await loginOf(page).click()
    await expect(page).toHaveURL('/login?next=%2Fabout')
  })

  test('is a menu on a phone', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/about')
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.tap()
    const menuLinks = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
    await expect(menuLinks).toHaveText(['Home', 'Compete', 'Trends', 'News', 'Books', 'FAQ', 'Contact'])
    expect(await findFaults(page, ['light'])).toEqual([])
    await page.keyboard.press('Escape')
    await expect(menuLinks).toHaveCount(0)
    await expect(menu).toBeFocused()
    await menu.tap()
    await menuLinks.getByText('FAQ').tap()
    await expect(page).toHaveURL('/faq')
    await expect(menuLinks).toHaveCount(0)

    await loginOf(page).tap()
    await expect(page).toHaveURL('/login?next=%2Ffaq')
  })

  test('fits windows of 320, 390, 999 and 1000 px, with its menu or form open too', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/compete')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const menu = page.getByRole('button', { name: 'Menu' })
    const menuLinks = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
    for (const width of [320, 390, 999]) {
      await page.setViewportSize({ width, height: 700 })
      await expectToFit(page, 'the header')
      await menu.click()
      await expect(menuLinks.first()).toBeVisible()
      await expectToFit(page, 'its menu')
      await page.keyboard.press('Escape')
      await expect(menuLinks).toHaveCount(0)
    }
    await page.setViewportSize({ width: 1000, height: 700 })
    await expect(menu).toBeHidden()
    await expectToFit(page, 'the header')
    await openLogin(page)
    await expectToFit(page, 'its form')
  })
})

test('the pages and menus of a visitor have no accessibility violations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const check = async () => {
    expect(await findFaults(page)).toEqual([])
  }
  await page.goto('/trends')
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect(ribbonOf(page)).toBeVisible()
  await check()
  await page.goto('/compete')
  await openLogin(page)
  await check()
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('link', { name: 'Contact' }).first()).toBeVisible()
  await check()
})

test.describe('addresses', () => {
  test('of a page that crashes show an error, which is reported to the server', async ({
    page,
    expectFailures,
  }) => {
    expectFailures([/Minified React error #31/])
    await withoutAnswers(page)
    await page.route('**/api/logos/fresh*', route =>
      route.fulfill({ json: { data: [{ logo_id: 1, company: { name: 'no text' } }], count: 1 } }),
    )
    const heard = page.waitForRequest('**/api/client-errors')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    expect((await heard).postDataJSON()).toMatchObject({
      message: expect.stringContaining('Minified React error #31'),
      url: '/',
    })
    expect((await (await heard).response())!.status()).toBe(200)
  })
})

test('a repeated error is reported once, and at most five per page', async ({ page, expectFailures }) => {
  expectFailures([/exception: .*fault/])
  await untilAtRest(page, () => page.goto('/about'))
  const told: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/client-errors')) told.push(request.postDataJSON().message)
  })
  await page.evaluate(() => {
    for (const number of [1, 1, 2, 3, 4, 5, 6, 7])
      setTimeout(() => {
        throw new Error(`fault ${number}`)
      })
    void Promise.reject(new Error('fault 1'))
  })
  await expect.poll(() => told.length).toBe(5)
  // The timers of all errors have fired before this one, and a sixth report would have been sent.
  await page.evaluate(() => new Promise<void>(resolve => setTimeout(resolve)))
  await roundTrip(page)
  expect(new Set(told).size).toBe(5)
  expect(told).toHaveLength(5)
})

test.describe('a new release', () => {
  /** Answers for meta.json; counts the requests for the page itself. */
  async function serveVersion(page: Page, first: string) {
    const served = { version: first, requests: 0, loads: 0 }
    await page.route('**/meta.json', route => {
      served.requests++
      return route.fulfill({ json: { version: served.version } })
    })
    page.on('request', request => {
      if (request.isNavigationRequest()) served.loads++
    })
    return served
  }
  /** Takes the steps that come before a reload (read the version, clear the caches), so a reload would have begun. */
  const untilChecked = (page: Page) =>
    page.evaluate(async () => {
      await (await fetch('/meta.json')).json()
      for (const name of await caches.keys()) await caches.delete(name)
      await new Promise(requestAnimationFrame)
    })
  const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

  test('clears the caches and reloads the page once, for a later version only', async ({ page }) => {
    const served = await serveVersion(page, 'latest')
    await page.goto('/about')
    await expect.poll(() => served.requests).toBe(1)
    for (const version of ['0.1.13', '0.1.12', '0.0.99', '99.0.0-beta.1', 'latest']) {
      const { requests } = served
      served.version = version
      await focus(page)
      await expect.poll(() => served.requests, version).toBe(requests + 1)
      await untilChecked(page)
      expect(served.loads, version).toBe(1)
    }

    await page.evaluate(async () => void (await caches.open('old')))
    const { requests } = served
    served.version = '99.0.0'
    await focus(page)
    await expect.poll(() => served.loads).toBe(2)
    // The reloaded page is still the old release: it shows no message, however often it checks.
    await expect.poll(() => served.requests).toBe(requests + 2)
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    for (let i = 0; i < 3; i++) await focus(page)
    await expect.poll(() => served.requests).toBe(requests + 5)
    await expect(page.getByText('A new version is here.')).toBeHidden()
    expect(served.loads).toBe(2)

    served.version = '99.0.1'
    await focus(page)
    await expect.poll(() => served.loads).toBe(3)
  })

  test('never reloads without session storage', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    })
    // The router stores scroll positions there.
    const served = await serveVersion(page, '99.0.0')
    await page.goto('/about')
    await expect.poll(() => served.requests).toBe(1)
    await untilChecked(page)
    expect(served.loads).toBe(1)
  })

  test('waits for unsent work', async ({ page, signIn }) => {
    await page.clock.install()
    await signIn('juror6')
    const served = await serveVersion(page, '0.1.13')
    await page.goto('/submit')
    await page.getByLabel('Description').fill('Three lines')
    served.version = '99.0.0'
    await focus(page)
    const line = page.getByText('A new version is here.')
    await expect(line).toBeVisible()
    // Longer than an ordinary message stays.
    await page.clock.runFor(6000)
    await expect(line).toBeVisible()
    expect(served.loads).toBe(1)
    await page.getByLabel('Description').fill('')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => served.loads).toBe(2)
  })

  test('is checked every five minutes', async ({ page }) => {
    await page.clock.install()
    const served = await serveVersion(page, '0.1.13')
    await page.goto('/about')
    await page.clock.runFor(3000)
    await expect.poll(() => served.requests).toBe(1)
    // The clock also runs by itself: on a busy machine some seconds have passed.
    await page.clock.runFor(4 * 60_000)
    expect(served.requests).toBe(1)
    await page.clock.runFor(2 * 60_000)
    await expect.poll(() => served.requests).toBe(2)
  })
})

async function openWall(page: Page) {
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
}

test('offline shows a lasting message, and loaded content stays', async ({ page, context }) => {
  await page.clock.install()
  await untilAtRest(page, () => openWall(page))
  await context.setOffline(true)
  const line = page.getByText('You’re offline. You can keep using what’s loaded.')
  await expect(line).toBeVisible()
  // Longer than an ordinary message stays.
  await page.clock.runFor(6000)
  await expect(line).toBeVisible()
  await expect(tilesOf(page)).toHaveCount(50)
  await context.setOffline(false)
  await expect(line).toBeHidden()
})

test('an unreachable server shows a message, and the page continues once it is back', async ({
  page,
  expectFailures,
}) => {
  expectFailures([/ERR_FAILED .*\/api\/logos\/fresh/, /ERR_FAILED .*\/meta\.json/])
  await page.clock.install()
  await untilAtRest(page, () => openWall(page))
  await page.route(/\/(api\/logos\/fresh|meta\.json)/, route => route.abort())
  await scrollDown(page)
  const line = page.getByText('We can’t reach the gallery. You can keep using what’s loaded.')
  await expect(line).toBeVisible()
  await page.unroute(/\/(api\/logos\/fresh|meta\.json)/)
  // It polls every five seconds.
  await page.clock.runFor(5000)
  await expect(line).toBeHidden()
  await expect(tilesOf(page)).toHaveCount(100)
})
