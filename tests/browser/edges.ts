import { expect, type Page } from '@playwright/test'

// The left edges of pages, at widths from a phone to a large screen.

const widths = [390, 768, 1440, 2560] as const

/** The page's margin, and the left edge of a page other than a wall: at 2560 px it is 1,440 px wide and centred. */
export const marginAt = { 390: 16, 768: 16, 1440: 24, 2560: 36 }
export const cappedAt = { 390: 16, 768: 16, 1440: 24, 2560: 584 }

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

const titleTop = (page: Page) =>
  page
    .locator('h1')
    .first()
    .evaluate(heading => heading.getBoundingClientRect().top)

/** Expects that pages begin at these edges, and do not scroll sideways; and that at 1440 px their title is at `top`, if given. */
export async function expectEdges(
  page: Page,
  paths: string[],
  edges: Record<(typeof widths)[number], number>,
  top?: number,
) {
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
      if (width === 1440 && top !== undefined)
        await expect.poll(() => titleTop(page), { message: `${path}, top` }).toBeCloseTo(top, -0.3)
    }
  }
}
