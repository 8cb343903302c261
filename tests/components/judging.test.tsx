// @vitest-environment happy-dom
import { randomBytes } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as api from '../../shared/api.ts'
import { formatDate } from '../../shared/rules/format.ts'
import { dayMs } from '../../shared/rules/time.ts'
import { type Account, createAccounts } from '../judging-book.ts'
import { writeShelf } from '../shelf.ts'
import { findFaults } from './axe.ts'
import { button, input, untilAt, untilDescribed, untilFocused, untilSaid } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()
let entrants: Account[]
let chair: Account
let shelf: Awaited<ReturnType<typeof writeShelf<object>>>

beforeAll(async () => {
  entrants = await createAccounts(site.db, 4)
  chair = (await createAccounts(site.db, 1, 'chair'))[0]!
  shelf = await writeShelf(site.db, randomBytes(16).toString('hex'), entrants, async () => ({}))
})

test('Compete, Books, Submit and a logo’s page show the open book; a published entry shows its band', async () => {
  const visitor = site.server.visit()
  const { data: books } = await visitor.call(api.books.find, {})
  const open = books.find(book => book.slug === shelf.open.slug)!
  const until = formatDate(open.closes_at!)
  const { data: winners } = await visitor.call(api.books.winners, { book: shelf.published.slug })
  const winner = winners[0]!
  const member = await site.signIn(entrants.find(one => one.designer_id === winner.designer_id)!)
  site.open('/compete')
  await untilSaid(
    `${open.title} is open for entries until ${until}. Results go out by email by ${formatDate(open.results_by!)}.`,
  )
  await untilSaid('12 logos entered so far, 3 of them yours, for 8 places.')
  site.open('/books')
  await untilSaid(`${open.title} is open for entries until ${until}.`)
  site.open('/submit')
  await untilSaid(`Every upload enters ${open.title} until ${until}.`)

  const { data: own } = await member.call(api.logos.find, { designer_id: 'me', page_size: 'all' })
  // The open book's entries were uploaded last.
  site.open(`/logo/${own[0]!.logo_id}`)
  await untilSaid(`Book ${open.number}`)
  await untilSaid(
    /Entered\. (Until .+ you can withdraw it by deleting the logo|Judged after the book closes on .+)/,
  )
  site.open(`/logo/${winner.logo_id}`)
  await untilSaid(/top (5|10|25|50) %/)
})

test('the page of a published book shows its winners, and how far the jury agreed', async () => {
  site.open(`/books/${shelf.published.slug}`)
  const winners = await screen.findByRole('region', { name: '8 logos' })
  await waitFor(() => expect(within(winners).getAllByRole('img', { name: /Mark \d+/ })).toHaveLength(8))
  const agreement = within(await screen.findByRole('region', { name: 'How far the jury agreed' }))
  agreement.getByText(/^Three scores together tell about \d+ %/)
  agreement.getByText('Krippendorff’s alpha')
  expect(within(agreement.getByRole('table')).getAllByRole('row')).toHaveLength(10)
  expect(await findFaults()).toEqual([])
})

test('a book without a draw says so, and its draw page shows what closing fixed', async () => {
  const { slug } = shelf.judging
  const user = site.open(`/books/${slug}`)
  await screen.findByText(/^The jury is at work/)
  await waitFor(() => expect(document.title).toBe('Colophon Book 16 · Colophon'))
  await user.click(screen.getByRole('link', { name: 'How the jury was assigned' }))
  await screen.findByRole('heading', { name: 'The draw' })
  expect((await screen.findAllByText(/^[0-9a-f]{64}$/)).length).toBeGreaterThan(0)
  screen.getByText(/can be repeated once the result is ratified/)
  expect(await findFaults()).toEqual([])
})

test('the chair sees who is late in the week before unfinished tiles go to others', async () => {
  await site.signIn(chair)
  site.open(`/admin/books/${shelf.border.slug}`)
  const table = await screen.findByRole('table', { name: 'Jurors and their progress' })
  await waitFor(() => expect(within(table).getAllByRole('rowheader')).toHaveLength(8))
  expect(within(table).queryByText('late')).toBeNull()
  // The border round is due ten days after its beginning. The session is renewed, as its own time has passed, too.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 4 * dayMs)
  await site.signIn(chair)
  site.reload()
  expect((await screen.findAllByText('late')).length).toBeGreaterThan(0)
})

test('the chair edits a book’s public texts and restores an earlier version', async () => {
  await site.signIn(chair)
  const user = site.open(`/admin/books/${shelf.published.slug}`)
  const form = within(await screen.findByRole('form', { name: 'On the Books page' }))
  const save = () => form.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  // The server saves it as 120.
  await user.clear(form.getByLabelText('Pages'))
  await user.type(form.getByLabelText('Pages'), '0120')
  const blurbs = ['Chosen in the dark', 'Chosen by nine']
  for (const blurb of blurbs) {
    await user.clear(form.getByLabelText('Blurb'))
    await user.type(form.getByLabelText('Blurb'), blurb)
    await waitFor(() => within(screen.getByRole('region', { name: 'Preview' })).getByText(blurb))
    await user.click(save())
    await waitFor(() => expect(save().disabled).toBe(true))
    await waitFor(() => expect(save().textContent).toBe('Save'))
    expect(save().disabled).toBe(true)
    expect(form.getByLabelText<HTMLInputElement>('Pages').value).toBe('120')
  }
  const versions = within(await screen.findByRole('region', { name: 'Versions' }))
  const before = () => within(versions.getAllByRole('listitem')[1]!)
  await user.click(before().getByRole('button', { name: /^Compare version/ }))
  await waitFor(() => expect(before().getAllByRole('insertion')[0]!.textContent).toContain('in the dark'))
  await user.click(before().getByRole('button', { name: /^Restore version/ }))
  const restoring = within(await before().findByRole('form', { name: 'Restore' }))
  await user.click(restoring.getByRole('button', { name: 'Restore' }))
  await screen.findByText(/^Version \d+ is back\.$/)
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Blurb').value).toBe(blurbs[0]))
  site.open('/books')
  await screen.findByText(blurbs[0]!)
})

test('the chair adds a book from before, which is then on the page of books', async () => {
  const title = 'Marks and signs'
  await site.signIn(chair)
  const user = site.open('/admin/books')
  await user.click(await screen.findByRole('button', { name: 'Add an earlier book' }))
  await screen.findByRole('form', { name: 'Add an earlier book' })
  await user.selectOptions(input('Series'), 'Textbook')
  await user.type(input('Number'), '1')
  await user.type(input('Title'), title)
  await user.click(button('Add the book'))
  await untilDescribed('Published', 'Must be a month, such as 2027-03.')
  expect(await findFaults()).toEqual([])
  await user.type(input('Published'), '2009-10')
  await user.click(button('Add the book'))
  await untilAt('/admin/books/textbook-1')
  await screen.findByText(new RegExp(`^${title} was published elsewhere`))
  const form = within(await screen.findByRole('form', { name: 'On the Books page' }))
  expect(form.getByLabelText<HTMLInputElement>('Title').value).toBe(title)
  site.open('/books')
  await screen.findByRole('heading', { name: title })
})

test('an unavailable step shows its reason', async () => {
  const client = await site.signIn(chair)
  const user = site.open(`/admin/books/${shelf.border.slug}`)
  const missing = await screen.findByRole('list', { name: 'Missing' })
  expect(missing.textContent).toMatch(/tiles are not scored yet\./)
  // A form with more than a reason, in whose place its button stood.
  const reassign = (await screen.findAllByRole('button', { name: /^Reassign / }))[0]!
  await user.click(reassign)
  await untilFocused(await screen.findByRole('textbox', { name: 'Why' }))
  await user.keyboard('{Escape}')
  await untilFocused(screen.getAllByRole('button', { name: /^Reassign / })[0]!)
  const ratify = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ratify the result' }))
    await user.type(await screen.findByRole('textbox', { name: 'Why' }), 'It is time')
  }
  await ratify()
  await user.click(button('Ratify the result'))
  await waitFor(() =>
    expect(
      screen.getAllByRole('alert').some(each => /tiles are not scored yet\./.test(each.textContent)),
    ).toBe(true),
  )

  // Another chair has taken the book two steps on since this page was loaded.
  const book = shelf.scored.slug
  site.open(`/admin/books/${book}`)
  await ratify()
  for (const to of ['ratified', 'published'] as const)
    await client.call(api.desk.books.setState, { book, to, why: 'It is time' })
  await user.click(button('Ratify the result'))
  await screen.findByText('Colophon Book 14 is published already: there is no way back.')
})
