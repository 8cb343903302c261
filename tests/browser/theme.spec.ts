import type { Page } from '@playwright/test'
import { untilAtRest } from './at-rest.ts'
import { expect, test } from './test.ts'

const light = 'rgb(241, 241, 241)'
const dark = 'rgb(26, 26, 26)'

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

test('the theme follows the system, also while the page is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect.poll(() => background(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).toBe(light)
})

test('a theme chosen by hand overrides the system and is remembered', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  // Below a wall, the footer would move while more logos load.
  await page.goto('/about')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => background(page)).toBe(dark)
  await expect(page.getByRole('button', { name: 'Light theme' })).toBeVisible()

  await page.reload()
  await expect.poll(() => background(page)).toBe(dark)
  const another = await context.newPage()
  await another.emulateMedia({ colorScheme: 'light' })
  await another.goto('/login')
  await expect.poll(() => background(another)).toBe(dark)

  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'System' }).click()
  await expect.poll(() => background(page)).toBe(light)
})

/** The transitions that have run in the page, and the headline's colours, frame by frame. */
async function watchColours(page: Page) {
  await page.mouse.move(2, 2)
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await page.evaluate(() => {
    const seen = { transitions: [] as string[], colours: [] as string[] }
    Object.assign(window, { seen })
    addEventListener('transitionrun', ({ target, propertyName }) => {
      seen.transitions.push(`${(target as Element).className} ${propertyName}`)
    })
    const look = () => {
      seen.colours.push(getComputedStyle(document.querySelector('h1')!).color)
      requestAnimationFrame(look)
    }
    look()
  })
  return () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
      const { seen } = window as unknown as { seen: { transitions: string[]; colours: string[] } }
      return { transitions: seen.transitions, colours: [...new Set(seen.colours)] }
    })
}

const inks = { light: 'rgb(21, 21, 21)', dark: 'rgb(242, 242, 242)' }

test('a change of theme changes all colours in one frame', async ({ page, signIn }) => {
  await signIn('juror1')
  await page.emulateMedia({ colorScheme: 'light' })
  // What appears later (the announcement, pictures) has transitions of its own.
  await untilAtRest(page, () => page.goto('/'))
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  const read = await watchColours(page)
  // Clicked by script: hovering with the pointer starts a transition of the button's own.
  await page.getByRole('button', { name: 'Dark theme' }).evaluate((button: HTMLElement) => button.click())
  expect(await read()).toEqual({ transitions: [], colours: [inks.light, inks.dark] })

  // Transitions are disabled during the change only: a control still has one afterwards.
  const ran = page.evaluate(
    () => new Promise(done => addEventListener('transitionrun', () => done(true), { once: true })),
  )
  await page.getByRole('navigation', { name: 'Explore' }).getByRole('link').first().hover()
  expect(await ran).toBe(true)
})

test('a change of theme keeps what was typed, the focus and the scroll position', async ({
  page,
  signIn,
}) => {
  await signIn('juror1')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/submit')
  const title = page.getByLabel('Title')
  await title.fill('Half a title')
  await expect(title).toBeFocused()
  const scrolled = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollTo(0, 60))
  await expect.poll(scrolled).toBe(60)
  for (const [theme, colour] of [
    ['Dark theme', dark],
    ['Light theme', light],
  ] as const) {
    // Clicked by script: the pointer would take the focus.
    await page.getByRole('button', { name: theme }).evaluate((button: HTMLElement) => button.click())
    await expect.poll(() => background(page)).toBe(colour)
    await expect(title).toHaveValue('Half a title')
    await expect(title).toBeFocused()
    await expect.poll(scrolled).toBe(60)
  }
})

test('the theme is set before the first paint, so nothing flashes', async ({ page, expectFailures }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    // As if it had been reloaded already, which happens to a page without its code.
    sessionStorage.setItem('reloadedAt', String(Date.now()))
  })
  // Without the application, to see the browser's first paint.
  await page.route('**/assets/*.js', route => route.abort())
  expectFailures([/net::ERR_FAILED .*\/assets\/.*\.js/])
  await Promise.all([page.waitForEvent('console'), page.goto('/')])
  await expect(page.getByRole('heading', { name: 'Fresh' })).toBeVisible()
  expect(await background(page)).toBe(dark)
})
