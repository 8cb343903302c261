// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, button, field, input, untilAt, untilDescribed } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

/** A member who is signed in on the page; `make` gives the member a collection with these logos. */
async function enter() {
  const { call } = await site.signIn(await createDesigner(site.db))
  let made = 0
  return {
    async make(logoIds: number[], facts: { description?: string; is_public?: '0' | '1' } = {}) {
      made += 1
      const collection = await call(api.collections.create, { name: `Marks ${made}`, ...facts })
      for (const logo_id of logoIds)
        await call(api.collections.save, { collection_id: collection.light_box_id, logo_id, state: 1 })
      return collection
    },
    async holds({ light_box_id }: { light_box_id: number }) {
      const [found] = await call(api.collections.find, { collection_id: light_box_id })
      return found?.logos?.map(logo => logo.logo_id)
    },
  }
}

/** The ids of the logos on the page's wall, in order. */
const logosOnWall = () =>
  [...document.querySelectorAll('[data-logo]')].map(tile => Number(tile.getAttribute('data-logo')))
const makeLogo = async () => (await createLogo(site.db)).logo_id
const saveButton = () => screen.findByRole('button', { name: /^Saved?$/ })
const dialog = () => screen.findByRole('dialog', { name: 'Save to collection' })
const boxOf = async ({ name }: { name: string }) =>
  within(await dialog()).findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) })
const done = () => button('Done')
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('errors of saving are shown, and the selection stays', async () => {
  const { make, holds } = await enter()
  const id = await makeLogo()
  const held = await make([id])
  const other = await make([])
  const user = site.open(`/logo/${id}`)
  const find = site.answer('GET /api/collections', lost)
  await user.click(await saveButton())
  await screen.findByText('Error getting collections.')
  find()
  await user.click(within(await dialog()).getByRole('button', { name: 'Try again' }))

  await user.click(await boxOf(other))
  await user.click(await boxOf(held))
  const save = site.answer('POST /api/logos/save', lost)
  await user.click(done())
  await screen.findByText(`Failed to save to collection "${other.name}".`)
  await screen.findByText(`Failed to remove from collection "${held.name}".`)
  await screen.findByText('Error saving collections. Please check your selections.')
  expect((await boxOf(other)).checked).toBe(true)
  save()
  await user.click(done())
  await untilClosed()
  expect(await holds(other)).toEqual([id])
  expect(await holds(held)).toEqual([])

  await user.click(await saveButton())
  await user.click(within(await dialog()).getByRole('button', { name: 'Create New' }))
  await user.click(button('Save Collection'))
  await untilDescribed('Title', 'Title is required')
  site.answer('POST /api/collections', lost)
  await user.type(field('Title'), 'Never')
  await user.click(button('Save Collection'))
  await screen.findByText('Error creating collection.')
  expect(input('Title').value).toBe('Never')
})

test('Done gets the focus, also when the choices load between opening and the frame that focuses the dialog', async () => {
  const { make } = await enter()
  const into = await make([])
  const user = site.open(`/logo/${await makeLogo()}`)
  const save = await saveButton()
  const frames = new Map<number, FrameRequestCallback>()
  let lastId = 0
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    frames.set(++lastId, run)
    return lastId
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
  onTestFinished(() => void vi.unstubAllGlobals())
  await user.click(save)
  expect((await boxOf(into)).checked).toBe(true)
  expect(document.activeElement).toBe(save)
  for (const run of frames.values()) run(performance.now())
  expect(document.activeElement).toBe(done())
})

test('a visitor who saves is asked to sign in', async () => {
  const path = `/logo/${await makeLogo()}`
  let user = site.open('/')
  const [first] = await screen.findAllByRole('button', { name: /^Save / })
  await user.click(first!)
  await untilAt(`/login?next=${encodeURIComponent('/')}`)
  user = site.open(path)
  await user.click(await saveButton())
  await untilAt(`/login?next=${encodeURIComponent(path)}`)
})

test('a collection is edited by its owner; a failure keeps what was typed', async () => {
  const { make } = await enter()
  const logoId = await makeLogo()
  const made = await make([logoId], { description: 'Before' })
  const path = `/collection/${made.light_box_id}`
  const editPath = `/collection-edit?collectionId=${made.light_box_id}`
  let user = site.open(path)
  await user.click(await screen.findByRole('link', { name: 'Edit Collection' }))
  await untilAt(editPath)
  await waitFor(() => expect(document.title).toMatch(/^Edit Collection/))
  user = site.reload()
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe(made.name)
  expect(input('Description').value).toBe('Before')
  // The id may be in the router's state instead of the address.
  user = site.open('/collection-edit', { usr: { collectionId: made.light_box_id } })
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe(made.name)
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await untilAt(path)

  await user.click(await screen.findByRole('link', { name: 'Edit Collection' }))
  await user.clear(await screen.findByLabelText('Title'))
  await user.type(field('Title'), 'Renamed')
  await user.clear(field('Description'))
  await user.click(screen.getByRole('radio', { name: 'Private' }))
  const save = site.answer('PUT /api/collections', lost)
  await user.click(button('Save Collection'))
  await screen.findByText('Error saving collection details.')
  expect(input('Title').value).toBe('Renamed')
  save()
  const error = 'Too many changes. Please try again in a minute.'
  const refuse = site.answer('PUT /api/collections', () => Response.json({ error }, { status: 429 }))
  await user.click(button('Save Collection'))
  await screen.findByText(error)
  refuse()
  await user.click(button('Save Collection'))
  await screen.findByRole('heading', { level: 1, name: 'Renamed' })
  expect(address()).toBe(path)
  await screen.findByText('Private')
  expect(screen.queryByText('Before')).toBeNull()
  await waitFor(() => expect(logosOnWall()).toEqual([logoId]))

  // Others are told whose collection it is, and of a private one nothing.
  const shared = await make([])
  site.becomeVisitor()
  site.open(editPath)
  await untilAt(`/login?next=${encodeURIComponent(editPath)}`)
  await enter()
  site.open(editPath)
  await screen.findByRole('heading', { name: 'Collection not found' })
  site.open(`/collection-edit?collectionId=${shared.light_box_id}`)
  await screen.findByRole('heading', { name: `“${shared.name}” is ${shared.company}’s` })
})

test('a collection that fails to load shows an error and a retry button', async () => {
  const { make } = await enter()
  const made = await make([])
  const find = site.answer('GET /api/collections', lost)
  const user = site.open(`/collection/${made.light_box_id}`)
  await screen.findByText('Error getting collection.')
  find()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'No logos saved yet' })

  await user.click(screen.getByRole('link', { name: 'Edit Collection' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe(made.name)
  site.answer('GET /api/collections', lost)
  site.reload()
  await screen.findByText('Error getting collection details.')
})

test('editing an unknown collection redirects home, and a visitor to sign in', async () => {
  site.open('/collection-edit')
  await untilAt(`/login?next=${encodeURIComponent('/collection-edit')}`)
  await enter()
  site.open('/collection-edit')
  await untilAt('/')
})

test.each([
  ['no body', () => new Response(null, { status: 204 })],
  ['another object', () => Response.json({})],
])('a like, a follow and a changed collection whose 2xx answer has %s have succeeded', async (_, reply) => {
  const { make } = await enter()
  const owner = await createDesigner(site.db)
  const { logo_id } = await createLogo(site.db, { designer_id: owner.designer_id })
  const made = await make([logo_id])
  const answered: string[] = []
  for (const call of ['POST /api/logos/like', 'POST /api/designers/follow', 'PUT /api/collections'])
    site.answer(call, async ({ forward }) => {
      if ((await forward()).ok) answered.push(call)
      return reply()
    })

  let user = site.open(`/logo/${logo_id}`)
  const like = await within(await screen.findByRole('main')).findByRole('button', { name: /^Like/ })
  await user.click(like)
  await waitFor(() => expect(like.getAttribute('aria-pressed')).toBe('true'))
  await waitFor(() => expect(answered).toEqual(['POST /api/logos/like']))
  // The page shows a like at once, and takes it back with a message where it fails.
  await new Promise(resolve => setTimeout(resolve, 100))
  expect([like.getAttribute('aria-pressed'), screen.queryByText(/^Error/)]).toEqual(['true', null])
  await waitFor(() => expect(like.textContent).toMatch(/\d/))

  user = site.open(`/designers/${owner.slug}`)
  await user.click(await screen.findByRole('button', { name: 'Follow' }))
  await screen.findByText('Designer followed!')
  await screen.findByRole('button', { name: /^Following/ })

  user = site.open(`/collection/${made.light_box_id}`)
  await user.click(await screen.findByRole('link', { name: 'Edit Collection' }))
  await user.clear(await screen.findByLabelText('Title'))
  await user.type(field('Title'), 'Renamed')
  await user.click(button('Save Collection'))
  await screen.findByRole('heading', { name: 'Renamed', level: 1 })
  expect(screen.queryByText(/^Error/)).toBeNull()
})

test('a client link is shown although a read that was answered before it arrives later', async () => {
  const { make } = await enter()
  const { light_box_id } = await make([])
  const early = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let arrived = 0
  site.answer('GET /api/collections/link', async ({ forward }) => {
    const answer = await forward()
    early.resolve()
    await release.promise
    arrived += 1
    return answer
  })
  const user = site.open(`/collection-edit?collectionId=${light_box_id}`)
  await screen.findByRole('button', { name: 'Make a link' })
  await early.promise
  await user.click(button('Make a link'))
  await waitFor(() => expect(input('The link, shown only now').value).toMatch(/\/client\/[\w-]{43}$/))
  release.resolve()
  await waitFor(() => expect(arrived).toBe(2))
  await new Promise(resolve => setTimeout(resolve))
  input('The link, shown only now')
})
