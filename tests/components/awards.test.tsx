// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { untilAt, untilFocused, untilSaid } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()
let books = 20

/** A designer with a logo in each of as many books, and the books' numbers. */
async function createAwarded(count: number) {
  const designer = await createDesigner(site.db)
  const { logo_id } = await createLogo(site.db, { designer_id: designer.designer_id })
  const numbers = Array.from({ length: count }, () => ++books)
  for (const [i, number] of numbers.entries()) {
    // The last of several is a master book.
    const series = i > 0 && i === count - 1 ? 'master-book' : 'book'
    const { book_id } = await site.db
      .insertInto('book')
      .values({ series, number, state: 'published', published_on: '2020-05-01' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    await site.db.insertInto('award').values({ book_id, logo_id }).execute()
  }
  return { ...designer, numbers, path: `/designers/${designer.slug}?tab=awards` }
}

const shelves = () => screen.queryAllByRole('region', { name: /^(Master )?Book \d+$/ })

test('awards that fail to load show an error and a retry button', async () => {
  const { path } = await createAwarded(2)
  await site.signIn(await createDesigner(site.db))
  const restore = site.answer('GET /api/designers/awards', lost)
  const user = site.open(path)
  await screen.findByText('Error loading designer awards.')
  restore()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shelves()).toHaveLength(2))
})

test('placeholders stand for the shelves while they load', async () => {
  const { path } = await createAwarded(1)
  await site.signIn(await createDesigner(site.db))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  site.answer('GET /api/designers/awards', async ({ forward }) => {
    await held
    return forward()
  })
  site.open(path)
  await waitFor(() => expect(document.querySelectorAll('[data-blank]')).toHaveLength(15))
  screen.getByRole('status', { name: 'Loading' })
  release()
  await waitFor(() => expect(shelves()).toHaveLength(1))
  await waitFor(() => expect(document.querySelectorAll('[data-blank]')).toHaveLength(0))
})

test('a designer without awards shows no shelves to others and an encouragement to themselves', async () => {
  const { designer_id, slug } = await createDesigner(site.db)
  await site.signIn({ designer_id })
  site.open('/designers?tab=awards')
  await screen.findByRole('heading', { name: 'Your first book is still ahead' })

  await site.signIn(await createDesigner(site.db))
  site.open(`/designers/${slug}?tab=awards`)
  // Without a logo there is no wall to link to, either.
  await untilAt(`/designers/${slug}?tab=about`)
  const tabs = within(await screen.findByRole('navigation', { name: 'Profile' }))
  tabs.getByRole('link', { name: 'About' })
  expect(tabs.queryByRole('link', { name: 'Awards' })).toBeNull()
})

test('a visitor with a link to the awards signs in first', async () => {
  const { path } = await createAwarded(1)
  site.open(path)
  await untilAt(`/login?next=${encodeURIComponent(path)}`)
})

test('an unknown book or designer shows a message with a way back', async () => {
  const { slug } = await createAwarded(1)
  const missing = () => screen.findByRole('heading', { name: 'This page is not in the book' })
  let user = site.open(`/award/${slug}/anything`)
  for (const book of ['book-999', 'book-0', 'anything']) {
    user = site.open(`/award/${slug}/${book}`)
    await missing()
  }
  await user.click(screen.getByRole('link', { name: 'See the designer' }))
  await untilAt(`/designers/${slug}?tab=logos`)

  user = site.open('/award/unknown-designer/book-12')
  await missing()
  await user.click(screen.getByRole('link', { name: 'Browse Fresh' }))
  await untilAt('/')
})

test('a book’s page links to the designer’s other books', async () => {
  const { slug, numbers } = await createAwarded(3)
  const user = site.open(`/award/${slug}/book-${numbers[0]}`)
  const links = within(await screen.findByRole('navigation', { name: 'The designer’s books' }))
  expect(links.getAllByRole('link')).toHaveLength(3)
  await user.click(links.getByRole('link', { name: new RegExp(`^Master Book ${numbers[2]}\\b`) }))
  await untilAt(`/award/${slug}/master-book-${numbers[2]}`)
  await untilFocused(
    await screen.findByRole('heading', { level: 1, name: new RegExp(`Master Book ${numbers[2]}$`) }),
  )
  await screen.findByRole('img', { name: /^Plain mark by/ })
  expect(document.querySelectorAll('[data-logo]')).toHaveLength(1)
})

/** A designer with as many logos in each of these books as said. Their numbers descend. */
async function createShelves(counts: { series: 'book' | 'master-book'; logos: number }[]) {
  const designer = await createDesigner(site.db)
  const { designer_id } = designer
  const groups: { book: string; slug: string; number: number; count: number }[] = []
  books += counts.length
  for (const [i, { series, logos }] of counts.entries()) {
    const number = books - i
    const { book_id } = await site.db
      .insertInto('book')
      .values({ series, number, state: 'published', published_on: '2020-05-01' })
      .returning('book_id')
      .executeTakeFirstOrThrow()
    for (let i = 0; i < logos; i += 1) {
      const { logo_id } = await createLogo(site.db, { designer_id })
      await site.db.insertInto('award').values({ book_id, logo_id }).execute()
    }
    const book = `${series === 'book' ? 'Book' : 'Master Book'} ${number}`
    groups.push({ book, slug: `${series}-${number}`, number, count: logos })
  }
  return { ...designer, groups }
}

test('awards are shown on one shelf per book, regular books first, sorted by number', async () => {
  const made = await createShelves([
    { series: 'master-book', logos: 5 },
    { series: 'book', logos: 8 },
    { series: 'book', logos: 7 },
    { series: 'master-book', logos: 1 },
    { series: 'book', logos: 6 },
    { series: 'book', logos: 4 },
  ])
  const groups = [5, 4, 2, 1, 3, 0].map(at => made.groups[at]!)
  await site.signIn(await createDesigner(site.db))
  const user = site.open(`/designers/${made.slug}?tab=logos`)
  const tabs = within(await screen.findByRole('navigation', { name: 'Profile' }))
  await user.click(await tabs.findByRole('link', { name: /^Awards/ }))
  await untilAt(`/designers/${made.slug}?tab=awards`)
  await waitFor(() => expect(shelves()).toHaveLength(6))
  const links = within(screen.getByRole('navigation', { name: 'Books with awards' })).getAllByRole('link')
  expect(links.map(link => link.textContent)).toEqual(groups.map(({ book }) => book))

  for (const [i, { book, number, count }] of groups.entries()) {
    const shelf = within(shelves()[i]!)
    expect(shelves()[i]).toBe(screen.getByRole('region', { name: book }))
    expect(shelf.getByRole('heading').textContent).toMatch(new RegExp(`Book\\s*${number}$`))
    expect(shelf.getAllByRole('listitem')).toHaveLength(Math.min(count, 7))
    const all = shelf.queryAllByRole('link', { name: /^\d+ logos?$/ })
    expect(all.map(link => link.textContent)).toEqual(count > 6 ? [`${count} logos`] : [])
    const on = shelf.queryAllByRole('button', { name: `Scroll ${book} on` })
    expect(on).toHaveLength(count > 4 ? 1 : 0)
  }
})

test('a book’s page shows everyone what a designer has in it', async () => {
  const { slug, company, groups } = await createShelves([{ series: 'book', logos: 3 }])
  const { number, slug: bookSlug } = groups[0]!
  const { data } = await site.server.visit().call(api.designers.awards, { folder_url: slug })
  const ids = data[0]!.logos.map(logo => logo.logo_id)
  expect(ids).toHaveLength(3)
  const onWall = () =>
    [...document.querySelectorAll('[data-logo]')].map(tile => Number(tile.getAttribute('data-logo')))
  let user = site.open('/')
  for (const path of [`/award/${slug}/${bookSlug}`, `/designers/${slug}/${bookSlug}`]) {
    user = site.open(path)
    await screen.findByRole('heading', { level: 1, name: `Colophon Book ${number}` })
    await untilSaid(`3 Awards for ${company}`)
    await waitFor(() => expect(document.title).toBe(`Colophon Book ${number} · Colophon`))
    await waitFor(() => expect(onWall()).toEqual(ids))
  }

  const untilShown = (id: number) =>
    waitFor(() => expect(new URLSearchParams(location.search).get('logo_id')).toBe(String(id)))
  const untilOpen = async (id: number) => {
    await untilShown(id)
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  }
  await user.click(document.querySelector(`[data-logo="${ids[0]}"] a`)!)
  await untilOpen(ids[0]!)
  const dialog = within(screen.getByRole('dialog'))
  const next = await dialog.findByRole('button', { name: 'Next logo' })
  expect(dialog.queryByRole('button', { name: 'Previous logo' })).toBeNull()
  await user.click(next)
  await untilOpen(ids[1]!)
  await user.click(await dialog.findByRole('button', { name: 'Previous logo' }))
  // happy-dom may lose the focus with the button that disappears.
  await untilShown(ids[0]!)
  screen.getByRole('dialog').focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(within(screen.getByRole('main')).getByRole('link', { name: company }))
  await untilAt(`/designers/${slug}?tab=logos`)
})
