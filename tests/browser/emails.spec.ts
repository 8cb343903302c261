import { loadConfig } from '../../server/config.ts'
import { unsubscribeToken } from '../../server/features/notices/unsubscribe-token.ts'
import { findFaults } from './axe.ts'
import { becomeVisitor } from './sign-in.ts'
import { expect, test } from './test.ts'

test('how often emails come is chosen with the keyboard and saved; the link in one ends them without logging in', async ({
  page,
  createMember,
  signIn,
}) => {
  const { username, designer_id } = await createMember()
  await signIn(username)
  await page.goto('/account/emails')
  const comments = page.getByRole('group', { name: 'Comments on your logos' })
  await expect(comments.getByRole('radio', { name: 'Daily' })).toBeChecked()
  const saved = page.waitForResponse(
    answer => answer.url().endsWith('/api/designers/notices') && answer.request().method() === 'PUT',
  )
  await comments.getByRole('radio', { name: 'Daily' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(comments.getByRole('radio', { name: 'Weekly' })).toBeChecked()
  await saved
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.reload()
  await expect(comments.getByRole('radio', { name: 'Weekly' })).toBeChecked()

  await becomeVisitor(page)
  await page.goto(`/unsubscribe?token=${unsubscribeToken(loadConfig().secret, designer_id)}`)
  // The token is no longer in the address.
  await expect(page).toHaveURL('/unsubscribe')
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You’re unsubscribed' })).toBeFocused()
  expect(await findFaults(page)).toEqual([])
  await expect(page.getByRole('link', { name: 'Choose your emails' })).toHaveAttribute(
    'href',
    '/account/emails',
  )
  await signIn(username)
  await page.goto('/account/emails')
  await expect(page.getByRole('radio', { name: 'Never', checked: true })).toHaveCount(7)
})
