import { expectNoFaults, expectToFit } from './axe.ts'
import { expect, test } from './test.ts'
import { tilesOf } from './wall.ts'

test('a designer reads what became of all logos and of one, by month and by day, and saves it as CSV', async ({
  page,
  signIn,
}) => {
  await signIn('ada')
  // A logo that is opened from the wall is noted as found there.
  await page.goto('/')
  const opened = page.waitForRequest(/\/api\/logos\?logo_id=\d+&via=wall$/)
  await tilesOf(page).first().getByRole('link').first().click()
  await opened

  await page.goto('/account/statistics')
  const section = page.getByRole('region', { name: 'Statistics' })
  const figures = section.getByRole('table', { name: 'Last 12 months' })
  await expect(figures.getByRole('columnheader')).toHaveText([
    'Month',
    'Views',
    'Likes',
    'Saves',
    'Followers',
  ])
  const months = figures.getByRole('button', { expanded: false })
  await expect.poll(() => months.count()).toBeGreaterThan(11)
  await months.nth(1).click()
  await expect(figures.getByRole('rowheader', { name: /^[A-Z][a-z]{2} 1$/ })).toHaveCount(1)
  await expect(section.getByRole('heading', { name: 'Where views came from' })).toBeVisible()
  await expectNoFaults(page, 'statistics')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page, 'statistics on a phone')

  await section.getByLabel('Period').selectOption('Last 30 days')
  await expect(page).toHaveURL('/account/statistics?period=month')
  await section.getByLabel('Logos').selectOption({ index: 1 })
  await expect(page).toHaveURL(/\/account\/statistics\?period=month&logo=\d+$/)
  const days = section.getByRole('table', { name: 'Last 30 days' })
  await expect(days.getByRole('columnheader')).toHaveText(['Day', 'Views', 'Likes', 'Saves'])
  await expect(days.getByRole('rowheader')).toHaveCount(30)

  const link = section.getByRole('link', { name: 'Save every day as CSV' })
  await expect(link).toHaveAttribute('href', /\.csv\?logo_id=\d+&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
  const file = await page.request.get((await link.getAttribute('href'))!)
  expect((await file.text()).split('\r\n')[0]).toBe('day,views,likes,saves,follows')
})
