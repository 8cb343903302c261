import type { Page } from '@playwright/test'
import { readFocus, readFocused } from './accessibility-tree.ts'
import { untilAtRest } from './at-rest.ts'
import { expect, test } from './test.ts'

/** Waits until the focused element is announced like that. */
async function expectFocus(page: Page, announcement: Record<string, unknown>) {
  await expect.poll(() => readFocus(page)).toMatchObject(announcement)
}

/** Presses Tab until the focused element's name matches, and returns what is announced. */
async function tabTo(page: Page, role: string, name: RegExp) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    const focus = await readFocused(page)
    if (focus?.role === role && name.test(focus.name)) return focus
  }
  throw new Error(`Tab never reached a ${role} named ${name}`)
}

test('search, open, like, save and back are announced by the accessibility tree', async ({
  page,
  signIn,
}) => {
  await signIn('ada')
  await untilAtRest(page, () => page.goto('/'))

  await page.keyboard.press('/')
  await expectFocus(page, { role: 'combobox', name: 'Search logos' })
  await page.keyboard.type('letter')
  await expectFocus(page, {
    live: expect.arrayContaining([expect.stringMatching(/^\d+ logos, \d+ suggestions$/)]),
  })
  await page.keyboard.press('Enter')
  await expectFocus(page, {
    role: 'heading',
    name: 'Search',
    live: expect.arrayContaining([expect.stringMatching(/^\d+ logos$/)]),
  })
  await expect(page).toHaveTitle('letter · Search · Colophon')

  // Other journeys save logos, too.
  const own = await page.request.get('/api/logos?search_text=letter&page=1')
  const { data }: { data: { logo: string; is_collected: number }[] } = await own.json()
  const unsaved = data.find(logo => !logo.is_collected)!.logo
  const tile = await tabTo(page, 'link', new RegExp(`^${RegExp.escape(unsaved)} by `))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: tile.name.split(' by ')[0]! })
  await expect(dialog).toBeVisible()

  const { isPressed: wasLiked } = await tabTo(page, 'button', /^Like/)
  for (const isPressed of [!wasLiked, wasLiked]) {
    await page.keyboard.press('Space')
    await expectFocus(page, { role: 'button', isPressed })
  }

  // The collection that was used last is suggested: it is checked, and Done has the focus.
  await tabTo(page, 'button', /^Save$/)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Save to collection' })
  const suggested = sheet.getByRole('checkbox', { checked: true })
  await expect(suggested).toHaveCount(1)
  await expectFocus(page, { role: 'button', name: 'Done' })
  const label = await suggested.locator('xpath=ancestor::label').innerText()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expectFocus(page, { role: 'button', name: 'Saved' })

  // Taken out again: other journeys count what is in the collections.
  await page.keyboard.press('Enter')
  await expect(suggested).toHaveCount(1)
  const named = new RegExp(RegExp.escape(label.split('\n')[0]!))
  expect(await tabTo(page, 'checkbox', named)).toMatchObject({ isChecked: true })
  await page.keyboard.press('Space')
  await expectFocus(page, { role: 'checkbox', isChecked: false })
  await tabTo(page, 'button', /^Done$/)
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expectFocus(page, { role: 'button', name: 'Save' })

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectFocus(page, { role: 'link', name: tile.name })
})
