import { cappedAt, expectEdges, marginAt } from './edges.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

/** The height of titles at 1440 px on pages with nothing between the header and their title. */
const titleTop = 100

test('every page for visitors begins at the same left edge, and titles at the same height', async ({
  page,
  db,
}) => {
  const { logo_id } = await db
    .selectFrom('logo')
    .select('logo_id')
    .orderBy('logo_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await expectEdges(page, ['/', '/news', `/logo/${logo_id}/plate`], marginAt)
  await expectEdges(page, ['/books', '/trends', '/designers/ada-lindqvist'], marginAt, titleTop)
  await expectEdges(page, ['/news/how-a-logo-gets-into-the-book'], cappedAt)
  await expectEdges(page, ['/about', '/faq', '/terms', '/compete', '/join'], cappedAt, titleTop)
})

test('every page for members begins at the same left edge, and titles at the same height', async ({
  page,
  signIn,
}) => {
  await signIn('ada')
  await expectEdges(page, ['/designers?tab=about', '/search'], marginAt)
  await expectEdges(page, ['/designers?tab=logos'], marginAt, titleTop)
  await expectEdges(page, ['/submit', '/account/password', '/activity'], cappedAt, titleTop)
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
