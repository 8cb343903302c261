import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { untilAtRest } from './at-rest.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'
import { expectOpen, idsOnWall, tileOf, tilesOf } from './wall.ts'

type Screen = {
  name: string
  /** None: reached from the screen before. */
  path?: string
  ready: (page: Page) => Promise<void>
  /** Whether it is drawn differently if it was loaded in a narrow window. */
  isLoadedNarrow?: boolean
}

const adasProfile = '/designers?tab=logos'
const adasCollections = '/designers?tab=collections'

const visitorsScreens: Screen[] = [
  {
    name: 'login',
    path: '/login',
    ready: async page => {
      await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
  { name: 'Explore', path: '/', ready: page => expect(tilesOf(page).nth(49)).toBeAttached() },
  {
    name: 'detail',
    ready: async page => {
      await tilesOf(page).nth(1).getByRole('link').first().click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Next logo' })).toBeVisible()
    },
  },
]
const adasScreens: Screen[] = [
  { name: 'profile', path: adasProfile, ready: page => expect(tilesOf(page).nth(19)).toBeAttached() },
  {
    name: 'about',
    path: '/designers?tab=about',
    ready: page => expect(page.getByText('Member since')).toBeVisible(),
  },
  {
    name: 'collections',
    path: adasCollections,
    ready: page => expect(page.getByText('Private').first()).toBeVisible(),
  },
  {
    name: 'collection',
    ready: async page => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('link', { name: 'Remove logos' }).click()
      await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeVisible()
    },
  },
  {
    name: 'editing a collection',
    path: adasCollections,
    ready: async page => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('link', { name: 'Edit Collection' }).click()
      await page.getByLabel('Title').fill('')
      await page.getByRole('button', { name: 'Save Collection' }).click()
      await expect(page.getByText('Title is required')).toBeVisible()
    },
  },
  {
    name: 'saving to collections',
    path: '/',
    ready: async page => {
      await tilesOf(page).nth(1).getByRole('link').first().click()
      await page.getByRole('button', { name: /^Saved?$/ }).click()
      await expect(page.getByRole('checkbox').first()).toBeAttached()
    },
  },
]
const newcomersScreens: Screen[] = [
  {
    name: 'submit',
    path: '/submit',
    ready: async page => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('Title is required')).toBeVisible()
    },
    isLoadedNarrow: true,
  },
]

for (const { username, screens } of [
  { screens: visitorsScreens },
  { username: 'ada', screens: adasScreens },
  { username: 'newcomer', screens: newcomersScreens },
])
  test(`axe finds nothing wrong, and nothing scrolls sideways at 320 px: screens of ${username ?? 'a visitor'}`, {
    tag: '@both',
  }, async ({ page, signIn, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (username) await signIn(username)
    for (const { name, path, ready, isLoadedNarrow } of screens) {
      const open = async () => {
        if (path) await page.goto(path)
        await ready(page)
      }
      await open()
      await expectAccessible(page, name, { isMobile, ...(isLoadedNarrow && { again: open }) })
    }
  })

// 1280 × 1024 at 400 %.
const zoomed = { width: 320, height: 256 }

test('at 400 % zoom no page scrolls sideways, and sticky elements leave most of the window free', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(zoomed)
  await signIn('ada')
  const paths = ['/', '/search', '/submit', '/account', '/activity', '/following', '/books', '/faq']
  for (const path of [...paths, adasProfile, adasCollections, '/designers?tab=awards']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    const { width, stuck } = await page.evaluate(() => {
      scrollTo(0, 600)
      const height = ({ position }: CSSStyleDeclaration, box: DOMRect) =>
        (position === 'sticky' || position === 'fixed') && box.top < innerHeight && box.bottom > 0
          ? box.height
          : 0
      const all = [...document.querySelectorAll('body *')]
      return {
        width: document.documentElement.scrollWidth,
        stuck: Math.max(...all.map(e => height(getComputedStyle(e), e.getBoundingClientRect()))),
      }
    })
    expect({ path, width }).toEqual({ path, width: zoomed.width })
    expect(stuck).toBeLessThanOrEqual(zoomed.height / 4)
  }
})

test('at 400 % zoom a logo is opened, liked, saved and closed', async ({ page, signIn }) => {
  await page.setViewportSize(zoomed)
  await signIn('ada')
  await untilAtRest(page, () => page.goto('/'))
  await tilesOf(page).nth(1).getByRole('link').first().click()
  const dialog = page.getByRole('dialog').first()
  const like = dialog.getByRole('button', { name: /^Like/ })
  const wasLiked = await like.getAttribute('aria-pressed')
  // There and back: other journeys count likes and collections.
  for (const isPressed of [wasLiked !== 'true', wasLiked === 'true']) {
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', String(isPressed))
  }
  await dialog.getByRole('button', { name: /^Saved?$/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Save to collection' })
  const choice = sheet.getByRole('checkbox').first()
  const wasChosen = await choice.isChecked()
  for (const isChosen of [!wasChosen, wasChosen]) {
    await choice.locator('..').click()
    await expect(choice).toBeChecked({ checked: isChosen })
  }
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('in forced colours selected controls differ from unselected ones, an unchecked collection shows no tick, and the slider its track', async ({
  page,
  signIn,
}) => {
  const styleOf = (locator: Locator, property: string) =>
    locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn('ada')
  await page.goto('/account')
  const sections = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  await expect(sections.first()).toHaveAttribute('aria-current', 'page')
  await expect
    .poll(() => styleOf(sections.nth(0), 'border-bottom-color'))
    .not.toBe(await styleOf(sections.nth(1), 'border-bottom-color'))

  await page.goto('/submit')
  await page.getByText('Combo', { exact: true }).click()
  const segment = (name: string) => page.locator('label', { hasText: name }).first()
  await expect(page.getByRole('radio', { name: 'Combo' })).toBeChecked()
  await expect
    .poll(() => styleOf(segment('Combo'), 'background-color'))
    .not.toBe(await styleOf(segment('Symbol'), 'background-color'))

  await untilAtRest(page, () => page.goto('/'))
  const picture = await page.getByRole('slider', { name: 'Tile size' }).screenshot()
  const { channels } = await sharp(picture).greyscale().stats()
  expect(channels[0]!.max - channels[0]!.min).toBeGreaterThan(200)

  await tilesOf(page).nth(0).getByRole('link').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Saved?$/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Save to collection' })
  const unchecked = sheet.getByRole('checkbox', { checked: false }).first()
  const box = unchecked.locator('xpath=following-sibling::*[1]')
  await expect
    .poll(async () => (await styleOf(box, 'color')) === (await styleOf(sheet, 'background-color')))
    .toBe(true)
  // The dialog has an edge.
  await expect(sheet).toHaveCSS('outline-style', 'solid')
})

test('a keyboard reaches and operates everything on the wall', async ({ page, signIn }) => {
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
  const tabs = page.getByRole('navigation', { name: 'Explore' })
  await expect(tabs.getByRole('link', { name: 'Following' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(tabs.getByRole('link', { name: 'News' })).toBeFocused()
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

  // Moving on keeps the focus on the same button, also if the designer changes.
  await keyboard.press('Shift+Tab')
  const follow = dialog.getByRole('button', { name: /^(Follow|Following|Unfollow) / })
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

test('the focused element is always visible', async ({ page }) => {
  await untilAtRest(page, () => page.goto('/'))
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
