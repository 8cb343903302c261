// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner, createLogo } from '../factories.ts'
import { address, untilAt } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()

test('a designer reads what became of all logos and of one, by month and by day, and saves it as CSV', async () => {
  const designer = await createDesigner(site.db)
  const { logo_id } = await createLogo(site.db, { designer_id: designer.designer_id, title: 'Rosa' })
  const { send } = await site.signIn(designer)
  const section = async () => within(await screen.findByRole('region', { name: 'Statistics' }))
  const user = site.open('/account/statistics')
  const figures = within(await (await section()).findByRole('table', { name: 'Last 12 months' }))
  const columns = (table: typeof figures) => table.getAllByRole('columnheader').map(each => each.textContent)
  expect(columns(figures)).toEqual(['Month', 'Views', 'Likes', 'Saves', 'Followers'])
  const months = figures.getAllByRole('button', { expanded: false })
  expect(months.length).toBeGreaterThan(11)
  await user.click(months[1]!)
  await waitFor(() =>
    expect(figures.getAllByRole('rowheader', { name: /^[A-Z][a-z]{2} 1$/ })).toHaveLength(1),
  )
  await (await section()).findByRole('heading', { name: 'Where views came from' })

  await user.selectOptions((await section()).getByLabelText('Period'), 'Last 30 days')
  await untilAt('/account/statistics?period=month')
  await user.selectOptions((await section()).getByLabelText('Logos'), 'Rosa')
  await untilAt(`/account/statistics?period=month&logo=${logo_id}`)
  const days = within(await (await section()).findByRole('table', { name: 'Last 30 days' }))
  await waitFor(() => expect(columns(days)).toEqual(['Day', 'Views', 'Likes', 'Saves']))
  expect(days.getAllByRole('rowheader')).toHaveLength(30)

  const link = (await section()).getByRole('link', { name: 'Save every day as CSV' })
  const url = link.getAttribute('href')!
  expect(url).toMatch(
    new RegExp(`\\.csv\\?logo_id=${logo_id}&from=\\d{4}-\\d\\d-\\d\\d&to=\\d{4}-\\d\\d-\\d\\d$`),
  )
  const { payload } = await send({ method: 'GET', url })
  expect(payload.replace('\uFEFF', '').split('\r\n')[0]).toBe('day,views,likes,saves,follows')
})

test('a logo that is opened from the wall is noted as found there', async () => {
  const { logo_id } = await createLogo(site.db)
  await site.signIn(await createDesigner(site.db))
  const sources: (string | null)[] = []
  site.answer('GET /api/logos', ({ forward, query }) => {
    if (query.get('logo_id') === String(logo_id)) sources.push(query.get('via'))
    return forward()
  })
  const user = site.open('/')
  const tile = () => document.querySelector(`[data-logo="${logo_id}"]`)
  await waitFor(() => expect(tile()).not.toBeNull())
  await user.click(within(tile() as HTMLElement).getAllByRole('link')[0]!)
  await waitFor(() => expect(sources).toEqual(['wall']))
  await screen.findByRole('dialog')
  expect(address()).toContain(`logo_id=${logo_id}`)
})
