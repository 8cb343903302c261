// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo, makePicture } from '../factories.ts'
import { button, field, input, untilAt } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

/** A member who is signed in on the page, with an uploaded logo. */
async function enter() {
  const member = await createDesigner(site.db)
  const { call } = await site.signIn(member)
  const { logo_id } = await createLogo(site.db, { designer_id: member.designer_id, title: 'Rosa' })
  return { member, call, logo_id, path: `/edit?logoId=${logo_id}` }
}

test('an edit from elsewhere is neither hidden nor overwritten', async () => {
  const { call, logo_id } = await enter()
  const user = site.open(`/logo/${logo_id}`)
  await screen.findByRole('heading', { name: 'Rosa' })
  await call(api.logos.update, { logo_id, logo: 'Rosa altera', description: 'Newer.' })
  await user.click(screen.getByRole('link', { name: 'Edit' }))
  await waitFor(() => expect(input('Title').value).toBe('Rosa altera'))
  expect(input('Description').value).toBe('Newer.')

  await call(api.logos.update, { logo_id, description: 'Newest.' })
  await user.type(field('Client'), 'Fernhill')
  await user.click(button('Save Logo'))
  await untilAt('/designers?tab=logos')
  const { data } = await call(api.logos.find, { logo_id })
  expect(data[0]).toMatchObject({ logo: 'Rosa altera', description: 'Newest.', client: 'Fernhill' })
})

test('a save that fails keeps the form; leaving it asks for confirmation', async () => {
  const { path } = await enter()
  const user = site.open(path)
  await user.type(await screen.findByLabelText('Description'), 'Written long and well.')
  const restore = site.answer('PUT /api/logos', lost)
  await user.click(button('Save Logo'))
  await screen.findByText('Error updating logo.')
  await screen.findByText('Nothing is lost; please save again.')
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await user.click(within(question).getByRole('button', { name: 'Stay' }))
  expect(input('Description').value).toBe('Written long and well.')
  restore()
  await user.click(button('Save Logo'))
  await untilAt('/designers?tab=logos')
})

test('after two days the form offers no deletion; one that is asked for by then is refused', async () => {
  const { call, logo_id, path } = await enter()
  const age = (hours: number) =>
    site.db
      .updateTable('logo')
      .set({ upload_date: new Date(Date.now() - hours * 3_600_000) })
      .where('logo_id', '=', logo_id)
      .execute()
  await age(49)
  site.open(path)
  await waitFor(() => expect(input('Title').value).toBe('Rosa'))
  expect(screen.queryByRole('region', { name: 'Delete this logo' })).toBeNull()

  await age(1)
  const user = site.open(path)
  const region = await screen.findByRole('region', { name: 'Delete this logo' })
  await age(49)
  await user.click(within(region).getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Error deleting logo')
  await screen.findByText('A logo can be deleted only within 48 hours of its upload.')
  expect((await call(api.logos.find, { logo_id })).data).toHaveLength(1)
})

test('another’s logo, an unknown one and an invalid number each show a message; a visitor signs in first', async () => {
  await enter()
  const owner = await createDesigner(site.db)
  const { logo_id, title } = await createLogo(site.db, { designer_id: owner.designer_id })
  site.open(`/edit?logoId=${logo_id}`)
  await screen.findByRole('heading', { name: `“${title}” is ${owner.company}’s` })
  expect(screen.queryByLabelText('Title')).toBeNull()
  for (const path of ['/edit?logoId=2000000000', '/edit?logoId=x', '/edit']) {
    site.open(path)
    await screen.findByRole('heading', { name: 'Logo not found' })
  }
  site.open(`/logo/${logo_id}`)
  await screen.findByRole('button', { name: 'Save' })
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  site.becomeVisitor()
  site.open('/edit?logoId=5')
  await untilAt('/login?next=%2Fedit%3FlogoId%3D5')
})

test('an owner replaces the picture after confirming, and the logo’s page says when', async () => {
  const { call, logo_id, path, member } = await enter()
  const imageOf = async () => (await call(api.logos.find, { logo_id })).data[0]!.url
  const before = await imageOf()
  const user = site.open(path)
  const picture = new File([new Uint8Array(await makePicture())], 'rosa-nova.png', { type: 'image/png' })
  await user.upload(await screen.findByLabelText('Replace picture'), picture)
  const question = await screen.findByRole('alertdialog', { name: 'Replace the picture of “Rosa”?' })
  expect(await imageOf()).toBe(before)
  await user.click(within(question).getByRole('button', { name: 'Replace' }))
  await waitFor(async () => expect(await imageOf()).not.toBe(before))
  site.open(`/logo/${logo_id}`)
  await screen.findByText(/Replaced on/)
  const [name] = new URL(await imageOf(), location.href).pathname.split('/').at(-1)!.split('-')
  const image = screen.getByRole('img', { name: `Rosa by ${member.company}` })
  expect(image.getAttribute('src')).toContain(name)
})
