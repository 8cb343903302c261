import { untilAtRest } from './at-rest.ts'
import { expectNoFaults } from './axe.ts'
import { expect, test } from './test.ts'

test('the privacy policy’s URL scrolls to it, on a fresh load and by a link', { tag: '@both' }, async ({
  page,
}) => {
  // Opened in a window that showed another page, whose scroll position must not apply.
  await page.goto('/books')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await page.goto('/terms#privacy')
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeInViewport()
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.goto('/terms#privacy')
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeInViewport()
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/terms#privacy')
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeInViewport()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.getByRole('main').getByRole('link', { name: 'privacy policy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeInViewport()
})

test('the serif is fetched on reading pages only', async ({ page }) => {
  const fonts: string[] = []
  page.on('response', response => {
    if (response.url().endsWith('.woff2')) fonts.push(response.url())
  })
  const isThere = () => fonts.some(url => url.includes('newsreader'))
  await untilAtRest(page, () => page.goto('/'))
  await page.evaluate(() => document.fonts.ready)
  expect(isThere()).toBe(false)
  await page.goto('/about')
  await expect.poll(isThere).toBe(true)
  await expect.poll(() => page.evaluate(() => document.fonts.check('20px Newsreader'))).toBe(true)
})

test('a question opens and closes its answer', async ({ page }) => {
  await page.goto('/faq#account')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Competition',
    'Books',
    'Account',
    'Something else',
  ])
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

test('a logo’s page prints as the logo and its facts', async ({ page }) => {
  const { data } = await (await page.request.get('/api/logos/fresh')).json()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/logo/${data[0].logo_id}`)
  await expect(page.getByRole('heading', { level: 1, name: data[0].logo })).toBeVisible()
  await expect(page.getByText('Uploaded')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(21, 21, 21)')
})

test('axe finds nothing wrong with the reading pages', { tag: '@both' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of ['/about', '/faq', '/terms']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoFaults(page, path)
  }
})
