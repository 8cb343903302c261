import type { Page } from '@playwright/test'
import { readProfile } from './profile.ts'
import { expect, test } from './test.ts'
import { expectOpen, idsOnWall, tileOf, tilesOf } from './wall.ts'

const ada = 1
const shelvesOf = (page: Page) => page.getByRole('region', { name: /^(Master )?Book \d+$/ })

type Group = { book: string; slug: string; logos: { logo_id: number; logo: string }[] }

/** ada's slug, name, and awards by book. */
async function readAwards(page: Page) {
  const { slug, company } = await readProfile(page, ada)
  const { data } = await (await page.request.get(`/api/designers/awards?folder_url=${slug}`)).json()
  return { slug, company, groups: data as Group[] }
}

/** A book with more logos than a shelf holds. */
const fullest = (groups: Group[]) => groups.toSorted((a, b) => b.logos.length - a.logos.length)[0]!

test('awards are shown on one shelf per book, regular books first, sorted by number', {
  tag: '@both',
}, async ({ page, signIn }) => {
  const { slug, groups } = await readAwards(page)
  await signIn('ben')
  await page.goto(`/designers/${slug}?tab=logos`)
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Awards' }).click()
  await expect(page).toHaveURL(`/designers/${slug}?tab=awards`)
  await expect(shelvesOf(page)).toHaveCount(groups.length)

  const titles = await shelvesOf(page).getByRole('heading').allInnerTexts()
  const order = titles.map(title => {
    const [, master, number] = /(Master )?Book\s+(\d+)/.exec(title)!
    return (master ? 1000 : 0) + Number(number)
  })
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order[0]).toBeLessThan(1000)

  for (const [i, { book, logos }] of groups.entries()) {
    const shelf = shelvesOf(page).nth(i)
    await expect(shelf.getByRole('listitem')).toHaveCount(Math.min(logos.length, 7))
    const all = shelf.getByRole('link', { name: /^\d+ logos?$/ })
    await expect(all).toHaveCount(logos.length > 6 ? 1 : 0)
    if (logos.length > 6) await expect(all).toHaveText(`${logos.length} logos`)
    const on = shelf.getByRole('button', { name: `Scroll ${book} on`, includeHidden: true })
    await expect(on).toHaveCount(logos.length > 4 ? 1 : 0)
  }
})

test('seven logos fit beside the cover from 1280 px on; longer rows have arrows', async ({
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

test('a book’s page shows everyone what a designer has in it', async ({ page }) => {
  const { slug, company, groups } = await readAwards(page)
  const group = fullest(groups)
  const number = /\d+/.exec(group.slug)![0]
  for (const path of [`/award/${slug}/${group.slug}`, `/designers/${slug}/${group.slug}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: `Colophon Book ${number}` })).toBeVisible()
    await expect(page.getByText(`${group.logos.length} Awards for ${company}`)).toBeVisible()
    await expect(page).toHaveTitle(`Colophon Book ${number} · Colophon`)
    await expect.poll(() => idsOnWall(page)).toEqual(group.logos.map(logo => logo.logo_id))
  }

  const ids = group.logos.map(logo => logo.logo_id)
  await tileOf(page, ids[0]!).click()
  await expectOpen(page, ids[0]!)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Previous logo' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Next logo' }).click()
  await expectOpen(page, ids[1]!)
  await dialog.getByRole('button', { name: 'Previous logo' }).click()
  await expectOpen(page, ids[0]!)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('main').getByRole('link', { name: company, exact: true }).click()
  await expect(page).toHaveURL(`/designers/${slug}?tab=logos`)
})

test('at 390 px the links to the shelves are one line that scrolls, and the page is not', async ({
  page,
  signIn,
}) => {
  const { slug, groups } = await readAwards(page)
  expect(groups.length).toBeGreaterThan(6)
  await signIn('ben')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/designers/${slug}?tab=awards`)
  const links = page.getByRole('navigation', { name: 'Books with awards' })
  await expect.poll(async () => (await links.boundingBox())?.height).toBe(44)
  await expect.poll(() => links.evaluate(row => row.scrollWidth > row.clientWidth)).toBe(true)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
