// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDesigner } from '../factories.ts'
import { untilAt } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
type Role = 'admin' | 'support' | 'moderator'
const enter = async (role: Role) => site.signIn(await createDesigner(site.db, { role }))

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
