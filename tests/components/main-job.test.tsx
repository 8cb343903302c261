// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

const likesSent = () => site.calls.filter(call => call === 'POST /api/logos/like').length
const untilPressed = (element: Element, isPressed: boolean) =>
  waitFor(() => expect(element.getAttribute('aria-pressed')).toBe(`${isPressed}`))

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
    await user.click(like)
    await untilPressed(like, isLiked)
    expect(like.textContent).toBe(`Like${isLiked ? 2 : 1}`)
    await expect.poll(stored).toEqual(isLiked ? [1, 2] : [0, 1])
    user = site.open(path)
    const again = await likeButton()
    await untilPressed(again, isLiked)
    expect(again.textContent).toBe(`Like${isLiked ? 2 : 1}`)
  }
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
