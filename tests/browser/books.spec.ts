import { findFaults } from './axe.ts'
import { expect, test } from './test.ts'

test('the catalogue shows thirteen editions, the textbook and four volumes', { tag: '@both' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Books' }).click()
  await expect(page).toHaveURL('/books')
  await expect(page).toHaveTitle('Books · Colophon')
  for (let number = 1; number <= 13; number++)
    await expect(
      page.getByRole('heading', { level: 3, name: `Colophon Book ${number}`, exact: true }),
    ).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Logo Creed' })).toBeVisible()
  for (let number = 1; number <= 4; number++)
    await expect(page.getByRole('heading', { level: 3, name: `Volume ${number}:` })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Cover of / })).toHaveCount(18)
})

test('a tab leads to its section and keeps the lead while the page scrolls there', async ({ page }) => {
  await page.clock.install()
  await page.goto('/books')
  const tabs = page.getByRole('navigation', { name: 'Books' })
  const isCurrent = (name: string) =>
    expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'location')
  await isCurrent('All Books')
  await tabs.getByRole('link', { name: 'Master Library' }).click()
  await isCurrent('Master Library')
  await expect(page.getByRole('heading', { level: 2, name: 'Master Library' })).toBeInViewport()
  await isCurrent('Master Library')

  // The pause is over: now the scroll says where one is.
  await page.clock.runFor(1000)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await isCurrent('All Books')
})

test('a spine on the shelf leads to its book', async ({ page }) => {
  await page.goto('/books')
  const shelf = page.getByRole('list', { name: 'The Master Library on its shelf' })
  await expect(shelf.getByRole('link')).toHaveCount(4)
  await shelf.getByRole('link', { name: /Type & calligraphy/ }).click()
  await expect(page).toHaveURL('/books#master-book-4')
  await expect(page.getByRole('heading', { name: 'Volume 4: Type & calligraphy' })).toBeInViewport()
})

test('each book can be bought: at the shop that is set, else by writing to us', async ({ page }) => {
  await page.goto('/books')
  const buy = page.getByRole('link', { name: /^Buy Now: / })
  await expect(buy).toHaveCount(18)
  await expect(buy.first()).toHaveAttribute('href', /^\/contact\?book=/)
  await expect(page.getByText('Buy Now opens a letter to us')).toBeVisible()

  await page.route('**/books', async route => {
    const answer = await route.fetch()
    const tag = '<meta name="books-url" content="https://shop.example/{book}" />'
    const body = (await answer.text()).replace('</head>', `${tag}</head>`)
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
  const volume = page.getByRole('link', { name: 'Buy Now: Volume 2: Animals & mythology' })
  await expect(volume).toHaveAttribute('href', 'https://shop.example/master-book-2')
  await expect(volume).toHaveAttribute('target', '_blank')
  await expect(page.getByText('Buy Now opens a letter to us')).toBeHidden()
})

test('axe finds nothing wrong with the books', { tag: '@both' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/books')
  await expect(page.getByRole('heading', { name: 'Logo Creed' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test('nothing of the books scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/books')
  await expect(page.getByRole('heading', { name: 'Logo Creed' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
