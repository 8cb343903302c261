import type { Page } from '@playwright/test'
import { readProfile } from './profile.ts'
import { expect, test } from './test.ts'
import { expectOpen, tileOf, tilesOf } from './wall.ts'

const ada = 1

type Group = { book: string; slug: string; logos: { logo_id: number; logo: string }[] }

/** ada's slug, and awards by book. */
async function readAwards(page: Page) {
  const { slug } = await readProfile(page, ada)
  const { data } = await (await page.request.get(`/api/designers/awards?folder_url=${slug}`)).json()
  return { slug, groups: data as Group[] }
}

/** A book with more logos than a shelf holds. */
const fullest = (groups: Group[]) => groups.toSorted((a, b) => b.logos.length - a.logos.length)[0]!

test('seven logos fit beside the cover from 1280 px on, longer rows have arrows, and at 390 px the links to the shelves are one line that scrolls', async ({
  page,
  signIn,
}) => {
  const { slug, groups } = await readAwards(page)
  const { book, slug: bookSlug, logos } = fullest(groups)
  expect(logos.length).toBeGreaterThanOrEqual(7)
  await signIn('ben')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/designers/${slug}?tab=awards`)
  const shelf = page.getByRole('region', { name: book, exact: true })
  const on = shelf.getByRole('button', { name: `Scroll ${book} on` })
  await expect(shelf.getByRole('listitem')).toHaveCount(7)
  // A shelf outside the window is laid out once it comes near.
  await shelf.scrollIntoViewIfNeeded()
  const leftOf = (selector: string) => () =>
    shelf
      .locator(selector)
      .first()
      .evaluate(element => element.getBoundingClientRect().left)
  // Columns 1 and 3.
  await expect.poll(leftOf('svg')).toBeCloseTo(24.5, -0.5)
  await expect.poll(leftOf('li')).toBeCloseTo(258, -0.5)
  for (const width of [1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(on).toBeHidden()
    const end = async () => {
      const last = (await shelf.getByRole('listitem').last().boundingBox())!
      return last.x + last.width
    }
    await expect.poll(end).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(on).toBeVisible()

  const numbers = page.getByRole('navigation', { name: 'Books with awards' })
  await expect(numbers.getByRole('link')).toHaveText(groups.map(group => group.book))
  await numbers.getByRole('link', { name: book, exact: true }).click()
  await expect(page).toHaveURL(`/designers/${slug}?tab=awards#${bookSlug}`)
  await expect(shelf.getByRole('heading')).toBeInViewport()

  expect(groups.length).toBeGreaterThan(6)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await numbers.boundingBox())?.height).toBe(44)
  await expect.poll(() => numbers.evaluate(row => row.scrollWidth > row.clientWidth)).toBe(true)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a shelf scrolls by 210 px in both directions, also by keyboard', async ({ page, signIn }) => {
  const { slug, groups } = await readAwards(page)
  const { book } = fullest(groups)
  await signIn('ben')
  await page.setViewportSize({ width: 900, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/designers/${slug}?tab=awards`)
  const shelf = page.getByRole('region', { name: book, exact: true })
  const row = shelf.getByRole('list')
  const left = () => row.evaluate(element => Math.round(element.scrollLeft))
  const on = shelf.getByRole('button', { name: `Scroll ${book} on` })
  const back = shelf.getByRole('button', { name: `Scroll ${book} back` })
  await expect(back).toHaveAttribute('aria-disabled', 'true')
  await on.click()
  await expect.poll(left).toBe(210)
  await expect(back).toHaveAttribute('aria-disabled', 'false')
  await on.press('Enter')
  await expect.poll(left).toBe(420)
  await back.click()
  await expect.poll(left).toBe(210)
  await back.press('Space')
  await expect.poll(left).toBe(0)
  await expect(back).toBeFocused()

  // At the far end the last logo is fully visible.
  for (let i = 0; i < 6; i++) await on.press('Enter')
  await expect(on).toHaveAttribute('aria-disabled', 'true')
  await expect(row.getByRole('listitem').last()).toBeInViewport({ ratio: 1 })
})

test('a logo on a shelf opens above it and returns the focus on closing', async ({ page, signIn }) => {
  const { slug, groups } = await readAwards(page)
  const [first, second] = groups.flatMap(group => group.logos.map(logo => logo.logo_id))
  await signIn('ben')
  await page.goto(`/designers/${slug}?tab=awards`)
  await tilesOf(page).first().getByRole('link').click()
  await expectOpen(page, first!)
  await page.getByRole('dialog').getByRole('button', { name: 'Next logo' }).click()
  await expectOpen(page, second!)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(`/designers/${slug}?tab=awards`)
  await expect(tileOf(page, second!)).toBeFocused()
})
