// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { dayMs } from '../../shared/rules/time.ts'
import { createDesigner } from '../factories.ts'
import { untilAt, untilSaid } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
const signInAs = async (role: 'admin' | 'moderator' | 'chair') =>
  site.signIn(await createDesigner(site.db, { role }))

/** The elements of a role that contain all of these words. */
const withWords = (role: string, ...words: (string | RegExp)[]) =>
  screen.queryAllByRole(role).filter(element => words.every(word => element.textContent?.match(word)))

test('an administrator finds a member by the desk’s search and gives time; the history says why', async () => {
  const member = await createDesigner(site.db)
  const admin = await createDesigner(site.db, { role: 'admin' })
  await site.signIn(admin)
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
  const why = 'A prize for the desk’s journey'
  await user.type(form.getByLabelText('Why (optional)'), why)
  await user.click(form.getByRole('button', { name: 'Extend membership' }))
  await screen.findByText('The membership is extended.')
  await waitFor(() =>
    expect(withWords('listitem', why, `by ${admin.username}`, 'membership extended')).not.toEqual([]),
  )
  site.open(`/admin/history?q=${member.username}`)
  await waitFor(() => expect(withWords('row', why)).toHaveLength(1))
  const [row] = withWords('row', why)
  // What was done a moment ago has an age; the moment itself is in its tooltip.
  const when = within(row!).getByRole('rowheader')
  expect(when.textContent).toMatch(/^\d+[sm]$/)
  expect(when.querySelector('time')!.title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
  for (const words of [/membership extended.*days 10\b/, /\buntil \d{4}-\d\d-\d\d/, /\bgrant \d+/])
    expect(row!.textContent).toMatch(words)
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    `/api/admin/history.csv?q=${member.username}`,
  )
})

test('Today shows a moderator the oldest reports, each of which opens its case; the installation is for administrators', async () => {
  const reporter = await site.server.signIn(await createDesigner(site.db))
  const reported = await createDesigner(site.db)
  for (const { designer_id } of [await createDesigner(site.db), reported])
    await reporter.call(api.reports.file, { kind: 'designer', id: designer_id, reason: 'abuse' })
  await site.db
    .updateTable('report')
    .set({ created_at: new Date(Date.now() - 30 * dayMs) })
    .where('subject_id', '=', reported.designer_id)
    .execute()
  await signInAs('moderator')
  const user = site.open('/admin')
  const toDecide = within(await screen.findByRole('region', { name: 'To decide' }))
  const row = await toDecide.findByRole('link', { name: new RegExp(reported.company) })
  expect(row.textContent).toContain('Abusive · profile')
  expect(row.textContent).toContain('30d')
  expect(toDecide.getAllByRole('link', { name: /Abusive/ })[0]).toBe(row)
  expect(screen.queryByRole('region', { name: 'The installation' })).toBeNull()
  await user.click(row)
  await untilAt(`/admin/reports/designer/${reported.designer_id}`)
  await screen.findByRole('article', { name: reported.company })

  await signInAs('admin')
  site.open('/admin')
  const installation = await screen.findByRole('region', { name: 'The installation' })
  await waitFor(() => expect(installation.textContent).toContain('PostgreSQL'))
})

test('the list of books comes in pages, each of which offers to open the next book', async () => {
  const textbook = { series: 'textbook', state: 'published', published_on: '1999-05-01' } as const
  const book = { series: 'book', number: 20, title: 'Book 20', state: 'open' } as const
  await site.db
    .insertInto('book')
    .values(
      Array.from({ length: 201 }, (_, i) => ({
        ...textbook,
        number: 501 + i,
        title: `Marks, part ${501 + i}`,
      })),
    )
    .execute()
  await site.db.insertInto('book').values(book).execute()
  await signInAs('chair')
  const user = site.open('/admin/books?q=part&sort=name&page=4')
  await screen.findByText('201 books')
  const titles = () => within(screen.getByRole('table', { name: 'Books' })).getAllByRole('rowheader')
  await waitFor(() => expect(titles()).toHaveLength(50))
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await untilAt('/admin/books?q=part&sort=name&page=5')
  await waitFor(() => expect(titles().map(title => title.textContent)).toEqual(['Marks, part 701']))
  await untilSaid('You can open the next once this one has closed.')

  await site.db.updateTable('book').set({ state: 'closed' }).where('state', '=', 'open').execute()
  await site.reload()
  await user.click(await screen.findByRole('button', { name: 'Open Book 21' }))
  await screen.findByRole('heading', { name: 'Open a book' })
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Colophon Book 21')
})
