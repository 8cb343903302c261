import { countNext } from '../../server/jobs/count-trends.ts'
import { boundsOf, nameQuarter } from '../../shared/rules/trends.ts'
import { createLogo } from '../factories.ts'
import { expectNoFaults } from './axe.ts'
import { freshName } from './send.ts'
import { expect, test } from './test.ts'

test('a quarter’s trends have an address, figures in tables, ways to the next quarter and to searches', async ({
  page,
  db,
  createMember,
}) => {
  // Years before all other logos, in which no other test adds any.
  const [first, second] = ['1951-1', '1951-2']
  const { designer_id } = await createMember()
  const word = freshName('lantern').toLowerCase()
  const add = (quarter: string, keywords: string[]) =>
    createLogo(db, { designer_id, keywords, upload_date: boundsOf(quarter).from })
  for (let i = 0; i < 4; i++) await add(first, i ? ['harbour'] : ['harbour', word])
  for (let i = 0; i < 4; i++) await add(second, [word])
  const countOf = async (quarter: string) => {
    // The server's job takes turns with this one; on a busy machine other quarters would be long before these.
    while (await countNext({ db, now: () => new Date(Date.now() + 3_600_000) }));
    const answer = await page.request.get('/api/trends', { params: { quarter } })
    return ((await answer.json()) as { logo_ct: number }).logo_ct
  }
  await expect.poll(() => countOf(second), { timeout: 60_000 }).toBe(4)
  await expect.poll(() => countOf(first), { timeout: 60_000 }).toBe(4)

  await page.goto(`/trends/${second}`)
  await expect(page).toHaveTitle(`Trends, ${nameQuarter(second)} · Colophon`)
  await expect(page.getByRole('main')).toContainText('4 public logos, compared with 4 in the quarter before')
  const row = page
    .getByRole('table', { name: 'Rising keywords' })
    .getByRole('row', { name: new RegExp(word) })
  await expect(row.getByRole('cell')).toHaveText(['4', '100.0%', '25.0%'])
  await expect(
    page.getByRole('table', { name: 'Falling keywords' }).getByRole('rowheader', { name: 'harbour' }),
  ).toBeVisible()
  await expectNoFaults(page, 'trends')
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Save as CSV' }).getAttribute('href'))!,
  )
  expect(await csv.text()).toContain(`keywords,rising,${word},,4,1,1,0.25`)

  await page.getByRole('link', { name: `← ${nameQuarter(first)}` }).click()
  await expect(page).toHaveURL(`/trends/${first}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Trends' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Most frequent keywords' })).toContainText('harbour')
  await page.goBack()
  await expect(page).toHaveURL(`/trends/${second}`)
  await expect(row.getByRole('link', { name: word })).toHaveAttribute(
    'href',
    `/search?keyword=${encodeURIComponent(word).replaceAll('%20', '+')}`,
  )

  await page.goto('/trends/1931-4')
  await expect(
    page.getByRole('heading', { name: `Nothing to count in ${nameQuarter('1931-4')}` }),
  ).toBeVisible()
})
