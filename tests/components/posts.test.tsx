// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, makePicture } from '../factories.ts'
import { address, untilAt, untilFocused } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
let admin: Awaited<ReturnType<typeof enter>>
beforeEach(async () => {
  admin = await enter()
})

async function enter() {
  const { designer_id, username } = await createDesigner(site.db, { role: 'admin' })
  const { call } = await site.signIn({ designer_id })
  return { username, call }
}

const postIsThere = async (slug: string) =>
  (await site.server.app.inject({ url: `/api/news?slug=${slug}` })).statusCode === 200
const findPostForm = async () => within(await screen.findByRole('form', { name: 'Post' }))
const versions = () => within(screen.getByRole('region', { name: 'Versions' }))

const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

test('a post is written as a draft with a picture, previewed, made public, read, and removed', async () => {
  const [title, slug] = ['The jury is named', 'the-jury-is-named']
  const user = site.open('/admin/posts')
  await user.click(await screen.findByRole('link', { name: 'Write a post' }))
  await untilAt('/admin/posts/new')
  const form = await findPostForm()
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  await user.type(form.getByLabelText('Title'), title)
  await user.type(form.getByLabelText('Text'), 'Nine of us.\n\n## When\n\nIn **spring**.')
  await user.type(form.getByLabelText('Excerpt'), 'The jury is complete.')
  const picture = await makePicture({ width: 1600, height: 1000 })
  await user.upload(form.getByLabelText('Choose a picture'), fileOf(picture, 'jury.png'))
  await user.type(await form.findByLabelText('What the picture shows'), 'A long table')
  await preview.findByRole('heading', { name: title })
  await preview.findByRole('heading', { name: 'When' })
  await preview.findByRole('img', { name: 'A long table' })
  await user.click(form.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(address()).toMatch(/^\/admin\/posts\/\d+$/))
  // Only a post that is stored can be removed: this is its own page.
  await screen.findByRole('button', { name: 'Remove post' })
  expect(await postIsThere(slug)).toBe(false)

  const stored = await findPostForm()
  const save = () => stored.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await user.click(stored.getByText('Public', { exact: true }))
  await user.click(save())
  const read = await stored.findByRole('link', { name: 'See it on the site' })
  expect(read.getAttribute('href')).toBe(`/news/${slug}`)
  await waitFor(() => expect(save().disabled).toBe(true))
  await user.clear(stored.getByLabelText('Text'))
  await user.type(stored.getByLabelText('Text'), 'Ten of us.')
  await user.click(save())
  await waitFor(() =>
    expect(versions().getAllByRole('listitem')[0]!.textContent).toContain(`Version 2in use${admin.username}`),
  )
  await user.click(versions().getByRole('button', { name: 'Compare version 1' }))
  const difference = within(await versions().findByRole('region', { name: 'What version 1 would change' }))
  expect((await difference.findAllByRole('insertion'))[0]!.textContent).toContain('Nine')
  await user.click(versions().getByRole('button', { name: 'Restore version 1' }))
  const restore = within(await versions().findByRole('form', { name: 'Restore' }))
  await user.click(restore.getByRole('button', { name: 'Restore' }))
  await screen.findByText('Version 1 is back.')
  await waitFor(() =>
    expect(stored.getByLabelText<HTMLTextAreaElement>('Text').value).toMatch(/^Nine of us\./),
  )
  const own = address()
  site.open(`/news/${slug}`)
  await screen.findByRole('heading', { name: title, level: 1 })
  await screen.findByText('Nine of us.')
  await screen.findByRole('img', { name: 'A long table' })

  site.open(own)
  await user.click(await screen.findByRole('button', { name: 'Remove post' }))
  const remove = within(await screen.findByRole('form', { name: 'Remove post' }))
  await user.type(remove.getByLabelText('Why (optional)'), 'Written twice')
  await user.click(remove.getByRole('button', { name: 'Remove post' }))
  await untilAt('/admin/posts')
  expect(await postIsThere(slug)).toBe(false)
})

test('a post saved by somebody else in between is shown before it is overwritten', async () => {
  const { call } = admin
  const { post_id } = await call(api.desk.posts.add, { title: 'Two writers', text: 'Nine of us.' })
  const user = site.open(`/admin/posts/${post_id}`)
  const form = await findPostForm()
  const text = form.getByLabelText<HTMLTextAreaElement>('Text')
  await user.clear(text)
  await user.type(text, 'Eleven of us.')
  await call(api.desk.posts.update, { post_id, text: 'Ten of us.' })
  // The page asks every ten seconds.
  await form.findByText(/saved version 2 while you were writing\./)
  expect(text.value).toBe('Eleven of us.')
  await user.click(form.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(versions().getAllByRole('listitem')).toHaveLength(3))
  expect(form.queryByText(/while you were writing/)).toBeNull()
  await user.click(versions().getByRole('button', { name: 'Compare version 2' }))
  expect((await versions().findByRole('insertion')).textContent).toContain('Ten')
})

test('a post with a future date is scheduled, and the list says so', async () => {
  const user = site.open('/admin/posts/new')
  const form = await findPostForm()
  await user.type(form.getByLabelText('Title'), 'Not before its day')
  await user.type(form.getByLabelText('Text'), 'Soon.')
  await user.click(form.getByText('Public', { exact: true }))
  fireEvent.change(form.getByLabelText('From (your local time)'), { target: { value: '2099-01-31T09:00' } })
  await form.findByText('Everyone can read it from that date on.')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toMatch(/^\/admin\/posts\/\d+$/))
  expect(await postIsThere('not-before-its-day')).toBe(false)
  site.open('/admin/posts?state=later&q=Not%20before')
  const row = (await screen.findByText('Not before its day')).closest('tr')
  expect(row?.textContent).toContain('planned')
})

test('errors of a post are shown at their fields, and leaving with unsaved text asks for confirmation', async () => {
  const user = site.open('/admin/posts/new')
  const form = await findPostForm()
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save draft' }).disabled).toBe(true)
  await user.type(form.getByLabelText('Title'), 'Without a text')
  await user.keyboard('{Control>}s{/Control}')
  await form.findByText('A post needs a text.')
  await untilFocused(form.getByLabelText('Text'))
  await user.upload(
    form.getByLabelText('Choose a picture'),
    fileOf(Buffer.from('no picture'), 'no-picture.png'),
  )
  await form.findByText('File must be a JPG, PNG, GIF or WebP image.')
  await user.click(within(screen.getByRole('heading', { level: 1 })).getByRole('link', { name: 'Posts' }))
  const ask = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await user.click(ask.getByRole('button', { name: 'Leave' }))
  await untilAt('/admin/posts')
})

test('an unknown post shows a message', async () => {
  site.open('/admin/posts/999999')
  await screen.findByText('There is no such post.')
})
