// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { dayMs } from '../../shared/rules/time.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, button, untilAt } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
type Role = 'admin' | 'support' | 'moderator' | 'chair'
const enter = async (role: Role) => {
  const staff = await createDesigner(site.db, { role })
  return { ...staff, ...(await site.signIn(staff)) }
}
/** The elements with this role that contain all of these texts. */
const having = (role: string, ...texts: string[]) =>
  screen.getAllByRole(role).filter(each => texts.every(text => each.textContent?.includes(text)))

test('an act that is answered without its record says so, and the desk stays', async () => {
  const member = await createDesigner(site.db)
  await enter('admin')
  const user = site.open(`/admin/members/${member.designer_id}`)
  site.answer('POST /api/admin/grants', () => new Response(null, { status: 204 }))
  await user.click(await screen.findByRole('button', { name: 'Extend membership' }))
  const form = await screen.findByRole('form', { name: 'Extend membership' })
  const days = within(form).getByLabelText('Days')
  await user.clear(days)
  await user.type(days, '10')
  await user.click(within(form).getByRole('button', { name: 'Extend membership' }))
  await within(form).findByText('The answer was incomplete. Reload the page to see what was saved.')
  expect(screen.queryByText('The membership is extended.')).toBeNull()
})

test('a member’s page names members whose company looks the same', async () => {
  const member = await createDesigner(site.db)
  // With a Cyrillic letter.
  const company = member.company.replace('o', 'о')
  const other = await createDesigner(site.db, { company })
  await enter('support')
  const user = site.open(`/admin/members/${member.designer_id}`)
  const alike = (await screen.findAllByRole('definition')).find(each =>
    each.textContent?.includes(other.username),
  )
  await user.click(within(alike!).getByRole('link', { name: company }))
  await untilAt(`/admin/members/${other.designer_id}`)
})

test('a list keeps its filter and its order in the address', async () => {
  const { username } = await createDesigner(site.db)
  await enter('support')
  const user = site.open(`/admin/members?q=${username}`)
  const list = () => within(screen.getByRole('table', { name: 'Members' }))
  const named = () =>
    list()
      .getAllByRole('rowheader')
      .map(each => each.textContent)
  await waitFor(() => expect(named()).toEqual([username]))
  await user.selectOptions(screen.getByLabelText('Role'), 'juror')
  await untilAt(`/admin/members?q=${username}&role=juror`)
  await screen.findByText('Nothing matches.')
  await user.selectOptions(screen.getByLabelText('Role'), 'member')
  await waitFor(() => expect(named()).toEqual([username]))
  await user.click(list().getByRole('link', { name: 'Joined' }))
  await untilAt(`/admin/members?q=${username}&role=member&sort=oldest`)
  await waitFor(() =>
    expect(list().getByRole('columnheader', { name: 'Joined' }).getAttribute('aria-sort')).toBe('descending'),
  )
  const rooms = within(screen.getByRole('navigation', { name: 'Rooms' })).getAllByRole('link')
  const names = ['Today', 'Members', 'Gift cards', 'Affiliates', 'Mail', 'History']
  expect(rooms.map(room => room.textContent)).toEqual(names)
})

test('a room is closed to roles without its ability, and the desk to members', async () => {
  await enter('support')
  site.open('/admin/people')
  await screen.findByRole('heading', { name: 'You don’t have access to this page' })
  await site.signIn(await createDesigner(site.db))
  site.open('/admin')
  await screen.findByRole('heading', { level: 1, name: 'Staff only' })
  within(screen.getByRole('banner')).getByRole('img', { name: 'Colophon' })
})

test('a member’s page leads to the member’s mails for those who may send them again, and to none for others', async () => {
  const { designer_id, email } = await createDesigner(site.db)
  await enter('support')
  const user = site.open(`/admin/members/${designer_id}`)
  await user.click(await screen.findByRole('button', { name: 'Send password reset' }))
  const form = await screen.findByRole('form', { name: 'Send password reset' })
  await user.click(within(form).getByRole('button', { name: 'Send password reset' }))
  await screen.findByText('The email is on its way.')
  await user.click(screen.getByRole('link', { name: 'Emails' }))
  await untilAt(`/admin/mail?q=${encodeURIComponent(email)}`)
  await waitFor(() => {
    const rows = screen.getAllByRole('row').filter(row => row.textContent?.includes(email))
    expect(rows).toHaveLength(1)
  })

  await enter('moderator')
  site.open(`/admin/members/${designer_id}`)
  await screen.findByRole('link', { name: 'Profile' })
  expect(screen.queryByRole('link', { name: 'Emails' })).toBeNull()
})

test('an administrator finds a member by the desk’s search and gives time; the history says why', async () => {
  const member = await createDesigner(site.db)
  const { username } = await enter('admin')
  const user = site.open('/admin')
  await screen.findByRole('heading', { name: 'Today', level: 1 })
  await user.type(screen.getByRole('searchbox', { name: 'Search everything' }), `${member.username}{Enter}`)
  await user.click(await screen.findByRole('link', { name: member.username }))
  await untilAt(`/admin/members/${member.designer_id}`)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('MembersRobin Vale'))
  await waitFor(() => expect(document.title).toBe('Robin Vale · Members · Desk · Colophon'))
  await user.click(await screen.findByRole('button', { name: 'Extend membership' }))
  const form = within(await screen.findByRole('form', { name: 'Extend membership' }))
  await user.clear(form.getByLabelText('Days'))
  await user.type(form.getByLabelText('Days'), '10')
  const why = 'A prize for the member'
  await user.type(form.getByLabelText('Why (optional)'), why)
  await user.click(form.getByRole('button', { name: 'Extend membership' }))
  await screen.findByText('The membership is extended.')
  await waitFor(() =>
    expect(having('listitem', why, `by ${username}`, 'membership extended')).toHaveLength(1),
  )

  site.open(`/admin/history?q=${member.username}`)
  await waitFor(() => expect(having('row', why)).toHaveLength(1))
  const row = having('row', why)[0]!
  // What was done a moment ago has an age; the moment itself is in its tooltip.
  const when = within(row).getByRole('rowheader')
  expect(when.textContent).toMatch(/^\d+[sm]$/)
  expect(when.querySelector('time')!.title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
  expect(row.textContent).toMatch(/membership extended.*days 10\b/)
  expect(row.textContent).toMatch(/\buntil \d{4}-\d\d-\d\d/)
  expect(row.textContent).toMatch(/\bgrant \d+/)
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    `/api/admin/history.csv?q=${member.username}`,
  )
})

test('a moderator suspends a member until a day, and lifts it again', async () => {
  const member = await createDesigner(site.db)
  await enter('moderator')
  const user = site.open(`/admin/members/${member.designer_id}`)
  await user.click(await screen.findByRole('button', { name: 'Suspend' }))
  const form = within(await screen.findByRole('form', { name: 'Suspend' }))
  form.getByRole('heading', { name: /^Suspend / })
  const send = form.getByRole<HTMLButtonElement>('button', { name: 'Suspend' })
  fireEvent.change(form.getByLabelText(/^Until/), { target: { value: '2099-05-01' } })
  expect(send.disabled).toBe(true)
  await user.type(form.getByLabelText('Why'), 'Advertising under every logo')
  await user.click(send)
  await screen.findByText('The account is suspended.')
  // The time line tells of the letter with the same words.
  const states = () =>
    screen.getAllByRole('definition').filter(each => /suspended until May 1, 2099/.test(each.textContent!))
  await waitFor(() => expect(states()).toHaveLength(1))
  await waitFor(() =>
    expect(having('listitem', 'suspension changed', 'Advertising under every logo')).toHaveLength(1),
  )
  await user.click(button('Lift suspension'))
  const lift = within(await screen.findByRole('form', { name: 'Lift suspension' }))
  await user.click(lift.getByRole('button', { name: 'Lift suspension' }))
  await screen.findByText('The suspension is lifted.')
  await waitFor(() => expect(states()).toHaveLength(0))
  await screen.findByRole('button', { name: 'Suspend' })
})

test('Today shows a moderator the oldest reports, each of which opens its case; the installation is for administrators', async () => {
  const { call } = await site.server.signIn(await createDesigner(site.db))
  const reported = await createDesigner(site.db)
  for (const { designer_id } of [await createDesigner(site.db), reported])
    await call(api.reports.file, { kind: 'designer', id: designer_id, reason: 'abuse' })
  await site.db
    .updateTable('report')
    .set({ created_at: new Date(Date.now() - 30 * dayMs) })
    .where('subject_id', '=', reported.designer_id)
    .execute()
  await enter('moderator')
  const user = site.open('/admin')
  const decide = within(await screen.findByRole('region', { name: 'To decide' }))
  const row = decide.getByRole('link', { name: new RegExp(reported.company) })
  expect(row.textContent).toContain('Abusive · profile')
  expect(row.textContent).toContain('30d')
  expect(decide.getAllByRole('link', { name: /Abusive/ })[0]).toBe(row)
  expect(screen.queryByRole('region', { name: 'The installation' })).toBeNull()
  await user.click(row)
  await untilAt(`/admin/reports/designer/${reported.designer_id}`)
  await screen.findByRole('article', { name: reported.company })

  await enter('admin')
  site.open('/admin')
  const installation = await screen.findByRole('region', { name: 'The installation' })
  expect(installation.textContent).toContain('PostgreSQL')
})

test('Today shows the last twelve months to those who may see them, with the figures that a chart draws', async () => {
  const upload_date = new Date(Date.now() - 100 * dayMs)
  for (let i = 0; i < 5; i += 1) await createLogo(site.db, { upload_date })
  await enter('moderator')
  site.open('/admin')
  const table = async () => within(await screen.findByRole('table', { name: 'Last twelve months' }))
  const rows = async () => (await table()).getAllByRole('rowheader').map(each => each.textContent)
  expect(await rows()).toEqual(['New members', 'Uploads', 'Reports'])
  const uploads = (await table()).getByRole('rowheader', { name: 'Uploads' }).closest('tr')!
  const figures = within(uploads)
    .getAllByRole('cell')
    .map(each => Number(each.textContent!.replace(',', '')))
  expect(figures).toHaveLength(13)
  expect(figures.at(-1)).toBe(figures.slice(0, 12).reduce((sum, value) => sum + value, 0))
  expect(figures.at(-1)).toBeGreaterThan(0)
  // As high as the figures are large, and nothing of it is read out.
  const bars = [...uploads.querySelectorAll('svg[aria-hidden="true"] rect')]
  const heights = bars.map(bar => Number(bar.getAttribute('height')))
  const most = Math.max(...figures.slice(0, 12))
  expect(heights.indexOf(Math.max(...heights))).toBe(figures.indexOf(most))
  expect((await table()).getAllByRole('columnheader').at(-1)!.textContent).toBe('Total')

  await enter('admin')
  site.open('/admin')
  expect(await rows()).toEqual(['New members', 'Uploads', 'Income', 'Reports'])
})

test('the list of books comes in pages, each of which offers to open the next book', async () => {
  const books = Array.from({ length: 201 }, (_, i) => ({
    series: 'textbook' as const,
    number: 501 + i,
    title: `Marks, part ${501 + i}`,
    state: 'published' as const,
    published_on: '1999-05-01',
  }))
  await site.db.insertInto('book').values(books).execute()
  const { call } = await enter('chair')
  const closes_at = new Date(Date.now() + 30 * dayMs).toISOString()
  await call(api.desk.books.open, { series: 'book', number: 7, title: 'Seven', places: 10, closes_at })
  const user = site.open('/admin/books?q=part&sort=name&page=4')
  const numbers = () =>
    within(screen.getByRole('table', { name: 'Books' }))
      .getAllByRole('rowheader')
      .map(each => each.textContent)
  await screen.findByText('201 books')
  await waitFor(() => expect(numbers()).toHaveLength(50))
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await untilAt('/admin/books?q=part&sort=name&page=5')
  await waitFor(() => expect(numbers()).toEqual(['Marks, part 701']))
  await screen.findByText(/You can open the next once this one has closed\./)

  await site.db.updateTable('book').set({ state: 'closed' }).where('state', '=', 'open').execute()
  const again = site.reload()
  await again.click(await screen.findByRole('button', { name: 'Open Book 8' }))
  await screen.findByRole('heading', { name: 'Open a book' })
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Colophon Book 8')
  expect(address()).toBe('/admin/books?q=part&sort=name&page=5')
})
