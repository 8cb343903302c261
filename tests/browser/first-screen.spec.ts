import type { Page } from '@playwright/test'
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
  await page.goto('/')
  await expect(tilesOf(page)).toHaveCount(50)
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls.filter(call => /auth|fresh/.test(call))).toEqual([])

  const id = await idOf(page)
  await tileOf(page, id).click()
  await expectOpen(page, id)
  const like = page.getByRole('dialog').getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => calls.filter(call => call.endsWith('/like'))).toHaveLength(1)
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
  await page.goto(`/designers/${data[0].slug}`)
  await expect(page.getByRole('heading', { level: 1, name: data[0].company })).toBeVisible()
  await expect(tilesOf(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  await page.goto(`/logo/${data[0].logo_id}`)
  await expect(page.getByRole('heading', { level: 1, name: data[0].logo })).toBeVisible()
  await page.waitForLoadState('networkidle')
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
