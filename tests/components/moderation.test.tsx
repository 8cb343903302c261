// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { button, untilAt, untilFocused, untilSaid } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()

/** Logos with these titles, each reported by one member. Returns their ids. */
async function reportLogos(titles: readonly string[]) {
  const reporter = await site.server.signIn(await createDesigner(site.db))
  const ids: number[] = []
  for (const title of titles) {
    const { logo_id } = await createLogo(site.db, { title })
    await reporter.call(api.reports.file, { kind: 'logo', id: logo_id, reason: 'spam' })
    ids.push(logo_id)
  }
  return ids
}

/** Opens the page as a new moderator. */
async function enter(path: string) {
  await site.signIn(await createDesigner(site.db, { role: 'moderator' }))
  return site.open(path)
}

const statusOf = async (url: string) => (await site.server.app.inject({ url })).statusCode
const rowOf = (name: string) =>
  within(screen.getByRole('region', { name: 'Queue' })).getByRole('link', { name: new RegExp(`^${name}`) })
const why = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Why' })

test('two cases are selected by keys and dismissed together', async () => {
  await reportLogos(['Paired Marks One', 'Paired Marks Two'])
  const user = await enter('/admin/reports?q=Paired Marks')
  await screen.findByRole('article', { name: 'Paired Marks One' })
  await user.keyboard('x')
  await waitFor(() => expect(button('Select Paired Marks One').getAttribute('aria-pressed')).toBe('true'))
  await user.keyboard('j')
  await untilFocused(rowOf('Paired Marks Two'))
  await user.keyboard('x')
  const form = await screen.findByRole('form', { name: 'Decision' })
  await waitFor(() => expect(form.textContent).toContain('2 selected'))
  await user.keyboard('1')
  await untilFocused(why())
  await user.keyboard('Both are the member’s own{Enter}')
  await screen.findByText('Dismissed: 2 cases')
  await screen.findByText('Nothing matches.')
  // Ends the time in which the decision can be undone.
  await user.click(button('Dismiss message'))
  const decided = site.db.selectFrom('report').where('decision_id', 'is not', null).select('report_id')
  await waitFor(async () => expect(await decided.execute()).toHaveLength(2))
  site.open('/admin/reports?q=Paired Marks&state=decided')
  await screen.findByRole('heading', { name: '2 decided' })
  await untilSaid('“Both are the member’s own”')
  await user.keyboard('j')
  await untilSaid('“Both are the member’s own”')
})

test('by keys alone a case is decided, taken back with Z, and decided again with the reason used last', async () => {
  const [first, second] = await reportLogos(['Keyed Marks One', 'Keyed Marks Two'])
  const status = () => statusOf(`/api/logos?logo_id=${first}`)
  const user = await enter('/admin/reports?q=Keyed+Marks')
  await waitFor(() => expect(document.title).toMatch(/^Keyed Marks One · Reports · Desk/))
  await user.keyboard('2')
  await untilFocused(why())
  await user.keyboard('The same drawing{Enter}')
  await screen.findByText('Hidden: Keyed Marks One')
  await untilAt(`/admin/reports/logo/${second}?q=Keyed+Marks`)
  await untilFocused(rowOf('Keyed Marks Two'))

  await user.keyboard('z')
  await waitFor(() => expect(screen.queryByText('Hidden: Keyed Marks One')).toBeNull())
  await untilAt(`/admin/reports/logo/${first}?q=Keyed+Marks`)
  await screen.findByRole('article', { name: 'Keyed Marks One' })
  expect(await status()).toBe(200)

  await user.keyboard('2')
  await untilFocused(why())
  await screen.findByRole('option', { name: 'The same drawing' })
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(why().value).toBe('The same drawing'))
  await user.keyboard('{Enter}')
  await untilAt(`/admin/reports/logo/${second}?q=Keyed+Marks`)
  await waitFor(async () => expect(await status()).toBe(404))

  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keys' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull())
})

test('a collection is hidden on its page, and one that was hidden by a report is shown again beside the decision', async () => {
  const owner = await site.server.signIn(await createDesigner(site.db))
  const name = 'Quiet Shelf'
  const { light_box_id: id } = await owner.call(api.collections.create, { name })
  const status = () => statusOf(`/api/collections?collection_id=${id}`)
  const user = await enter(`/collection/${id}`)
  await user.click(await screen.findByRole('button', { name: `Hide ${name}` }))
  await user.type(await screen.findByLabelText('Why'), 'An insulting name')
  await user.click(button('Hide'))
  await screen.findByText('Hidden from others: An insulting name')
  await waitFor(async () => expect(await status()).toBe(404))
  await user.click(button(`Show ${name}`))
  await screen.findByRole('button', { name: `Hide ${name}` })
  await waitFor(async () => expect(await status()).toBe(200))

  const reporter = await site.server.signIn(await createDesigner(site.db))
  const { report_id } = await reporter.call(api.reports.file, { kind: 'collection', id, reason: 'abuse' })
  const other = await site.server.signIn(await createDesigner(site.db, { role: 'moderator' }))
  await other.call(api.desk.reports.decide, {
    report_ids: [report_id],
    decision: 'hide',
    why: 'Insulting indeed',
  })
  const again = site.open(`/admin/reports?q=${name}&state=decided`)
  await again.click(await screen.findByRole('button', { name: `Show ${name}` }))
  await screen.findByRole('button', { name: `Hide ${name}` })
  await waitFor(async () => expect(await status()).toBe(200))
})

test('a designer is blocked on their profile and unblocked in Account', async () => {
  const other = await createDesigner(site.db)
  await site.signIn(await createDesigner(site.db))
  const user = site.open(`/designers/${other.slug}`)
  await user.click(await screen.findByRole('button', { name: `Block ${other.company}` }))
  const ask = within(await screen.findByRole('alertdialog'))
  await user.click(ask.getByRole('button', { name: 'Block' }))
  await screen.findByRole('button', { name: `Unblock ${other.company}` })

  const account = site.open('/account/contact-info')
  const list = within(await screen.findByRole('region', { name: 'Blocked designers' }))
  await account.click(list.getByRole('button', { name: `Unblock ${other.company}` }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Blocked designers' })).toBeNull())
})
