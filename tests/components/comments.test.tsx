// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, button, field, input, untilAt, untilFocused } from './find.ts'
import { logIn } from './log-in.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

/** A logo with comments of this member, the first one oldest; opened by the member who is signed in. */
async function createCommented(count = 1) {
  const author = await createDesigner(site.db)
  const logo = await createLogo(site.db)
  const rows = Array.from({ length: count }, (_, i) => ({
    logo_id: logo.logo_id,
    designer_id: author.designer_id,
    comment: `Remark ${i + 1}.`,
    created_at: new Date(Date.now() - (count - i) * 60_000),
  }))
  await site.db.insertInto('comment').values(rows).execute()
  return { author, ...logo, path: `/logo/${logo.logo_id}` }
}

const noteOf = async (text: string) => (await screen.findByText(text, { ignore: 'textarea' })).closest('li')!

test('a member cannot remove another’s comment; a visitor signs in to comment, and returns', async () => {
  const { path, logo_id } = await createCommented()
  const member = await createDesigner(site.db)
  await site.signIn(member)
  site.open(path)
  const note = within(await noteOf('Remark 1.'))
  await note.findByRole('button', { name: /^Report / })
  expect(note.queryByRole('button', { name: /^Remove / })).toBeNull()
  await screen.findByRole('textbox', { name: 'Comment' })

  site.becomeVisitor()
  const inDialog = `/?logo_id=${logo_id}`
  const user = site.open(inDialog)
  await noteOf('Remark 1.')
  const link = await screen.findByRole('link', { name: 'Log in to comment' })
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  await user.click(link)
  await untilAt(`/login?next=${encodeURIComponent(inDialog)}`)
  await logIn(user, member.username)
  await untilAt(inDialog)
  await within(await screen.findByRole('dialog')).findByRole('textbox', { name: 'Comment' })
})

test('staff without a membership read what commenting needs in place of the field', async () => {
  const { path } = await createCommented()
  await site.signIn(await createDesigner(site.db, { role: 'moderator', membership: 'none' }))
  const user = site.open(path)
  const said = await screen.findByText('Commenting needs a membership.')
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  await user.click(within(said).getByRole('link', { name: 'Become a member' }))
  await untilAt('/checkout')
})

test('older comments load by 50, and the focus moves to the first of them', async () => {
  const { path } = await createCommented(53)
  await site.signIn(await createDesigner(site.db))
  const user = site.open(path)
  await screen.findByRole('heading', { name: 'Comments (53)' })
  const notes = () => screen.getAllByText(/^Remark \d+\.$/)
  expect(notes()).toHaveLength(50)
  expect(screen.queryByText('Remark 1.')).toBeNull()
  button('Show older comments').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(notes()).toHaveLength(53))
  expect(screen.queryByRole('button', { name: 'Show older comments' })).toBeNull()
  const first = notes()[50]!.closest('li')!
  await untilFocused(within(first).getByRole('link'))
})

test('a comment that fails shows an error and keeps its text', async () => {
  const { author, path } = await createCommented()
  await site.signIn(author)
  const find = site.answer('GET /api/logos/comments', lost)
  const user = site.open(path)
  await screen.findByText('Error loading logo comments.')
  find()
  await user.click(button('Try again'))
  const note = await noteOf('Remark 1.')

  site.answer('POST /api/logos/comments', lost)
  await user.type(field('Comment'), 'Nearly lost')
  await user.click(button('Add comment'))
  await screen.findByText('Error adding comment.')
  expect(input('Comment').value).toBe('Nearly lost')
  site.answer('PUT /api/logos/comments', lost)
  await user.click(within(note).getByRole('button', { name: /^Remove / }))
  await screen.findByText('Error deleting comment.')
  screen.getByText('Remark 1.')
})

test('a comment that has to wait for the database keeps its text, the page says so until saving is possible, and the next try adds it', async () => {
  const { author, path } = await createCommented()
  await site.signIn(author)
  const line = () => screen.queryByText(/^We can’t save anything for a moment\. You can go on/)
  const restore = site.answer('POST /api/logos/comments', () =>
    Response.json(
      { error: 'We can’t save anything for a moment. Try again in a minute.', code: 'saving_waits' },
      { status: 503, headers: { 'retry-after': '10' } },
    ),
  )
  const user = site.open(path)
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Written before the pause.')
  expect(line()).toBeNull()
  const restoreCheck = site.answer('GET /api/auth/check', async ({ forward }) =>
    Response.json({ ...(await (await forward()).json()), saving_waits: true }),
  )
  await user.click(button('Add comment'))
  await screen.findByText('Error adding comment. We can’t save anything for a moment. Try again in a minute.')
  expect(input('Comment').value).toBe('Written before the pause.')
  await waitFor(() => expect(line()).not.toBeNull())
  restoreCheck()
  await waitFor(() => expect(line()).toBeNull())
  restore()
  await user.click(button('Add comment'))
  await waitFor(() => expect(input('Comment').value).toBe(''))
  await noteOf('Written before the pause.')
})

test('related logos that fail to load leave the way to similar ones', async () => {
  const { path } = await createCommented()
  site.answer('GET /api/logos/related', lost)
  const user = site.open(path)
  await screen.findByRole('heading', { name: /^Comments/ })
  // Reads are tried twice.
  const tries = () => site.calls.filter(call => call === 'GET /api/logos/related').length
  await waitFor(() => expect(tries()).toBe(2))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Related' })).toBeNull())
  await user.click(screen.getByRole('link', { name: 'More like this' }))
  await untilAt(`${path}/similar`)
})

test('a designer is followed and unfollowed from the logo’s page; a failure says so and changes nothing', async () => {
  const { path, designer_id } = await createCommented()
  const { company } = await site.db
    .selectFrom('designer')
    .select('company')
    .where('designer_id', '=', designer_id)
    .executeTakeFirstOrThrow()
  await site.signIn(await createDesigner(site.db))
  let user = site.open(path)
  const follow = () => screen.findByRole('button', { name: `Follow ${company}` })
  // Its style shows one of two words.
  const unfollow = () =>
    screen.findByRole('button', { name: new RegExp(`^Following ?Unfollow ${RegExp.escape(company)}$`) })
  await user.click(await follow())
  await screen.findByText('Designer followed!')
  user = site.reload()
  await user.click(await unfollow())
  await screen.findByText('Designer unfollowed.')

  const restore = site.answer('POST /api/designers/follow', lost)
  await user.click(await follow())
  await screen.findByText('Error following designer.')
  restore()
  await user.click(await follow())
  await unfollow()
  site.answer('POST /api/designers/follow', lost)
  await user.click(await unfollow())
  await screen.findByText('Error unfollowing designer.')
  await unfollow()
})

test('a member cannot follow themselves; a visitor is asked to sign in', async () => {
  const { path, designer_id } = await createCommented()
  await site.signIn({ designer_id })
  site.open(path)
  await screen.findByRole('button', { name: /^Saved?$/ })
  expect(screen.queryByRole('button', { name: /ollow / })).toBeNull()
  site.becomeVisitor()
  const user = site.open(path)
  await user.click(await screen.findByRole('button', { name: /^Follow / }))
  await untilAt(`/login?next=${encodeURIComponent(path)}`)
})

test('a member comments on an open logo, sees the comment first, and removes it; the focus stays at the comments', async () => {
  const { author, logo_id } = await createCommented()
  await site.signIn(author)
  const path = `/?logo_id=${logo_id}`
  let user = site.open(path)
  await noteOf('Remark 1.')
  const text = 'Fine counters'
  await user.type(field('Comment'), text)
  await user.click(button('Add comment'))
  const note = await noteOf(text)
  expect(note.textContent).toContain('Just now')
  expect(note.closest('[role=dialog]')).not.toBeNull()
  expect(note.parentElement!.firstElementChild).toBe(note)
  await waitFor(() => expect(input('Comment').value).toBe(''))
  // The button is gone; the focus moves to the text field.
  await untilFocused(field('Comment'))

  user = site.reload()
  await user.click(within(await noteOf(text)).getByRole('button', { name: /^Remove comment/ }))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  // The member's next comment gets the focus, not the page.
  const earlier = within(await noteOf('Remark 1.'))
  await untilFocused(earlier.getByRole('button', { name: /^Remove comment/ }))
  site.reload()
  await noteOf('Remark 1.')
  expect(screen.queryByText(text)).toBeNull()
})

test('an empty comment or one longer than 2,000 characters is refused; arrow keys in the field do not move the logo', async () => {
  const { author, logo_id } = await createCommented()
  await site.signIn(author)
  await createLogo(site.db)
  const path = `/?logo_id=${logo_id}`
  const user = site.open(path)
  await noteOf('Remark 1.')
  // Both neighbours are there.
  await screen.findByRole('button', { name: 'Next logo' })
  await screen.findByRole('button', { name: 'Previous logo' })
  const fill = (value: string) => fireEvent.change(field('Comment'), { target: { value } })
  const add = () => button('Add comment')
  fill('   ')
  expect(add().disabled).toBe(true)
  fill('x\n'.repeat(950))
  await screen.findByText('101 characters left')
  fill('x'.repeat(2003))
  await screen.findByText('3 characters too many')
  expect(add().disabled).toBe(true)
  fill('x'.repeat(2000))
  await screen.findByText('0 characters left')
  expect(add().disabled).toBe(false)
  field('Comment').focus()
  await user.keyboard('{ArrowLeft}{ArrowRight}')
  expect(address()).toBe(path)
})

test('related logos lead to their own pages, and More like this to the similar ones', async () => {
  const keywords = ['heron', 'reed']
  const { logo_id } = await createLogo(site.db, { title: 'Heron', keywords })
  for (let n = 1; n <= 4; n++) await createLogo(site.db, { title: `Reed ${n}`, keywords })
  const { data } = await site.server.visit().call(api.logos.related, { logo_id })
  expect(data).toHaveLength(4)
  const path = `/?logo_id=${logo_id}`
  const user = site.open(path)
  const related = async () =>
    within((await screen.findByRole('heading', { name: 'Related' })).closest('section')!)
  const links = async () => {
    const list = within((await related()).getByRole('list'))
    return list.findAllByRole('link')
  }
  expect(await links()).toHaveLength(data.length)
  await user.click((await related()).getByRole('link', { name: 'More like this' }))
  await untilAt(`/logo/${logo_id}/similar`)
  await screen.findByRole('heading', { level: 1, name: /^Like / })
  history.back()
  await untilAt(path)
  await user.click((await links())[0]!)
  await untilAt(`/logo/${data[0]!.logo_id}`)
  await screen.findByRole('heading', { level: 1, name: data[0]!.logo })
})
