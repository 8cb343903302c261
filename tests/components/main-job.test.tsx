// @vitest-environment happy-dom
import { setTimeout as sleep } from 'node:timers/promises'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LogoList } from '../../shared/api/logos.ts'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

const likesSent = () => site.calls.filter(call => call === 'POST /api/logos/like').length
const untilPressed = (element: Element, isPressed: boolean) =>
  waitFor(() => expect(element.getAttribute('aria-pressed')).toBe(`${isPressed}`))

/** Holds likes until `send` is called, which resolves once the page has had the answer. */
function holdLike() {
  const [held, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  site.answer('POST /api/logos/like', async ({ forward }) => {
    await held.promise
    const answer = await forward()
    answered.resolve()
    return answer
  })
  return async () => {
    held.resolve()
    await answered.promise
    // The answer is read and rendered.
    await act(() => sleep(20))
  }
}

test('a like toggles and persists for the member who gave it', async () => {
  const { logo_id } = await createLogo(site.db)
  // Another member's like, so that the count is not the viewer's own.
  await (await site.server.signIn(await createDesigner(site.db))).call(api.logos.like, { logo_id, state: 1 })
  const { call } = await site.signIn(await createDesigner(site.db))
  const stored = async () => {
    const { data } = await call(api.logos.fresh, {})
    const { is_liked, like_ct } = data.find(logo => logo.logo_id === logo_id)!
    return [is_liked, like_ct]
  }
  const path = `/?logo_id=${logo_id}`
  const likeButton = async () => {
    // The list below the open logo has arrived.
    await waitFor(() => expect(document.querySelector(`[data-logo="${logo_id}"]`)).not.toBeNull())
    return within(await screen.findByRole('dialog')).findByRole('button', { name: /^Like/ })
  }
  let user = site.open(path)
  for (const isLiked of [true, false]) {
    const like = await likeButton()
    await untilPressed(like, !isLiked)
    expect(like.textContent).toBe(`Like${isLiked ? 1 : 2}`)
    const send = holdLike()
    await user.click(like)
    await untilPressed(like, isLiked)
    expect(like.textContent).toBe(`Like${isLiked ? 2 : 1}`)
    // A page that is left before the answer has a like that failed.
    await send()
    expect(await stored()).toEqual(isLiked ? [1, 2] : [0, 1])
    user = site.open(path)
    const again = await likeButton()
    await untilPressed(again, isLiked)
    expect(again.textContent).toBe(`Like${isLiked ? 2 : 1}`)
  }
})

test('three quick presses end with a like, and send one', async () => {
  const { logo_id, title } = await createLogo(site.db, { title: 'Pressed thrice' })
  await site.signIn(await createDesigner(site.db))
  const user = site.open('/')
  const like = await screen.findByRole('button', { name: `Like ${title}, 0` })
  const send = holdLike()
  for (const isPressed of [true, false, true]) {
    await user.click(like)
    await untilPressed(like, isPressed)
  }
  await send()
  await untilPressed(like, true)
  expect(likesSent()).toBe(1)
  expect(screen.queryByText(/^Error /)).toBeNull()
  const { data } = await (await site.server.app.inject({ url: `/api/logos?logo_id=${logo_id}` })).json()
  expect(data[0].like_ct).toBe(1)
})

test('a like that does not arrive is shown at once and reverted with a message', async () => {
  const { title } = await createLogo(site.db, { title: 'Nearly liked' })
  await site.signIn(await createDesigner(site.db))
  const user = site.open('/')
  const like = await screen.findByRole('button', { name: `Like ${title}, 0` })
  const { promise: held, resolve: letFail } = Promise.withResolvers<void>()
  site.answer('POST /api/logos/like', async call => {
    await held
    return lost(call)
  })
  await user.click(like)
  await untilPressed(like, true)
  expect(likesSent()).toBe(1)
  letFail()
  await screen.findByText('Error liking logo.')
  await untilPressed(like, false)
})

/** Holds the answers to a call, which the server has read, until they are released; renames the last logo of each, so that its arrival is seen. */
function holdLogos(call: string, name: string) {
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const restore = site.answer(call, async ({ forward }) => {
    const list = (await (await forward()).json()) as LogoList
    list.data.at(-1)!.logo = name
    read.resolve()
    await released.promise
    return Response.json(list)
  })
  const release = () => {
    restore()
    released.resolve()
  }
  return { isRead: read.promise, release }
}

const tileOf = (logoId: number) => document.querySelector<HTMLElement>(`[data-logo="${logoId}"]`)
const likeOf = (logoId: number) => within(tileOf(logoId)!).getByRole('button', { name: /^Like/ })
const untilListed = (...ids: number[]) =>
  waitFor(() =>
    expect([...document.querySelectorAll('[data-logo]')].map(tile => tile.getAttribute('data-logo'))).toEqual(
      ids.map(String),
    ),
  )

test.each([
  ['the wall', 'Colophon', 'GET /api/logos/fresh'],
  ['the designer’s profile', 'Late Studio', 'GET /api/logos'],
])('an answer for %s that was read before a like does not take it back', async (_name, link, call) => {
  const { designer_id } = await createDesigner(site.db, { company: 'Late Studio' })
  const { logo_id } = await createLogo(site.db, { designer_id, title: 'Liked early' })
  await site.signIn(await createDesigner(site.db))
  const user = site.open(`/logo/${logo_id}`)
  const like = await screen.findByRole('button', { name: /^Like/ })
  await untilPressed(like, false)
  const send = holdLike()
  await user.click(like)
  const list = holdLogos(call, 'Late answer')
  await user.click(screen.getAllByRole('link', { name: link })[0]!)
  await list.isRead
  await send()
  list.release()
  await waitFor(() => expect(tileOf(logo_id)).not.toBeNull())
  await untilPressed(likeOf(logo_id), true)
})

test('an answer that was read before an unlike does not undo it, for the open logo and the list of likes', async () => {
  const { call } = await site.signIn(await createDesigner(site.db))
  const ids: number[] = []
  for (let i = 0; i < 3; i += 1) {
    const { logo_id } = await createLogo(site.db)
    await call(api.logos.like, { logo_id, state: 1 })
    ids.unshift(logo_id)
  }
  const [first, second, other] = ids as [number, number, number]
  const user = site.open('/designers?tab=likes')
  await untilListed(first, second, other)

  const detail = holdLogos('GET /api/logos', 'Late detail')
  await user.click(within(tileOf(first)!).getAllByRole('link')[0]!)
  await detail.isRead
  const dialog = within(await screen.findByRole('dialog'))
  const like = dialog.getByRole('button', { name: /^Like/ })
  const send = holdLike()
  await user.click(like)
  await untilListed(second, other)
  await send()
  detail.release()
  await dialog.findByRole('heading', { name: 'Late detail' })
  await untilPressed(like, false)
  await untilListed(second, other)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const tab = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Profile' })).getByRole('link', { name })
  await user.click(tab('About'))
  const list = holdLogos('GET /api/designers/likes', 'Late list')
  await user.click(screen.getByRole('link', { name: /^Likes/ }))
  await list.isRead
  const sendNext = holdLike()
  await user.click(likeOf(second))
  await untilListed(other)
  await sendNext()
  list.release()
  await screen.findByRole('img', { name: /^Late list by/ })
  await untilListed(other)
})

test('the header shows the signed-in member, and signing out ends the session', async () => {
  const member = await createDesigner(site.db)
  site.open('/')
  const login = async () =>
    within((await screen.findAllByRole('banner'))[0]!).findByRole('link', { name: 'Login' })
  await login()
  const { send } = await site.signIn(member)
  const user = site.reload()
  await user.click(await screen.findByRole('button', { name: `Account of ${member.company}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
  await login()
  const check = async () => (await send({ method: 'GET', url: '/api/auth/check' })).json()
  await expect.poll(check).toMatchObject({ isAuthenticated: false })
})
