// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, button, field, input, untilAt, untilDescribed, untilFocused } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

/** A member who is signed in on the page; `make` gives the member a collection with these logos. */
async function enter() {
  const member = await createDesigner(site.db)
  const { call, send } = await site.signIn(member)
  let made = 0
  return {
    ...member,
    call,
    send,
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
const untilOnWall = (ids: number[]) => waitFor(() => expect(logosOnWall()).toEqual(ids))

/** Logos, newest first. */
async function makeLogos(count: number) {
  const ids: number[] = []
  for (let i = 0; i < count; i += 1) ids.unshift(await makeLogo())
  return ids
}

const untilShown = (id: number) =>
  waitFor(() => expect(new URLSearchParams(location.search).get('logo_id')).toBe(String(id)))

/** Waits until this logo's detail is open and has the keyboard. */
async function untilOpen(id: number) {
  await untilShown(id)
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
}

const tile = (id: number) => document.querySelector<HTMLElement>(`[data-logo="${id}"]`)!
const openTile = (id: number) => within(tile(id)).getAllByRole('link')[0]!
const removeOf = (id: number) => within(tile(id)).getByRole('button', { name: /^Remove / })

/** Lets messages stay for a minute instead of five seconds, until the test ends or the returned function is called. */
function keepToasts() {
  const { setTimeout } = globalThis
  const later = (work: () => void, ms?: number, ...rest: unknown[]) =>
    setTimeout(work, ms === 5000 ? 60_000 : ms, ...rest)
  vi.stubGlobal('setTimeout', later)
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => void vi.unstubAllGlobals()
}

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

test('a new collection is made while saving a logo, and shown; Go back returns to the logo', async () => {
  keepToasts()
  await enter()
  const id = await makeLogo()
  const user = site.open(`/?logo_id=${id}`)
  await untilOpen(id)
  await user.click(await saveButton())
  await user.click(await within(await dialog()).findByRole('button', { name: 'Create New' }))
  const form = within(await screen.findByRole('dialog', { name: 'New collection' }))
  await user.click(form.getByRole('button', { name: 'Save Collection' }))
  await form.findByText('Title is required')

  await user.type(form.getByLabelText('Title'), 'Bees')
  await user.type(form.getByLabelText('Description'), 'Wings and stripes')
  await user.click(form.getByText('Private'))
  await user.click(form.getByRole('button', { name: 'Save Collection' }))
  await screen.findByText('Collection "Bees" saved successfully.')
  await waitFor(() => expect(address()).toMatch(/^\/collection\/\d+$/))
  await untilClosed()
  await screen.findByRole('heading', { level: 1, name: 'Bees' })
  await screen.findByText('Wings and stripes')
  await screen.findByText('Private')
  await screen.findByText('1 logo')
  await untilOnWall([id])

  await user.click(screen.getByRole('button', { name: 'Go back' }))
  await untilAt(`/?logo_id=${id}`)
  await untilOpen(id)
})

test('saving sends only what was changed, and a logo can leave its last collection', async () => {
  const { make, holds } = await enter()
  const id = await makeLogo()
  const held = await make([id])
  const other = await make([])
  const sent: unknown[] = []
  site.answer('POST /api/logos/save', ({ body, forward }) => {
    sent.push(body)
    return forward()
  })
  const user = site.open(`/logo/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Saved' }))
  expect((await boxOf(held)).checked).toBe(true)
  expect((await boxOf(other)).checked).toBe(false)
  for (const checked of [true, false, true]) {
    await user.click(await boxOf(other))
    expect((await boxOf(other)).checked).toBe(checked)
  }
  await user.click(done())
  await screen.findByText(`Collection "${other.name}" saved successfully.`)
  await untilClosed()
  expect(sent).toEqual([{ collection_id: other.light_box_id, logo_id: id, state: 1 }])

  await user.click(await saveButton())
  await waitFor(async () => expect((await boxOf(other)).checked).toBe(true))
  await user.click(await boxOf(other))
  await user.click(await boxOf(held))
  await user.click(done())
  await untilClosed()
  await screen.findByRole('button', { name: 'Save' })
  expect(sent).toHaveLength(3)
  expect(await holds(held)).toEqual([])

  // If the logo is in no collection, the one last saved to is ticked; without a tick there is nothing to save.
  await user.click(await saveButton())
  const boxes = await within(await dialog()).findAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(box => box.checked)).toEqual([true, false])
  await untilFocused(done())
  await user.click(boxes[0]!)
  expect(done().disabled).toBe(true)
})

test('a public collection opens for everyone with its link, a private one only for its owner', async () => {
  const { make, company, slug } = await enter()
  const ids = await makeLogos(3)
  const made = await make([...ids].reverse(), { description: 'For everyone' })
  const secret = await make(ids.slice(0, 1), { is_public: '0' })
  const edit = () => screen.queryByRole('link', { name: 'Edit Collection' })
  site.open(`/collection/${secret.light_box_id}`)
  await screen.findByText('Private')
  await screen.findByRole('link', { name: 'Edit Collection' })

  site.becomeVisitor()
  await enter()
  site.open(`/collectionX/${made.light_box_id}`)
  await untilOnWall(ids)
  expect([edit(), screen.queryByRole('button', { name: /^Remove / })]).toEqual([null, null])

  site.becomeVisitor()
  const user = site.open(`/collection/${made.light_box_id}`)
  await screen.findByRole('heading', { level: 1, name: made.name })
  await screen.findByText('For everyone')
  await screen.findByText('3 logos')
  expect(edit()).toBeNull()
  await untilOnWall(ids)

  // The detail moves through the collection and ends with it.
  await user.click(openTile(ids[1]!))
  await untilOpen(ids[1]!)
  await user.click(await screen.findByRole('button', { name: 'Next logo' }))
  // happy-dom may lose the focus with the button that disappears.
  await untilShown(ids[2]!)
  screen.getByRole('dialog')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Next logo' })).toBeNull())
  history.back()
  await untilClosed()

  await user.click(screen.getAllByRole('link', { name: company })[0]!)
  await waitFor(() => expect(location.pathname).toBe(`/designers/${slug}`))

  site.open(`/collection/${secret.light_box_id}`)
  await screen.findByRole('heading', { name: 'Collection not found' })
  const path = `/collection/${made.light_box_id}?logo_id=${await makeLogo()}`
  site.open(path)
  await untilAt(`/login?next=${encodeURIComponent(path)}`)
})

test('a deleted collection can be restored by Undo, and is deleted once Undo is over', async () => {
  keepToasts()
  const { make, send } = await enter()
  const made = await make([])
  const url = `/api/collections?collection_id=${made.light_box_id}`
  const card = () => screen.queryByRole('link', { name: new RegExp(made.name) })
  const remove = async () => {
    const user = site.open(`/collection/${made.light_box_id}`)
    await user.click(await screen.findByRole('link', { name: 'Edit Collection' }))
    await user.click(await screen.findByRole('button', { name: 'Delete Collection' }))
    await untilAt('/designers?tab=collections')
    await screen.findByText(`Collection “${made.name}” deleted.`)
    await screen.findByRole('heading', { name: 'No collections yet' })
    expect(card()).toBeNull()
    return user
  }
  let user = await remove()
  await user.click(button('Undo'))
  await waitFor(() => expect(card()).not.toBeNull())
  expect(site.calls).not.toContain('DELETE /api/collections')

  user = await remove()
  await user.click(button('Dismiss message'))
  await waitFor(async () => expect((await send({ method: 'GET', url })).statusCode).toBe(404))
  expect(card()).toBeNull()
})

test('signing out sends pending removals first; each of several can be undone until then', async () => {
  keepToasts()
  const { make, holds } = await enter()
  const ids = await makeLogos(5)
  const made = await make([...ids].reverse())
  const user = site.open(`/collectionX/${made.light_box_id}`)
  for (const at of [0, 1, 2, 3]) {
    await untilOnWall(ids.slice(at))
    await user.click(removeOf(ids[at]!))
  }
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(4))
  expect(await holds(made)).toHaveLength(5)
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!)
  await untilOnWall([ids[0]!, ids[4]!])
  await user.click(screen.getByRole('button', { name: /^Account of / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
  await screen.findByRole('link', { name: 'Login' })
  await waitFor(async () => expect(await holds(made)).toEqual([ids[0], ids[4]]))
})

test('a logo is removed from a collection and restored by Undo', async () => {
  const letToastsGo = keepToasts()
  const { make, holds } = await enter()
  const ids = (await makeLogos(3)) as [number, number, number]
  const made = await make([...ids].reverse())
  const user = site.open(`/collection/${made.light_box_id}`)
  await user.click(await screen.findByRole('link', { name: 'Remove logos' }))
  await untilAt(`/collectionX/${made.light_box_id}`)
  await untilOnWall(ids)
  await user.click(removeOf(ids[1]))
  await untilOnWall([ids[0], ids[2]])
  await screen.findByText('2 logos')
  await untilFocused(removeOf(ids[2]))
  await user.click(button('Undo'))
  await untilOnWall(ids)
  await untilFocused(removeOf(ids[2]))
  expect(await holds(made)).toEqual(ids)

  const restore = site.answer('POST /api/logos/save', lost)
  await user.click(removeOf(ids[1]))
  await user.click(await screen.findByRole('button', { name: 'Dismiss message' }))
  await screen.findByText(`Failed to remove from collection "${made.name}".`)
  await untilOnWall(ids)
  restore()

  letToastsGo()
  await user.click(removeOf(ids[1]))
  // Without Undo, the server is told five seconds later.
  await waitFor(async () => expect(await holds(made)).toEqual([ids[0], ids[2]]))
  await untilOnWall([ids[0], ids[2]])
})

test('on a collection’s page, unsaving in the detail removes the logo and saving restores it', async () => {
  const { make } = await enter()
  const ids = (await makeLogos(2)) as [number, number]
  const made = await make([...ids].reverse())
  const user = site.open(`/collection/${made.light_box_id}`)
  await untilOnWall(ids)
  await user.click(openTile(ids[0]))
  await untilOpen(ids[0])
  const change = async (checked: boolean) => {
    await user.click(await saveButton())
    // A logo that is in no collection has the one last saved to ticked.
    if ((await boxOf(made)).checked !== checked) await user.click(await boxOf(made))
    await user.click(done())
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save to collection' })).toBeNull())
  }
  await change(false)
  await untilOnWall([ids[1]])
  await untilOpen(ids[0])
  await change(true)
  await untilOnWall(ids)
})

test('the profile shows collections as sheets, to members only', async () => {
  const { make, call, designer_id, slug } = await enter()
  await createLogo(site.db, { designer_id })
  const ids = await makeLogos(5)
  await make(ids)
  await make(ids.slice(0, 2), { is_public: '0' })
  const tabs = async () => within(await screen.findByRole('navigation', { name: 'Profile' }))
  const own = await call(api.collections.find, { designer_id })
  const cards = () => within(screen.getByRole('main')).queryAllByRole('listitem')
  const user = site.open('/designers?tab=collections')
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(cards().map(card => card.querySelectorAll('img').length)).toEqual(
    own.map(({ count }) => Math.min(4, count)),
  )
  expect(cards().map(card => /Private/.test(card.textContent))).toEqual(own.map(it => it.is_public === '0'))
  const names = (await tabs()).getAllByRole('link').map(link => link.textContent)
  expect(names).toEqual(expect.arrayContaining(['Collections2', 'Likes', 'About']))
  await user.click(within(cards()[0]!).getByRole('link'))
  await untilAt(`/collection/${own[0]!.light_box_id}`)

  // Another member sees the public ones, and no likes.
  site.becomeVisitor()
  await enter()
  site.open(`/designers/${slug}?tab=collections`)
  await waitFor(() => expect(cards()).toHaveLength(1))
  site.open(`/designers/${slug}?tab=likes`)
  await untilAt(`/designers/${slug}?tab=logos`)
  expect((await tabs()).queryByRole('link', { name: /^Likes/ })).toBeNull()
  site.answer('GET /api/collections', lost)
  site.open(`/designers/${slug}?tab=collections`)
  await screen.findByText('Error getting collections.')

  site.becomeVisitor()
  site.open(`/designers/${slug}?tab=collections`)
  await untilAt(`/designers/${slug}?tab=logos`)
  expect((await tabs()).queryByRole('link', { name: /^Collections/ })).toBeNull()
})

test('a member who helps with a private collection finds it, saves to it and stops helping', async () => {
  const helper = await createDesigner(site.db)
  const { make, company } = await enter()
  const [added, held] = (await makeLogos(2)) as [number, number]
  const made = await make([held], { is_public: '0' })
  let user = site.open(`/collection/${made.light_box_id}`)
  await user.click(await screen.findByRole('link', { name: 'Edit Collection' }))
  const helpers = within(await screen.findByRole('region', { name: 'Helpers' }))
  await user.type(await helpers.findByLabelText('Username'), 'no.such.member')
  await user.click(helpers.getByRole('button', { name: 'Invite' }))
  await helpers.findByText('No member has this username.')
  await user.clear(helpers.getByLabelText('Username'))
  await user.type(helpers.getByLabelText('Username'), helper.username)
  await user.click(helpers.getByRole('button', { name: 'Invite' }))
  expect((await helpers.findByRole('listitem')).textContent).toContain(helper.company)

  site.becomeVisitor()
  const { call } = await site.signIn(helper)
  user = site.open(`/logo/${added}`)
  await user.click(await saveButton())
  const choice = await within(await dialog()).findByRole('listitem')
  expect(choice.textContent).toContain(`${made.name} by ${company}`)
  await user.click(done())
  await untilClosed()
  user = site.open('/designers?tab=collections')
  await user.click(await screen.findByRole('link', { name: new RegExp(made.name) }))
  await untilOnWall([added, held])
  const [found] = await call(api.collections.find, { collection_id: made.light_box_id })
  expect(found!.logos!.map(logo => logo.logo_id)).toEqual([added, held])
  await screen.findByRole('link', { name: 'Arrange' })
  expect(screen.queryByRole('link', { name: 'Edit Collection' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Stop helping' }))
  const asked = within(await screen.findByRole('alertdialog'))
  await user.click(asked.getByRole('button', { name: 'Stop helping' }))
  await waitFor(() => expect(address()).toMatch(/tab=collections$/))
  await screen.findByText('No collections yet')
})
