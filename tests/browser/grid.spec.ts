import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

const widths = [390, 768, 1440, 2560] as const

/** The page's margin, and the left edge of a page other than a wall: at 2560 px it is 1,440 px wide and centred. */
const marginAt = { 390: 16, 768: 16, 1440: 24, 2560: 36 }
const cappedAt = { 390: 16, 768: 16, 1440: 24, 2560: 584 }

const walls = ['/', '/news', '/books', '/trends']
const capped = ['/about', '/faq', '/terms', '/compete', '/news/how-a-logo-gets-into-the-book', '/join']
const memberWalls = ['/designers?tab=logos', '/designers?tab=about', '/search']
const memberCapped = ['/submit', '/account/password', '/activity']

/** The left edge of the page's title. */
async function titleLeft(page: Page) {
  return page
    .locator('h1')
    .first()
    .evaluate(heading => {
      const row = heading.closest('nav') ?? heading
      const text = document.createTreeWalker(row, NodeFilter.SHOW_TEXT).nextNode()!
      const range = document.createRange()
      range.selectNodeContents(text)
      return range.getBoundingClientRect().left
    })
}

async function expectEdges(page: Page, paths: string[], edges: Record<(typeof widths)[number], number>) {
  for (const path of paths) {
    await page.goto(path)
    // Waits until the code has replaced the server-drawn elements.
    await expect(page.locator('main#main')).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() => titleLeft(page), { message: `${path} at ${width} px` })
        .toBeCloseTo(edges[width], -0.3)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
          message: `${path} at ${width} px, width of what it holds`,
        })
        .toBeLessThanOrEqual(width)
    }
  }
}

test('every page for visitors begins at the same left edge', async ({ page }) => {
  await expectEdges(page, walls, marginAt)
  await expectEdges(page, capped, cappedAt)
})

test('every page for members begins at the same left edge', async ({ page, signIn }) => {
  await signIn('ada')
  await expectEdges(page, memberWalls, marginAt)
  await expectEdges(page, memberCapped, cappedAt)
})

/** Pages with nothing between the header and their title. */
const titled = [
  '/about',
  '/faq',
  '/trends',
  '/books',
  '/compete',
  '/terms',
  '/designers/ada-lindqvist',
  '/join',
]
const memberTitled = ['/submit', '/account', '/activity', '/designers']

test('at 1440 px titles begin at the same height', async ({ page, signIn }) => {
  const expectHeight = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('main#main')).toBeVisible()
      const top = () =>
        page
          .locator('h1')
          .first()
          .evaluate(heading => heading.getBoundingClientRect().top)
      await expect.poll(top, { message: path }).toBeCloseTo(100, -0.3)
    }
  }
  await expectHeight(titled)
  await signIn('ada')
  await expectHeight(memberTitled)
})

test('at 1440 px a row of the wall is 60 px higher than its pictures', async ({ page }) => {
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  const gap = () =>
    tilesOf(page).evaluateAll(tiles => {
      const [first, ...others] = tiles.map(tile => tile.getBoundingClientRect())
      return others.find(({ top }) => top > first!.top)!.top - first!.top - first!.width
    })
  await expect.poll(gap).toBeCloseTo(60, 0)
})

test('at 1440 px a single column fills columns 4 to 9, and a second one begins at column 7', async ({
  page,
  signIn,
}) => {
  // Twelve columns of 105 px, 12 px apart, between margins of 24 px.
  const column = (n: number) => 24.5 + (n - 1) * 116.9
  const near = (left: number) => expect.objectContaining({ left: expect.closeTo(left, -0.5) })
  const boxOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => {
        const { left, right } = element.getBoundingClientRect()
        return { left, right }
      })
  await signIn('ada')
  await page.goto('/account/password')
  await expect
    .poll(() => boxOf('nav[aria-label=Account]'))
    .toEqual({
      left: expect.closeTo(column(4), -0.3),
      right: expect.closeTo(column(10) - 12, -0.3),
    })
  await page.goto('/activity')
  await expect.poll(() => boxOf('main ol[aria-label=Activity]')).toEqual(near(column(4)))
  await page.goto('/submit')
  await expect.poll(() => boxOf('input[type=text]')).toEqual(near(column(7)))
  await page.goto('/about')
  await expect.poll(() => boxOf('main section p')).toEqual(near(column(4)))
})
