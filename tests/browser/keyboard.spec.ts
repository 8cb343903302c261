import { untilAtRest } from './at-rest.ts'
import { expect, test } from './test.ts'
import { expectOpen, idsOnWall, tileOf, tilesOf } from './wall.ts'

test('J and K reach logos, F and C act on the open one, L and S on a logo’s own page, ? shows the keys that hold, and G goes to pages', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  // The keys work once the page has loaded.
  await untilAtRest(page, () => page.goto('/'))
  await expect(tilesOf(page)).toHaveCount(50)
  const [first, second] = await idsOnWall(page)
  await page.keyboard.press('j')
  await expect(tileOf(page, first!)).toBeFocused()
  await page.keyboard.press('j')
  await expect(tileOf(page, second!)).toBeFocused()
  await page.keyboard.press('k')
  await expect(tileOf(page, first!)).toBeFocused()

  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const keyFor = (does: string) => sheet.locator('dl > div').filter({ hasText: does }).locator('kbd')
  await page.keyboard.press('?')
  await expect(keyFor('Next logo on the wall')).toHaveText('J')
  await expect(keyFor('Activity')).toHaveText(['G', 'A'])
  await expect(keyFor('Comment')).toHaveCount(0)
  // No key acts on the page below.
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(sheet).toBeHidden()
  await expect(tileOf(page, first!)).toBeFocused()

  await page.keyboard.press('Enter')
  await expectOpen(page, first!)
  await page.keyboard.press('j')
  await expectOpen(page, second!)
  await page.keyboard.press('?')
  await expect(keyFor('Next logo')).toHaveText(['J', '→'])
  // Escape closes the sheet, and the logo below stays open.
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expectOpen(page, second!)
  const open = page.getByRole('dialog')
  await Promise.all([page.waitForResponse('**/api/designers/follow'), page.keyboard.press('f')])
  await expect(open.getByRole('button', { name: /^Following/ })).toBeVisible()
  const comment = open.getByRole('textbox', { name: 'Comment' })
  await expect(comment).toBeVisible()
  await page.keyboard.press('c')
  await expect(comment).toBeFocused()
  // While typing, keys are letters.
  await page.keyboard.type('cf?gn')
  await expect(comment).toHaveValue('cf?gn')
  await comment.fill('')
  await page.keyboard.press('Escape')
  // A dialog keeps its keys until it has closed.
  await expect(page.locator('[role=dialog]')).toHaveCount(0)

  await untilAtRest(page, () => page.goto(`/logo/${second}`))
  const like = page.getByRole('main').getByRole('button', { name: /^Like/ })
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  const kept = page.waitForResponse('**/api/logos/like')
  await page.keyboard.press('l')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await kept
  await page.keyboard.press('s')
  const saving = page.getByRole('dialog', { name: 'Save to collection' })
  await expect(saving).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog]')).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/news')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL('/')
})
