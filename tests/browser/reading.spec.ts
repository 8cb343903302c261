import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './test.ts'

test('the terms have eight sections and a privacy policy with an address of its own', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/terms#privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions of Use')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    '1. Terms',
    '2. Use License',
    '3. Disclaimer',
    '4. Limitations',
    '5. Revisions and Errata',
    '6. Links',
    '7. Site Terms of Use Modifications',
    '8. Governing Law',
    'Privacy Policy',
  ])
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeInViewport()
  await expect(page.getByText('the laws of the State of Kansas')).toBeAttached()
})

test('an answer is opened and closed by its question', { tag: '@both' }, async ({ page }) => {
  await page.goto('/faq#account')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Competition', 'Books', 'Account'])
  await expect(page.getByRole('heading', { level: 2, name: 'Account' })).toBeInViewport()
  const answer = page.getByText('$100 a year, or $10 a month.')
  await expect(answer).toBeHidden()
  const question = page.getByText('What does a membership cost?')
  await question.click()
  await expect(answer).toBeVisible()
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(answer).toBeHidden()
})

for (const path of ['/about', '/faq', '/terms'])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing wrong with ${path}, ${colorScheme}`, { tag: '@both' }, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(v => ({ rule: v.id, impact: v.impact, where: v.nodes.map(n => n.html) }))
      expect(found).toEqual([])
    })
