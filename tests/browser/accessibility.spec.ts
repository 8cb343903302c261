import type { Page } from '@playwright/test'
import { findFaults } from './axe.ts'
import { expect, test } from './test.ts'
import { expectOpen, idsOnWall, tileOf, tilesOf } from './wall.ts'

type Screen = { path: string; username?: string; ready: (page: Page) => Promise<void> }

const adasProfile = '/designers?tab=logos'
const adasCollections = '/designers?tab=collections'
const screens: Record<string, Screen> = {
  Explore: { path: '/', ready: page => expect(tilesOf(page).nth(49)).toBeAttached() },
  detail: {
    path: '/',
    ready: async page => {
      await tilesOf(page).nth(1).getByRole('link').first().click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Next logo' })).toBeVisible()
    },
  },
  profile: {
    path: adasProfile,
    username: 'ada',
    ready: page => expect(tilesOf(page).nth(19)).toBeAttached(),
  },
  collections: {
    path: adasCollections,
    username: 'ada',
    ready: page => expect(page.getByText('Private').first()).toBeVisible(),
  },
  collection: {
    path: adasCollections,
    username: 'ada',
    ready: async page => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('link', { name: 'Remove logos' }).click()
      await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeVisible()
    },
  },
  'editing a collection': {
    path: adasCollections,
    username: 'ada',
    ready: async page => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('link', { name: 'Edit Collection' }).click()
      await page.getByLabel('Title').fill('')
      await page.getByRole('button', { name: 'Save Collection' }).click()
      await expect(page.getByText('Title is required')).toBeVisible()
    },
  },
  'saving to collections': {
    path: '/',
    username: 'ada',
    ready: async page => {
      await tilesOf(page).nth(1).getByRole('link').first().click()
      await page.getByRole('button', { name: /^Saved?$/ }).click()
      await expect(page.getByRole('checkbox').first()).toBeAttached()
    },
  },
  about: {
    path: '/designers?tab=about',
    username: 'ada',
    ready: page => expect(page.getByText('Member since')).toBeVisible(),
  },
  login: {
    path: '/login',
    ready: async page => {
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
  submit: {
    path: '/submit',
    username: 'newcomer',
    ready: async page => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('Title is required')).toBeVisible()
    },
  },
}

for (const [name, { path, username, ready }] of Object.entries(screens)) {
  test(`axe finds nothing wrong: ${name}`, { tag: '@both' }, async ({ page, signIn, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (username) await signIn(username)
    await page.goto(path)
    await ready(page)
    // The phone has the same colours.
    expect(await findFaults(page, isMobile ? ['light'] : undefined)).toEqual([])
  })

  test(`nothing scrolls sideways at 320 px: ${name}`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    if (username) await signIn(username)
    await page.goto(path)
    await ready(page)
    const tooWide = () =>
      page.evaluate(() => {
        scrollTo(1000, 0)
        return {
          scrolled: scrollX,
          width: document.documentElement.scrollWidth,
          dialog: document.querySelector('[role=dialog]')?.scrollWidth ?? 0,
        }
      })
    const { scrolled, width, dialog } = await tooWide()
    expect(scrolled).toBe(0)
    expect(width).toBeLessThanOrEqual(320)
    expect(dialog).toBeLessThanOrEqual(320)
  })
}

test('everything on the wall can be done by keyboard alone', async ({ page, signIn }) => {
  await signIn('juror1')
  await page.goto('/')
  await expect(tilesOf(page).first()).toBeVisible()
  const redesign = page.getByRole('link', { name: 'Read about the redesign' })
  await expect(redesign).toBeVisible()
  const ids = await idsOnWall(page)
  const { keyboard } = page

  await keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await keyboard.press('Tab')
  await expect(redesign).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Following', exact: true })).toBeFocused()
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'News', exact: true })).toBeFocused()
  const slider = page.getByRole('slider', { name: 'Tile size' })
  await keyboard.press('Tab')
  await expect(slider).toBeFocused()
  await keyboard.press('Tab')
  await expect(tileOf(page, ids[0]!)).toBeFocused()

  await keyboard.press('Enter')
  await expectOpen(page, ids[0]!)
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowRight')
  await expectOpen(page, ids[2]!)
  await keyboard.press('ArrowLeft')
  await expectOpen(page, ids[1]!)
  const dialog = page.getByRole('dialog')
  const expectDrawn = async (id: number) => {
    const alt = await page.locator(`[data-logo="${id}"] img`).getAttribute('alt')
    await expect(dialog.getByRole('img').first()).toHaveAttribute('alt', alt!)
  }
  await expectDrawn(ids[1]!)

  const like = dialog.getByRole('button', { name: /^Like/ })
  for (let i = 0; i < 6 && !(await like.evaluate(button => button === document.activeElement)); i++)
    await keyboard.press('Tab')
  await expect(like).toBeFocused()
  const before = await like.getAttribute('aria-pressed')
  const answered = page.waitForResponse('**/api/logos/like')
  await keyboard.press('Space')
  await expect(like).toHaveAttribute('aria-pressed', String(before !== 'true'))
  expect((await answered).status()).toBe(200)

  // Whoever walks on stays at the button they were at, also where the designer is another.
  await keyboard.press('Shift+Tab')
  const follow = dialog.getByRole('button', { name: /^(Follow|Unfollow) / })
  await expect(follow).toBeFocused()
  await keyboard.press('ArrowRight')
  await expectDrawn(ids[2]!)
  await expect(follow).toBeFocused()
  await keyboard.press('ArrowLeft')
  await expectDrawn(ids[1]!)

  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tileOf(page, ids[1]!)).toBeFocused()
})

test('the focus is always to be seen', async ({ page }) => {
  await page.goto('/')
  await expect(tilesOf(page).first()).toBeVisible()
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!)
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    })
    expect(ring).toBeGreaterThanOrEqual(2)
  }
})
