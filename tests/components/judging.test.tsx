// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { randomBytes } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { refreshSuggestions } from '../../server/features/search/queries.ts'
import { modelVersion, shapeZero, viewBytes } from '../../server/lib/look/describe.ts'
import type { Draw } from '../../shared/api/books.ts'
import * as api from '../../shared/api.ts'
import { formatDate } from '../../shared/rules/format.ts'
import { similarFrom } from '../../shared/rules/look.ts'
import { dayMs } from '../../shared/rules/time.ts'
import { type Account, createAccounts } from '../judging-book.ts'
import { writeShelf } from '../shelf.ts'
import { findFaults } from './axe.ts'
import { listTiles, untilAtHand, untilOutbox } from './bench.ts'
import { button, input, untilAt, untilDescribed, untilFocused, untilSaid } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
let entrants: Account[]
let chair: Account
let shelf: Awaited<ReturnType<typeof writeShelf>>

beforeAll(async () => {
  entrants = await createAccounts(site.db, 4)
  chair = (await createAccounts(site.db, 1, 'chair'))[0]!
  shelf = await writeShelf(site.db, randomBytes(16).toString('hex'), entrants)
  await refreshSuggestions(site.db)
})

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
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

test('a flag for a copy shows the chair the logos most like it, or that they didn’t load', async () => {
  const { book_id, logo_id, others } = await flagCopy()
  const client = await site.signIn(chair)
  const alike = async () =>
    (await client.call(api.look.similar, { logo_id, emphasis: 'shape' })).data.map(logo => logo.likeness)
  await expect.poll(alike, { timeout: 20_000 }).toHaveLength(2)
  const [near, far] = await alike()
  expect([near! >= similarFrom, far! >= similarFrom]).toEqual([true, false])
  const find = site.answer('GET /api/logos/similar', lost)
  site.open(`/admin/books/${shelf.judging.slug}`)
  await screen.findByText('Similar logos didn’t load.')
  find()
  site.reload()
  const list = await screen.findByRole('list', { name: /^Logos like Mark \d+$/ })
  const [twin, ...more] = within(list).getAllByRole('link')
  expect([twin!.getAttribute('href'), more]).toEqual([`/logo/${others[0]}`, []])
  within(twin!).getByText(`${near}% alike`)
  await site.db.deleteFrom('entry_flag').where('book_id', '=', book_id).execute()
})

/** Flags an entry as a copy: of two others, one has its look. */
async function flagCopy() {
  const [flagged, ...others] = await site.db
    .selectFrom('entry')
    .innerJoin('book', 'book.book_id', 'entry.book_id')
    .where('slug', '=', shelf.judging.slug)
    .orderBy('logo_id')
    .limit(3)
    .select(['book.book_id', 'logo_id'])
    .execute()
  const { book_id, logo_id } = flagged!
  // Vectors of the shapes' length, at a right angle to each other.
  const [same, other] = [0, 25].map(at =>
    Buffer.alloc(viewBytes, shapeZero).fill(shapeZero + 32, at, at + 25),
  )
  const looks = [flagged!, ...others].map((entry, i) => ({
    logo_id: entry.logo_id,
    model_version: modelVersion,
    views: i < 2 ? same! : other!,
  }))
  await site.db.insertInto('logo_look').values(looks).execute()
  const flag = {
    book_id,
    logo_id,
    number: 1,
    reason: 'copy' as const,
    text: 'I have seen this before.',
    at: new Date(),
  }
  await site.db.insertInto('entry_flag').values(flag).execute()
  return { book_id, logo_id, others: others.map(entry => entry.logo_id) }
}

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

test('the chair’s ranking shows intervals and the cut; a disqualified entry leaves it with its reason, and comes back', async () => {
  await site.signIn(chair)
  const user = site.open(`/admin/books/${shelf.ratified.slug}`)
  const ranking = within(await screen.findByRole('region', { name: 'Ranking' }))
  const rows = () => within(ranking.getByRole('table')).getAllByRole('row')
  const nameOf = (row: number) => within(rows()[row]!).getByRole('rowheader').textContent!
  // The head, 24 entries, and the cut after the eighth.
  expect(rows()).toHaveLength(26)
  expect(rows()[9]!.textContent).toBe('The cut: 8 places. Above it is the book.')
  expect(rows()[1]!.textContent).toMatch(/from -?\d\.\d\d to -?\d\.\d\d/)
  expect(await findFaults()).toEqual([])
  const [first, second] = [nameOf(1), nameOf(2)]
  const disqualify = () => screen.getByRole('button', { name: `Disqualify ${first}` })
  await user.click(disqualify())
  await untilFocused(within(rows()[1]!).getByRole('textbox', { name: 'Why' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(disqualify()))
  await user.keyboard('{Enter}')
  await untilFocused(await within(rows()[1]!).findByRole('textbox', { name: 'Why' }))
  await user.keyboard('Published elsewhere in 2019{Enter}')
  await waitFor(() => expect(nameOf(1)).toBe(second))
  const last = () => rows()[25]!
  await waitFor(() => expect(last().textContent).toContain('Disqualified: Published elsewhere in 2019'))
  expect(nameOf(25)).toBe(first)
  expect(within(last()).getAllByRole('cell')[0]!.textContent).toBe('–')
  await user.click(await screen.findByRole('button', { name: `Put back ${first}` }))
  await user.type(await within(last()).findByRole('textbox', { name: 'Why' }), 'It was a sketch{Enter}')
  await waitFor(() => expect([nameOf(1), nameOf(2)]).toEqual([first, second]))
})

test('the draw page confirms a correct draw, and reports one with a swapped juror', async () => {
  const { slug } = shelf.published
  let user = site.open(`/books/${slug}/draw`)
  await screen.findByText(/it was combined with the list of entries and the jury\.$/)
  screen.getByText(/^None\. The draw depends on the secret alone/)
  await user.click(button('Check the draw'))
  await screen.findByText(/^It agrees\./)
  expect(await findFaults()).toEqual([])
  site.answer('GET /api/books/draw', async ({ forward }) => {
    const draw: Draw = await (await forward()).json()
    const [, panel] = draw.assignments![0]!
    const another = [1, 2, 3, 4].find(juror => !panel.includes(juror))!
    draw.assignments![0]![1] = [...panel.slice(1), another].sort((a, b) => a - b)
    return Response.json(draw)
  })
  user = site.open(`/books/${slug}/draw`)
  await user.click(await screen.findByRole('button', { name: 'Check the draw' }))
  await screen.findByText(/^It does not agree\./)
  const items = screen.getAllByRole('listitem').map(each => each.textContent)
  const differing = items.filter(text => /^Differs/.test(text))
  // The border round's draw may follow from the changed one.
  expect(differing).toContain('DiffersRepeating the draw gives other jurors than those published.')
  expect(items.filter(text => /^Agrees/.test(text))).not.toEqual([])
})

test('before the draw a juror names designers whose work is known, and takes one off the list', async () => {
  const client = await site.signIn(shelf.open.jurors[0]!)
  const readDeclared = async () => (await client.call(api.jury.find, {})).declared
  const [one, other] = [entrants[0]!, entrants[1]!]
  const user = site.open('/jury')
  const find = await screen.findByLabelText('Find a designer')
  for (const { company } of [one, other]) {
    await user.clear(find)
    await user.type(find, company)
    await user.click(await screen.findByRole('button', { name: `I know them: ${company}` }))
    await screen.findByRole('button', { name: `Take ${company} off the list` })
  }
  expect(await findFaults()).toEqual([])
  expect([...(await readDeclared())].sort()).toEqual([one.designer_id, other.designer_id].sort())
  site.reload()
  const again = await screen.findByRole('button', { name: `Take ${one.company} off the list` })
  await user.click(again)
  const named = () =>
    within(screen.getByRole('list', { name: 'Designers you named' })).getAllByRole('listitem')
  await waitFor(() => expect(named().map(each => each.textContent)).toEqual([other.company]))
  expect(await readDeclared()).toEqual([other.designer_id])
})

test('calibration tiles come first, cannot be saved or flagged, and do not count', async () => {
  const client = await site.signIn(shelf.judging.jurors[0]!)
  const tiles = await listTiles(client)
  const calibration = tiles.filter(tile => tile.is_calibration)
  expect(calibration).toHaveLength(16)
  expect(tiles.slice(0, 16)).toEqual(calibration)
  const total = tiles.length - 16
  const user = site.open('/jury')
  await screen.findByText(/^Calibration, 16 tiles left: logos of the last book/)
  await user.keyboard('v')
  await screen.findByText('Calibration tiles can’t be saved.')
  await user.keyboard('f')
  await screen.findByText('Calibration tiles can’t be flagged.')
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const tile of calibration) {
    await untilAtHand(tile)
    await user.keyboard('1')
  }
  await untilAtHand(tiles[16]!)
  await screen.findByText(/^Please finish by /)
  await untilOutbox(0, 16)
  const beside = within(screen.getByRole('list', { name: 'Your scores beside the expected shares' }))
  expect(beside.getAllByRole('listitem')[0]!.textContent).toMatch(/^0: 0 of yours, 0 %; expected \d+ %/)
  const bench = { total, calibration_left: 0, scored: 0, distribution: [0, 0, 0, 0], saves_left: 20 }
  expect(await client.call(api.jury.find, {})).toMatchObject(bench)
  await untilSaid(`First round0 of ${total}`)
})

test('in the border round the keys go to ten, and nothing is saved', async () => {
  const client = await site.signIn(shelf.border.jurors[0]!)
  const { total } = await client.call(api.jury.find, {})
  const [first, second, third] = await listTiles(client)
  const user = site.open('/jury')
  await untilAtHand(first!)
  screen.getByRole('heading', { name: /Border round$/ })
  expect(within(screen.getByRole('group', { name: 'Score' })).getAllByRole('button')).toHaveLength(11)
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  await user.keyboard('t')
  await untilAtHand(second!)
  await user.keyboard('v7')
  await untilAtHand(third!)
  await untilOutbox(0, 2)
  const distribution = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1]
  const bench = { stage: 'border', total, scored: 2, saves_left: 0, distribution }
  expect(await client.call(api.jury.find, {})).toMatchObject(bench)
  // The expected shares are of the first round's scale.
  const scores = within(screen.getByRole('list', { name: 'Your scores' })).getAllByRole('listitem')
  await waitFor(() => expect(scores[10]!.textContent).toContain('10: 1 of yours, 50 %'))
  expect(scores.filter(each => each.textContent.includes('expected'))).toEqual([])
  expect(site.calls).not.toContain('PUT /api/jury/saved')
  expect(await findFaults()).toEqual([])
})

test('a tile handed on by a colleague is added at the end for the juror who has finished', async () => {
  const [, late, giver] = shelf.judging.jurors
  const client = await site.signIn(late!)
  const own = await listTiles(client)
  const total = own.filter(tile => !tile.is_calibration).length
  const user = site.open('/jury')
  for (const tile of own) {
    await untilAtHand(tile)
    await user.keyboard('2')
  }
  await screen.findByRole('heading', { name: 'You’ve scored every tile' })
  await untilOutbox(0, own.length)
  const colleague = await site.server.signIn(giver!)
  const mine = new Set(own.map(tile => tile.logo))
  const isOthers = (tile: (typeof own)[number]) => !tile.is_calibration && !mine.has(tile.logo)
  const handedOn = (await listTiles(colleague)).find(isOthers)!
  await colleague.call(api.jury.reportConflict, { assignment_id: handedOn.assignment_id })
  await untilAtHand(handedOn)
  await screen.findByText(/^1 tile came in from another juror/)
  await user.keyboard('3')
  await untilOutbox(0, own.length + 1)
  await screen.findByRole('heading', { name: 'You’ve scored every tile' })
  expect(await client.call(api.jury.find, {})).toMatchObject({ total: total + 1, scored: total + 1 })
})
