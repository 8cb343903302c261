import type { BrowserContext, Page } from '@playwright/test'
import { freshName, send } from './send.ts'
import { expect, test } from './test.ts'
import { expectOpen, listIds, openIdOf } from './wall.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Comment' })
const noteOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Opens the logo at `place` of Fresh; returns its id. */
async function openLogo(page: Page, index: number) {
  const id = (await listIds(page, 1))[index]!
  await page.goto(`/?logo_id=${id}`)
  await expectOpen(page, id)
  return id
}

/** Adds a comment of the signed-in member. */
async function comment(context: BrowserContext, logoId: number) {
  const text = freshName('A remark')
  await send(context, 'POST', '/api/logos/comments', { logo_id: logoId, comment: text })
  return text
}

test('a member comments, sees the comment first, and removes it', { tag: '@both' }, async ({
  page,
  createMember,
  signIn,
  isMobile,
}) => {
  await signIn((await createMember()).username)
  // Both projects may run at once.
  const id = await openLogo(page, isMobile ? 18 : 11)
  const earlier = await comment(page.context(), id)
  await page.reload()
  const text = freshName('Fine counters')
  await fieldOf(page).fill(text)
  await page.getByRole('button', { name: 'Add comment' }).click()
  const note = noteOf(page, text)
  await expect(note).toContainText('Just now')
  await expect(fieldOf(page)).toHaveValue('')
  // The button is gone; the focus moves to the text field.
  await expect(fieldOf(page)).toBeFocused()
  await expect(dialogOf(page).getByRole('list').last().getByRole('listitem').first()).toContainText(text)

  await page.reload()
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: /^Remove comment/ }).click()
  await expect(note).toBeHidden()
  // The member's next comment gets the focus, not the page.
  await expect(page.locator('button:focus')).toHaveAccessibleName(/^Remove comment/)
  await page.reload()
  await expect(noteOf(page, earlier)).toBeVisible()
  await expect(note).toBeHidden()
})

test('an empty comment or one longer than 2,000 characters is refused', async ({
  page,
  createMember,
  signIn,
}) => {
  await signIn((await createMember()).username)
  const id = await openLogo(page, 14)
  const add = page.getByRole('button', { name: 'Add comment' })
  await fieldOf(page).fill('   ')
  await expect(add).toBeDisabled()
  const before = (await fieldOf(page).boundingBox())!.height
  await fieldOf(page).fill('x\n'.repeat(950))
  await expect(page.getByText('101 characters left')).toBeVisible()
  await expect.poll(async () => (await fieldOf(page).boundingBox())!.height).toBeGreaterThan(before * 3)
  await fieldOf(page).fill('x'.repeat(2003))
  await expect(page.getByText('3 characters too many')).toBeVisible()
  await expect(add).toBeDisabled()
  await fieldOf(page).fill('x'.repeat(2000))
  await expect(page.getByText('0 characters left')).toBeVisible()
  await expect(add).toBeEnabled()
  // Arrow keys move the caret, not the logo.
  await fieldOf(page).press('ArrowLeft')
  expect(openIdOf(page)).toBe(id)
})

test('related logos lead to their own pages', async ({ page }) => {
  const id = await openLogo(page, 16)
  const { data } = await (await page.request.get(`/api/logos/related?logo_id=${id}`)).json()
  const related = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Related' }) })
  const logos = related.getByRole('listitem').getByRole('link')
  await expect(logos).toHaveCount(data.length)
  await related.getByRole('link', { name: 'More like this' }).click()
  await expect(page).toHaveURL(`/logo/${id}/similar`)
  await expect(page.getByRole('heading', { level: 1, name: /^Like / })).toBeVisible()
  await page.goBack()
  await logos.first().click()
  await expect(page).toHaveURL(`/logo/${data[0].logo_id}`)
  await expect(page.getByRole('heading', { level: 1, name: data[0].logo })).toBeVisible()
})
